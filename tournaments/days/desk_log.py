"""The log of a day as Control reads it: the newest entries for the desk, and older ones page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from markupsafe import escape

from incursions.games.megagames import LoggedEntry
from incursions.kit.caches import VersionedCache
from tournaments.days.models import Day, DayEntry

MOST_LOGS = 8
MOST_ENTRIES, LONGEST_LOG = 20, 3_000
"""The entries that the desk shows, and the bytes of their sentences after which older ones go."""
MOST_OLDER, LONGEST_OLDER = 60, 12_000
"""The entries of a page of the log, and the characters of their sentences after which the next page begins."""

_newest: VersionedCache[tuple[LoggedEntry, ...]] = VersionedCache(MOST_LOGS)
"""The newest entries of each day by its number of entries: an entry never changes."""


class LogPage(NamedTuple):
    """A page of the log, the newest entry first. `before` is the number at which the next one begins, 0 for none."""

    entries: tuple[LoggedEntry, ...]
    before: int


def read_newest(day: Day) -> tuple[LoggedEntry, ...]:
    """Return the newest entries of the log with all their sentences, the newest first. Only new ones are read."""
    known = _newest.find(day.public_id) or ()
    if known and known[0].number == day.number:
        return known
    if known and known[0].number > day.number:
        known = ()
    since = known[0].number if known else 0
    fresh = _read_entries(day, since, day.number)
    page = _clip(chain(fresh, known), MOST_ENTRIES, LONGEST_LOG)
    _newest.keep(day.public_id, day.number, page.entries)
    return page.entries


def read_page(day: Day, before: int, words: str) -> LogPage:
    """Return the entries before a number, of those that hold the words in seat, text or sentences."""
    wanted = words.strip().casefold()
    found = (entry for entry in _read_entries(day, 0, before - 1) if not wanted or wanted in _join(entry))
    return _clip(found, MOST_OLDER, LONGEST_OLDER)


def _read_entries(day: Day, above: int, last: int) -> Iterator[LoggedEntry]:
    """Yield the entries after the number `above` up to `last`, the newest first."""
    rows = day.entries.filter(number__gt=above, number__lte=last).order_by("-number")
    return map(_describe, rows.defer("dice").iterator(chunk_size=MOST_OLDER))


def _describe(row: DayEntry) -> LoggedEntry:
    lines = tuple(sentence for sentence, _ in row.lines)
    return LoggedEntry(row.number, row.seat, row.time_of_day, row.text, lines)


def _join(entry: LoggedEntry) -> str:
    """Return all words of an entry, to search in."""
    return "\n".join((entry.seat, entry.text, *entry.lines)).casefold()


def _clip(entries: Iterable[LoggedEntry], most: int, longest: int) -> LogPage:
    """Return the first entries, at least one, until there are as many, or their sentences are as long."""
    found: list[LoggedEntry] = []
    length = 0
    for entry in entries:
        length += sum(len(escape(text).encode()) for text in (entry.text, *entry.lines))
        if found and (len(found) == most or length > longest):
            return LogPage(tuple(found), found[-1].number)
        found.append(entry)
    return LogPage(tuple(found), 0)
