"""Query parameters, read strictly: unknown, repeated and malformed ones are refused."""

from __future__ import annotations

from collections.abc import Collection

from django.http import QueryDict

from cards.api.problems import ProblemError
from cards.decks.reading import LARGEST_NUMBER
from incursions.deck_files.sheet import refused_sign
from incursions.rules.plain_yaml import quote
from incursions.search.query import nearest

LONGEST = 200
LONGEST_NUMBER = 10  # digits
YES, NO = "true", "false"


class Parameters:
    """The parameters of a request. `known` are the names that its address has."""

    def __init__(self, given: QueryDict, known: Collection[str]) -> None:
        for name in given:
            if name not in known:
                raise _unknown(name, known)
            if len(given.getlist(name)) > 1:
                raise bad(name, f"The parameter {name} stands twice.")
        self._given = given

    def text(self, name: str, *, longest: int = LONGEST) -> str:
        """Return a text parameter, or "" if it is missing."""
        text = self._given.get(name, "")
        sign = refused_sign(text)
        if sign is not None:
            raise bad(name, f"The parameter {name} holds {sign}.")
        if len(text) > longest:
            raise bad(name, f"The parameter {name} is longer than {longest} characters.")
        return text

    def exactly(self, name: str) -> str:
        """Return a text parameter unvalidated, for a parser that validates it."""
        return self._given.get(name, "")

    def number(self, name: str, default: int, *, most: int) -> int:
        """Return a parameter that is a whole number from 1."""
        number = self.number_or_none(name, most=most)
        return default if number is None else number

    def number_or_none(self, name: str, *, most: int = LARGEST_NUMBER) -> int | None:
        """Return a whole number from 1, or None if it is left out."""
        text = self._given.get(name)
        if text is None:
            return None
        if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER and 1 <= int(text) <= most:
            return int(text)
        raise bad(name, f"{name}: a whole number from 1 to {most:,} was expected, not {quote(text[:LONGEST])}.")

    def one_of(self, name: str, words: Collection[str], default: str) -> str:
        """Return the parameter if it is one of the words. Raises `ProblemError` otherwise."""
        text = self._given.get(name, default)
        if text not in words:
            raise bad(name, f"{name}: {' or '.join(words)} was expected, not {quote(text[:LONGEST])}.")
        return text

    def flag(self, name: str) -> bool:
        """Return True if it is `true`."""
        return self.one_of(name, (YES, NO), NO) == YES


def bad(name: str, detail: str) -> ProblemError:
    """Return the error for a bad parameter."""
    return ProblemError("bad_parameter", detail, field=name)


def _unknown(name: str, known: Collection[str]) -> ProblemError:
    near = nearest(name[:LONGEST], known)
    meant = f" Did you mean {near}?" if near else ""
    has = f"This address has {', '.join(sorted(known))}." if known else "This address has none."
    return bad(name[:LONGEST], f"There is no parameter {quote(name[:LONGEST])}.{meant} {has}")
