"""Rolls that decide something by themselves: an escape, a way out, a line of a table. They can be rerolled once."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.effects.in_force import list_triggered, of_use
from incursions.games.incursions.rules.effects.resolution import put_up

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game

THROW, ROLLED, READ = range(3)


@dataclass(slots=True, eq=False)
class Throw(Frame["Game"]):
    """A roll of `count` dice by the player `seat`: thrown, perhaps rerolled by an effect (rules 10.5), then read.

    `is_damage`: its dice are damage dice of a weapon of the player.
    """

    seat: int
    count: int
    _: KW_ONLY
    dice: tuple[int, ...] = ()
    step: int = THROW
    is_damage: ClassVar[bool] = False
    strand: ClassVar[str] = "roll"

    def advance(self, game: Game) -> None:
        """Throw the dice and put up rerolls; on the next call read the result."""
        self.step += 1
        if self.step == ROLLED:
            self.dice = tuple(game.dice.roll(self.strand, self.count)) if self.count else ()
            self.tell(game)
            put_up(game, of_use(self, list_triggered(game, self.seat, "rolled", self)))
        else:
            game.stack.pop()
            self.apply_result(game)

    def throw_again(self, game: Game, which: list[int] | None = None) -> None:
        """Reroll these dice, or all if `which` is None; the new result stands."""
        self.dice = game.dice.roll_again(self.strand, self.dice, which)
        self.tell(game)

    def tell(self, game: Game) -> None:
        """Emit the dice."""
        raise NotImplementedError

    def apply_result(self, game: Game) -> None:
        """Carry out the result."""
        raise NotImplementedError
