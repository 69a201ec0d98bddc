"""Tractor beams: whom they hold in the hex, what they tow, when they end (rules 8.6, 8.8, 12.10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.games.incursions.rules.events.movement import BeamEnded

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.ships import Ship

NOT_KEPT, PARTED, CLOAKED, BROKEN = "not kept", "parted", "cloaked", "broken"  # why a beam ended


def held_by(game: Game, seat: int) -> list[Ship]:
    """Return the ships whose beams hold this seat's ship (rules 12.9)."""
    holders: list[Ship] = []
    for ship in game.ships:
        if ship.holds is not None and ship.holds[0] == seat:
            holders.append(ship)  # noqa: PERF401  mostly nobody holds anybody: a comprehension costs twice as much
    return holders


def find_towed_ship(game: Game, ship: Ship) -> Ship | None:
    """Return the ship that follows this one's warp: held by its beam, and not caught (rules 8.8, 9.15); or None."""
    if ship.holds is None:
        return None
    held = game.ships[ship.holds[0]]
    return None if held.caught else held


def let_go(game: Game, ship: Ship, why: str) -> None:
    """End the ship's beam, if it has one (rules 12.10)."""
    if ship.holds is not None:
        target = ship.holds[0]
        ship.holds = None
        game.tell(BeamEnded, seat=ship.seat, target=target, why=why)


def end_parted_beams(game: Game) -> None:
    """End every beam whose two ships are not both in the game and in one hex (rules 12.10)."""
    for ship in game.ships:
        if ship.holds is not None:
            held = game.ships[ship.holds[0]]
            if held.at != ship.at or held.out is not None or ship.out is not None:
                let_go(game, ship, PARTED)


def why_not_leave(game: Game, ship: Ship) -> tuple[str, str] | None:
    """Return why a beam keeps the ship from leaving its hex by itself, or None (rules 8.6, 12.5)."""
    for other in game.ships:
        if other.holds is not None and other.holds[0] == ship.seat:
            return "8.6", f"{other.card.title} holds you in its tractor beam: break free first"
    return None
