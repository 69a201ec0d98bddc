"""The schedule of a day: its date, and the times at which it starts and ends. Each may be left open."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import NamedTuple

from django.utils.formats import date_format

from incursions.kit.refusals import make_malformed_error
from incursions.kit.requests import Fields
from incursions.kit.words import minutes_words

MINUTES_OF_A_DAY = 24 * 60
DATE, TIME = "%Y-%m-%d", "%H:%M"
FIRST_YEAR = 1900


class Schedule(NamedTuple):
    """The date of a day, and when it starts and ends on the clock of the hall; None for what is not planned yet.

    A day that ends at an earlier time of day than it starts ends on the next date.
    """

    held_on: date | None = None
    starts_at: time | None = None
    ends_at: time | None = None

    def __bool__(self) -> bool:
        return any(self)

    def __str__(self) -> str:
        return ", ".join(words for words in (self.date_words, self.time_words) if words)

    @property
    def date_words(self) -> str:
        """The date in words: "Saturday, 5 December 2026"."""
        return date_format(self.held_on, "l, j F Y") if self.held_on else ""

    @property
    def time_words(self) -> str:
        """The times in words, with the planned length: "10:00 to 17:30 (7 hours 30 minutes)"."""
        if self.starts_at is None:
            return ""
        if self.ends_at is None:
            return f"from {self.starts_at:{TIME}}"
        return f"{self.starts_at:{TIME}} to {self.ends_at:{TIME}} ({minutes_words(60 * self.minutes)})"

    @property
    def minutes(self) -> int:
        """The planned length in minutes; 0 without both times."""
        if self.starts_at is None or self.ends_at is None:
            return 0
        return (_count_minutes(self.ends_at) - _count_minutes(self.starts_at)) % MINUTES_OF_A_DAY


NOT_PLANNED = Schedule()


def _count_minutes(at: time) -> int:
    return at.hour * 60 + at.minute


def write_schedule(schedule: Schedule) -> dict[str, str]:
    """Return the fields of a form that say a schedule."""
    held_on, starts_at, ends_at = schedule
    return {
        "date": held_on.strftime(DATE) if held_on else "",
        "starts": starts_at.strftime(TIME) if starts_at else "",
        "ends": ends_at.strftime(TIME) if ends_at else "",
    }


def read_schedule(fields: Fields) -> Schedule:
    """Return the schedule of a form. Raises malformed."""
    held_on = _parse(fields, "date", "Date", DATE, "a date like 2026-12-05")
    starts_at = _parse(fields, "starts", "Starts at", TIME, "a time like 10:00")
    ends_at = _parse(fields, "ends", "Ends at", TIME, "a time like 17:00")
    if held_on is not None and held_on.year < FIRST_YEAR:
        raise make_malformed_error(f"Date: give a year from {FIRST_YEAR} on.")
    if ends_at is not None and starts_at is None:
        raise make_malformed_error("Say when the day starts, too, or leave its end empty.")
    if ends_at is not None and ends_at == starts_at:
        raise make_malformed_error("The day ends when it starts. Change one of the two times.")
    return Schedule(
        None if held_on is None else held_on.date(),
        None if starts_at is None else starts_at.time(),
        None if ends_at is None else ends_at.time(),
    )


def _parse(fields: Fields, name: str, label: str, form: str, like: str) -> datetime | None:
    """Return the date or time of a field, None if it is empty."""
    text = fields.any_text(name).strip()
    try:
        return datetime.strptime(text, form) if text else None  # noqa: DTZ007 -- a time on the clock of the hall
    except ValueError:
        raise make_malformed_error(f"{label}: give {like}, or leave it empty.") from None
