"""Errors in queries: the place, one sentence, and a suggestion."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple

from incursions.search.folding import fold

LONGEST_QUOTED = 40


class Place(NamedTuple):
    """The characters of a query from `start` up to, and without, `end`."""

    start: int
    end: int


class QueryError(ValueError):
    """A query that cannot be read, so nothing was searched.

    `code` names the kind of fault (such as ``field.unknown``), `place` is what to underline, `suggestion` what should
    stand there instead, None where nothing is near; `corrected` is the whole query with it.
    """

    def __init__(self, code: str, text: str, place: Place, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.code, self.text, self.place, self.message, self.suggestion = code, text, place, message, suggestion

    @property
    def corrected(self) -> str | None:
        """The query as it was probably meant; None if no correction is near."""
        if self.suggestion is None:
            return None
        return self.text[: self.place.start] + self.suggestion + self.text[self.place.end :]


def quote_typed(typed: str) -> str:
    """Return the typed text in quotes for a sentence, shortened if it is long."""
    return f"“{typed if len(typed) <= LONGEST_QUOTED else typed[:LONGEST_QUOTED] + '…'}”"


def nearest(typed: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant, or None if none is near."""
    by_folded = {fold(word): word for word in known}
    found = get_close_matches(fold(typed), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None
