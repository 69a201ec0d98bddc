"""The defence against an attack beyond Basic (rules 11), and forecasts of a defence from public facts."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from incursions.engine.dice import chance_of_at_most
from incursions.engine.questions import Phrases, Question
from incursions.games.incursions.rules.attacks import defence_cards
from incursions.games.incursions.rules.attacks.attack import ESCAPED, MISSED, REPAIRS, DefenceWindow
from incursions.games.incursions.rules.attacks.damage import NO_POOL, find_parts_reached
from incursions.games.incursions.rules.attacks.defence_cards import (
    DEFEND,
    EVADE,
    ONE_DEFENCE,
    Evasion,
    answering_faces,
    first_power,
    is_missed,
    score_with,
    why_no_defence,
    why_no_shield_power,
    why_not_evade,
)
from incursions.games.incursions.rules.attacks.targets import (
    EVADE_YOURS,
    AttackState,
    find_prohibition,
)
from incursions.games.incursions.rules.crew.repairs import (
    defence_stage,
    defence_targets,
    read_repair,
    why_not_repair,
)
from incursions.games.incursions.rules.events.attacks import ShieldPower
from incursions.games.incursions.rules.plays import free_actions
from incursions.games.incursions.rules.plays.announcements import PUBLIC
from incursions.games.incursions.rules.plays.card_moves import find_in_hand
from incursions.games.incursions.rules.plays.rehearsal import rehearse_throws
from incursions.games.incursions.rules.printed.pieces import ANY_TIME
from incursions.games.incursions.rules.state import phrases
from incursions.games.incursions.rules.state.cards_in_play import Refused
from incursions.games.incursions.rules.state.game_state import GameState, power_short
from incursions.games.incursions.rules.state.phrases import (
    AUX,
    PLAY,
    REPAIR,
    TAKE_THE_HIT,
    Line,
    find_amount,
    first_word,
    text_after_verb,
    text_of,
)
from incursions.games.incursions.rules.state.seats import Ship
from incursions.games.incursions.rules.state.shapes import Forecast
from incursions.games.incursions.rules.systems.bodies import evasion_of
from incursions.games.incursions.rules.systems.power import (
    DEFENDING_SYSTEMS,
    diverting_options,
    diverting_stage,
    is_divert,
    shield_power_points,
)

FAILED_EVASION = {"evasion": 6}
PRONOUNS = {phrases.HULL: "it", phrases.SHIELDS: "them"}
Explainer = Callable[[GameState, AttackState, Ship, Line], Refused | None]
OF_OTHER_MOMENTS = (
    *("fire", "warp", "explore", "lay", "tractor", "break", "roll", "sweep", "cloak", "assimilate", "table", "use"),
    *("place", "take", "move", "attack", "recover", "remove", "decline", "pass", "set", "discard"),
)


def forecast_defence(game: GameState, attack: AttackState, ship: Ship, said: Phrases) -> Forecast:
    """Return the cost of a defence, its odds, and hull and shields before and after the attack if it fails."""
    answer = phrases.parse_option(said[0])
    if answer.verb == "evade with":
        score = score_with(game, attack, answer.amount - first_power(game, attack))
        cost: Forecast = {"power": answer.amount, **_odds(score)}
    elif answer.verb == "add":
        cost = {"power": answer.amount}
    elif answer.text == phrases.REPAIR:
        cost = {"power": phrases.parse_option(said[2]).amount}
    elif answer.verb == "play":
        cost = _forecast_card(game, attack, ship, said)
    elif answer.text == TAKE_THE_HIT:
        cost = {"power": 0}
    else:
        return {}
    return cost | points_after(game, attack, ship, said)


def _odds(score: int) -> Forecast:
    """Return the forecast of a roll that must not exceed the score."""
    return {"chance": chance_of_at_most(score), "needs": score}


def _forecast_card(game: GameState, attack: AttackState, ship: Ship, said: Phrases) -> Forecast:
    """Return the cost of a defence card, and the odds of an evasion by it."""
    power, number = phrases.power_said(said), defence_cards.find_card(game, attack, ship, said[0])
    if number is None:
        return {"power": power}
    face = defence_cards.find_face(list(answering_faces(game.cards[number])), said)
    tries = [effect for effect in face.played if effect.verb == "try_evasion"]
    odds = _odds(score_with(game, attack, power + tries[0].fields.get("bonus", 0))) if tries else {}
    return {"power": power, **odds}


def points_after(game: GameState, attack: AttackState, ship: Ship, said: Phrases) -> Forecast:
    """Return hull and shields before the attack, and after all of it if no evasion succeeds; {} if it is not on them.

    A third number is the most that may be left; the second is the least then.
    """
    if attack.aim[0] != "seat" or attack.gun.pool == NO_POOL:
        return {}
    endings = rehearse_throws(game, said, game.stack.index(attack), FAILED_EVASION)
    ships = [ending.game.ships[ship.seat] for ending in endings]
    hull, shields = sorted({each.hull for each in ships}), sorted({each.shields for each in ships})
    return {"hull": [ship.hull, *_ends(hull)], "shields": [ship.shields, *_ends(shields)]}


def _ends(numbers: list[int]) -> list[int]:
    """Return the first and the last of the numbers, or the only one."""
    return numbers if len(numbers) == 1 else [numbers[0], numbers[-1]]


def let_defend(game: GameState, attack: AttackState) -> None:
    """Let the target defend: a piece rolls its printed evasion if it may (rules 11.11), a ship's player is asked."""
    if is_missed(game, attack):
        attack.defence = MISSED
    elif attack.aim[0] == "piece":
        score = evasion_of(game, game.board.placed[attack.aim[1]])
        if score is not None and find_prohibition(game, attack, EVADE, EVADE_YOURS, DEFEND) is None:
            game.stack.append(Evasion(attack.target, score, 0))
    elif attack.target is not None:
        game.stack.append(FullDefence((attack.target,)))


