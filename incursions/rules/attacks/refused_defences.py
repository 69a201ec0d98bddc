"""Refusals of answers to an attack: evasion, repair, shield power, cards, and lines that are no defence (rules 11)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from incursions.rules import phrases
from incursions.rules.attacks import defence_cards
from incursions.rules.attacks.may_defend import first_power, why_no_defence, why_no_shield_power, why_not_evade
from incursions.rules.phrases import PLAY
from incursions.rules.plays import any_time, refused_besides
from incursions.rules.plays.card_faces import ANY_TIME
from incursions.rules.systems import refused_repair
from incursions.rules.systems.power import power_short

if TYPE_CHECKING:
    from incursions.rules.attacks.full_attack import FullAttack
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

Refused = tuple[str, str]
ONE_DEFENCE = ("11.9", "The defence is chosen once; after it only power can be added to the shields")
OF_OTHER_MOMENTS = (
    *("fire", "warp", "explore", "lay", "tractor", "break", "roll", "sweep", "cloak", "assimilate", "table", "use"),
    *("place", "take", "move", "attack", "recover", "remove", "decline", "pass", "set", "discard"),
)
_COUNT = re.compile(r"\d+")
_DIVERT = re.compile(r"divert\b(?: (\d{1,4})\b)?(?: to (.+))?")
_REPAIR = re.compile(r"repair\b ?(.*?)((?: (?:with|and) (?:\d+|no) power)?)$")


def why_not(game: Game, attack: FullAttack, ship: Ship, text: str) -> Refused:
    """Return the rule and the reason why this line, which is not legal, does not answer the attack now."""
    first = text.partition(" ")[0]
    if first == "evade":
        return _why_not_evade(game, attack, ship, text)
    if first == "repair":
        return _why_not_repair(game, attack, ship, text)
    if first == "add":
        count = _COUNT.search(text)
        found = why_no_shield_power(game, attack) or power_short(ship, "shields", int(count[0]) if count else 0, "That")
        return found or ("7.1", "Adding to the shields takes at least one power")
    if first == "play":
        return _why_not_play(game, attack, ship, text[len(PLAY) :])
    if first == "divert" and (match := _DIVERT.match(text)):
        chosen = attack.defence is not None
        found = ("7.5", "Diverted power serves another system than the shields") if chosen else None
        return found or refused_besides.divert(game, ship, match) or _no_answer(text)
    if first == phrases.AUX and (match := re.match(r"aux$", text)):
        return refused_besides.aux(game, ship, match) or _no_answer(text)
    return _no_answer(text)


def _no_answer(text: str) -> Refused:
    """Return the refusal of a line that is no defence, or no action at all (rules 11.8)."""
    if text.partition(" ")[0] in OF_OTHER_MOMENTS and text != phrases.TAKE_THE_HIT:
        return "11.8", "Under attack only a defence, power and cards for any time answer; that belongs to your own turn"
    return "", f"{text!r} is no action here; the options are listed"


def _why_no_other_defence(game: Game, attack: FullAttack, opens: str) -> Refused | None:
    """Return why no defence may be made, or why no other may follow the chosen one; or None."""
    if attack.defence is not None and attack.helped != opens:
        return ONE_DEFENCE
    return why_no_defence(game, attack)


def _why_not_evade(game: Game, attack: FullAttack, ship: Ship, text: str) -> Refused:
    found = _why_no_other_defence(game, attack, "evade") or why_not_evade(game, attack)
    if found is not None:
        return found
    count, least = _COUNT.search(text), first_power(game, attack)
    power = 0 if count is None else int(count[0])
    if power < least or ship.available("evade") < least:
        return "11.2", f"An evasion takes at least {'one' if least == 1 else least} power"
    return power_short(ship, "evade", power, "That evasion") or _no_answer(text)


def _why_not_repair(game: Game, attack: FullAttack, ship: Ship, text: str) -> Refused:
    found = _why_no_other_defence(game, attack, phrases.REPAIR)
    match = _REPAIR.match(text)
    if found is not None or match is None:
        return found or _no_answer(text)
    count = _COUNT.search(match[2] or "")
    found = power_short(ship, "repair", int(count[0]) if count else 0, "That repair")
    if found is not None:
        return found
    if match[1] in (phrases.HULL, phrases.SHIELDS):
        return _no_answer(text)
    return refused_repair.why_not(game, ship, match[1])


def _why_not_play(game: Game, attack: FullAttack, ship: Ship, said: str) -> Refused:
    """Return why a card in hand may not be played: an any-time card, a defence card, or any other."""
    hand = game.players[ship.seat].hand
    fitting = [number for number in hand if f"{said} ".startswith(f"{game.cards[number].card.title} ")]
    if not fitting:
        return "2.7", f"You have no {said} in your hand"
    number = max(fitting, key=lambda each: len(game.cards[each].card.title))
    card = game.cards[number].card
    if card.play_method == ANY_TIME:
        found = any_time.why_not(game, ship.seat, number, any_time.moment_of(game, ship.seat))
        return found or ("13.14", f"{card.title} takes nothing more to say")
    if not defence_cards.answering_faces(card):
        return "11.8", f"Under attack only defence cards and cards for any time answer; {card.title} is neither"
    count = _COUNT.search(said[len(card.title) :])
    found = defence_cards.why_not_play(game, attack, ship, number)
    found = found or power_short(ship, "evade", int(count[0]) if count else 0, "That evasion")
    return found or ("11.7", f"{card.title} goes together with no power")


def looked_for(game: Game, attack: FullAttack, ship: Ship) -> list[str]:
    """Return the lines that a player may look for under attack."""
    cards = (game.cards[number].card for number in game.players[ship.seat].hand)
    plays = [PLAY + card.title for card in cards if defence_cards.answering_faces(card)]
    if attack.defence is not None:
        return ["add 1 power to shields", *plays]
    return ["evade with 1 power", "add 1 power to shields", "repair hull", *dict.fromkeys(plays)]
