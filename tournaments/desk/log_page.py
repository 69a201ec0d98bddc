"""The log of a tournament for its staff: filtered by kind, page by page, and as CSV."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cards.paging import NoSuchPageError, Page, Rows, page_number, page_of
from tournaments.organizing.enums import Did
from tournaments.organizing.models import LogLine

if TYPE_CHECKING:
    from django.http import QueryDict

    from tournaments.organizing.models import Tournament

ON_A_PAGE = 50
COLUMNS = ("number", "at", "by", "role", "did", "words", "reason", "before", "after")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class LogPage:
    """A page of the log, the newest first."""

    kinds = Did.choices

    def __init__(self, tournament: Tournament, said: QueryDict) -> None:
        self.kind = said.get("kind", "")
        self.lines = LogLine.objects.filter(tournament=tournament).order_by("-number")
        if self.kind in Did.values:
            self.lines = self.lines.filter(did=self.kind)
        self.page: Page[LogLine] | None = None
        try:
            self.page = page_of(Rows(self.lines), page_number(said.get("page", "1")), ON_A_PAGE)
            self.problem = ""
        except NoSuchPageError as cause:
            self.problem = str(cause)

    @property
    def asked(self) -> str:
        """What stands in the addresses of its pages."""
        return f"kind={self.kind}" if self.kind in Did.values else ""

    @property
    def told(self) -> list[tuple[LogLine, str, str]]:
        """The lines, with what was before and after as text."""
        items = self.page.items if self.page is not None else []
        return [(line, _text(line.before), _text(line.after)) for line in items]


def _text(data: Mapping[str, Any] | None) -> str:
    return "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in (data or {}).items())


class _Echo:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        """The text."""
        return text


def log_as_csv(tournament: Tournament) -> Iterator[str]:
    """Every line of the log as CSV, from the first on."""
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    for line in LogLine.objects.filter(tournament=tournament).order_by("number").iterator():
        by = line.by_name or "the server"
        told = (line.words, line.reason, *(json.dumps(data, ensure_ascii=False) for data in (line.before, line.after)))
        row = (line.number, line.at.isoformat(), by, line.role, line.did, *told)
        yield writer.writerow([_harmless(str(cell)) for cell in row])


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
