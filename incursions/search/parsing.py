"""Reads a query: terms side by side must all hold, `or` needs one of them, a minus takes back, brackets group.

Recursive descent over the tokens. The depth of brackets and the number of terms are limited, so no query is too deep
to be read or takes long to answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from incursions.search.directives import is_directive, read_directives
from incursions.search.errors import Place, QueryError, quote_typed
from incursions.search.folding import Pattern, clean_text
from incursions.search.habits import BAR, JOINING_SIGNS, alternatives
from incursions.search.query import Condition, Either, Query, Together, Words, join_conditions, negate
from incursions.search.tokens import LONGEST_QUERY, Token, TokenKind, tokens_of
from incursions.search.values import Vocabulary, read_comparison

MOST_TERMS = 20
DEEPEST_BRACKETS = 10
NEVER_CLOSED = "This bracket is never closed."
_NEGATIONS = (TokenKind.MINUS, TokenKind.NOT)


class Part(NamedTuple):
    """A term or a bracket, with its minus: the tokens from `first` up to, and without, `end`.

    `said` is the condition without the minus. `alternatives` are those of a bracket: the parts between its `or`s.
    """

    first: int
    end: int
    is_negated: bool
    said: Condition
    alternatives: Alternatives = ()

    @property
    def condition(self) -> Condition:
        """Return the condition."""
        return negate(self.said) if self.is_negated else self.said


Alternatives = tuple[tuple[Part, ...], ...]


class Parsed(NamedTuple):
    """A query with its tokens, the end among them, and the parts that they make; a query without any has one tuple."""

    query: Query
    tokens: list[Token]
    alternatives: Alternatives


def parse(text: str, vocabulary: Vocabulary) -> Parsed:
    """Return the query that a text is; an empty one finds everything. Raises `QueryError`."""
    tokens = tokens_of(text)
    _check_terms(text, tokens)
    directives = read_directives(text, tokens)
    alternatives = _Parser(text, tokens, vocabulary).whole()
    query = Query(_condition_of(alternatives) if alternatives[0] else None, directives.sorts, directives.view)
    if len(str(query)) > LONGEST_QUERY:
        message = f"With every word written out this query has more than {LONGEST_QUERY:,} characters."
        raise QueryError("query.too_long", text, Place(0, len(text)), message)
    return Parsed(query, tokens, alternatives)


def _condition_of(alternatives: Alternatives) -> Condition:
    return join_conditions(
        Either, [join_conditions(Together, [part.condition for part in parts]) for parts in alternatives]
    )


def terms_in(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens that count as terms."""
    return [token for token in tokens if token.kind in (TokenKind.WORDS, TokenKind.COMPARISON)]


def _check_terms(text: str, tokens: list[Token]) -> None:
    terms = terms_in(tokens)
    if len(terms) > MOST_TERMS:
        place = Place(terms[MOST_TERMS].place.start, len(text))
        message = f"A query has at most {MOST_TERMS} terms; this one has {len(terms)}."
        raise QueryError("query.too_many_terms", text, place, message)


