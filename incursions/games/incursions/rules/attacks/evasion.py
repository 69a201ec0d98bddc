"""Evasion rolls beyond Basic: of a ship for itself or for a card on it, or of a piece (rules 11.2, 11.11)."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import TYPE_CHECKING, ClassVar

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.attacks.attack import EVADED, NOT_EVADED, attack_under_way
from incursions.games.incursions.rules.effects.in_force import list_triggered, of_use
from incursions.games.incursions.rules.effects.resolution import put_up
from incursions.games.incursions.rules.events.attacks import EvasionRolled

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game

ROLL, ROLLED = range(2)


@dataclass(slots=True, eq=False)
class Evasion(Frame["Game"]):
    """A roll of 2D6 against `score`, with `power` spent on it, right above its attack. `seat` is None for a denizen.

    `besides`: it is not the one defence, so one may still be made when it fails (rules 11.12).
    """

    seat: int | None
    score: int
    power: int
    _: KW_ONLY
    besides: bool = False
    dice: tuple[int, ...] = ()
    step: int = ROLL
    is_damage: ClassVar[bool] = False

    def advance(self, game: Game) -> None:
        """Roll, let the roller reroll (rules 10.5), then store the result in the attack."""
        if self.step == ROLL:
            self.step = ROLLED
            self.dice = tuple(game.dice.roll("evasion", 2))
            self._tell(game)
            if self.seat is not None:
                put_up(game, of_use(self, list_triggered(game, self.seat, "rolled", self)))
            return
        game.stack.remove(self)
        attack = attack_under_way(game)
        assert attack is not None
        if self.besides and not self.evaded:
            return
        attack.defence = EVADED if self.evaded else NOT_EVADED
        attack.defence_dice, attack.defence_power, attack.defence_score = self.dice, self.power, self.score

    @property
    def evaded(self) -> bool:
        """True if the dice are equal to or under the score, which evades the whole attack."""
        return sum(self.dice) <= self.score

    def throw_again(self, game: Game, which: list[int] | None = None) -> None:
        """Reroll these dice, or both if `which` is None; the new result stands."""
        self.dice = game.dice.roll_again("evasion", self.dice, which)
        self._tell(game)

    def _tell(self, game: Game) -> None:
        attack = attack_under_way(game)
        assert attack is not None
        names = {name: title for name, title in attack.names(game).items() if name == "at"}
        game.tell(
            EvasionRolled,
            seat=self.seat,
            dice=list(self.dice),
            score=self.score,
            power=self.power,
            evaded=self.evaded,
            **names,
        )
