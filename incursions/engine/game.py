"""A game: its stack of frames, its open questions, its dice and its log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self, TypeVar

from incursions.engine.core import POSITION, Setup
from incursions.engine.dice import Dice, FixedDice
from incursions.engine.errors import GameOver, IllegalAction, NotYourQuestion, Refusal, UnknownAction
from incursions.engine.events import Event
from incursions.engine.frames import Choice, Frame
from incursions.engine.game_hooks import GameHooks, copy_plain
from incursions.engine.log import (
    STEP_BACK,
    Log,
    LogEntry,
    is_step_back,
    list_entries,
    read_newest,
    returns,
    step_back_of,
)
from incursions.engine.questions import Phrases, Question, question_after, read_line, tidy
from incursions.engine.standing import BACK, Result

NOWHERE: Mapping[int, int] = {}
F = TypeVar("F", bound=Frame[Any])


class MissingLogError(RuntimeError):
    """Raised if a game that was loaded without its log is told to step back."""


class Game(GameHooks):
    """A game in progress. While it is not over, at least one seat is asked, with at least one option."""

    __slots__ = ("_head", "_open", "asked", "private", "stack")
    frames: ClassVar[Mapping[str, type[Frame[Any]]]] = {}
    dice_kind: ClassVar[type[Dice]] = Dice
    window_topics: ClassVar[frozenset[str]] = frozenset()
    """The topics of questions that ask whether a seat answers what others do."""

    def __init__(self, setup: Setup, dice: Dice) -> None:
        super().__init__(setup, dice)
        self.stack: list[Frame[Any]] = []
        self.private: dict[int, int] = {}  # by seat, the number of its private actions: see `number_for`
        self.asked = 0  # questions asked so far; the stages of one line are one question
        self._open: dict[int, Question | None] = {}  # by the seat asked; None until the question is made
        self._head: Log | None = None

    def number_for(self, seat: int | None) -> int:
        """Return how many actions the seat, or a spectator (None), is told of: all public ones and its own.

        In a game with secrets a line counts as one action, in however many stages it was entered.
        """
        return self.number - sum(count for of, count in self.private.items() if of != seat)

    # Questions.

    @property
    def questions(self) -> list[Question]:
        """The open questions: in a game that asks one seat at a time the `decision` alone."""
        return [question for seat in self._open if (question := self.question_for(seat)) is not None]

    @property
    def decision(self) -> Question | None:
        """The open question, or None when the game is over."""
        for seat in self._open:
            return self.question_for(seat)
        return None

    def question_for(self, seat: int | None) -> Question | None:
        """Return the open question of the seat, or None. Its options are listed at the first call."""
        if seat not in self._open:
            return None
        question = self._open[seat]
        if question is None:
            choice = self._get_choice()
            question = self._open[seat] = choice.stage(self, choice.said)
        return question

    def ask(self, seat: int, question: Question | None = None) -> None:
        """Open a question of the frame on top. If `question` is None, it is made when somebody looks at it."""
        self._open[seat] = question

    def standing(self, seat: int | None) -> list[str]:
        """Return the actions that the seat, or the house (None), can take besides answering."""
        if self.result is not None:
            return []
        if seat is None:
            return [f"{STEP_BACK}{number}" for number in range(self.number)] if self._can_step_back() else []
        return [BACK] if seat in self._open and self._get_choice().said else []

    @property
    def least(self) -> str | None:
        """The text that answers the open question by doing nothing, if there is one, else the first option."""
        question = self.decision
        if question is None:
            return None
        first = self._get_choice().stage(self, ()) or question
        return first.options[0] if first.least is None else first.least

    # Actions.

    def play(self, text: str) -> list[Event]:
        """Answer the open question with an option or a line and return the events it caused. See `act`."""
        for seat in self._open:
            return self.act(seat, text)
        raise self._make_game_over()

    def act(self, seat: int | None, text: str) -> list[Event]:
        """Apply an action of a seat or of the house (None), whole or not at all, and return the events it caused.

        Raises `IllegalAction`, with the rule and the reason, if it is not allowed. Nothing has changed then.
        """
        question = self.question_for(seat)
        if seat is None or question is None or text not in question.options:
            return self._act_on_other_text(seat, text)
        said, phrase = self.stack[-1].said, (text,)  # type: ignore[attr-defined]  # who asked is on top
        return self._answer(seat, text, said + phrase if said else phrase)

    def _answer(self, seat: int, text: str, said: Phrases) -> list[Event]:
        """Pass the phrases to the frame that asked and advance the game: the path that most actions take."""
        events = self.events = []
        rolled: list[int] = []
        self.dice.rolled = rolled
        del self._open[seat]
        choice: Any = self.stack[-1]
        choice.answer(self, said)
        if choice.said and self.has_secrets:  # the line is not complete
            self._count_private(seat)
        self.advance()
        self.number = number = self.number + 1
        self._head = (self._head, number, seat, text, rolled)
        return events

    def _act_on_other_text(self, seat: int | None, text: str) -> list[Event]:
        """Apply a standing action or a whole line; raise `IllegalAction` for any other text."""
        if self.result is not None:
            raise self._make_game_over()
        if text != tidy(text):
            return self.act(seat, tidy(text))
        if is_step_back(seat, text):
            return self._step_back(text)
        if text in self.standing(seat):
            self._start_action()
            if text == BACK and seat is not None:
                self._get_choice().step_back(self)
                self.ask(seat)
            else:
                self.stand(seat, text)
            if seat is not None and self.is_private(text):
                self._count_private(seat)
            return self._end_action(seat, text)
        said = read_line(self._get_choice(), self, text) if seat is not None and seat in self._open else None
        if seat is None or said is None:
            raise self._make_illegal_action(seat, text)
        return self._answer(seat, text, said)

    def _count_private(self, seat: int) -> None:
        """Count an action that only this seat is told of."""
        self.private[seat] = self.private.get(seat, 0) + 1

    def _start_action(self) -> None:
        """Forget the events and throws of the action before."""
        self.events = []
        self.dice.rolled = []

    def _end_action(self, seat: int | None, text: str) -> list[Event]:
        """Advance the game, add the action to the log with its throws, and return its events."""
        self.advance()
        self.number += 1
        self._head = (self._head, self.number, seat, text, self.dice.rolled)
        return self.events

    def advance(self) -> None:
        """Run the frames on the stack until a seat must be asked or the game is over."""
        stack, asked = self.stack, self._open
        while not asked and self.result is None:
            stack[-1].advance(self)

    def finish(self, result: Any) -> None:
        """End the game: clear the stack and the open questions."""
        self.result = result
        self.stack.clear()
        self._open.clear()

    def drop_frames(self, seat: int) -> None:
        """Drop the first frame that depends on the seat and all above it. The top frame then asks again."""
        for depth, frame in enumerate(self.stack):
            if frame.depends_on(seat):
                del self.stack[depth:]
                break
        self.withdraw_questions()

    def withdraw_questions(self) -> None:
        """Close the open questions. The frame on top asks again when the game advances."""
        self._open.clear()
        top = self.stack[-1] if self.stack else None
        if isinstance(top, Choice):
            top.said = ()

    def _get_choice(self) -> Choice[Any]:
        """Return the frame that asked."""
        top = self.stack[-1]
        assert isinstance(top, Choice)
        return top

    def find_frame(self, kind: type[F]) -> F | None:
        """Return the topmost frame of a kind, or None."""
        for frame in reversed(self.stack):
            if isinstance(frame, kind):
                return frame
        return None

    # Explanations: made on demand, never in play.

    def respell(self, options: Iterable[str], text: str) -> str:
        """Return the text spelled like the options, if the game knows other spellings of them."""
        return text

    def why_not(self, text: str, seat: int | None = None) -> Refusal | None:
        """Return the reason why the seat (None: the one that is asked) cannot play the text now, or None if it can."""
        question = self.decision
        if question is None:
            over = self._make_game_over()
            return Refusal(text, over.rule, over.reason)
        text = tidy(text)
        asked = question.seat if seat is None else seat
        if text in self.standing(asked):
            return None
        offered = text in (self.question_for(asked) or ())
        if offered or (asked in self._open and read_line(self._get_choice(), self, text) is not None):
            return None
        return self.refusal(asked, text)

    def following(self, text: str, seat: int | None = None) -> Question | None:
        """Return the question of the stage that would follow `text`; None if the text is a whole line.

        Raises `IllegalAction` if the text is neither a line nor the beginning of one.
        """
        question = self.decision if seat is None else self.question_for(seat)
        fits, after = (False, None) if question is None else question_after(self._get_choice(), self, tidy(text))
        if not fits:
            raise self._make_illegal_action(
                question.seat if seat is None and question is not None else seat, tidy(text)
            )
        return after

    def _make_game_over(self) -> GameOver:
        """Return the refusal of every action after the end, by the rule that the result names, if any."""
        return GameOver(getattr(self.result, "rule", ""), "The match is over")

    def _make_illegal_action(self, seat: int | None, text: str) -> IllegalAction:
        if self.result is not None:
            return self._make_game_over()
        refusal = self.refusal(seat, text)
        if not refusal.rule:
            return UnknownAction("", refusal.reason)
        kind = IllegalAction if seat is None or seat in self._open else NotYourQuestion
        return kind(refusal.rule, refusal.reason)

    def announce(self, said: Phrases) -> None:
        """Carry out a whole line of the seat asked, but not what follows: `advance` does. For copies in forecasts."""
        choice = self._get_choice()
        choice.said = ()
        self._start_action()
        self._open.clear()
        choice.perform(self, said)

    # The log, stepping back and replaying.

    @property
    def log(self) -> list[LogEntry]:
        """Every action so far, those undone by a step back included."""
        return list_entries(self._head)

    @property
    def latest(self) -> LogEntry | None:
        """The last action, or None before the first."""
        return None if self._head is None else read_newest(self._head)

    @classmethod
    def start(cls, setup: Setup, seed: bytes) -> Self:
        """Return a new game, set up and waiting for its first answer. Its `events` hold what happened in setting up.

        A setup with a position starts there, with what lies face down shuffled.
        """
        if POSITION in setup:
            fresh = {"dice": Dice(seed).to_data(), "number": 0, "private": []}
            laid = cls.from_data({**setup[POSITION], **fresh}, setup)
            laid.shuffle_piles()
            return laid
        game = cls(setup, cls.dice_kind(seed))
        game.begin()
        game.advance()
        return game

    def make_start(self) -> Setup:
        """Return the setup of a game that starts at this position, with other dice and shuffled piles."""
        return {**self.setup, POSITION: {**self.to_data(), "dice": None}}

    @classmethod
    def replay(cls, setup: Setup, seed: bytes, actions: Iterable[tuple[int | None, str]]) -> Self:
        """Return the game that results from the setup, the seed and these actions: always equal, on any machine."""
        said = list(actions)
        return list(cls.replaying(setup, seed, said, returns(said)))[-1]

    @classmethod
    def replaying(
        cls,
        setup: Setup,
        seed: bytes,
        actions: Iterable[tuple[int | None, str]],
        returned: Mapping[int, int] = NOWHERE,
    ) -> Iterator[Self]:
        """Yield the game at its start and after each action: one object that plays on, so keep copies of it.

        With `log.returns` of the actions at hand, a step back takes up a kept copy instead of playing again.
        """
        game, targets = cls.start(setup, seed), set(returned.values())
        kept: dict[int, Self] = {}
        yield game
        for seat, text in actions:
            if game.number in targets:
                kept[game.number] = game.copy()
            target = returned.get(game.number + 1)
            if target is not None and game.result is None:
                game._step_back(text, kept[target].copy())
            else:
                game.act(seat, text)
            yield game

    def _can_step_back(self) -> bool:
        """Return False for a game with given dice, which cannot be thrown anew."""
        return not isinstance(self.dice, FixedDice)

    def _step_back(self, text: str, earlier: Self | None = None) -> list[Event]:
        """Return to an earlier moment: to `earlier` or, if it is None, to a game replayed from the log."""
        step = step_back_of(None, text)
        if step is None or not self._can_step_back() or step.to >= self.number:
            raise IllegalAction("", f"Only one of the {self.number} actions so far can be stepped back to")
        if step.seat is not None and step.seat >= len(self.setup["seats"]):
            raise IllegalAction("", f"There is no seat {step.seat}")
        later = self.copy()
        self._restore(self._replay_to(text) if earlier is None else earlier)
        self.tell_step_back(step, later)
        return self._end_action(None, text)

    def _replay_to(self, text: str) -> Self:
        """Return the game as it was at the moment to which this step back returns."""
        log = self.log
        if len(log) != self.number:
            raise MissingLogError(f"the log holds {len(log)} of {self.number} actions")
        said = [(entry.seat, entry.text) for entry in log]
        target = returns([*said, (None, text)])[self.number + 1]
        return self.replay(self.setup, self.dice.seed, said[:target])

    def _restore(self, earlier: Self) -> None:
        """Take over the state of an earlier game, with dice of a new epoch. Number and log stay."""
        epoch = self.number + 1
        self._start_action()
        self.stack = earlier.stack
        self._open = earlier._open
        self.asked += 1
        self.dice = earlier.dice
        self.dice.epoch = epoch
        self.dice.rolled = []
        self.lay_table_data(earlier.table_data())

    # Copies and plain data.

    def copy(self) -> Self:
        """Return an independent game at the same point. Copies share setup and past log."""
        cls = self.__class__
        twin = cls.__new__(cls)
        twin.setup = self.setup
        twin.dice = self.dice.copy()
        twin.stack = [frame.copy() for frame in self.stack]
        twin.number = self.number
        twin.private = self.private.copy()
        twin.asked = self.asked
        twin.result = self.result
        twin.events = self.events
        twin._open = self._open.copy()
        twin._head = self._head
        for name in self.state_fields:
            setattr(twin, name, copy_plain(getattr(self, name)))
        return twin

    def to_data(self) -> dict[str, object]:
        """Return the state alone as plain data, without setup and log, so that it never grows.

        It holds the secret seed.
        """
        return {
            "number": self.number,
            "private": [[seat, count] for seat, count in sorted(self.private.items())],
            "asked": self.asked,
            "dice": self.dice.to_data(),
            "stack": [frame.to_data() for frame in self.stack],
            "result": None if self.result is None else self.result.to_data(),
            **self.table_data(),
        }

    @classmethod
    def from_data(cls, state: Any, setup: Setup, log: Iterable[LogEntry] = ()) -> Self:
        """Return the game that `to_data` described, with its question open again.

        The log is needed only for stepping back.
        """
        game = cls(setup, Dice.from_data(state["dice"]))
        game.lay_table_data(state)
        game.stack = [cls.frames[data["frame"]].from_data(data) for data in state["stack"]]
        game.result = cls.result_from_data(state["result"])
        game.advance()
        game.number = state["number"]
        game.private = dict(state.get("private", ()))  # states stored by old versions have none
        game.asked = state["asked"]
        for entry in log:
            game._head = (game._head, *entry)
        return game

    @classmethod
    def result_from_data(cls, data: Any) -> Any:
        """Return the result that its own `to_data` described, or None."""
        return None if data is None else Result.from_data(data)
