"""Clocks, turns and absences as pure values: the time is always handed in, so that they can be tested and stored.

A question takes its free seconds first and then the seat's bank. An empty bank is no forfeit: the questions that follow
have their free seconds alone. A choice that runs out of time is answered with the least (rules 21.9).

Grace stops no clock. It is how long the others wait before they may claim the seat of a player who is away. Each player
has so much of it in a match, and after that the least, which is longer than a connection that breaks for a moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

MILLISECOND = timedelta(milliseconds=1)
LEAST_FREE_MS = 1500
"""No bank runs while a question can hardly have been read, nor in the hold (rules 13.10), however a table is set."""
EMPTY_TURNS_TO_FORFEIT = 3
"""A seat that lets this many of its own turns in a row pass has conceded."""

GRACE_MS = 120_000
LEAST_GRACE_MS = 20_000


def words_of(time: timedelta) -> str:
    """Minutes and seconds, as clocks show them."""
    seconds = max(0, -(-time // timedelta(seconds=1)))
    return f"{seconds // 60}:{seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class Clock:
    """One seat's time as it was at `since`: free seconds of its question, bank. Without `since` it stands still."""

    free_ms: int
    bank_ms: int
    since: datetime | None = None

    def started(self, now: datetime, *, free_ms: int) -> Clock:
        """The clock with a new question before its seat: free seconds anew, and running from `now`."""
        return Clock(max(free_ms, LEAST_FREE_MS), self.at(now).bank_ms, now)

    def returned(self, now: datetime, *, free_ms: int) -> Clock:
        """Return the clock running from `now` for a question that came back with so much free time left (21.10)."""
        return Clock(free_ms, self.at(now).bank_ms, now)

    def stopped(self, now: datetime) -> Clock:
        """The clock after an answer: it stands, and what was left of the free seconds is gone."""
        return Clock(0, self.at(now).bank_ms)

    def given_back(self, milliseconds: int, now: datetime) -> Clock:
        """The clock without so much of the time that has run until `now`: it was not the player's."""
        if self.since is None:
            return self
        return replace(self, since=max(self.since, min(self.since + milliseconds * MILLISECOND, now)))

    def unused(self) -> Clock:
        """The clock standing, as if it had not run at all."""
        return replace(self, since=None)

    def halted(self, now: datetime) -> Clock:
        """The clock standing in a pause: what is left of the free seconds is kept."""
        return replace(self.at(now), since=None)

    def resumed(self, now: datetime) -> Clock:
        """The clock going on from there."""
        return replace(self, since=now)

    def with_more(self, bank_ms: int) -> Clock:
        """The clock with so much more of bank."""
        return replace(self, bank_ms=self.bank_ms + bank_ms)

    def at(self, now: datetime) -> Clock:
        """The same clock read at `now`: free seconds are used first, then the bank, never below nothing."""
        if self.since is None:
            return self
        used = max((now - self.since) // MILLISECOND, 0)
        from_free = min(used, self.free_ms)
        from_bank = min(used - from_free, self.bank_ms)
        return replace(self, free_ms=self.free_ms - from_free, bank_ms=self.bank_ms - from_bank, since=now)

    @property
    def free_until(self) -> datetime | None:
        """When the bank begins to run; None while the clock stands."""
        return None if self.since is None else self.since + self.free_ms * MILLISECOND

    @property
    def runs_out_at(self) -> datetime | None:
        """When the question is answered for the seat; None while the clock stands."""
        return None if self.since is None else self.since + (self.free_ms + self.bank_ms) * MILLISECOND

    def has_run_out(self, now: datetime) -> bool:
        """Return True if the time for the question is over at `now`."""
        runs_out_at = self.runs_out_at
        return runs_out_at is not None and runs_out_at <= now


@dataclass(frozen=True, slots=True)
class TurnRecord:
    """Which of its own turns a seat was last seen in, last let lapse, and how many in a row it has let pass."""

    acted: int | None = None
    lapsed: int | None = None
    missed: int = 0

    def with_answer(self, turn: int, *, lapsed: bool) -> TurnRecord:
        """The record after a question of the seat's own turn was answered: by the seat, or by the clock for it."""
        return replace(self, lapsed=turn) if lapsed else replace(self, acted=turn)

    def after_turn(self, turn: int) -> TurnRecord:
        """The record when that turn of the seat has ended: it passed if only the clock answered in it."""
        if self.acted == turn:
            return replace(self, missed=0)
        return replace(self, missed=self.missed + 1) if self.lapsed == turn else self

    @classmethod
    def of_answers(cls, answers: Iterable[tuple[int, bool]], turn: int) -> TurnRecord:
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
        """Return True if the seat has let so many turns in a row pass that it is taken to have conceded."""
        return self.missed >= EMPTY_TURNS_TO_FORFEIT


@dataclass(frozen=True, slots=True)
class Absence:
    """Away since that moment, having had so much grace left when it began."""

    since: datetime
    grace_ms: int

    @property
    def grace_ends_at(self) -> datetime:
        """From when on the others may claim the seat."""
        return self.since + max(self.grace_ms, LEAST_GRACE_MS) * MILLISECOND

    def is_over_grace(self, now: datetime) -> bool:
        """Return True if they may at `now`."""
        return self.grace_ends_at <= now

    def grace_left_at(self, now: datetime) -> int:
        """The milliseconds of the match's grace that are left to a player who is back at `now`."""
        return max(0, self.grace_ms - max((now - self.since) // MILLISECOND, 0))