class FullDefence(DefenceWindow):
    """The target's answer: one defence, and shield power in addition (rules 11.1). It is right above its attack."""

    __slots__ = ()
    seat_fields = ("seat",)

    def advance(self, game: GameState) -> None:
        """Mark the attack as missed if something lets it miss by now, then ask."""
        attack = self.attack(game)
        if attack.defence not in ESCAPED and is_missed(game, attack):
            attack.defence = MISSED
        super().advance(game)

    def is_entitled(self, game: GameState, seat: int) -> bool:
        """Return True until a defence is chosen; then while shield power, AUX or a card may follow (rules 11.2)."""
        attack = self.attack(game)
        if attack.defence in ESCAPED or attack.moved_to is not None or game.ships[seat].out is not None:
            return False
        if attack.defence is None or attack.helped is not None:
            return True
        ship = game.ships[seat]
        if why_no_shield_power(game, attack) is None and (ship.power > 0 or free_actions.can_use_aux(game, ship)):
            return True
        return bool(free_actions.any_time_options(game, seat)) or (
            game.windows == PUBLIC and bool(game.players[seat].hand)
        )

    def stage(self, game: GameState, said: Phrases) -> Question | None:
        """Return the question with the legal defences, or the next stage of one."""
        ship = game.ships[self.seat]
        attack = self.attack(game)
        if said:
            if said[0] == REPAIR:
                return defence_stage(game, ship, said, find_parts_reached(game, attack))
            if is_divert(said[0]):
                return diverting_stage(self.seat, said, DEFENDING_SYSTEMS)
            if free_actions.offers_any_time(game, self.seat, said[0]):
                return free_actions.any_time_stage(game, self.seat, said)
            return (
                defence_cards.stage(game, attack, ship, said) if phrases.parse_option(said[0]).verb == "play" else None
            )
        chosen = attack.defence is not None
        options = [TAKE_THE_HIT, *self._defences(game, attack, ship)]
        options += phrases.ADD_SHIELDS[1 : ship.power + 1] if why_no_shield_power(game, attack) is None else []
        options += diverting_options(game, ship) if _can_use_power(game, attack) else []
        options += [*free_actions.aux_options(game, ship), *free_actions.any_time_options(game, self.seat)]
        options = list(dict.fromkeys(options))
        if chosen and attack.helped is None:
            title = "Add power to your shields?"
            return Question(self.seat, "one", "shield power", options, TAKE_THE_HIT, title, "11.2")
        return Question(self.seat, "one", "defence", options, TAKE_THE_HIT, "Defend your ship", "11.1")

    def _defences(self, game: GameState, attack: AttackState, ship: Ship) -> list[str]:
        """Return the legal defences: evading, repairing, cards; after a card that helps one, that one (rules 11.7)."""
        left = [defence for defence in (EVADE, REPAIR) if not _has_other_defence(attack, defence)]
        if not left or why_no_defence(game, attack) is not None:
            return []
        found: list[str] = []
        if EVADE in left and why_not_evade(game, attack) is None:
            found += phrases.EVADE[first_power(game, attack) : ship.available("evade") + 1]
        if REPAIR in left and defence_targets(game, ship, find_parts_reached(game, attack)):
            found.append(REPAIR)
        return found if attack.helped is not None else found + defence_cards.options(game, attack, ship)

    def respond(self, game: GameState, said: Phrases) -> None:
        """Carry out a defence, add power to the shields, or take a free action."""
        attack, ship, first = self.attack(game), game.ships[self.seat], said[0]
        verb, power = (answer := phrases.parse_option(first)).verb, answer.amount
        if verb == "add":
            ship.spend(power, "shields")
            attack.shield_power += power
            points = power * shield_power_points(game, self.seat)
            game.tell(ShieldPower, seat=self.seat, power=power, points=points)
        elif first == AUX or is_divert(first) or free_actions.offers_any_time(game, self.seat, first):
            free_actions.take(game, self.seat, said)
        elif first == REPAIR:
            attack.defence, attack.helped = REPAIRS, None
            attack.defence_power = phrases.parse_option(said[2]).amount
            attack.repairs = (said[1], attack.defence_power)
            ship.spend(attack.defence_power, "repair")
        elif verb == "evade with":
            score = score_with(game, attack, power - first_power(game, attack))
            ship.spend(power, "evade")
            ship.lose_diverted()
            attack.helped = None
            game.stack.append(Evasion(self.seat, score, power))
        else:
            defence_cards.play_defence(game, attack, ship, said)

    def forecast(self, game: GameState, said: Phrases) -> Forecast:
        return forecast_defence(game, self.attack(game), game.ships[self.seat], said)

    def looked_for(self, game: GameState) -> list[str]:
        """Return the lines that a player may look for under attack."""
        cards = (game.cards[number] for number in game.players[self.seat].hand)
        plays = [PLAY + card.title for card in cards if defence_cards.answering_faces(card)]
        if self.attack(game).defence is not None:
            return ["add 1 power to shields", *plays]
        return ["evade with 1 power", "add 1 power to shields", "repair hull", *dict.fromkeys(plays)]

    def refusal(self, game: GameState, line: Line) -> Refused | None:
        """Return the rule and the reason why a line does not answer the attack; None for a free action."""
        attack, ship = self.attack(game), game.ships[self.seat]
        found = _why_not(game, attack, ship, line)
        if found is None or found[0] or not self.said:
            return found
        return _why_not(game, attack, ship, (*map(phrases.parse_option, self.said), *line))

    def close(self, game: GameState) -> None:
        """Drop the diverted power that the answer did not spend (rules 7.5), then close the window."""
        game.ships[self.seat].lose_diverted()
        super().close(game)

    def attack(self, game: GameState) -> AttackState:
        """Return the attack that is answered."""
        stack = game.stack
        return cast(AttackState, stack[-2] if stack[-1] is self else stack[stack.index(self) - 1])


