"""Answers to an attack: evasion, shields, repair or a card, whichever costs least with its price counted (rules 11)."""

from __future__ import annotations

from collections.abc import Iterator

from incursions.bots.bot import Choice
from incursions.bots.defence import POWER_WORTH_NOTHING, Attacked, more_attacks_may_come
from incursions.bots.full.conditions import Scene
from incursions.bots.full.playing import PLAY, card_named
from incursions.bots.full.table import Table
from incursions.bots.full.worth import AGAINST_ATTACKS, weigh
from incursions.bots.odds import chance_to_evade
from incursions.bots.options import amount
from incursions.bots.situation import points
from incursions.engine import Question
from incursions.rules import phrases
from incursions.rules.printed.cards import GameCard
from incursions.rules.ships import POINTS_PER_REPAIR_POWER

CARD_PRICE = 4.0  # points that a defence card may still save another time
POWER_LATER = 3.0  # points that a power may still save before the next power-up
FATAL = 100.0  # points: the ship itself
HEAVY = 9  # a score from here on is worth the AUX marker where no power is left

Answer = tuple[float, str, str]


def defend(table: Table, decision: Question) -> Choice:
    """The answer that leaves most, cards and power counted at what they may still be worth."""
    if table.view["attack"] is None or (table.view["attack"].get("at") or ["seat"])[0] != "seat":
        return Choice(decision.least or decision.options[0], "it is not this ship that is struck")
    assault = Assault(table)
    if "aux" in decision and not table.power and assault.score >= min(HEAVY, points(table.me)):
        return Choice("aux", f"{assault.score} points are coming, and no power is left")
    _, option, reason = min(_answers(assault, decision), key=lambda answer: answer[0])
    return Choice(option, reason)


class Assault(Attacked):
    """The attack as the table's captain sees it: what comes off, and at what price in power."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table
        self.price = POWER_LATER if more_attacks_may_come(table) else POWER_WORTH_NOTHING
        if table.my_turn:
            self.price = POWER_LATER
        self.power_worth = self.price
        self.points_each = points_each(table)
        self.hits = list(self._hits())

    def lost_points(self, score: float) -> float:
        """What so much damage costs."""
        return max(0.0, score) if score < self.points else FATAL + score

    def lost(self, power: int) -> float:
        """What the hit costs with so much power on the shields, the power's own worth included."""
        return power * self.price + self.lost_points(self.score - self.points_each * power)

    def hit(self, power: int) -> tuple[float, int]:
        """The cheapest way to take it with at most so much power on the shields: what that costs, and the power."""
        return self.hits[max(0, power)]  # an evasion may be paid with power that was diverted to it

    def _hits(self) -> Iterator[tuple[float, int]]:
        """For each power that there is, the cheapest way with no more."""
        best = self.lost(0), 0
        for power in range(self.table.power + 1):
            best = min(best, (self.lost(power), power))
            yield best


def points_each(table: Table) -> int:
    """The points by which a power raises the shields (rules 7.3)."""
    found = 5
    for card in table.own_tabled:
        for effect in card.effects.by_trigger.get("tabled", ()):
            if effect.verb == "modify" and effect.fields["of"] == "shield power":
                found = max(found, int(effect.fields.get("to", found)))
    return found


def _answers(assault: Assault, decision: Question) -> Iterator[Answer]:
    cost, _ = assault.hit(0)
    yield (
        cost,
        decision.least or decision.options[0],
        f"nothing that would help is worth its price against {assault.score}",
    )
    free = phrases.EVADE[0] in decision
    for option in decision:
        found = _answer(assault, option, evades_freely=free)
        if found is not None:
            yield found[0], option, found[1]


