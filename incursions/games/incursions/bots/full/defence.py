"""Answers to an attack: evasion, shields, repair or a card, whichever is likely to cost least (rules 11)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import accumulate
from operator import itemgetter

from incursions.engine import Question
from incursions.engine.hexes import distance
from incursions.games.incursions.bots.bot import Choice, amount, decline
from incursions.games.incursions.bots.full.scene import Scene
from incursions.games.incursions.bots.full.table import Table
from incursions.games.incursions.bots.situation import (
    Situation,
    chance_to_evade,
    find_ship,
    found_lazily,
    points,
    power_for_repair,
    repair_points,
    room_for_repair,
)
from incursions.games.incursions.rules.printed.effect import Effect
from incursions.games.incursions.rules.printed.pieces import GameCard
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.seats import POINTS_PER_REPAIR_POWER, POINTS_PER_SHIELD_POWER
from incursions.games.incursions.rules.verbs.vocabulary import VERBS

POWER_WORTH_NOTHING = 0.01  # all cards turn up again before anybody else can attack
LOSS_OF_THE_SHIP = 1000.0
NEAR = 3  # hexes within which another ship may come and attack

Answer = tuple[float, str, str]
"""The cost of an answer in points, lost ones and power together; the line; and the reason."""


class Attacked:
    """The attack as its target sees it."""

    power_later = 3.5
    """Points that a card may still save before the next power-up."""

    def __init__(self, situation: Situation) -> None:
        attack = situation.view["attack"]
        assert attack is not None
        self.ship = situation.me
        self.points = points(self.ship)
        self.power = situation.power
        self.evasion: int = self.ship["evasion"]
        self.repair = repair_points(self.ship)
        self.score: int = attack["score"] - POINTS_PER_SHIELD_POWER * attack["shield_power"]
        self.power_worth = self.power_later if more_attacks_may_come(situation) else POWER_WORTH_NOTHING
        self.points_each = POINTS_PER_SHIELD_POWER

    def lost_points(self, damage: float) -> float:
        """Return the cost of that much damage."""
        return max(0.0, damage) if damage < self.points else LOSS_OF_THE_SHIP

    def cost_with(self, power: int) -> float:
        """Return the cost of the hit with that much power on the shields, the power's own worth included."""
        return power * self.power_worth + self.lost_points(self.score - self.points_each * power)

    @found_lazily
    def _hits(self) -> list[tuple[float, int]]:
        """The least cost of the hit with at most 0, 1, 2 ... power on the shields, and the power that it takes."""
        return list(accumulate(((self.cost_with(power), power) for power in range(self.power + 1)), min))

    def hit(self, power: int) -> tuple[float, int]:
        """Return the cost of the cheapest hit with at most that much power on the shields, and the power for it."""
        return self._hits[max(0, power)]  # an evasion may be paid with power that was diverted to it

    def evasion_cost(self, power: int, chance: float) -> float:
        """Return the cost of an evasion with that much power that works with that chance."""
        return power * self.power_worth + (1 - chance) * self.hit(self.power - power)[0]


def more_attacks_may_come(situation: Situation) -> bool:
    """Return True if this ship could be attacked again before its own next power-up."""
    turn = situation.view["turn"]
    if turn["left"]:
        return True
    seats = len(situation.view["ships"])
    before_me = (situation.me["seat"] - turn["seat"]) % seats
    return any(
        0 < (ship["seat"] - turn["seat"]) % seats < before_me and distance(tuple(ship["at"]), situation.at) <= NEAR
        for ship in situation.other_ships
    )


def choose_cheapest(answers: Iterable[Answer]) -> Choice:
    """Return the answer that costs least."""
    _, line, reason = min(answers, key=itemgetter(0))
    return Choice(line, reason)


def answer_attack(situation: Situation) -> Choice:
    """Return the defence that costs least."""
    attacked = Attacked(situation)
    answers: list[Answer] = []
    for power in range(1, attacked.power + 1):
        chance = chance_to_evade(attacked.evasion + power - 1)
        reason = f"evading works in {chance:.0%} of throws"
        answers.append((attacked.evasion_cost(power, chance), phrases.EVADE[power], reason))
    return choose_cheapest([*answers, _repair(attacked)])


