"""Performers of movement verbs: moving and transporting ships, exploring within a maneuver (rules 8.3, 8.9, 8.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.hexes import Hex, distance, reach
from incursions.rules.effects.aboard_shuttles import find_shuttle_with
from incursions.rules.effects.aims import choose_default_target, seats_meant, source_place
from incursions.rules.effects.verbs_placed import MOVED_PIECES, move_piece
from incursions.rules.hexes.charting import START_HEX, can_explore
from incursions.rules.hexes.exploring import Exploration
from incursions.rules.hexes.hex_events import MOVE
from incursions.rules.hexes.leaving import transport, why_not_leave
from incursions.rules.hexes.voyages import Voyage, route
from incursions.rules.plays.announcements import in_turn_order

if TYPE_CHECKING:
    from incursions.rules.effects.effect import Effect
    from incursions.rules.effects.resolution import Resolution
    from incursions.rules.game import Game
    from incursions.rules.ships import Ship

YOUR_SHIP = "your ship"


def find_ships(game: Game, frame: Resolution, effect: Effect, unsaid: str) -> list[Ship]:
    """Return the ships among the targets of the effect, in turn order; of a choice, the picked one."""
    return [game.ships[seat] for seat in in_turn_order(game, seats_meant(game, frame, effect, unsaid))]


def perform_transport(game: Game, frame: Resolution, effect: Effect) -> None:
    """Put the ships into the hex named, or into an explored one of the player's choice (rules 8.9)."""
    ships = find_ships(game, frame, effect, choose_default_target(frame))
    if not ships:
        return
    at: Hex | None = _find_named_hex(game, frame, effect)
    if at is None:
        ship, within = ships[0], effect.fields.get("hexes")
        explored = [at for at in game.map if at != ship.at and (within is None or distance(ship.at, at) <= within)]
        at = frame.pick_hex(game, frame.user, explored, "Transport to which hex?", "8.9", topic="transport to")
        if at is None:
            return
    transport(game, ships, at, no_event=effect.fields.get("no_event", False))


def _find_named_hex(game: Game, frame: Resolution, effect: Effect) -> Hex | None:
    where = effect.fields["to"]
    if where == "start hex":
        return START_HEX
    if where == "your hex":
        return game.ships[frame.user].at
    if where == "here":
        at: Hex | None = frame.get_mark("at")
        return source_place(game, frame.source, frame.user) if at is None else at
    return None


def perform_move(game: Game, frame: Resolution, effect: Effect) -> None:
    """Move the ship over explored hexes without power, maneuver or ships in tow (rules 8.12)."""
    if effect.target in MOVED_PIECES or find_shuttle_with(game, frame.source) is not None:
        move_piece(game, frame, effect)
        return
    ships = find_ships(game, frame, effect, YOUR_SHIP)
    if not ships or why_not_leave(game, ships[0]) is not None:
        return
    ship = ships[0]
    within = reach(ship.at, effect.fields["hexes"], game.map)
    hexes = [at for at, steps in within.items() if steps]
    found = frame.pick_hex(game, frame.user, hexes, "Move to which hex?", "8.12", topic="move to")
    if found is not None:
        path = tuple(route(game, ship, found))
        game.stack.append(Voyage(ship.seat, path, MOVE, no_event=effect.fields.get("no_event", False)))


def perform_explore(game: Game, frame: Resolution, effect: Effect) -> None:
    """Start an exploration within this maneuver (rules 8.3)."""
    ship = game.ships[frame.user]
    if ship.out is None and can_explore(game, ship) and why_not_leave(game, ship) is None:
        game.stack.append(Exploration(frame.user, ""))
