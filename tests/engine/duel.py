"""A tiny game on the kernel, for its tests: seats name numbers in turn, and others may cancel the naming.

Each naming is a line of two stages and is answered in a window; a cancel may be cancelled itself. Whoever reaches ten
points first has won. A six on the die thrown for each naming adds a point.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypedDict

from incursions.engine import Choice, EventKind, Frame, Game, Question, ReactionWindow, Refusal
from incursions.engine.log import StepBack


class WonData(TypedDict):
    seat: int


class DuelSetup(TypedDict):
    seats: int
    cancels: int


class DuelView(TypedDict):
    points: list[int]


class Won(NamedTuple):
    seat: int

    def to_data(self) -> WonData:
        return {"seat": self.seat}


class NumberNamed(EventKind):
    sentence = "{seat} names {number}."
    seat: int
    number: int
    die: int
    cancelled: bool


class Whispered(EventKind):
    sentence = "{seat} whispers."
    seat: int


class SteppedBack(EventKind):
    sentence = "The table returns to {to}."
    to: int


class Naming(Choice["Duel"]):
    __slots__ = ()

    def stage(self, game: Duel, said: tuple[str, ...]) -> Question | None:
        if not said:
            return Question(self.seat, "one", "naming", ["name", "skip"], "skip", "Name a number", "")
        if said[0] == "name" and len(said) == 1:
            return Question(self.seat, "amount", "number", ["one", "two", "three"], "one", "Which?", "", said)
        return None

    def perform(self, game: Duel, said: tuple[str, ...]) -> None:
        game.stack.pop()
        if said[0] == "skip":
            game.stack.append(Naming((self.seat + 1) % game.seats))
            return
        number = {"one": 1, "two": 2, "three": 3}[said[1]]
        game.stack.append(Named(self.seat, number))
        game.stack.append(CancelWindow.answering(game, self.seat))


class Named(Frame["Duel"]):
    __slots__ = ("cancelled", "number", "seat")

    def __init__(self, seat: int, number: int) -> None:
        self.seat, self.number, self.cancelled = seat, number, False

    def advance(self, game: Duel) -> None:
        game.stack.pop()
        die = game.dice.roll("naming", 1)[0]
        if not self.cancelled:
            game.points[self.seat] += self.number + (die == 6)
        game.tell(NumberNamed, seat=self.seat, number=self.number, die=die, cancelled=self.cancelled)
        game.tell_to((self.seat,), Whispered, seat=self.seat)
        if game.points[self.seat] >= 10:
            game.finish(Won(self.seat))
        else:
            game.stack.append(Naming((self.seat + 1) % game.seats))


class Cancel(Named):
    """A cancel being announced; it undoes the frame below it."""

    __slots__ = ()

    def advance(self, game: Duel) -> None:
        game.stack.pop()
        if not self.cancelled:
            below = next(frame for frame in reversed(game.stack) if isinstance(frame, Named))
            below.cancelled = True


class CancelWindow(ReactionWindow["Duel"]):
    __slots__ = ()

    @classmethod
    def answering(cls, game: Duel, actor: int) -> CancelWindow:
        order = tuple((actor + step) % game.seats for step in range(1, game.seats + 1))
        return cls(order, actor)

    def is_entitled(self, game: Duel, seat: int) -> bool:
        return game.cancels[seat] > 0

    def stage(self, game: Duel, said: tuple[str, ...]) -> Question | None:
        return None if said else Question(self.seat, "one", "cancel", ["cancel", "pass"], "pass", "Cancel?", "")

    def respond(self, game: Duel, said: tuple[str, ...]) -> None:
        game.cancels[self.seat] -= 1
        game.stack.append(Cancel(self.seat, 0))
        game.stack.append(CancelWindow.answering(game, self.seat))


class Duel(Game):
    __slots__ = state_fields = ("cancels", "points")
    frames = {frame.__name__: frame for frame in (Naming, Named, Cancel, CancelWindow)}

    def __init__(self, setup: DuelSetup, dice: Any) -> None:
        super().__init__(setup, dice)
        self.cancels: list[int] = [setup["cancels"]] * self.seats
        self.points = [0] * self.seats

    @property
    def seats(self) -> int:
        seats: int = self.setup["seats"]
        return seats

    def begin(self) -> None:
        self.stack.append(Naming(0))

    def view(self, seat: int | None) -> DuelView:
        return {"points": self.points}

    def refusal(self, seat: int | None, text: str) -> Refusal:
        return Refusal(text, "7.7", f"{text!r} cannot be done")

    def standing(self, seat: int | None) -> list[str]:
        actions = super().standing(seat)
        return actions if seat is None or self.result is not None else [*actions, "leave"]

    def stand(self, seat: int | None, text: str) -> None:
        assert seat is not None
        self.cancels[seat] = 0
        self.drop_frames(seat)
        if not self.stack:
            self.stack.append(Naming((seat + 1) % self.seats))

    def tell_step_back(self, step: StepBack, later: Duel) -> None:
        self.tell(SteppedBack, to=step.to)

    @classmethod
    def result_from_data(cls, data: WonData | None) -> Won | None:
        return None if data is None else Won(**data)


def duel(seats: int = 3, cancels: int = 1, seed: int = 1) -> Duel:
    """Return a duel that waits for its first naming."""
    return Duel.start({"seats": seats, "cancels": cancels}, seed.to_bytes(32, "big"))
