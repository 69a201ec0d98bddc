"""Tables as spreadsheets and other builders write them: the headings of their columns, and rows of cells."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection
from typing import NamedTuple

from incursions.search.folding import fold

MOST_CELLS = 40  # of a row without headings
_DELIMITERS = "\t,;|"
_TITLES = frozenset({"name", "names", "card", "cards", "card name", "card title", "title", "piece", "pieces"})
_COPIES = frozenset({"count", "qty", "qty.", "quantity", "copies", "amount", "number", "no.", "#", "x"})
_PARTS = frozenset({"section", "board", "zone", "part", "pile", "category", "kind"})
_NUMBER = re.compile(r"[x×]?\s*(-?[0-9]+)(?:[.,]0+)?\s*[x×]?", re.IGNORECASE)


class Row(NamedTuple):
    """A piece in a row of a table: its title, its copies and its part of the deck, each as typed, or empty."""

    title: str
    copies: str
    part: str


class Table(NamedTuple):
    """The columns that matter, by the headings above them."""

    delimiter: str
    title: int
    copies: int | None
    part: int | None

    def row(self, line: str) -> Row | None:
        """Parse a row; None for a line that is none, such as a heading or a remark."""
        cells = _cells(line, self.delimiter)
        if len(cells) < 2 or self.title >= len(cells):
            return None
        copies, part = ("" if at is None or at >= len(cells) else cells[at] for at in (self.copies, self.part))
        return Row(cells[self.title], copies, part)


def table_of(line: str) -> Table | None:
    """Return the table with this header: a column of titles, and one of copies or parts. None if it is no header."""
    for delimiter in _DELIMITERS:
        words = [fold(cell) for cell in _cells(line, delimiter)]
        title, copies, part = (_first(words, known) for known in (_TITLES, _COPIES, _PARTS))
        if title is not None and (copies is not None or part is not None):
            return Table(delimiter, title, copies, part)
    return None


def number_in(cell: str) -> str | None:
    """Return the whole number that is the only content of a cell, as typed."""
    found = _NUMBER.fullmatch(cell)
    return found[1] if found else None


def cells_with_numbers(line: str) -> list[list[str]]:
    """Return the cells of a line for each delimiter in it, if they are not too many and one is a number."""
    split = ([cell for cell in _cells(line, delimiter) if cell] for delimiter in _DELIMITERS if delimiter in line)
    return [cells for cells in split if len(cells) <= MOST_CELLS and any(map(number_in, cells))]


def _cells(line: str, delimiter: str) -> list[str]:
    if delimiter == "|":
        line = line.strip().strip("|")
    (cells,) = csv.reader([line], delimiter=delimiter, skipinitialspace=True)
    return [cell.strip() for cell in cells]


def _first(words: list[str], known: Collection[str]) -> int | None:
    return next((place for place, word in enumerate(words) if word in known), None)
