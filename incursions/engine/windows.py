"""The reaction window: it asks seats in turn, closes when all pass in a row and reopens after a play."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar, TypeVar

from incursions.engine.frames import Choice
from incursions.engine.game import Game

G = TypeVar("G", bound=Game)


@dataclass(slots=True, eq=False)
class ReactionWindow(Choice[G]):
    """A generic window. Its subclasses define what may be played in it and what a play does.

    `LEAST` is the option that passes. `order` are the seats in the order of asking. `actor`, if it is among them, is
    asked only after another seat has played. A play voids all passes and continues with the seat after the player. When
    a seat leaves the game, the window continues for the others.
    """

    seat: int = field(init=False)
    order: tuple[int, ...]
    actor: int | None = None
    _: KW_ONLY
    passed: int = 0
    played: bool = False
    LEAST: ClassVar[str] = "pass"
    seat_fields: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        self.seat = self.order[0]

    def is_entitled(self, game: G, seat: int) -> bool:
        """Return True if the window asks this seat at all."""
        raise NotImplementedError

    def respond(self, game: G, said: tuple[str, ...]) -> None:
        """Carry out a play of `seat`. It may push frames above the window, or `close` it."""
        raise NotImplementedError

    def follow_close(self, game: G) -> None:
        """Continue after all seats have passed and the window has left the stack."""

    def advance(self, game: G) -> None:
        """Ask the next entitled seat, or close the window."""
        if self.said:
            Choice.advance(self, game)
            return
        while self.passed < len(self.order):
            waits = self.seat == self.actor and not self.played
            if not waits and self.is_entitled(game, self.seat):
                Choice.advance(self, game)
                return
            self._pass()
        self.close(game)
        self.follow_close(game)

    def perform(self, game: G, said: tuple[str, ...]) -> None:
        """Pass to the next seat, or carry out a play and reopen the window."""
        if said[0] == self.LEAST:
            self._pass()
            return
        self.played = True
        self.passed = 0
        self.respond(game, said)
        self.seat = self._find_next(self.seat)

    def close(self, game: G) -> None:
        """Remove the window from the stack."""
        game.stack.remove(self)

    def _pass(self) -> None:
        self.passed += 1
        self.seat = self._find_next(self.seat)

    def _find_next(self, seat: int) -> int:
        return self.order[(self.order.index(seat) + 1) % len(self.order)]
