"""The effects of a hex on a ship beyond Basic, on arriving and at the end of its turn, in order (rules 9.3, 9.12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.engine.hexes import Hex
from incursions.games.incursions.rules.effects.in_force import list_triggered
from incursions.games.incursions.rules.effects.resolution import put_up
from incursions.games.incursions.rules.events.movement import HexEvent
from incursions.games.incursions.rules.hexes.event_falls import strike_with, strikes_comer
from incursions.games.incursions.rules.hexes.hex_events import REMAIN, TOW, TRANSPORT
from incursions.games.incursions.rules.placed.visits import visit, visitors_of
from incursions.games.incursions.rules.plays.announcements import said_in_maneuver
from incursions.games.incursions.rules.printed.pieces import printed_fact

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game
    from incursions.games.incursions.rules.printed.effect import Effect
    from incursions.games.incursions.rules.printed.pieces import TileCard
    from incursions.games.incursions.rules.state.seats import Ship

STOPPED, TILE, PIECES = range(1, 4)
LEAVE_ROLL = "leave_roll"


@dataclass(slots=True, eq=False)
class Arrival(Frame["Game"]):
    """Everything that the hex `at` does to the ship that came there or remained (rules 9.12).

    `over`: the ship was moved away. `silent`: it takes no event there. `waiting` are the pieces still to act on it.
    """

    seat: int
    at: Hex
    how: str
    _: KW_ONLY
    step: int = 0
    over: bool = False
    silent: bool = False
    waiting: tuple[int, ...] = ()

    def ends_with(self, seat: int) -> bool:
        """Return True for the arriving seat: destruction ends the arrival, even after an escape (rules 9.12, 19.5)."""
        return seat == self.seat

    def moved_away(self, seat: int) -> None:
        """Note that a ship has left its hex: if it is this one, the arrival is over."""
        self.over = self.over or seat == self.seat

    def advance(self, game: Game) -> None:
        """Apply what the ship has against events, then the tile's event, then the pieces there, oldest first."""
        ship, stack = game.ships[self.seat], game.stack
        while stack[-1] is self:
            if self.over or self.silent or ship.out is not None:
                stack.pop()
                return
            self.step = step = self.step + 1
            if step == STOPPED:
                self._stop(game)
            elif step == TILE:
                self.waiting = tuple(visitors_of(game, self.at))
                self._tile_event(game, ship)
            elif self.waiting:
                number, self.waiting = self.waiting[0], self.waiting[1:]
                visit(game, number, self.seat, remains=self.how == REMAIN)
            else:
                stack.pop()

    def _stop(self, game: Game) -> None:
        """Put up the effects of stopping, which can spare the ship the hex's event.

        They come once in a hex and maneuver, so that nothing moves a ship on forever (rules 8.10).
        """
        if self.how == REMAIN:
            return
        found = [*list_triggered(game, self.seat, "stops"), *said_in_maneuver(game, self.seat, "stops")]
        if not found:
            return
        turn, stopped = game.turn, (self.seat, *self.at, STOPPED)
        if turn is not None and stopped in turn.taken:
            return
        if turn is not None:
            turn.taken = (*turn.taken, stopped)
        put_up(game, found)

    def _tile_event(self, game: Game, ship: Ship) -> None:
        """Put up the tile's event: once in a maneuver (rules 8.10), a Unique one once in a match (rules 9.5, 9.16)."""
        tile, turn = game.tiles[game.map[self.at]], game.turn
        if turn is not None and turn.seat == self.seat and turn.began_at == self.at:
            turn.event_taken = True
        effects = self._effects(tile, ship)
        if not effects:
            return
        here = (self.seat, *self.at)
        if turn is not None and here in turn.taken:
            return
        if tile.is_unique:
            if tile.title in game.board.happened:
                return
            game.board.happened.append(tile.title)
        if turn is not None:
            turn.taken = (*turn.taken, here)
        game.tell(HexEvent, seat=self.seat, title=tile.title, at=list(self.at))
        numbers = [effect.number for effect in effects]
        reached = (self.seat,) if not tile.is_unique and ship.cloak is not None else ()
        struck = (self.seat,) if strikes_comer_alone(tile) else None
        told: dict[str, Any] = {"unique": tile.is_unique, "at": self.at, "how": self.how}
        strike_with(game, tile.title, self.seat, numbers, struck, reaches=reached, **told)

    def _effects(self, tile: TileCard, ship: Ship) -> tuple[Effect, ...]:
        """Return the effects that come: more on entering than on remaining; no leave roll unless it flew in (1.7)."""
        # On remaining, only the effects printed as its event are repeated (rules 9.3).
        found = tile.effects.by_trigger.get("event", ()) if self.how == REMAIN else on_entering(tile)
        if not found:
            return ()
        if self.how in (TOW, TRANSPORT):
            found = tuple(effect for effect in found if effect.verb != LEAVE_ROLL)
        return found if ship.cloak is None or tile.is_unique else tuple(_through_cloak(found))


@printed_fact
def on_entering(tile: TileCard) -> tuple[Effect, ...]:
    """Return the tile's effects on a ship that enters it (rules 9.1)."""
    return tuple(effect for effect in tile.effects.top if effect.trigger in ("event", "entered"))


@printed_fact
def strikes_comer_alone(tile: TileCard) -> bool:
    """Return True if the tile's event strikes nobody but the ship that came (rules 9.1)."""
    return all(strikes_comer(effect) for effect in on_entering(tile))


def _through_cloak(effects: Iterable[Effect]) -> Iterable[Effect]:
    """Yield the effects that reach a cloaked ship: the one that ends its cloak, and all after it (rules 12.7)."""
    uncloaked = False
    for effect in effects:
        uncloaked = uncloaked or (effect.verb == "cloak" and effect.fields.get("to") == "down")
        if uncloaked:
            yield effect


def arrival_of(game: Game, seat: int) -> Arrival | None:
    """Return the innermost arrival of the ship that is under way, or None."""
    return next((frame for frame in reversed(game.stack) if isinstance(frame, Arrival) and frame.seat == seat), None)