def _why_not(game: GameState, attack: AttackState, ship: Ship, line: Line) -> Refused | None:
    """Return why this line, which is not legal, does not answer the attack now; None for a free action."""
    verb = line[0].verb
    if verb == AUX or (verb == "divert" and _can_use_power(game, attack)):
        return None
    explain, text = _EXPLAINERS.get(verb), text_of(line)
    found = None if explain is None else explain(game, attack, ship, line)
    if found is not None:
        return found
    if first_word(verb) in OF_OTHER_MOMENTS and text != phrases.TAKE_THE_HIT:
        return "11.8", "Under attack you can defend, use power or play a card for any time; that belongs to your turn"
    return "", f"{text!r} is not an action here: choose one of the options"


def _why_not_add(game: GameState, attack: AttackState, ship: Ship, line: Line) -> Refused:
    found = why_no_shield_power(game, attack) or power_short(ship, "shields", line[0].amount, "That")
    return found or ("7.1", "Adding to the shields takes at least one power")


def _can_use_power(game: GameState, attack: AttackState) -> bool:
    """Return True if a defence can still use diverted power: none is chosen yet or forbidden (rules 7.5)."""
    return attack.defence is None and why_no_defence(game, attack) is None


def _has_other_defence(attack: AttackState, defence: str) -> bool:
    """Return True if another defence is chosen already, unless it is a card that helps this one (rules 11.7, 11.9)."""
    return attack.defence is not None and attack.helped != defence


