"""Maneuvers that were added and must be of a kind, and those that are owed (rules 6.2, 6.9).

A maneuver that is as a bound one must be counts as that one; when only bound ones are left, nothing else can be done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.rules.effects.in_force import forces

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.maneuver_kinds import ManeuverKind
    from incursions.rules.plays.in_play import Refused
    from incursions.rules.turn import Turn

OR = " or "
WITHOUT_A_CARD = "attack without a card"
ATTACK = "attack"
ATTACKS = (ATTACK, "assimilation")  # the maneuvers that are attacks (rules 10.1, 15.5)
WEAPON_CARDS = "weapon card"  # the kind of maneuver that plays cards which are weapons: no line begins so
CARD_PHRASES = ("and card ", "with card ")


def is_as_bound(must_be: str, kind: str, cards: tuple[int, ...]) -> bool:
    """Is a maneuver of that kind, with these cards, as it must be?"""
    kinds = must_be.split(OR)
    if kind in ATTACKS and (ATTACK in kinds or (WITHOUT_A_CARD in kinds and not cards)):
        return True
    return kind in kinds


def count(turn: Turn, kind: str, cards: tuple[int, ...]) -> None:
    """Count the maneuver that was just announced as a bound one, if it is as one must be."""
    for must_be in turn.extra:
        if is_as_bound(must_be, kind, cards):
            place = turn.extra.index(must_be)
            turn.extra = turn.extra[:place] + turn.extra[place + 1 :]
            return


def bound(turn: Turn | None, seat: int) -> tuple[str, ...]:
    """Return what the maneuver asked for must be, where no other is left; nothing where the seat is free to choose."""
    if turn is None or turn.seat != seat or len(turn.extra) <= turn.left:
        return ()
    return turn.extra


def allows(must_be: tuple[str, ...], kind: ManeuverKind) -> bool:
    """May a maneuver of that kind be made, perhaps without a card?"""
    cards = (0,) if WEAPON_CARDS in kind.words else ()
    return not must_be or any(is_as_bound(each, kind.name, cards) for each in must_be)


def must_be_without_card(turn: Turn | None, seat: int) -> bool:
    """Must the attack that is asked for be one without a card?"""
    must_be = bound(turn, seat)
    return bool(must_be) and not any(is_as_bound(each, ATTACK, (0,)) for each in must_be)


def why_not(turn: Turn | None, seat: int, kind: str, text: str) -> Refused | None:
    """Return the rule and the reason why a maneuver of that kind cannot be the one that is asked for."""
    must_be = bound(turn, seat)
    named = f"the maneuver that you have left must be {OR.join(must_be)}"
    held = text.startswith("play ") or any(f" {phrase}" in text for phrase in CARD_PHRASES)
    if must_be and not any(is_as_bound(each, kind, (0,) if held else ()) for each in must_be):
        return "6.2", named[0].upper() + named[1:]
    return None


def owed(game: Game, seat: int) -> int:
    """Maneuvers fewer in this turn, as effects have said before it (below 0)."""
    found = forces(game, seat, "maneuvers")
    return sum(min(0, force.effect.fields["number"]) for force in found) if found else 0
