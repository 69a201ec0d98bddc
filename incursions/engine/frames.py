"""Frames: what is under way, as plain data on an explicit stack; and the reaction window, one that asks seats in turn.

A frame holds numbers, texts and tuples, never a closure, a thread or another frame, so that a game can be saved, copied
and resumed at any question. The frame on top of the stack acts until a seat must be asked. Frames that it pushes above
itself end before it continues.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

from incursions.engine.questions import Phrases, Question

if TYPE_CHECKING:
    from incursions.engine.game import Game

G = TypeVar("G", bound="Game")
F = TypeVar("F", bound="Frame[Any]")


def as_tuples(value: Any) -> Any:
    """Return plain data with its lists, which come from JSON, turned back into tuples."""
    return tuple(as_tuples(part) for part in value) if isinstance(value, list) else value


class Frame(Generic[G]):
    """A step under way. Its fields are its whole state, each an immutable value.

    A subclass with fields of its own is decorated with `frame_class`. `fields` are the names of all fields in the order
    in which a game is stored; `seat_fields` the names of the fields that hold a seat on which the frame depends.
    """

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ()
    seat_fields: ClassVar[tuple[str, ...]] = ("seat",)

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        slots = [sorted(base.__dict__.get("__slots__", ())) for base in reversed(cls.__mro__)]
        cls.fields = tuple(name for names in slots for name in names)

    def advance(self, game: G) -> None:
        """Do the next automatic step: act, push what follows, ask, or end by leaving the stack."""
        raise NotImplementedError

    def depends_on(self, seat: int) -> bool:
        """Return True if the frame is dropped when the seat leaves the game."""
        return any(getattr(self, name) == seat for name in self.seat_fields)

    def copy(self) -> Self:
        """Return an equal frame for another game."""
        twin = self.__class__.__new__(self.__class__)
        for name in self.fields:
            setattr(twin, name, getattr(self, name))
        return twin

    def to_data(self) -> dict[str, object]:
        """Return the frame as plain data, its name first."""
        return {"frame": type(self).__name__} | {name: getattr(self, name) for name in self.fields}

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> Self:
        """Return the frame that `to_data` described."""
        frame = cls.__new__(cls)
        for name in cls.fields:
            setattr(frame, name, as_tuples(data[name]))
        return frame


@dataclass_transform(eq_default=False, field_specifiers=(field,))
def frame_class(cls: type[F]) -> type[F]:
    """Decorate a kind of frame with fields of its own: make it a dataclass with slots, compared by identity.

    Its methods cannot call `super()` without arguments, because slots create the class a second time.
    """
    return dataclass(slots=True, eq=False)(cls)


@frame_class
class Choice(Frame[G]):
    """A frame that asks a question. The answer is a line: one phrase, or several chosen in stages.

    While a line is composed nothing has happened yet: only `said` grows, and a stage can be taken back.
    """

    seat: int
    _: KW_ONLY
    said: Phrases = ()

    def stage(self, game: G, said: Phrases) -> Question | None:
        """Return the question after the phrases `said`, or None if they are a whole line. Changes nothing."""
        raise NotImplementedError

    def perform(self, game: G, said: Phrases) -> None:
        """Carry out a whole line."""
        raise NotImplementedError

    def advance(self, game: G) -> None:
        """Put the question to the seat."""
        if not self.said:
            game.asked += 1
        game.ask(self.seat)

    def answer(self, game: G, said: Phrases) -> None:
        """Accept the phrases chosen so far: ask for the next stage, or carry out the line if it is complete.

        A stage with its least option alone is not asked.
        """
        question = self.stage(game, said)
        while question is not None and question.has_only_least:
            said = (*said, *question.options)
            question = self.stage(game, said)
        if question is None:
            self.said = ()
            self.perform(game, said)
        else:
            self.said = said
            game.ask(self.seat, question)

    def step_back(self, game: G) -> None:
        """Drop the last phrase that was chosen, with those that followed it without a choice."""
        said = self.said[:-1]
        while said and (question := self.stage(game, said)) is not None and question.has_only_least:
            said = said[:-1]
        self.said = said


@frame_class
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

    def respond(self, game: G, said: Phrases) -> None:
        """Carry out a play of `seat`. It may push frames above the window, or `close` it."""
        raise NotImplementedError

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

    def perform(self, game: G, said: Phrases) -> None:
        """Pass to the next seat, or carry out a play and reopen the window."""
        if said[0] == self.LEAST:
            self._pass()
            return
        self.played = True
        self.passed = 0
        self.respond(game, said)
        self._turn_to_next()

    def close(self, game: G) -> None:
        """Remove the window from the stack."""
        game.stack.remove(self)

    def _pass(self) -> None:
        """Count the pass of the asked seat, and go on to the next one."""
        self.passed += 1
        self._turn_to_next()

    def _turn_to_next(self) -> None:
        self.seat = self.order[(self.order.index(self.seat) + 1) % len(self.order)]
