"""The steps of a turn that only Full and Tournament have: powering up with running systems, and the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.rules import hand
from incursions.rules.effects.in_force import triggered
from incursions.rules.effects.lasting import end_lasting
from incursions.rules.effects.resolution import put_up
from incursions.rules.running import ask_what_runs_on

if TYPE_CHECKING:
    from incursions.rules.game import Game

EXPIRE, TURN_UP, TELL, TRIGGERS, DONE = range(5)


class PowerUp(Frame["Game"]):
    """The power-up of a seat's turn (rules 6.1, 7.2): what lasted until now ends, cards turn up, effects follow."""

    __slots__ = ("seat", "step")
    seat: int
    step: int

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.step = EXPIRE

    def concerns(self, seat: int) -> bool:
        """It ends with its player."""
        return seat == self.seat

    def advance(self, game: Game) -> None:
        """One step after the other; each may ask."""
        ship = game.ships[self.seat]
        self.step += 1
        if self.step == TURN_UP:
            seat = self.seat
            end_lasting(game, lambda lasting: lasting.until == "your next turn begins" and lasting.user == seat)
        elif self.step == TELL:
            ship.power_up()
            ask_what_runs_on(game, ship)
        elif self.step == TRIGGERS:
            game.emit("powered_up", {"seat": self.seat, "power": ship.power})
        elif self.step == DONE:
            put_up(game, triggered(game, self.seat, "power_up", self))
        else:
            game.stack.pop()


class LastSteps(Frame["Game"]):
    """The end of a turn: its effects come, what lasted for the turn ends, commands left over are discarded (13.6)."""

    __slots__ = ("seat", "told")
    seat: int
    told: bool

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.told = False

    def concerns(self, seat: int) -> bool:
        """It ends with its player."""
        return seat == self.seat

    def advance(self, game: Game) -> None:
        """Effects first, then what ends."""
        if not self.told:
            self.told = True
            put_up(game, triggered(game, self.seat, "turn_end", self))
            return
        game.stack.pop()
        player = game.players[self.seat]
        for number in player.commands:
            hand.put_away(game, number)
        player.commands.clear()
        game.ships[self.seat].swept = ()
        end_lasting(game, lambda lasting: lasting.until == "this turn")
