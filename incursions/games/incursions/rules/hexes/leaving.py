"""Leaving a hex: holds on the ship, effects that end then, and transports (rules 8.6, 8.9, 8.13, 9.4, 9.15, 12.7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.effects.gathering import end_lasting, refresh_hex
from incursions.games.incursions.rules.events.movement import Transported
from incursions.games.incursions.rules.hexes.caught import describe_escape_roll, is_caught, let_go
from incursions.games.incursions.rules.hexes.hex_events import TRANSPORT, stop
from incursions.games.incursions.rules.printed.pieces import RACES
from incursions.games.incursions.rules.systems import cloaking

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.state.board import Lasting
    from incursions.games.incursions.rules.state.cards_in_play import Refused
    from incursions.games.incursions.rules.state.seats import Ship

RACE_IS_HERE = {f"a {race} ship is here": race for race in RACES}


def why_not_leave(game: Game, ship: Ship) -> Refused | None:
    """Return the refusal that names what holds the ship in its hex: a catch or a tractor beam; or None (rules 8.6)."""
    if is_caught(game, ship):
        return "8.6", f"Your ship is caught (9.6): roll to escape, {describe_escape_roll(game, ship)}"
    return cloaking.why_not_leave(game, ship)


def depart(game: Game, ship: Ship, maneuver: str | None) -> None:
    """Apply what leaving its hex does to a ship: it decloaks, is caught no longer, and its arrival is over.

    An effect may let it keep its cloak in the maneuver; None is a transport, in which no cloak holds (rules 8.9, 12.7).
    """
    if maneuver is None:
        cloaking.drop(game, ship, cloaking.TRANSPORTED)
    else:
        cloaking.reveal(game, ship, maneuver)
    let_go(game, ship)
    for frame in game.stack:
        if hasattr(frame, "moved_away"):
            frame.moved_away(ship.seat)


def settle(game: Game, ship: Ship) -> None:
    """Apply the modifiers of the hex where a ship has stopped, instead of those of the hex that it left (rules 9.4)."""
    if not game.has_cards:
        return
    game.board.stopped[ship.seat] = game.board.next_moment()
    ended = len(game.board.lasting)
    end_lasting(game, _is_left, ship.seat)
    if len(game.board.lasting) == ended:
        refresh_hex(game, ship.seat)
    cloaking.end_parted_beams(game)


def _is_left(game: Game, lasting: Lasting, seat: int) -> bool:
    """Return True if the effect lasted while the ship was in its old hex, or while a ship of a race was in its hex."""
    struck = lasting.user if lasting.target is None else lasting.target
    if lasting.until == "here":
        return struck == seat
    race, at = RACE_IS_HERE.get(lasting.until), game.ships[struck].at
    there = (ship for ship in game.ships if ship.at == at and ship.out is None)
    return race is not None and all(ship.card.race != race for ship in there)


def transport(game: Game, ships: Iterable[Ship], at: Hex, *, no_event: bool = False) -> None:
    """Set the ships, in turn order, in one hex, and then put up its event for each. Ships already there stay."""
    moved = [ship for ship in ships if ship.out is None and ship.at != at]
    for ship in moved:
        depart(game, ship, None)
        for holder in (ship, *cloaking.held_by(game, ship.seat)):
            cloaking.let_go(game, holder, cloaking.PARTED)
        ship.at = at
        game.tell(Transported, seat=ship.seat, at=list(at))
    for ship in moved:
        settle(game, ship)
    for ship in reversed(moved):
        if not no_event:
            stop(game, ship.seat, TRANSPORT)
