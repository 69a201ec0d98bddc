"""The switches of an event, which are set before it starts: name, schedule, strict places, notes, lengths of phases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from incursions.games.day_sheets import Length
from tournaments.days.content_versions import find_current, find_newest, save_content
from tournaments.days.locked_day import LockedDay
from tournaments.days.models import Day, DaySeat
from tournaments.days.schedule import Schedule
from tournaments.days.seats import check_day_name

MOST_MINUTES = 120


def read_lengths(day: Day) -> list[tuple[Length, int]]:
    """Return the lengths of the phases in minutes, as the content in force has them."""
    data = find_current(day).data
    return [(length, data[length.file][length.key]) for length in day.kind.contents.lengths]


class Switches(NamedTuple):
    """The switches of a day but for the lengths of its phases."""

    name: str
    schedule: Schedule
    is_strict: bool
    passes_notes: bool


def set_switches(day: Day, seat: DaySeat, switches: Switches, lengths: Mapping[str, int]) -> None:
    """Set the switches of a day that has not started. Raises too_late, malformed, or the faults of the lengths."""
    name = check_day_name(switches.name)
    with LockedDay.lock(day.public_id) as locked:
        locked.require_unstarted()
    _set_lengths(day, seat, lengths)
    with LockedDay.lock(day.public_id) as locked:
        locked.require_unstarted()
        changed = {"name": name, "is_strict": switches.is_strict, "passes_notes": switches.passes_notes}
        changed |= switches.schedule._asdict()
        for field, value in changed.items():
            setattr(locked.day, field, value)
        locked.day.save(update_fields=list(changed))
        locked.start_anew()


def _set_lengths(day: Day, seat: DaySeat, lengths: Mapping[str, int]) -> None:
    """Save a version of the content with other lengths of phases, if any differs."""
    current = find_current(day)
    data: dict[str, Any] = dict(current.data)
    for length in day.kind.contents.lengths:
        data[length.file] = {**data[length.file], length.key: lengths.get(length.key, data[length.file][length.key])}
    if data != current.data:
        save_content(day, data, "lengths of phases", seat, seen=find_newest(day))