def _why_not_evade(game: GameState, attack: AttackState, ship: Ship, line: Line) -> Refused | None:
    found = ONE_DEFENCE if _has_other_defence(attack, EVADE) else why_no_defence(game, attack)
    found = found or why_not_evade(game, attack)
    if found is not None:
        return found
    least, power = first_power(game, attack), next((option.amount for option in line if option.amount), 0)
    if power < least or ship.available("evade") < least:
        return "11.2", f"An evasion takes at least {'one' if least == 1 else least} power"
    return power_short(ship, "evade", power, "That evasion")


def _why_not_repair(game: GameState, attack: AttackState, ship: Ship, line: Line) -> Refused | None:
    found = ONE_DEFENCE if _has_other_defence(attack, REPAIR) else why_no_defence(game, attack)
    what, power = read_repair(line)
    found = found or power_short(ship, "repair", power, "That repair")
    if found is not None:
        return found
    if what.subject in (phrases.HULL, phrases.SHIELDS):
        if what.subject in defence_targets(game, ship, find_parts_reached(game, attack)):
            return None
        return "12.3", f"Your {what.subject} will lack nothing: this attack does not reach {PRONOUNS[what.subject]}"
    return why_not_repair(game, ship, what)


def _why_not_play(game: GameState, attack: AttackState, ship: Ship, line: Line) -> Refused:
    """Return why a card in hand may not be played: an any-time card, a defence card, or any other."""
    number = find_in_hand(game, game.players[ship.seat], line[0].text_after_verb)
    if number is None:
        return "2.7", f"You have no {text_after_verb(line)} in your hand"
    card = game.cards[number]
    if card.play_method == ANY_TIME:
        found = free_actions.why_not_any_time(game, ship.seat, number, free_actions.moment_of(game, ship.seat))
        return found or ("13.14", f"{card.title} is played without anything added")
    if not defence_cards.answering_faces(card):
        return "11.8", f"Under attack you can only play defence cards and cards for any time; {card.title} is neither"
    found = defence_cards.why_not_play(game, attack, ship, number)
    found = found or power_short(ship, "evade", find_amount(line, "power") or 0, "That evasion")
    return found or ("11.7", f"No power can be added to {card.title}")


_EXPLAINERS: dict[str, Explainer] = {
    "evade": _why_not_evade,
    "evade with": _why_not_evade,
    phrases.REPAIR: _why_not_repair,
    "add": _why_not_add,
    "play": _why_not_play,
    "divert": lambda game, attack, ship, line: (
        why_no_defence(game, attack) or ("7.5", "Diverted power cannot go to the shields")
    ),
}
