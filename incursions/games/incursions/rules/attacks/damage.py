"""Damage to ships and pieces beyond Basic: extra points, shields, plates and hull (rules 2.10, 10.6, 10.16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.games.incursions.rules.attacks.targets import shields_function
from incursions.games.incursions.rules.crew.equipment import damage_card
from incursions.games.incursions.rules.events.attacks import Damaged, PieceDamaged
from incursions.games.incursions.rules.state.board import SHUTTLE
from incursions.games.incursions.rules.systems.bodies import is_shuttle

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.seats import Ship

HULL, SHIELDS, NO_POOL = "hull", "shields", "none"
RAISE_SHIELDS = "raise shields"


@dataclass(slots=True)
class Blow:
    """Damage on its way to a ship. `bypass` is the number of points that come off the hull directly.

    What reaches the hull is halved `halves` times. With the `pool` "shields" nothing goes on to the hull.
    """

    points: int
    bypass: int = 0
    halves: int = 0
    pool: str | None = None


def apply_blow(game: Game, ship: Ship, blow: Blow) -> dict[str, Any]:
    """Take the blow off the points of the ship; return the points before and after, as the facts of an event."""
    shields, hull, extra = ship.shields, ship.hull, ship.extra
    passing = min(blow.bypass, blow.points)
    if blow.pool == HULL or (blow.pool is None and not shields_function(game, ship.seat)):
        passing = blow.points
    left = _take_off_shields(ship, blow.points - passing)
    if blow.pool != SHIELDS:
        _take_off_hull(game, ship, passing + left, blow.halves)
    facts = {"shields": [shields, ship.shields], "hull": [hull, ship.hull]}
    return facts | ({"extra": [extra, ship.extra]} if extra else {})


def _take_off_shields(ship: Ship, points: int) -> int:
    """Take points off a hex's extra points, then off the shields, and return what is left (rules 2.10)."""
    if ship.extra:
        off_extra = min(points, ship.extra)
        ship.extra -= off_extra
        points -= off_extra
    off = min(points, ship.shields)
    ship.shields -= off
    return points - off


def _take_off_hull(game: Game, ship: Ship, points: int, halves: int) -> None:
    """Take points off plates and the hull; an excess goes on to the shields (rules 10.16)."""
    for _ in range(halves):
        points //= 2
    for number in find_plates(game, ship.seat):
        points -= min(points, damage_card(game, number, points))
    off = min(points, ship.hull)
    ship.hull -= off
    if points > off:
        _take_off_shields(ship, points - off)


def find_plates(game: Game, seat: int) -> list[int]:
    """Return the tabled cards that take damage to the hull, oldest first (the vocabulary's `pool: hull`)."""
    in_force = game.players[seat].in_force
    found = [*in_force.by_trigger.get("damage", ()), *in_force.by_verb.get("redirect", ())]
    return [
        force.source
        for force in found
        if force.effect.verb == "redirect" and force.effect.fields.get("pool") == HULL and isinstance(force.source, int)
    ]


def hurt(game: Game, seat: int, points: int, *, pool: str | None = None, by: int | None = None, **facts: Any) -> int:
    """Deal damage without an attack, which nothing answers, and return the points that the ship lost.

    A ship without points is left for `fall_together`.
    """
    ship = game.ships[seat]
    before = ship.points + ship.extra
    took = apply_blow(game, ship, Blow(max(0, points), pool=pool))
    game.tell(Damaged, seat=seat, absorbed=0, **took, score=points, by=by, **facts)
    return before - ship.points - ship.extra


def armour_of(game: Game, seat: int) -> list[tuple[str, int]]:
    """Return the shuttles that can take an attack for the ship: tabled, or in its hex (rules 17.6, 17.8)."""
    board, found = game.board, []
    for number in game.players[seat].tabled:
        if is_shuttle(game, number) and number not in board.face_down:
            found.append(("card", number))  # noqa: PERF401  mostly there is none: a comprehension costs twice as much
    if SHUTTLE in board.get_owned(seat).kinds:
        here = board.pieces_at(game.ships[seat].at)
        found += [("piece", piece.number) for piece in here if piece.kind == SHUTTLE and piece.owner == seat]
    return found


def strike_piece(game: Game, number: int, points: int) -> bool:
    """Take damage off a piece in a hex; return True if it has no points left (rules 17.4, 16.5).

    A piece without points has none to lose.
    """
    piece = game.board.placed[number]
    before = piece.points or 0
    left = max(0, before - points)
    game.board.change(number, points=left)
    game.tell(PieceDamaged, title=piece.title, at=list(piece.at), points=[before, left])
    return left == 0 and points > 0
