"""Pagination of long lists: the items of a page, and links to its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Generic, TypeVar

from django.db.models import QuerySet

LONGEST_NUMBER = 6
NEIGHBOURS = 2
Item = TypeVar("Item")


class NoSuchPageError(ValueError):
    """An error for a page number that is malformed or beyond the last page. `last` is the last page, 0 if malformed."""

    def __init__(self, message: str, last: int = 0) -> None:
        super().__init__(message)
        self.last = last
        self.status = HTTPStatus.NOT_FOUND if last else HTTPStatus.BAD_REQUEST


@dataclass(frozen=True, slots=True)
class Page(Generic[Item]):
    """The items of one page; `first` and `to` are the numbers of the first and the last of them, from 1."""

    items: Sequence[Item]
    number: int
    last: int
    first: int

    @property
    def to(self) -> int:
        """Return the number of its last item."""
        return self.first + len(self.items) - 1

    @property
    def before(self) -> int | None:
        """Return the number of the page before it."""
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        """Return the number of the page after it."""
        return self.number + 1 if self.number < self.last else None

    @property
    def linked(self) -> list[int | None]:
        """Return the first page, the last, and those around this one; None stands for others left out."""
        numbers: list[int | None] = []
        before = 0
        for number in range(1, self.last + 1):
            if number in (1, self.last) or abs(number - self.number) <= NEIGHBOURS:
                numbers += [number] if number == before + 1 else [None, number]
                before = number
        return numbers


class Rows(Generic[Item]):
    """The rows of a query, counted once and sliced in the database, to make pages of."""

    def __init__(self, query: QuerySet[Any]) -> None:
        self._query = query
        self._number = query.count()

    def __len__(self) -> int:
        return self._number

    def __getitem__(self, place: slice) -> list[Item]:
        return list(self._query[place])


def page_of(items: Sequence[Item] | Rows[Item], number: int, size: int) -> Page[Item]:
    """Return the page of this number. Raises `NoSuchPageError` beyond the last one."""
    last = max(1, -(-len(items) // size))
    if number > last:
        fits = "one page" if last == 1 else f"{last} pages"
        raise NoSuchPageError(f"There is no page {number}: the results fit on {fits}.", last)
    start = (number - 1) * size
    return Page(items[start : start + size], number, last, start + 1)


def page_number(text: str) -> int:
    """Parse the page number of an address. Raises `NoSuchPageError` unless it is a number from 1."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER and int(text) > 0:
        return int(text)
    raise NoSuchPageError("Pages are numbered 1, 2, 3 and so on; the address asks for something else.")
