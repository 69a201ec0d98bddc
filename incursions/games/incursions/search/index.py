"""A catalogue ready to be searched: built once for each version of it, immutable, and asked any number of queries.

A condition becomes a predicate over rows, and a search asks it of the row of every piece.
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from incursions.games.incursions.rules.catalogue import THE_ONLY_SET, Catalogue
from incursions.games.incursions.rules.printed.pieces import Definition
from incursions.games.incursions.search.fields import BY_NAME, FIELDS, Field, FieldType, Value
from incursions.games.incursions.search.parsing import number_of, parse
from incursions.games.incursions.search.query import (
    Comparison,
    Condition,
    Not,
    Query,
    QueryError,
    Sort,
    Together,
    Words,
    bare_words,
)
from incursions.kit.words import ANYTHING, Pattern, fold

FACETS = tuple(field for field in FIELDS if field.is_facet)
Facets = Mapping[str, Mapping[str, int]]
Values = Mapping[str, tuple[Any, ...]]  # of each field, as they are compared: folded text, rank of a word, or number
MOST_MENDED = 20  # faults of one query: as many as it has terms
COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
IS_NOT = "!="


class Answer(NamedTuple):
    """The answer to a query: the parsed query, the pieces in order, and the number of pieces by facet value.

    A facet counts each value that any piece of the catalogue has, be it 0 times, in the order of the field's words, or
    of its numbers.
    """

    query: Query
    pieces: Sequence[Definition]
    facets: Facets


class Row(NamedTuple):
    """A piece with the comparable values of each field; a field that it does not print has none."""

    piece: Definition
    values: Values


Test = Callable[[Values], bool]


class SearchIndex:
    """All pieces of a catalogue: ships, captains, cards, tiles, each in the catalogue's order.

    `first_set` is the code of the set that pieces belong to which name none.
    """

    def __init__(self, catalogue: Catalogue, first_set: str = THE_ONLY_SET.code) -> None:
        groups = (catalogue.ships, catalogue.captains, catalogue.cards, catalogue.tiles)
        self.pieces: list[Definition] = [piece for group in groups for piece in group.values()]
        printed: list[Definition] = [{"set": first_set, **piece} for piece in self.pieces]
        values = {field.name: [tuple(field.read_values(piece)) for piece in printed] for field in FIELDS}
        self.vocabulary = {field.name: _known_words(field, values[field.name]) for field in FIELDS if field.has_words}
        self._ranks = {name: {word: rank for rank, word in enumerate(words)} for name, words in self.vocabulary.items()}
        keys = {field.name: [self._keys(field, of_piece) for of_piece in values[field.name]] for field in FIELDS}
        self._rows = [
            Row(piece, {name: of_pieces[place] for name, of_pieces in keys.items()})
            for place, piece in enumerate(self.pieces)
        ]
        self._facet_keys = {
            field.name: sorted({key for of_piece in keys[field.name] for key in of_piece}) for field in FACETS
        }

    def parse(self, text: str) -> Query:
        """Parse the text of a query. Raises `QueryError`."""
        return parse(text, self.vocabulary).query

    def suggest_query(self, error: QueryError) -> str | None:
        """Return the query that was probably meant, with its other faults corrected too; None if no correction is near.

        Where something in it cannot be mended, only the one fault is.
        """
        text = error.corrected
        for _ in range(MOST_MENDED):
            if text is None:
                break
            try:
                self.parse(text)
            except QueryError as further:
                text = further.corrected
            else:
                return text
        return error.corrected

    def search(self, text: str) -> Answer:
        """Return everything that a query finds, in its order. Raises `QueryError`; then nothing is searched."""
        return self.answer(self.parse(text))

    def answer(self, query: Query) -> Answer:
        """Return everything that a query finds, in its order."""
        found = self._find(query)
        ordered = [row.piece for row in _sort_rows(query, found)]
        return Answer(query, ordered, {field.name: self._count(field, found) for field in FACETS})

    def count(self, query: Query) -> int:
        """Return how many pieces a query finds."""
        return len(self._find(query))

    def facet(self, field: Field, query: Query) -> Mapping[str, int]:
        """Return how many pieces that a query finds have each value of a facet."""
        return self._count(field, self._find(query))

    def _find(self, query: Query) -> list[Row]:
        if query.condition is None:
            return self._rows
        holds = self._test(query.condition)
        return [row for row in self._rows if holds(row.values)]

    def _test(self, condition: Condition) -> Test:
        """Return a function that tells whether the values of a piece meet the condition."""
        if isinstance(condition, Words):
            is_in_title, is_in_text = (self._compare(name, ":", condition.text) for name in ("title", "text"))
            return lambda values: is_in_title(values) or is_in_text(values)
        if isinstance(condition, Comparison):
            return self._compare(condition.field, condition.operator, condition.value)
        if isinstance(condition, Not):
            unwanted = self._test(condition.part)
            return lambda values: not unwanted(values)
        tests = [self._test(part) for part in condition.parts]
        some_or_all = all if isinstance(condition, Together) else any
        return lambda values: some_or_all(holds(values) for holds in tests)

    def _compare(self, name: str, compared: str, value: str) -> Test:
        """Return a test for any value in a field that compares so; for `!=`, for values of which none is equal."""
        if compared == IS_NOT:
            is_equal = self._compare(name, "=", value)
            needed = [name, value] if self._compares_fields(name, value) else [name]
            return lambda values: all(values[field] for field in needed) and not is_equal(values)
        if self._compares_fields(name, value):
            holds = COMPARED[compared]
            return lambda values: any(holds(mine, theirs) for mine in values[name] for theirs in values[value])
        is_wanted = self._compare_value(BY_NAME[name], compared, value)
        return lambda values: any(map(is_wanted, values[name]))

    def _compares_fields(self, name: str, value: str) -> bool:
        return BY_NAME[name].has_numbers and value in BY_NAME

    def _compare_value(self, field: Field, compared: str, value: str) -> Callable[[Any], bool]:
        """Return a test that one value of a field compares so with the value typed."""
        if field.type is FieldType.TEXT:
            pattern = Pattern.parse(value)
            return pattern.stands_in if compared == ":" else pattern.is_whole
        if field.has_words and ANYTHING in value:
            pattern = Pattern.parse(value)
            ranks = self._ranks[field.name].items()
            return {rank for word, rank in ranks if pattern.is_whole(fold(word))}.__contains__
        holds, key = COMPARED[compared], self._key(field, value)
        return lambda own: holds(own, key)

    def _keys(self, field: Field, values: tuple[Value, ...]) -> tuple[Any, ...]:
        """Return the values that a piece prints in a field, each once. Texts are one text."""
        if field.type is FieldType.TEXT:
            return tuple(filter(None, [fold("\n".join(map(str, values)))]))
        return tuple({self._key(field, str(value)) for value in values})

    def _key(self, field: Field, value: str) -> float:
        """Return the number by which a value is compared: a word's rank in its field, else the number itself."""
        return self._ranks[field.name][value] if field.has_words else number_of(value)

    def _count(self, field: Field, rows: Iterable[Row]) -> Mapping[str, int]:
        """Return how many of the rows have each value of a facet."""
        counts = Counter(key for row in rows for key in row.values[field.name])
        words = self.vocabulary.get(field.name)
        return {f"{key:g}" if words is None else words[key]: counts[key] for key in self._facet_keys[field.name]}