def add_shield_power(situation: Situation) -> Choice:
    """Return as much power on the shields as pays, after a failed evasion."""
    attacked = Attacked(situation)
    _, power = attacked.hit(attacked.power)
    if power:
        return Choice(phrases.ADD_SHIELDS[power], "the evasion failed; shield power takes what it can")
    return Choice(phrases.TAKE_THE_HIT, "more power on the shields would not pay")


def _repair(attacked: Attacked) -> Answer:
    """Return shield power if it pays, else a repair after the damage, else taking the hit (rules 11.4)."""
    cost, shields = attacked.hit(attacked.power)
    damage = max(0, attacked.score - attacked.points_each * shields)
    rooms = room_for_repair(attacked.ship, damage)
    what = max((phrases.SHIELDS, phrases.HULL), key=rooms.__getitem__)
    room = rooms[what]
    cost -= min(room, attacked.repair)
    if shields:
        return cost, phrases.ADD_SHIELDS[shields], "shield power saves more points than it is worth"
    if room == 0 or damage >= attacked.points:
        return cost, phrases.TAKE_THE_HIT, "nothing that is worth its power would help"
    power = 0
    if attacked.power_worth < POINTS_PER_REPAIR_POWER:
        power = min(attacked.power, power_for_repair(attacked.ship, room))
    gained = min(room, attacked.repair + POINTS_PER_REPAIR_POWER * power)
    line = f"{phrases.REPAIR} {what} {phrases.WITH_POWER[power]}"
    return (
        attacked.cost_with(0) + power * attacked.power_worth - gained,
        line,
        "a repair after the hit gives points back",
    )


CARD_PRICE = 4.0  # points that a defence card may still save another time
FATAL = 100.0  # points: the ship itself
ROLLED = "roll_table"
HEAVY = 9  # a score from here on is worth the AUX marker where no power is left


def defend(table: Table, decision: Question) -> Choice:
    """Return the answer to an attack that costs least in points, with the worth of cards and power counted."""
    if table.view["attack"] is None or (table.view["attack"].get("at") or ["seat"])[0] != "seat":
        return decline(decision, "it is not this ship that is struck")
    assault = Assault(table)
    if phrases.AUX in decision and not table.power and assault.score >= min(HEAVY, assault.points):
        return Choice(phrases.AUX, f"{assault.score} points are coming, and no power is left")
    return choose_cheapest(_answers(assault, decision))


class Assault(Attacked):
    """The attack as the table's captain sees it: what comes off, and at what price in power."""

    power_later = 3.0

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.table = table
        if table.my_turn:
            self.power_worth = self.power_later
        raised = (
            int(effect.fields.get("to", 0))
            for effect in table.own_effects("tabled")
            if effect.verb == "modify" and effect.fields["of"] == "shield power"
        )
        self.points_each = max([POINTS_PER_SHIELD_POWER, *raised])  # rules 7.3

    def lost_points(self, damage: float) -> float:
        """Return the cost of that much damage."""
        return max(0.0, damage) if damage < self.points else FATAL + damage


def _answers(assault: Assault, decision: Question) -> Iterator[Answer]:
    """Yield the cost, the option and the reason of declining and of each option that helps."""
    cost, _ = assault.hit(0)
    option, reason = decline(decision, f"nothing that would help is worth its price against {assault.score}")
    yield cost, option, reason
    free = phrases.EVADE[0] in decision
    for option in decision:
        found = _answer(assault, option, evades_freely=free)
        if found is not None:
            cost, reason = found
            yield cost, option, reason