def _answer(assault: Assault, option: str, *, evades_freely: bool) -> tuple[float, str] | None:
    table = assault.table
    if option in phrases.EVADE_POWER:
        power = phrases.EVADE_POWER[option]
        chance = chance_to_evade(assault.evasion + power - 1 + evades_freely)
        missed, _ = assault.hit(table.power - power)
        cost = power * assault.price + (1 - chance) * missed
        return cost, f"evading works in {chance:.0%} of throws, against a score of {assault.score}"
    if option in phrases.SHIELD_POWER:
        power = phrases.SHIELD_POWER[option]
        return assault.lost(
            power
        ) - 0.01, f"{power} power on the shields keep {min(assault.score, power * assault.points_each)} points"
    if option == phrases.REPAIR:
        gained = (
            min(max(assault.room.values()) + assault.score, assault.repair) if assault.score < assault.points else 0.0
        )
        return assault.lost(0) - gained, f"a repair after the hit gives {gained:.0f} points back"
    card = card_named(table, option, PLAY) if option.startswith(PLAY) else None
    return None if card is None else _card(assault, card, option)


def _card(assault: Assault, card: GameCard, option: str) -> tuple[float, str] | None:
    """A defence card: what it keeps off decides whether the ship stands, what else it does counts as well."""
    table = assault.table
    if card.play_method == "Play any time" and not any(e.verb == "miss" for e in card.effects):
        return None
    scene = Scene(table, _attacker(table), score=float(assault.score), weapon=table.view["attack"]["weapon"])
    faces = [face for face in card.faces if face.name in (None, "answer")] or list(card.faces)
    best: tuple[float, str] | None = None
    for face in faces:
        kept_off = weigh(card.effects, (e for e in face.effects if e.verb in AGAINST_ATTACKS), scene) / table.own_scale
        rolled = weigh(card.effects, (e for e in face.effects if e.verb == "roll_table"), scene) / table.own_scale
        other = weigh(card.effects, (e for e in face.effects if e.verb not in (*AGAINST_ATTACKS, "roll_table")), scene)
        left = max(0.0, assault.score - kept_off)
        taken = _with_shields(assault, left)
        cost = taken - rolled - other / max(0.5, table.own_scale) + table.card_price(CARD_PRICE)
        if best is None or cost < best[0]:
            best = (
                cost,
                f"keeps about {kept_off + rolled:.0f} of {assault.score} points off"
                if kept_off + rolled
                else f"{card.title} answers it",
            )
    return best


def _with_shields(assault: Assault, score: float) -> float:
    """What so much damage costs with the best power on the shields."""
    each = assault.points_each
    powers = range(assault.table.power + 1)
    return min(assault.lost_points(score - each * power) + power * assault.price for power in powers)


def _attacker(table: Table) -> dict[str, object] | None:
    return next((ship for ship in table.others if ship["seat"] == table.view["attack"]["seat"]), None)


def add_shields(table: Table, decision: Question) -> Choice:
    """After the defence: as much power on the shields as pays."""
    if table.view["attack"] is None:
        return Choice(decision.least or decision.options[0], "nothing more is coming")
    assault = Assault(table)
    if "aux" in decision and not table.power and assault.score >= assault.points:
        return Choice("aux", "without more power the ship is lost")
    _, power = assault.hit(table.power)
    option = phrases.ADD_SHIELDS[power] if power else phrases.TAKE_THE_HIT
    if option in decision and power:
        return Choice(
            option,
            f"{power} power on the shields take {min(assault.score, power * assault.points_each)} of {assault.score}",
        )
    return Choice(decision.least or decision.options[0], "more power on the shields would not pay")


# --- the stages of an answer ------------------------------------------------------------------------------------------


def repair_what(table: Table, decision: Question) -> Choice:
    """What will lack most after the hit."""
    assault = Assault(table)
    off_shields = min(assault.score, assault.shields)
    room = {
        phrases.SHIELDS: assault.room["shields"] + off_shields,
        phrases.HULL: assault.room["hull"] + assault.score - off_shields,
    }
    what = max(
        (option for option in decision if option in room), key=lambda name: room[name], default=decision.options[0]
    )
    return Choice(what, f"{what} will lack most after the hit")


def repair_power(table: Table, decision: Question) -> Choice:
    """Power for a repair after the hit, where it is worth nothing later."""
    assault = Assault(table)
    if assault.price >= POINTS_PER_REPAIR_POWER:
        return Choice(decision.options[0], "power may still be wanted for the next attack")
    return Choice(decision.options[-1], f"{amount(decision.options[-1])} power turn up again before anybody can strike")
