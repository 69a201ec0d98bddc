"""The reward for destroying a denizen or a placed piece: two power cards or three cards (rules 17.4, 18.4, 18.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from incursions.engine.frames import Frame
from incursions.rules.picks import Pick
from incursions.rules.plays.hand import draw
from incursions.rules.refs import Ref, word_ref

if TYPE_CHECKING:
    from incursions.rules.game import Game

POWER_TURNED_UP = 2  # rules 18.4
CARDS_DRAWN = 3  # rules 18.4
POWER, CARDS = word_ref("power"), word_ref("cards")


def reward(game: Game, seat: int | None) -> None:
    """Let the player who took the last points choose his reward; who is out of the game has none (rules 18.8, 18.9)."""
    if seat is not None and game.ships[seat].out is None:
        game.stack.append(Reward(seat))


@dataclass(slots=True, eq=False)
class Reward(Frame["Game"]):
    """A reward to be chosen by `seat`. Both halves may fall short (rules 18.9)."""

    seat: int

    def advance(self, game: Game) -> None:
        """Ask, unless the player is out by now."""
        if game.ships[self.seat].out is not None:
            game.stack.pop()
            return
        title = "Your reward: turn up two power cards, or draw three cards?"
        game.stack.append(Pick(self.seat, (POWER, CARDS), title, "18.4", topic="reward"))

    def picked(self, game: Game, ref: Ref) -> None:
        """Hand it out."""
        game.stack.pop()
        if ref == POWER:
            count = game.ships[self.seat].turn_up(POWER_TURNED_UP)
            game.emit("rewarded", {"seat": self.seat, "turned_up": count})
            return
        count = min(CARDS_DRAWN, len(game.players[self.seat].deck))
        game.emit("rewarded", {"seat": self.seat, "drew": count})
        draw(game, self.seat, CARDS_DRAWN)
