"""Clocks: their settings, and a seat's time while it is asked (rules 21)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from incursions.kit.words import format_count, minutes_words

if TYPE_CHECKING:
    from tournaments.matches.fields import ClockColumns

Bounds = tuple[int, int]


class ClockSetting(NamedTuple):
    """The description of one clock setting: bounds in seconds, labels at open tables and in tournaments, texts."""

    of_table: Bounds
    of_tournament: Bounds
    label: str
    tournament_label: str
    help_text: str = ""
    """The explanation in the form of a table; `{cited}` is the game's rule about the setting."""
    is_agreed: bool = True
    """True if the players of an open table have to agree to it."""
    is_whole: bool = True
    """True if the setting is in whole seconds."""
    describe: Callable[[int], str] = lambda seconds: ""
    """Return the setting in the words about a table, or ""."""
    announce: Callable[[int], str] = lambda seconds: ""
    """Return the setting in the announcement of a tournament, or ""."""


def _setting(usual: Any, setting: ClockSetting) -> Any:
    """Return a dataclass field of a clock setting with its usual value."""
    return field(default=usual, metadata={"setting": setting})


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """Seconds: the bank of each seat, free for each question, and what a bot takes to answer."""

    free_s: int = _setting(
        20,
        ClockSetting(
            of_table=(1, 300),
            of_tournament=(0, 600),
            label="Free seconds of each question",
            tournament_label="Free time for each question",
            describe=lambda seconds: format_count(seconds, "free second"),
            announce=lambda seconds: f"{minutes_words(seconds)} free for each answer" if seconds else "",
        ),
    )
    bank_s: int = _setting(
        900,
        ClockSetting(
            of_table=(0, 7200),
            of_tournament=(1, 180 * 60),
            label="Bank of each player, in seconds",
            tournament_label="Thinking time of each player",
            help_text="Used when the free seconds are gone. Empty, questions are answered with the least{cited}.",
            describe=lambda seconds: f"bank {seconds // 60}:{seconds % 60:02}",
            announce=lambda seconds: f"{minutes_words(seconds)} a player",
        ),
    )
    pace_s: float = _setting(
        1.0,
        ClockSetting(
            of_table=(0, 30),
            of_tournament=(0, 30),
            label="Seconds a bot takes to answer",
            tournament_label="Seconds a bot takes to answer",
            is_agreed=False,
            is_whole=False,
        ),
    )


CLOCK_SETTINGS: dict[str, ClockSetting] = {each.name: each.metadata["setting"] for each in fields(Clocks)}
AGREED_CLOCKS = sorted(name for name, setting in CLOCK_SETTINGS.items() if setting.is_agreed)
OTHER_CLOCKS = sorted(CLOCK_SETTINGS.keys() - AGREED_CLOCKS)
USUAL_CLOCKS = Clocks()


def clocks_of(of: ClockColumns | Clocks) -> dict[str, Any]:
    """Return the settings of the clocks by name."""
    return {name: getattr(of, name) for name in CLOCK_SETTINGS}


MILLISECOND = timedelta(milliseconds=1)
LEAST_FREE_MS = 1500
"""The least free time of a question at any table: time to read it, and for the hold (rules 13.10), without the bank."""
EMPTY_TURNS_TO_FORFEIT = 3
"""A seat that lets this many of its own turns in a row pass has conceded."""

GRACE_MS = 120_000
LEAST_GRACE_MS = 20_000


