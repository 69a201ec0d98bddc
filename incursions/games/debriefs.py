"""The contract of debriefs: what the platform knows of a day that is over, and what a game draws of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from markupsafe import Markup


class PastUndo(NamedTuple):
    """An undo that struck out entries: who gave it, when (a time of day), and the reason."""

    seat: str
    when: str
    reason: str


class PastEntry(NamedTuple):
    """An entry of the log of a day that is over.

    `when` is a time of day, `chapter` the part of the day, and `lines` are the sentences that it caused, each with the
    seats that read it, None for all. `undo` is what took it back, None for an entry that stands.
    """

    number: int
    seat: str
    text: str
    when: str
    chapter: str
    lines: tuple[tuple[str, tuple[str, ...] | None], ...]
    undo: PastUndo | None = None

    @property
    def is_struck(self) -> bool:
        """True if an undo took it back."""
        return self.undo is not None

    def list_lines(self, seats: Sequence[str]) -> list[str]:
        """Return the sentences that one of these seats has read; those for everybody if there are none."""
        return [line for line, readers in self.lines if readers is None or any(seat in readers for seat in seats)]


class DayHistory(NamedTuple):
    """A day that is over: its game with kept copies of earlier moments, all entries, and the records of its chapters.

    A record holds the figures at the end of a chapter, as the game notes them; entries that are struck out are passed
    over.
    """

    game: Any
    entries: Sequence[PastEntry]
    records: Mapping[str, Any]


@dataclass(frozen=True)
class DebriefPages:
    """The drawings of a day that is over, as HTML. `is_open`: all that was hidden may be shown.

    `read_chapter(game)` names the part of the day that a game is in, and `read_figures(game)` returns the record of a
    moment. `draw_timeline` draws the day by chapters, `draw_secrets` all that was hidden, and `draw_moment` a game as
    it was: what a seat saw, or ("") everybody, or all of it.
    """

    read_chapter: Callable[[Any], str]
    read_figures: Callable[[Any], Any]
    draw_timeline: Callable[[DayHistory, bool], Markup]
    draw_moment: Callable[[Any, str, bool], Markup]
    draw_secrets: Callable[[DayHistory], Markup]
    styles: tuple[str, ...] = ()
