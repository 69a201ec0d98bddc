"""Played cards that lie with a frame, in no hand and no pile, until their effects are done (rules 13.12)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from incursions.engine.frames import Frame
from incursions.games.incursions.rules.plays.hand import put_away

if TYPE_CHECKING:
    from incursions.games.incursions.rules.game import Game


@dataclass(slots=True, eq=False)
class LyingCard(Frame["Game"]):
    """The card `card`, played by `seat`; it goes to its owner's discard pile when all above it is done.

    `card` is None once it lies elsewhere: tabled, placed or taken back.
    """

    seat: int
    card: int | None

    def list_cards(self) -> tuple[int, ...]:
        """Return the card that lies here."""
        return () if self.card is None else (self.card,)

    def let_go(self, number: int) -> None:
        """Forget a card that lies elsewhere from now on."""
        self.card = None

    def advance(self, game: Game) -> None:
        """Put the card away."""
        game.stack.remove(self)
        if self.card is not None:
            put_away(game, self.card)


def held_by(frame: Frame[Any]) -> tuple[int, ...]:
    """Return the cards that lie with a frame: neither in a hand nor in a pile."""
    held: Callable[[], tuple[int, ...]] | None = getattr(frame, "list_cards", None)
    return () if held is None else held()


def lies(game: Game, number: int) -> bool:
    """Return True if the card lies with a frame."""
    return any(number in held_by(frame) for frame in game.stack)


def release(game: Game, number: int) -> None:
    """Release a card from its frame, because it is tabled, placed or taken back."""
    for frame in reversed(game.stack):
        if number in held_by(frame):
            frame.let_go(number)
            return
