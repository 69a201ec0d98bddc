"""Gravity: once a round black holes pull every ship one hex nearer (rules T21.5-T21.10)."""

from __future__ import annotations

from incursions.engine import Choice, Question
from incursions.engine.frames import frame_class
from incursions.games.talon.rules.acts import GRAVITY
from incursions.games.talon.rules.arrival import Shift, find_pulls
from incursions.games.talon.rules.events import GravityBegan
from incursions.games.talon.rules.ships import Ship
from incursions.games.talon.rules.state import GameState
from incursions.games.talon.rules.victory import settle


@frame_class
class Gravity(Choice[GameState]):
    """The gravity step: side after side shifts its ships, in the order that its seats like (rules T21.7).

    `left` are the ships that have still to be shifted; None before the step has begun.
    """

    left: tuple[int, ...] | None = None

    def advance(self, game: GameState) -> None:
        if self.left is None:
            game.begin_step(GRAVITY, game.initiative)
            game.tell(GravityBegan, round=game.round)
            pulled = game.ships if game.battlefield.black_holes else ()
            self.left = tuple(ship.index for ship in pulled if ship.is_in_play)
        elif settle(game):
            return
        self.left = tuple(ship for ship in self.left if game.ships[ship].is_in_play)
        ships = self._list_next(game)
        if not ships:
            game.stack.remove(self)
        elif len(ships) == 1:
            self._shift(game, ships[0])
        else:
            game.asked += 1
            game.ask(self.seat)

    def _list_next(self, game: GameState) -> list[Ship]:
        """Return the ships of which one is shifted next, and note whose they are."""
        left = [game.ships[ship] for ship in self.left or ()]
        for side in game.in_order():
            for seat in game.battlefield.seats_of[side]:
                ships = [ship for ship in left if ship.seat == seat]
                if ships:
                    self.seat = seat
                    if game.side != side:
                        game.begin_step(GRAVITY, side)
                    return ships
        return []

    def stage(self, game: GameState, said: tuple[str, ...]) -> Question | None:
        if said:
            return None
        texts = [game.battlefield.act("shift", ship.index).text for ship in self._list_next(game)]
        return Question(self.seat, "one", GRAVITY, texts, texts[0], "Which ship is pulled next?", "T21.7")

    def perform(self, game: GameState, said: tuple[str, ...]) -> None:
        self._shift(game, game.ships[game.battlefield.read_act(said[0]).ship])

    def _shift(self, game: GameState, ship: Ship) -> None:
        self.left = tuple(other for other in self.left or () if other != ship.index)
        game.stack.append(Shift(ship.seat, "pull", ship.index, find_pulls(game, ship)))
