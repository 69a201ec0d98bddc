"""The report on a paste as its page shows it: what is open with its choices, the rest in short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cards.addresses import url_of
from incursions.deck_files import Report, ReportLine, Status
from incursions.deck_files.pasted import LEFT_OUT
from incursions.deck_files.sheet import called

MOST_OPEN = 100  # lines with something to choose, on one page
MOST_SHOWN = 300  # other lines
CSS = {Status.TAKEN: "good", Status.GUESSED: "warn", Status.UNKNOWN: "bad", Status.NOTE: "info", Status.FAULT: "bad"}


class Choice(NamedTuple):
    """What can be chosen for a line: a title, what was typed, or nothing."""

    value: str
    label: str
    is_chosen: bool


class OpenLine(NamedTuple):
    """A line with its choices; `part` is where it stands, in words, and `css` the class of its status.

    What was typed twice is chosen once: a later line has no choices of its own.
    """

    line: ReportLine
    part: str
    css: str
    choices: list[Choice]
    url: str


@dataclass(frozen=True, slots=True)
class ReportLines:
    """All lines: those to look at first."""

    open: list[OpenLine]
    faults: list[ReportLine]
    taken: list[ReportLine]
    notes: list[ReportLine]
    unshown: int


def lines_of(report: Report) -> ReportLines:
    """The lines of a report, sorted by what is to be done with them."""
    is_open = [line for line in report.lines if line.is_open]
    closed = [line for line in report.lines if not line.is_open]
    taken, notes = ([line for line in closed if line.status is status] for status in (Status.TAKEN, Status.NOTE))
    shown = is_open[:MOST_OPEN], taken[:MOST_SHOWN], notes[:MOST_SHOWN]
    unshown = len(is_open) + len(taken) + len(notes) - sum(map(len, shown))
    return ReportLines(list(_open_lines(shown[0])), report.of(Status.FAULT), *shown[1:], unshown)


def _open_lines(lines: Iterable[ReportLine]) -> Iterator[OpenLine]:
    typed: set[str] = set()
    for line in lines:
        yield _open(line, is_first=line.typed not in typed)
        typed.add(line.typed)


def _open(line: ReportLine, *, is_first: bool) -> OpenLine:
    url = url_of(line.title) if line.title in line.candidates else ""
    part = "" if line.part is None else called(line.part)
    return OpenLine(line, part, CSS[line.status], list(_choices(line)) if is_first else [], url)


def _choices(line: ReportLine) -> Iterator[Choice]:
    titles = dict.fromkeys(line.candidates)
    if line.title is not None and line.title != line.typed:
        titles.setdefault(line.title)
    for title in titles:
        yield Choice(title, title, title == line.title)
    if line.typed not in titles:
        yield Choice(line.typed, f"Keep “{line.typed}”, a piece nobody knows", line.typed == line.title)
    yield Choice(LEFT_OUT, "Leave it out", line.title is None)
