"""Games in which many act at once: commands are taken one after the other, each judged by what is true then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from incursions.engine.core import POSITION, Core, Setup
from incursions.engine.dice import SEED_BYTES, Dice, FixedDice
from incursions.engine.errors import ChecksPassed, IllegalAction, Refusal
from incursions.engine.events import Event
from incursions.engine.open_log import Entry, find_standing, find_undos, read_undo

ANSWERS_KEPT_S = 60
"""The seconds for which an answer is kept at least: a client sends a request again for half a minute."""


class Answer(NamedTuple):
    """The answer to a request: the number of its entry, or 0 and the refusal; and when it was given, in seconds."""

    number: int
    refusal: Refusal | None
    at: int


class Trial(NamedTuple):
    """The outcome of a command that was tried on a copy: the refusal, if any, and True if the copy has changed."""

    refusal: Refusal | None
    is_carried_out: bool = False


class OpenQuestion(NamedTuple):
    """A question that stays open until one of `seats` gives one of the `options`, or somebody withdraws it."""

    id: str
    seats: tuple[str, ...]
    options: tuple[str, ...]


class OpenGame(Core):
    """A game in progress in which any seat may act at any time. Seats are named.

    A command is carried out whole or not at all. What a particular game adds is its `state`: an object with `copy` and
    `to_data`.
    """

    __slots__ = ("answers", "is_trial", "log", "snapshots", "start_number", "state", "told")
    dice_kind: ClassVar[type[Dice]] = Dice
    snapshot_every: ClassVar[int] = 200
    """The number of entries between two kept copies of the game, from which an undo plays on."""
    undo_rule: ClassVar[str] = ""
    """The number of the rule about undoing, which refuses entries that cannot be named."""

    def __init__(self, setup: Setup, dice: Dice) -> None:
        super().__init__(setup, dice)
        self.state: Any = None
        self.log: list[Entry] = []
        self.told: list[tuple[int, Event]] = []  # the events since the game was made or loaded, with their entries
        self.start_number = 0
        self.snapshots: dict[int, Any] = {}  # copies without log, by the number of the entry after which they stood
        self.answers: dict[str, Answer] = {}  # by seat and request, until `forget_answers`
        self.is_trial = False  # True for a copy on which commands are only tried

    # Defined by a game built on the kernel.

    def begin(self) -> None:
        """Make the state of the setup."""
        raise NotImplementedError

    def carry_out(self, seat: str, text: str, at: int) -> bool:
        """Carry out a command, and return True if it is an entry of the log, False if it only looks.

        Raises `IllegalAction`; what has changed by then is restored.
        """
        raise NotImplementedError

    def view(self, seat: str | None) -> Any:
        """Return all that the seat, or a spectator (None), may know, as plain data."""
        raise NotImplementedError

    def offers(self, seat: str, beginning: str = "") -> Sequence[Any]:
        """Return the ways in which the text can go on for a command that the seat may give now."""
        raise NotImplementedError

    def load_state(self, data: Any) -> None:
        """Restore the state that its `to_data` described."""
        raise NotImplementedError

    def tell_undone(self, later: Self, text: str) -> None:
        """Record what those are told whose view differs from that in `later`, the game before the undo."""

    # Commands.

    def act(self, seat: str, text: str, at: int | None = None, request: str = "") -> list[Event]:
        """Carry out a command, whole or not at all, and return the events it caused.

        `at` is the time in seconds, which never runs back; None stands for that of the last command. A `request` that
        the seat has sent before is answered as it was the first time. Raises `IllegalAction` with rule and reason.
        """
        answer = self.find_answer(seat, request)
        if answer is not None:
            return self._repeat(answer)
        given_at, number = self.last_at if at is None else max(at, self.last_at), self.number
        try:
            events = self._act(seat, text, given_at)
        except IllegalAction as refused:
            if request and refused.rule:  # a text that is no command is refused as before
                refusal = Refusal(text, refused.rule, refused.reason)
                self.answers[f"{seat}/{request}"] = Answer(0, refusal, given_at)
            raise
        if request and self.number > number:
            self.answers[f"{seat}/{request}"] = Answer(self.number, None, given_at)
        return events

    def find_answer(self, seat: str, request: str) -> Answer | None:
        """Return the answer to a request that the seat has sent; None for a new one, and for "", which is none."""
        return self.answers.get(f"{seat}/{request}") if request else None

    def _repeat(self, answer: Answer) -> list[Event]:
        if answer.refusal is not None:
            raise IllegalAction(answer.refusal.rule, answer.refusal.reason)
        return [event for number, event in self.told if number == answer.number]

    def _act(self, seat: str, text: str, given_at: int) -> list[Event]:
        before: tuple[Any, Dice, list[Event]] = self.state.copy(), self.dice.copy(), self.events
        self.events, self.dice.rolled = [], []
        try:
            is_entry = self.carry_out(seat, text, given_at)
        except BaseException:
            self.state, self.dice, self.events = before
            raise
        if is_entry:
            self._add_entry(seat, text, given_at)
        else:
            # The log has no trace of looking, so that what the clock did meanwhile is left to the next entry.
            self.state, self.dice = before[0], before[1]
        return self.events

    def act_again(self, entry: Entry) -> None:
        """Carry out an entry of the log of this game again.

        No copy is kept, which makes it ten times as fast as `act`: if it raises, the game is spoiled.
        """
        self.events, self.dice.rolled = [], []
        given_at = max(entry.at, self.last_at)
        self.carry_out(entry.seat, entry.text, given_at)
        self._add_entry(entry.seat, entry.text, given_at)

    @property
    def last_at(self) -> int:
        """The time of the last command in seconds."""
        return int(self.state.now)

    def _add_entry(self, seat: str, text: str, at: int) -> None:
        self.number += 1
        self.log.append(Entry(self.number, seat, text, at, self.dice.rolled))
        self.told += [(self.number, event) for event in self.events]
        if self.number % self.snapshot_every == 0:
            self.snapshots[self.number] = self._copy_alone()

    def end_checks(self) -> None:
        """Note that nothing refuses the command after this, and that nothing has changed before.

        Rules may call it. On a copy on which commands are only tried it raises `ChecksPassed`, so that all that the
        command would do need not be done and taken back: that takes ten times as long as its checks.
        """
        if self.is_trial:
            raise ChecksPassed

    def why_not(self, seat: str, text: str) -> Refusal | None:
        """Return the reason why the seat cannot give the command now, or None if it can."""
        return self.copy_for_trials().try_command(seat, text).refusal

    def copy_for_trials(self) -> Self:
        """Return a copy on which commands are only tried. It has dice of its own, so that it knows none to come."""
        twin = self._copy_alone()
        twin.log, twin.snapshots = self.log, self.snapshots
        twin.dice, twin.is_trial = Dice(bytes(SEED_BYTES)), True
        return twin

    def try_command(self, seat: str, text: str) -> Trial:
        """Try a command on this copy, which is for trials alone: it may end after the checks of the command."""
        self.events = []
        try:
            self.carry_out(seat, text, self.last_at)
        except IllegalAction as refused:
            return Trial(Refusal(text, refused.rule, refused.reason))
        except ChecksPassed:
            return Trial(None)
        return Trial(None, is_carried_out=True)

    def forget_answers(self) -> None:
        """Forget the answers to requests but those that may still be sent again, at the end of a turn."""
        since = self.last_at - ANSWERS_KEPT_S
        self.answers = {key: answer for key, answer in self.answers.items() if answer.at >= since}

    # Undoing.

    @property
    def standing(self) -> list[int]:
        """The numbers of the entries that are not struck out."""
        return find_standing(self.log, self.start_number)[1:]

    @property
    def struck(self) -> list[int]:
        """The numbers of the entries that are struck out."""
        return sorted(self.find_struck(self.start_number + 1))

    def find_struck(self, first: int) -> set[int]:
        """Return the numbers of the entries from `first` on that are struck out: only later ones can have done that."""
        later = self.log[first - self.start_number - 1 :]
        return {entry.number for entry in later} - {*find_standing(later, first - 1)}

    def find_undo_after(self, number: int) -> Entry | None:
        """Return the first undo after an entry; None if there is none."""
        later = self.log[max(0, number - self.start_number) :]
        return next((entry for entry in later if read_undo(entry.text) is not None), None)

    def undo(self, target: int, text: str) -> None:
        """Restore the state after an entry. Dice go on with a new epoch, so that none already shown is thrown again.

        Raises `IllegalAction` for an entry that is not there, is the last, or has been struck out.
        """
        standing = find_standing(self.log, self.start_number)
        if not self.start_number <= target < self.number:
            last = self.number - 1
            raise IllegalAction(self.undo_rule, f"Only an entry from {self.start_number} to {last} can be named")
        if target not in standing:
            raise IllegalAction(self.undo_rule, self._explain_struck(target, standing))
        later, now = self.copy(), self.last_at
        earlier = self._find_earlier([number for number in standing if number <= target])
        self.state, dice = earlier.state, earlier.dice
        self.state.now = now
        if not isinstance(dice, FixedDice):
            dice.epoch = self.number + 1
            self.dice = dice
        self.dice.rolled = []
        self.tell_undone(later, text)

    def _explain_struck(self, target: int, standing: Sequence[int]) -> str:
        """Return the sentence that says what struck out an entry, and to which entries beside it one can undo."""
        undo = find_undos(self.log, self.start_number)[target]
        before = max(number for number in standing if number < target)
        after = min(number for number in standing if number > target)
        words = f"Entry {target} was struck out by entry {undo} and cannot come back. Undo to entry {before}"
        return f"{words} or {after}, which stand" if after < self.number else f"{words}, which stands"

    def _find_earlier(self, standing: Sequence[int]) -> Self:
        """Return the game after the last of these entries: a kept copy, with the entries after it played again."""
        kept = max((number for number in standing if number in self.snapshots), default=None)
        game = type(self).start(self.setup, self.dice.seed) if kept is None else self.snapshots[kept].copy()
        game.setup = self.setup  # which may have grown since the copy was kept
        for number in standing:
            if number > game.number:
                game._play_again(self.log[number - self.start_number - 1])
        return game

    def recall(self, number: int) -> Self:
        """Return the game as it stood after an entry, whether struck out since or not. Raises ValueError for none.

        It is played on from a kept copy. Only the events of what was played on are told.
        """
        if not self.start_number <= number <= self.number:
            raise ValueError(f"There is no entry {number}.")
        kept = {entry: copy for entry, copy in self.snapshots.items() if entry <= number}
        game = kept[max(kept)].copy() if kept else type(self).start(self.setup, self.dice.seed)
        game.setup = self.setup
        game.log = self.log[: game.number - self.start_number]
        game.snapshots = kept or game.snapshots
        for entry in self.log[game.number - self.start_number : number - self.start_number]:
            game.act_again(entry)
        return game

    def _play_again(self, entry: Entry) -> None:
        """Carry out an entry of the log again. An undo, after which nothing is left to take back, renews the dice."""
        self.number = entry.number - 1
        if read_undo(entry.text) is None:
            self.act_again(entry)
        else:  # the time of what was taken back has passed
            self.dice.epoch = self.number = entry.number
            self.state.now = entry.at

    # Copies and plain data.

    @classmethod
    def start(cls, setup: Setup, seed: bytes) -> Self:
        """Return a new game. A setup with a position starts there."""
        game = cls(setup, cls.dice_kind(seed))
        if POSITION in setup:
            game.load_state(setup[POSITION]["state"])
            game.number = game.start_number = setup[POSITION]["number"]
        else:
            game.begin()
        game.snapshots[game.number] = game._copy_alone()
        return game

    @classmethod
    def replay(cls, setup: Setup, seed: bytes, commands: Iterable[tuple[str, str, int]]) -> Self:
        """Return the game that results from these commands, each a seat, a text and a time: equal on any machine."""
        game = cls.start(setup, seed)
        for seat, text, at in commands:
            game.act(seat, text, at)
        return game

    def _copy_alone(self) -> Self:
        """Return a copy without log and kept copies."""
        twin = self.__class__.__new__(self.__class__)
        twin.setup = self.setup
        twin.dice = self.dice.copy()
        twin.number = self.number
        twin.start_number = self.start_number
        twin.result = self.result
        twin.events = self.events
        twin.state = self.state.copy()
        twin.log, twin.told, twin.snapshots, twin.answers = [], [], {}, {}
        twin.is_trial = False
        return twin

    def copy(self) -> Self:
        """Return an independent game at the same point."""
        twin = self._copy_alone()
        twin.log = self.log.copy()
        twin.told = self.told.copy()
        twin.snapshots = self.snapshots.copy()
        twin.answers = self.answers.copy()
        return twin

    def to_data(self) -> dict[str, object]:
        """Return the state alone as plain data, without setup and log. It holds the secret seed."""
        return {
            "number": self.number,
            "start": self.start_number,
            "dice": self.dice.to_data(),
            "state": self.state.to_data(),
            "answers": {
                key: {"number": answer.number, "refusal": answer.refusal and list(answer.refusal), "at": answer.at}
                for key, answer in self.answers.items()
            },
        }

    @classmethod
    def from_data(
        cls,
        data: Mapping[str, Any],
        setup: Setup,
        log: Iterable[Entry] = (),
        told: Iterable[tuple[int, Event]] = (),
    ) -> Self:
        """Return the game that `to_data` described. The log is needed only for undoing, what was `told` for reading."""
        game = cls(setup, Dice.from_data(data["dice"]))
        game.load_state(data["state"])
        game.number, game.start_number = data["number"], data["start"]
        game.log, game.told = list(log), list(told)
        game.answers = {
            key: Answer(answer["number"], answer["refusal"] and Refusal(*answer["refusal"]), answer.get("at", 0))
            for key, answer in data["answers"].items()
        }
        return game