def _answer(assault: Assault, option: str, *, evades_freely: bool) -> tuple[float, str] | None:
    """Return the cost of an option in points, and the reason for it; None if it does not help."""
    table, score = assault.table, assault.score
    said = phrases.parse_option(option)
    power = said.amount
    if said.verb == "evade with":
        chance = chance_to_evade(assault.evasion + power - 1 + evades_freely)
        reason = f"evading works in {chance:.0%} of throws, against a score of {score}"
        return assault.evasion_cost(power, chance), reason
    if said.verb == "add":
        kept_off = min(score, power * assault.points_each)
        return assault.cost_with(power) - 0.01, f"{power} power on the shields keep off {kept_off} points"
    if option == phrases.REPAIR:
        room = max(room_for_repair(assault.ship).values()) + score
        gained = min(room, assault.repair) if score < assault.points else 0.0
        return assault.cost_with(0) - gained, f"a repair after the hit gives {gained:.0f} points back"
    card = table.cards.get(said.title) if said.verb == "play" else None
    return None if card is None else _card(assault, card)


def _card(assault: Assault, card: GameCard) -> tuple[float, str] | None:
    """Return the cost of answering the attack with this card, in points, and the reason; None if it does not help.

    The cost is the damage that the card lets through (`FATAL` more if the ship is lost), the power that then pays to
    stop damage, and the price of the card, minus the worth of its other effects. Of a Multi card the best face counts.
    """
    table = assault.table
    if card.play_method == "Play any time" and not any(e.verb == "miss" for e in card.effects):
        return None
    attack = table.view["attack"]
    assert attack is not None
    scene = Scene(
        table, find_ship(table.other_ships, attack["seat"]), score=float(assault.score), weapon=attack["weapon"]
    )

    def cost_of(effects: Collection[Effect]) -> tuple[float, str]:
        kept_off = scene.weigh(card.effects, (e for e in effects if VERBS[e.verb].answers_attacks)) / table.own_scale
        rolled = scene.weigh(card.effects, (e for e in effects if e.verb == ROLLED)) / table.own_scale
        other = scene.weigh(
            card.effects, (e for e in effects if e.verb != ROLLED and not VERBS[e.verb].answers_attacks)
        )
        left = max(0.0, assault.score - kept_off)
        taken = min(
            assault.lost_points(left - assault.points_each * power) + power * assault.power_worth
            for power in range(assault.power + 1)
        )
        cost = taken - rolled - other / max(0.5, table.own_scale) + table.card_price(CARD_PRICE)
        if kept_off + rolled:
            return cost, f"keeps about {kept_off + rolled:.0f} of {assault.score} points off"
        return cost, f"{card.title} answers it"

    faces = [face for face in card.faces if face.name in (None, "answer")] or card.faces
    return min((cost_of(face.effects) for face in faces), key=itemgetter(0), default=None)


def add_shields(table: Table, decision: Question) -> Choice:
    """Return as much power on the shields as pays, after the defence."""
    if table.view["attack"] is None:
        return decline(decision, "nothing more is coming")
    assault = Assault(table)
    if phrases.AUX in decision and not table.power and assault.score >= assault.points:
        return Choice(phrases.AUX, "without more power the ship is lost")
    _, power = assault.hit(table.power)
    if power and phrases.ADD_SHIELDS[power] in decision:
        taken = min(assault.score, power * assault.points_each)
        return Choice(phrases.ADD_SHIELDS[power], f"{power} power on the shields take {taken} of {assault.score}")
    return decline(decision, "more power on the shields would not pay")


# --- the stages of an answer ------------------------------------------------------------------------------------------


def repair_what(table: Table, decision: Question) -> Choice:
    """Return hull or shields, whichever will lack most after the hit."""
    room = room_for_repair(table.me, Assault(table).score)
    options = (option for option in decision if option in room)
    what = max(options, key=room.__getitem__, default=decision.options[0])
    return Choice(what, f"{what} will lack most after the hit")


def repair_power(table: Table, decision: Question) -> Choice:
    """Return the most power for a repair after the hit if it is worth nothing later, else the least."""
    if Assault(table).power_worth >= POINTS_PER_REPAIR_POWER:
        return Choice(decision.options[0], "power may still be wanted for the next attack")
    return Choice(decision.options[-1], f"{amount(decision.options[-1])} power turn up again before anybody can strike")
