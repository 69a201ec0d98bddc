"""Refusals of answers to an attack: evasion, repair, shield power, cards, and lines that are no defence (rules 11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from incursions.rules import phrases
from incursions.rules.attacks import defence_cards
from incursions.rules.attacks.may_defend import first_power, why_no_defence, why_no_shield_power, why_not_evade
from incursions.rules.maneuver_kinds import first_word
from incursions.rules.phrases import PLAY, Line, find_power, text_after_verb, text_of
from incursions.rules.plays import any_time, refused_besides
from incursions.rules.plays.card_faces import ANY_TIME
from incursions.rules.plays.hand import held
from incursions.rules.systems.power import power_short
from incursions.rules.systems.refused_repair import read_repair, why_not_repair

if TYPE_CHECKING:
    from incursions.rules.attacks.full_attack import FullAttack
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

Refused = tuple[str, str]
Explainer = Callable[["Game", "FullAttack", "Ship", Line], Refused | None]
ONE_DEFENCE = ("11.9", "The defence is chosen once; after it only power can be added to the shields")
OF_OTHER_MOMENTS = (
    *("fire", "warp", "explore", "lay", "tractor", "break", "roll", "sweep", "cloak", "assimilate", "table", "use"),
    *("place", "take", "move", "attack", "recover", "remove", "decline", "pass", "set", "discard"),
)


def why_not(game: Game, attack: FullAttack, ship: Ship, line: Line) -> Refused:
    """Return the rule and the reason why this line, which is not legal, does not answer the attack now."""
    explain = _EXPLAINERS.get(line[0].verb)
    return (None if explain is None else explain(game, attack, ship, line)) or _no_answer(line)


def _no_answer(line: Line) -> Refused:
    """Return the refusal of a line that is no defence, or no action at all (rules 11.8)."""
    text = text_of(line)
    if first_word(line[0].verb) in OF_OTHER_MOMENTS and text != phrases.TAKE_THE_HIT:
        return "11.8", "Under attack only a defence, power and cards for any time answer; that belongs to your own turn"
    return "", f"{text!r} is no action here; the options are listed"


def _why_not_add(game: Game, attack: FullAttack, ship: Ship, line: Line) -> Refused:
    found = why_no_shield_power(game, attack) or power_short(ship, "shields", line[0].amount, "That")
    return found or ("7.1", "Adding to the shields takes at least one power")


def _why_not_divert(game: Game, attack: FullAttack, ship: Ship, line: Line) -> Refused | None:
    if attack.defence is not None:
        return "7.5", "Diverted power serves another system than the shields"
    return refused_besides.divert(game, ship, line)


def _why_not_aux(game: Game, attack: FullAttack, ship: Ship, line: Line) -> Refused | None:
    return refused_besides.aux(game, ship, line) if text_of(line) == phrases.AUX else None


def _why_no_other_defence(game: Game, attack: FullAttack, opens: str) -> Refused | None:
    """Return why no defence may be made, or why no other may follow the chosen one; or None."""
    if attack.defence is not None and attack.helped != opens:
        return ONE_DEFENCE
    return why_no_defence(game, attack)


def _why_not_evade(game: Game, attack: FullAttack, ship: Ship, line: Line) -> Refused | None:
    found = _why_no_other_defence(game, attack, "evade") or why_not_evade(game, attack)
    if found is not None:
        return found
    least, power = first_power(game, attack), next((option.amount for option in line if option.amount), 0)
    if power < least or ship.available("evade") < least:
        return "11.2", f"An evasion takes at least {'one' if least == 1 else least} power"
    return power_short(ship, "evade", power, "That evasion")


def _why_not_repair(game: Game, attack: FullAttack, ship: Ship, line: Line) -> Refused | None:
    found = _why_no_other_defence(game, attack, phrases.REPAIR)
    what, power = read_repair(line)
    found = found or power_short(ship, "repair", power, "That repair")
    if found is not None or what.subject in (phrases.HULL, phrases.SHIELDS):
        return found
    return why_not_repair(game, ship, what)


def _why_not_play(game: Game, attack: FullAttack, ship: Ship, line: Line) -> Refused:
    """Return why a card in hand may not be played: an any-time card, a defence card, or any other."""
    number = held(game, game.players[ship.seat], line[0].rest)
    if number is None:
        return "2.7", f"You have no {text_after_verb(line)} in your hand"
    card = game.cards[number].card
    if card.play_method == ANY_TIME:
        found = any_time.why_not(game, ship.seat, number, any_time.moment_of(game, ship.seat))
        return found or ("13.14", f"{card.title} takes nothing more to say")
    if not defence_cards.answering_faces(card):
        return "11.8", f"Under attack only defence cards and cards for any time answer; {card.title} is neither"
    found = defence_cards.why_not_play(game, attack, ship, number)
    found = found or power_short(ship, "evade", find_power(line) or 0, "That evasion")
    return found or ("11.7", f"{card.title} goes together with no power")


_EXPLAINERS: dict[str, Explainer] = {
    "evade": _why_not_evade,
    "evade with": _why_not_evade,
    phrases.REPAIR: _why_not_repair,
    "add": _why_not_add,
    "play": _why_not_play,
    "divert": _why_not_divert,
    phrases.AUX: _why_not_aux,
}


def looked_for(game: Game, attack: FullAttack, ship: Ship) -> list[str]:
    """Return the lines that a player may look for under attack."""
    cards = (game.cards[number].card for number in game.players[ship.seat].hand)
    plays = [PLAY + card.title for card in cards if defence_cards.answering_faces(card)]
    if attack.defence is not None:
        return ["add 1 power to shields", *plays]
    return ["evade with 1 power", "add 1 power to shields", "repair hull", *dict.fromkeys(plays)]