MOST_FOR_A_MOVE_MS = 1000
BUCKET_MS = 3000
REFILL_MS = 400


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's clock as it stood at `since`: free time of the question, and bank. It is stopped if `since` is None."""

    free_ms: int
    bank_ms: int
    since: datetime | None = None

    def start(self, now: datetime, *, free_ms: int) -> Clock:
        """Return the clock running from `now` for a new question, with new free time."""
        return Clock(max(free_ms, LEAST_FREE_MS), self.read_at(now).bank_ms, now)

    def stop(self, now: datetime) -> Clock:
        """Return the clock stopped after an answer, without the rest of the free time."""
        return Clock(0, self.read_at(now).bank_ms)

    def give_back(self, milliseconds: int, now: datetime) -> Clock:
        """Return the clock with up to this much of the time that has run until `now` given back."""
        if self.since is None:
            return self
        return replace(self, since=max(self.since, min(self.since + milliseconds * MILLISECOND, now)))

    def read_at(self, now: datetime) -> Clock:
        """Return the clock read at `now`: free time is used first, then the bank; neither falls below 0."""
        if self.since is None:
            return self
        used = max((now - self.since) // MILLISECOND, 0)
        from_free = min(used, self.free_ms)
        from_bank = min(used - from_free, self.bank_ms)
        return replace(self, free_ms=self.free_ms - from_free, bank_ms=self.bank_ms - from_bank, since=now)

    @property
    def free_until(self) -> datetime | None:
        """The moment at which the bank begins to run, or None while the clock is stopped."""
        return None if self.since is None else self.since + self.free_ms * MILLISECOND

    @property
    def runs_out_at(self) -> datetime | None:
        """The moment at which the question is answered for the seat, or None while the clock is stopped."""
        return None if self.since is None else self.since + (self.free_ms + self.bank_ms) * MILLISECOND

    def has_run_out(self, now: datetime) -> bool:
        """Return True if the time for the question is over at `now`."""
        runs_out_at = self.runs_out_at
        return runs_out_at is not None and runs_out_at <= now


@dataclass(frozen=True, slots=True)
class Lag:
    """The latency of a player's connection in a match, and the time that may still be given back for it.

    Each move gets a limited amount, out of a bucket that every answered question refills a little. So a player who
    delays answers to be measured slower gains little more than a bad connection would have cost.
    """

    measured_ms: int = 0
    bucket_ms: int = BUCKET_MS

    @property
    def allowed_ms(self) -> int:
        """The milliseconds given back for the next move."""
        return min(self.measured_ms, MOST_FOR_A_MOVE_MS, self.bucket_ms)

    def after_move(self, *, is_answered: bool) -> Lag:
        """Return the lag after that has been given back. Stages of a line do not refill the bucket."""
        left = self.bucket_ms - self.allowed_ms
        return Lag(self.measured_ms, min(BUCKET_MS, left + REFILL_MS) if is_answered else left)


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """A seat's own turns: the last it acted in, the last that lapsed, and how many in a row it has missed."""

    acted: int | None = None
    lapsed: int | None = None
    missed: int = 0

    def with_answer(self, turn: int, *, lapsed: bool) -> TurnRecord:
        """Return the record after an answer in the seat's own turn, by the seat or, if `lapsed`, by the clock."""
        return replace(self, lapsed=turn) if lapsed else replace(self, acted=turn)

    def after_turn(self, turn: int) -> TurnRecord:
        """Return the record after this turn of the seat has ended: it is missed if only the clock answered in it."""
        if self.acted == turn:
            return replace(self, missed=0)
        return replace(self, missed=self.missed + 1) if self.lapsed == turn else self

    @classmethod
    def from_answers(cls, answers: Iterable[tuple[int, bool]], turn: int) -> TurnRecord:
        """Return the record of a seat when `turn` is under way, from what was answered in its own turns so far.

        Each answer is the turn and whether the clock gave it, in their order.
        """
        record = cls()
        for its_turn, lapsed in answers:
            before = max(record.acted or 0, record.lapsed or 0)
            if before and before != its_turn:
                record = record.after_turn(before)
            record = record.with_answer(its_turn, lapsed=lapsed)
        last = max(record.acted or 0, record.lapsed or 0)
        return record.after_turn(last) if last and last != turn else record

    @property
    def has_conceded(self) -> bool:
        """Return True if the seat has missed so many turns in a row that it counts as conceded."""
        return self.missed >= EMPTY_TURNS_TO_FORFEIT


@dataclass(frozen=True, slots=True)
class Absence:
    """A player's absence since a moment, with the grace that was left when it began."""

    since: datetime
    grace_ms: int

    @property
    def grace_ends_at(self) -> datetime:
        """The moment from which the other players may claim the seat."""
        return self.since + max(self.grace_ms, LEAST_GRACE_MS) * MILLISECOND

    def is_over_grace(self, now: datetime) -> bool:
        """Return True if the other players may claim the seat at `now`."""
        return self.grace_ends_at <= now

    def grace_left_at(self, now: datetime) -> int:
        """Return the milliseconds of the match's grace that are left to a player who is back at `now`."""
        return max(0, self.grace_ms - max((now - self.since) // MILLISECOND, 0))
