"""Added maneuvers that must be of a kind, and maneuvers lost in a later turn (rules 6.2, 6.9).

A maneuver that fits a bound one counts as that one. When only bound ones are left, no other can be made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.effects.in_force import forces

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.maneuver_kinds import ManeuverKind
    from incursions.games.incursions.rules.state.phrases import Line
    from incursions.games.incursions.rules.turn import Turn

OR = " or "
WITHOUT_A_CARD = "attack without a card"
ATTACK = "attack"
ATTACKS = (ATTACK, "assimilation")  # the maneuvers that are attacks (rules 10.1, 15.5)
WEAPON_CARDS = "weapon card"  # the word of the kind that plays weapon cards; no line begins with it


def is_as_bound(must_be: str, kind: str, cards: tuple[int, ...]) -> bool:
    """Return True if a maneuver of this kind with these cards fits the bound one."""
    kinds = must_be.split(OR)
    if kind in ATTACKS and (ATTACK in kinds or (WITHOUT_A_CARD in kinds and not cards)):
        return True
    return kind in kinds


def count(turn: Turn, kind: str, cards: tuple[int, ...]) -> None:
    """Remove the bound maneuver that the one just announced fits, if any."""
    for must_be in turn.extra:
        if is_as_bound(must_be, kind, cards):
            place = turn.extra.index(must_be)
            turn.extra = turn.extra[:place] + turn.extra[place + 1 :]
            return


def bound(turn: Turn | None, seat: int) -> tuple[str, ...]:
    """Return what the next maneuver must be if only bound ones are left, else ()."""
    if turn is None or turn.seat != seat or len(turn.extra) <= turn.left:
        return ()
    return turn.extra


def allows(must_be: tuple[str, ...], kind: ManeuverKind) -> bool:
    """Return True if a maneuver of this kind is allowed, perhaps without a card."""
    cards = (0,) if WEAPON_CARDS in kind.words else ()
    return not must_be or any(is_as_bound(each, kind.name, cards) for each in must_be)


def must_be_without_card(turn: Turn | None, seat: int) -> bool:
    """Return True if the next attack must be one without a card."""
    must_be = bound(turn, seat)
    return bool(must_be) and not any(is_as_bound(each, ATTACK, (0,)) for each in must_be)


def why_not(turn: Turn | None, seat: int, kind: str, line: Line) -> Refused | None:
    """Return the rule and the reason why the next maneuver cannot be of this kind, or None."""
    must_be = bound(turn, seat)
    named = f"the maneuver that you have left must be {OR.join(must_be)}"
    held = line[0].verb == "play" or any(option.subject == "card" and option.title for option in line)
    if must_be and not any(is_as_bound(each, kind, (0,) if held else ()) for each in must_be):
        return "6.2", named[0].upper() + named[1:]
    return None


def count_owed(game: Game, seat: int) -> int:
    """Return the change in this turn's maneuvers by earlier effects, 0 or below."""
    found = forces(game, seat, "maneuvers")
    return sum(min(0, force.effect.fields["number"]) for force in found) if found else 0