class _Parser:
    """A parser: one pass over the tokens of a query, without its directives."""

    def __init__(self, text: str, tokens: list[Token], vocabulary: Vocabulary) -> None:
        self._text, self._vocabulary = text, vocabulary
        self._numbers = [number for number, token in enumerate(tokens) if not is_directive(token)]
        self._tokens = [tokens[number] for number in self._numbers]
        self._at = 0
        self._open: list[Place] = []

    def whole(self) -> Alternatives:
        if self._next.kind is TokenKind.END:
            return ((),)
        alternatives = self._alternatives()
        if self._next.kind is TokenKind.CLOSE:
            raise self._closes_nothing(self._next)
        return alternatives

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _alternatives(self) -> Alternatives:
        found = [self._together()]
        while self._next.kind is TokenKind.OR:
            self._take()
            found.append(self._together())
        return tuple(found)

    def _together(self) -> tuple[Part, ...]:
        parts = [self._part()]
        while self._next.kind not in (TokenKind.OR, TokenKind.CLOSE, TokenKind.END):
            if self._next.kind is TokenKind.AND:
                self._take()
            parts.append(self._part())
        return tuple(parts)

    def _part(self) -> Part:
        first, is_negated = self._at, self._next.kind in _NEGATIONS
        if is_negated:
            self._take_minus()
        token = self._take()
        alternatives = self._group(token) if token.kind is TokenKind.OPEN else ()
        said = _condition_of(alternatives) if alternatives else self._single(token)
        return Part(self._numbers[first], self._numbers[self._at - 1] + 1, is_negated, said, alternatives)

    def _take_minus(self) -> None:
        minus = self._take()
        following = self._next
        if following.kind in _NEGATIONS:
            message = "One minus is enough; two take each other back."
            raise self._wrong("minus.twice", following.place, message, "")
        is_apart = minus.kind is TokenKind.MINUS and following.place.start > minus.place.end
        if is_apart or following.kind in (TokenKind.CLOSE, TokenKind.END):
            message = "A minus belongs right before what is not wanted."
            raise self._wrong("minus.alone", minus.place, message, "")

    def _single(self, token: Token) -> Condition:
        if token.kind is TokenKind.COMPARISON:
            return read_comparison(self._text, token, self._vocabulary)
        if token.kind is TokenKind.WORDS:
            return self._words(token)
        raise self._out_of_place(token)

    def _group(self, bracket: Token) -> Alternatives:
        if len(self._open) == DEEPEST_BRACKETS:
            message = f"Brackets stand at most {DEEPEST_BRACKETS} deep."
            raise self._wrong("bracket.too_deep", bracket.place, message)
        if self._next.kind is TokenKind.CLOSE:
            place = Place(bracket.place.start, self._next.place.end)
            raise self._wrong("bracket.empty", place, "There is nothing in these brackets.", "")
        self._open.append(bracket.place)
        alternatives = self._alternatives()
        if self._next.kind is TokenKind.END:
            place = Place(bracket.place.start, len(self._text))
            closed = self._text[place.start :] + ")" * len(self._open)
            raise self._wrong("bracket.not_closed", place, NEVER_CLOSED, closed)
        self._take()
        self._open.pop()
        return alternatives

    def _words(self, token: Token) -> Words:
        words = clean_text(token.value)
        if token.is_bare and (words in JOINING_SIGNS or BAR in words):
            raise self._joined_by_a_sign(token.place, words)
        if not Pattern.read(words).says_something:
            message = "Nothing can be read here that a piece could print."
            raise self._wrong("value.empty", token.place, message, "")
        return Words(words)

    def _joined_by_a_sign(self, place: Place, words: str) -> QueryError:
        message = f"{quote_typed(words)} is looked for in quotes only; terms are joined by and, or."
        several = f"({' or '.join(alternatives(words))})"
        return self._wrong("words.sign", place, message, JOINING_SIGNS.get(words, several))

    def _out_of_place(self, token: Token) -> QueryError:
        before = self._tokens[max(self._at - 2, 0)]
        if token.kind is TokenKind.CLOSE and not self._open:
            return self._closes_nothing(token)
        if before.kind is TokenKind.OPEN and token.kind is TokenKind.END:
            return self._wrong("bracket.not_closed", before.place, NEVER_CLOSED, "")
        alone = token if token.kind in (TokenKind.AND, TokenKind.OR) else before
        said = self._text[alone.place.start : alone.place.end]
        message = f"A term is missing beside {said}; in quotes it is a word to look for."
        return self._wrong("term.missing", alone.place, message, f'"{said}"')

    def _closes_nothing(self, bracket: Token) -> QueryError:
        return self._wrong("bracket.not_open", bracket.place, "This bracket closes nothing.", "")

    def _wrong(self, code: str, place: Place, message: str, suggestion: str | None = None) -> QueryError:
        return QueryError(code, self._text, place, message, suggestion)
