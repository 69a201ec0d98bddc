"""The report on a paste: the outcome of each line, and the deck as far as it was understood."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from incursions.deck_files.sheet import Part
from incursions.rules.construction import DeckContent


class Source(StrEnum):
    """The format of a paste."""

    TEXT = "text"
    JSON = "json"
    CODE = "code"
    LINK = "link"


class Status(StrEnum):
    """The outcome of a line. Only a fault cannot be repaired by a choice."""

    TAKEN = "taken"
    GUESSED = "guessed"  # one piece was clearly meant, and nobody said so
    UNKNOWN = "unknown"  # there is no such piece
    NOTE = "note"  # not a piece, or left out on purpose
    FAULT = "fault"


class ReportLine(NamedTuple):
    """A line or a part of one, with its outcome.

    `line` counts from 1, and is 0 where there are none, as in JSON and codes. `title` is what stands in the content for
    it, None where nothing does; `typed` is what a choice for it is named by, `candidates` what could be chosen, the
    best first. `reason` says in a sentence what a player should know; it is empty where a line was taken as it stands.
    """

    line: int
    raw: str
    status: Status
    reason: str = ""
    part: Part | None = None
    copies: int = 0
    typed: str = ""
    title: str | None = None
    candidates: tuple[str, ...] = ()
    is_chosen: bool = False

    @property
    def is_open(self) -> bool:
        """Return True if the player can choose a piece for the line, or choose again."""
        return self.is_chosen or self.status in (Status.GUESSED, Status.UNKNOWN)


class Report(NamedTuple):
    """A paste as it was read. Unknown titles stand in the content as typed."""

    source: Source
    name: str
    content: DeckContent
    lines: tuple[ReportLine, ...]

    def filter_lines(self, status: Status) -> list[ReportLine]:
        """Return the lines with this status."""
        return [line for line in self.lines if line.status is status]

    @property
    def is_empty(self) -> bool:
        """Return True if no piece was found."""
        return not self.content.pieces
