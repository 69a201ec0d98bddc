"""Where points come off beyond Basic: extra points, shields, plates, hull (rules 2.10, 10.6, 10.16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.rules.attacks.targets import shields_function
from incursions.rules.board import SHUTTLE
from incursions.rules.crew.equipment import strike
from incursions.rules.placed.bodies import is_shuttle

if TYPE_CHECKING:
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

HULL, SHIELDS, NO_POOL = "hull", "shields", "none"
RAISE_SHIELDS = "raise shields"


@dataclass(slots=True)
class Blow:
    """Damage on its way to a ship. So many points as `bypass` says come off the hull.

    What reaches the hull is halved so often as `halves` says; with the `pool` "shields" nothing goes on to the hull.
    """

    points: int
    bypass: int = 0
    halves: int = 0
    pool: str | None = None


def take(game: Game, ship: Ship, blow: Blow) -> dict[str, Any]:
    """Let it come off the points of the ship; returns what came off where, as the facts of an event."""
    shields, hull, extra = ship.shields, ship.hull, ship.extra
    passing = min(blow.bypass, blow.points)
    if blow.pool == HULL or (blow.pool is None and not shields_function(game, ship.seat)):
        passing = blow.points
    left = _off_shields(ship, blow.points - passing)
    if blow.pool != SHIELDS:
        _off_hull(game, ship, passing + left, blow.halves)
    facts = {"seat": ship.seat, "absorbed": 0, "shields": [shields, ship.shields], "hull": [hull, ship.hull]}
    return facts | ({"extra": [extra, ship.extra]} if extra else {})


def _off_shields(ship: Ship, points: int) -> int:
    """Off a hex's extra points first, then off the shields; returns what is left (rules 2.10)."""
    if ship.extra:
        off_extra = min(points, ship.extra)
        ship.extra -= off_extra
        points -= off_extra
    off = min(points, ship.shields)
    ship.shields -= off
    return points - off


def _off_hull(game: Game, ship: Ship, points: int, halves: int) -> None:
    """What outruns the hull goes on to the shields (rules 10.16)."""
    for _ in range(halves):
        points //= 2
    for number in plates(game, ship.seat):
        points -= min(points, strike(game, number, points))
    off = min(points, ship.hull)
    ship.hull -= off
    if points > off:
        _off_shields(ship, points - off)


def plates(game: Game, seat: int) -> list[int]:
    """The tabled cards that take what would come off the hull, first tabled first (the vocabulary's `pool: hull`)."""
    in_force = game.players[seat].in_force
    found = [*in_force.by_trigger.get("damage", ()), *in_force.by_verb.get("redirect", ())]
    return [
        force.source
        for force in found
        if force.effect.verb == "redirect" and force.effect.fields.get("pool") == HULL and isinstance(force.source, int)
    ]


def hurt(game: Game, seat: int, points: int, *, pool: str | None = None, by: int | None = None, **facts: Any) -> int:
    """Damage without an attack: no defence, shield power or armour answers it. Returns what came off the points.

    Whoever falls by it is left for `fall_together`.
    """
    ship = game.ships[seat]
    before = ship.points + ship.extra
    took = take(game, ship, Blow(max(0, points), pool=pool))
    game.emit("damaged", took | {"score": points, "by": by} | facts)
    return before - ship.points - ship.extra


def armour_of(game: Game, seat: int) -> list[tuple[str, int]]:
    """The shuttles that can take an attack for the ship: tabled, or in its hex (rules 17.6, 17.8)."""
    board, found = game.board, []
    for number in game.players[seat].tabled:
        if is_shuttle(game, number) and number not in board.face_down:
            found.append(("card", number))  # noqa: PERF401  mostly there is none: a comprehension costs twice as much
    if SHUTTLE in board.owned(seat).kinds:
        here = board.at(game.ships[seat].at)
        found += [("piece", piece.number) for piece in here if piece.kind == SHUTTLE and piece.owner == seat]
    return found


def strike_piece(game: Game, number: int, points: int) -> bool:
    """Damage comes off a piece in a hex; has it none left? One without points has none to lose (rules 17.4, 16.5)."""
    piece = game.board.placed[number]
    before = piece.points or 0
    left = max(0, before - points)
    game.board.change(number, points=left)
    facts = {"title": piece.title, "at": list(piece.at), "points": [before, left]}
    game.emit("piece_damaged", facts)
    return left == 0 and points > 0
