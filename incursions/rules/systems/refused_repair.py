"""Refusals of repairs other than of hull and shields (rules 12.1-12.3, 13.4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex, hex_text
from incursions.engine.questions import Option
from incursions.rules.crew.removal import find_removal
from incursions.rules.phrases import Line, find_power, text_after_verb
from incursions.rules.placed.bodies import most_points
from incursions.rules.systems import repairs
from incursions.rules.systems.repair import parts_damaged
from incursions.rules.systems.repairs import price

if TYPE_CHECKING:
    from incursions.rules.board import Placed
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

__all__ = ["price", "read_repair", "why_not_repair"]

WHAT = "hull, shields, a damaged card on your table or a piece of yours in your hex"


def read_repair(line: Line) -> tuple[Option, int]:
    """Return what a `repair` line names, and its power. A line that goes on names something that there is not."""
    power = find_power(line) if len(line) == 2 else None
    if len(line) == 1 or power is not None:
        return line[0], power or 0
    return Option(text_after_verb(line)), 0


def why_not_repair(game: Game, ship: Ship, said: Option) -> tuple[str, str]:
    """Return the rule and the reason why what is named, neither hull nor shields, cannot be repaired."""
    found = None
    if said.subject == repairs.BOTH:
        found = _why_not_split(game, ship)
    elif said.place is not None:
        found = _why_not_named_piece(game, ship, said.title, said.place)
    elif said.rest:
        found = _why_not_tabled(game, ship, said.rest) or _why_not_before(game, ship, said.rest)
    if found is None and not parts_damaged(ship) and not repairs.targets(game, ship, maneuver=True):
        return "12.3", "Nothing of yours lacks points"
    return found or ("12.1", f"A repair is of {WHAT}")


def _why_not_split(game: Game, ship: Ship) -> tuple[str, str]:
    if not repairs.may_split(game, ship):
        return "12.1", "A repair is of one thing, hull or shields, unless a card lets you split it"
    return "12.3", "Hull and shields do not both lack points"


def _why_not_tabled(game: Game, ship: Ship, title: str) -> tuple[str, str] | None:
    """Return the refusal if the player's table has a card of this title: it is whole. Else None."""
    own = (game.cards[number].card.title for number in game.players[ship.seat].in_play)
    return ("12.3", f"{title} has all its points and lies face up") if title in own else None


def _why_not_before(game: Game, ship: Ship, title: str) -> tuple[str, str] | None:
    """Return why no Repair removes the card of this title before the player, or only a better one (rules 13.4.5)."""
    for before in game.players[ship.seat].before:
        if game.cards[before.card].card.title == title:
            way = find_removal(game, before)
            if way is None or way.maneuver != "repair":
                return "13.4.5", f"No Repair removes {title}"
            return "13.4.5", f"{title} is removed by a Repair of {way.points} points or more: spend power on it"
    return None


def _why_not_named_piece(game: Game, ship: Ship, title: str, at: Hex) -> tuple[str, str] | None:
    """Return why the piece cannot be repaired: missing, not the player's, elsewhere, or whole."""
    there = [piece for piece in game.board.placed.values() if (piece.title, piece.at) == (title, at)]
    if not there:
        return "12.1", f"There is no {title} in {hex_text(at)}"
    return _why_not_piece(game, ship, there[0])


def _why_not_piece(game: Game, ship: Ship, piece: Placed) -> tuple[str, str] | None:
    if piece.owner != ship.seat:
        return "12.1", f"{piece.title} is not yours"
    if piece.at != ship.at:
        return "12.1", f"{piece.title} is not in your hex, and a repair reaches no farther"
    most = most_points(game, piece)
    return "12.3", f"{piece.title} has no points" if most is None else f"{piece.title} has all its {most} points"
