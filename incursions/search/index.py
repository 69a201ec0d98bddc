"""A catalogue ready to be searched: built once for each version of it, never changed, asked as often as one likes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from incursions.rules.catalogue import Catalogue
from incursions.rules.printed.card_sets import THE_ONLY_SET
from incursions.rules.printed.pieces import Definition
from incursions.search.columns import Column, Set, TextColumn, ValueColumn, column_of, places_in
from incursions.search.errors import QueryError
from incursions.search.fields import FIELDS, Field
from incursions.search.parsing import parse
from incursions.search.printed import Value
from incursions.search.query import Comparison, Condition, Not, Query, Sort, Together, Words, bare_words
from incursions.search.wildcards import Pattern

FACETS = tuple(field for field in FIELDS if field.is_facet)
Facets = Mapping[str, Mapping[str, int]]
Known = dict[Condition, Set]  # what single conditions find, for further queries that share them
MOST_MENDED = 20  # faults of one query: as many as it has terms


class Answer(NamedTuple):
    """What was found: the query as it was understood, the pieces in order, and how many have each value of a facet.

    A facet counts each value that any piece of the catalogue has, be it 0 times, in the order of the field's words, or
    of its numbers. With `known` queries like this one are counted quickly.
    """

    query: Query
    pieces: Sequence[Definition]
    facets: Facets
    known: Known


class SearchIndex:
    """All pieces of a catalogue: ships, captains, cards, tiles, each in the catalogue's order.

    `first_set` is the code of the set that pieces belong to which name none.
    """

    def __init__(self, catalogue: Catalogue, first_set: str = THE_ONLY_SET.code) -> None:
        groups = (catalogue.ships, catalogue.captains, catalogue.cards, catalogue.tiles)
        self.pieces: list[Definition] = [piece for group in groups for piece in group.values()]
        printed = [{"set": first_set, **piece} for piece in self.pieces]
        values = {field.name: [tuple(field.read(piece)) for piece in printed] for field in FIELDS}
        self.vocabulary = {field.name: _known_words(field, values[field.name]) for field in FIELDS if field.has_words}
        self._columns: dict[str, Column] = {
            field.name: column_of(field, values[field.name], self.vocabulary.get(field.name, ())) for field in FIELDS
        }
        self._all: Set = (1 << len(self.pieces)) - 1

    def parse(self, text: str) -> Query:
        """The query that a text is. Raises `QueryError`."""
        return parse(text, self.vocabulary)

    def meant(self, error: QueryError) -> str | None:
        """The query that was probably meant, with whatever else is wrong in it mended too; None where nothing is near.

        Where something in it cannot be mended, the one fault is.
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
        """Everything that a query finds, in its order. Raises `QueryError`; then nothing is searched."""
        return self.answer(self.parse(text))

    def answer(self, query: Query) -> Answer:
        """Everything that a query finds, in its order."""
        known: Known = {}
        found = self._set_of(query, known)
        ordered = [self.pieces[place] for place in self._ordered(query, found)]
        return Answer(query, ordered, self._counts(found), known)

    def count(self, query: Query, known: Known) -> int:
        """How many pieces a query finds. `known` is that of an answer, and learns."""
        return self._set_of(query, known).bit_count()

    def facet(self, field: Field, query: Query, known: Known) -> Mapping[str, int]:
        """How many of what a query finds have each value of a facet. `known` is that of an answer, and learns."""
        return self._count(field, self._set_of(query, known))

    def _set_of(self, query: Query, known: Known) -> Set:
        return self._all if query.condition is None else self._found(query.condition, known)

    def _found(self, condition: Condition, known: Known) -> Set:
        if isinstance(condition, Words | Comparison):
            if condition not in known:
                known[condition] = self._found_alone(condition)
            return known[condition]
        if isinstance(condition, Not):
            return self._all & ~self._found(condition.part, known)
        first, *others = (self._found(part, known) for part in condition.parts)
        for other in others:
            first = first & other if isinstance(condition, Together) else first | other
        return first

    def _found_alone(self, condition: Words | Comparison) -> Set:
        if isinstance(condition, Comparison):
            column, other = self._columns[condition.field], self._columns.get(condition.value)
            if isinstance(column, ValueColumn) and column.has_numbers and isinstance(other, ValueColumn):
                return column.found_beside(condition.operator, other)
            return column.found(condition.operator, condition.value)
        pattern = Pattern.of(condition.text)
        return self._texts("title").containing(pattern) | self._texts("text").containing(pattern)

    def _texts(self, name: str) -> TextColumn:
        column = self._columns[name]
        assert isinstance(column, TextColumn)
        return column

    def _ordered(self, query: Query, found: Set) -> list[int]:
        words = bare_words(query.condition)
        if words and not query.sorts:
            return self._best_titles_first(words, found)
        ordered = list(places_in(found))
        for sort in reversed(query.sorts):
            ordered = self._sorted(sort, ordered)
        return ordered

    def _best_titles_first(self, words: list[Words], found: Set) -> list[int]:
        """Those first whose title has the most of the words, then those whose title has the least besides."""
        titles = self._texts("title")
        sets = (titles.containing(Pattern.of(said.text)) & found for said in words)
        in_title = Counter(place for matching in sets for place in places_in(matching))
        best = sorted(in_title, key=lambda place: (-in_title[place], len(titles.texts[place]), place))
        return best + [place for place in places_in(found) if place not in in_title]

    def _sorted(self, sort: Sort, places: list[int]) -> list[int]:
        """In the order of a field; pieces without a value come last, whichever way it goes."""
        column = self._columns[sort.field]
        printed = set(places_in(column.printed))
        keys = column.sort_keys(greatest=sort.descending)
        having = [place for place in places if place in printed]
        having.sort(key=keys.__getitem__, reverse=sort.descending)
        return having + [place for place in places if place not in printed]

    def _counts(self, found: Set) -> Facets:
        return {field.name: self._count(field, found) for field in FACETS}

    def _count(self, field: Field, found: Set) -> Mapping[str, int]:
        column = self._columns[field.name]
        assert isinstance(column, ValueColumn)
        return {word: (having & found).bit_count() for word, having in column.each()}


def _known_words(field: Field, values: Iterable[Iterable[Value]]) -> Sequence[str]:
    """The words of a field in their order, then those that only the catalogue has."""
    found = {str(value) for of_piece in values for value in of_piece}
    return (*field.words, *sorted(found - set(field.words)))