def _known_words(field: Field, values: Iterable[Iterable[Value]]) -> Sequence[str]:
    """Return the words of a field in their order, then the words that only the catalogue has."""
    found = {str(value) for of_piece in values for value in of_piece}
    return (*field.words, *sorted(found - set(field.words)))


def _sort_rows(query: Query, rows: list[Row]) -> list[Row]:
    """Return the rows in the order that the query asks for; in that of their titles if it has words and no order."""
    words = bare_words(query.condition)
    if words and not query.sorts:
        patterns = [Pattern.parse(each.text) for each in words]
        return sorted(rows, key=lambda row: _rank_title("".join(row.values["title"]), patterns))
    for sort in reversed(query.sorts):
        rows = _sort_by(sort, rows)
    return rows


def _rank_title(title: str, patterns: list[Pattern]) -> tuple[int, int]:
    """Return the key by which titles with most of the words come first, the shortest of equal ones before others."""
    having = sum(pattern.stands_in(title) for pattern in patterns)
    return -having, len(title) if having else 0


def _sort_by(sort: Sort, rows: list[Row]) -> list[Row]:
    """Return the rows in the order of a field; pieces without a value come last, whichever way it goes."""
    choose = max if sort.descending else min
    having = [row for row in rows if row.values[sort.field]]
    having.sort(key=lambda row: choose(row.values[sort.field]), reverse=sort.descending)
    return having + [row for row in rows if not row.values[sort.field]]
