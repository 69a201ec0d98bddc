"""A query as typed: changes by clicks, and completion at the cursor."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from incursions.games.incursions.search.fields import BY_NAME, FIELDS
from incursions.games.incursions.search.parsing import (
    DEEPEST_BRACKETS,
    DIRECTIVES,
    MOST_TERMS,
    SORT,
    SORTABLE,
    Alternatives,
    Part,
    Vocabulary,
    as_value,
    is_directive,
    parse,
    terms_in,
)
from incursions.games.incursions.search.query import LONGEST_QUERY, VIEWS, Comparison, Place, TokenKind
from incursions.kit.words import as_typed, fold


class Option(NamedTuple):
    """A comparison with one word, and its tokens."""

    said: Comparison
    part: Part


class Choice(NamedTuple):
    """A condition that must hold, and is about one field alone: one comparison, or several with `or` between.

    `part` is all of it, None where it is the whole query without brackets.
    """

    options: tuple[Option, ...]
    part: Part | None


class Shorter(NamedTuple):
    """A query without one of its terms: the term as typed, and the rest."""

    dropped: str
    text: str


class TypedQuery:
    """The text of a query. Raises `QueryError` for one that cannot be read."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text, self._vocabulary = text, vocabulary
        _, self._tokens, self._alternatives = parse(text, vocabulary)
        numbers = range(len(self._tokens) - 1)  # without the end
        self._directives = [number for number in numbers if is_directive(self._tokens[number])]
        self._conditions = [number for number in numbers if not is_directive(self._tokens[number])]
        if len(self._alternatives) > 1:
            options = self._options(self._alternatives)
            self._choices = [Choice(options, None)] if options else []
        else:
            self._choices = list(self._chosen_in(self._alternatives[0], None))

    @property
    def has_room(self) -> bool:
        """Return True if there can be one more term, and a bracket around all that there is. Its length apart."""
        depths = accumulate((token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE) for token in self._tokens)
        return len(terms_in(self._tokens)) < MOST_TERMS and max(depths) < DEEPEST_BRACKETS

    def words_of(self, field: str) -> set[str]:
        """Return the chosen words of a field."""
        choices = self._choices_of(field)
        return {option.said.value for choice in choices for option in choice.options}

    def toggle(self, field: str, word: str) -> str:
        """Return the query without the word if it is chosen, or else with it."""
        return self.without_word(field, word) if word in self.words_of(field) else self.with_word(field, word)

    def with_word(self, field: str, word: str) -> str:
        """Return the query with one more word of a field: joined to the chosen ones, or as a new term."""
        said = Comparison(field, ":", word)
        choices = self._choices_of(field)
        if not choices:
            return self.with_term(str(said))
        lacking = (choice for choice in choices if all(option.said != said for option in choice.options))
        return self._replace_places((self._place_of(choice), self._one_of(choice, [str(said)])) for choice in lacking)

    def without_word(self, field: str, word: str) -> str:
        """Return the query without a word of a field, wherever it is chosen."""
        for choice in self._choices_of(field):
            kept = tuple(option for option in choice.options if option.said.value != word)
            if kept != choice.options:
                now = self._one_of(choice._replace(options=kept))
                without = (
                    self._replace_places([(self._place_of(choice), now)]) if kept else self._remove_part(choice.part)
                )
                return TypedQuery(without, self._vocabulary).without_word(field, word)
        return self.text

    def without_field(self, field: str) -> str:
        """Return the query without any chosen word of a field."""
        for choice in self._choices_of(field):
            # One after the other: the last one in a bracket takes the bracket with it.
            return TypedQuery(self._remove_part(choice.part), self._vocabulary).without_field(field)
        return self.text

    def with_term(self, term: str) -> str:
        """Return the query with one more term, placed before the directives at its end."""
        if len(self._alternatives) > 1:
            return f"({self._join_tokens(self._conditions)}) {term} {self._join_tokens(self._directives)}".strip()
        parts = self._alternatives[0]
        if not parts:
            return f"{term} {self.text.strip()}".strip()
        end = self._tokens[parts[-1].end - 1].place.end
        following = self.text[end:].lstrip()
        return f"{self.text[:end]} {term} {following}".strip()

    def with_directive(self, name: str, value: str) -> str:
        """Return the query with the directive replaced by one at its end, or removed if the value is empty."""
        others = [number for number in self._directives if fold(self._tokens[number].name) != name]
        kept = self._join_tokens(sorted([*self._conditions, *others]))
        return f"{kept} {name}:{as_value(value)}".strip() if value else kept

    def shorter(self) -> list[Shorter]:
        """Return the query without one of its terms or brackets, for each of them in turn."""
        return [Shorter(self._text_of(part), self._remove_part(part)) for part in self._narrowing(self._alternatives)]

    def _narrowing(self, alternatives: Alternatives) -> Iterator[Part]:
        """Yield each part without which the query would find more, also within brackets."""
        for parts in alternatives:
            if len(parts) > 1 or (len(alternatives) == 1 and alternatives is self._alternatives):
                yield from parts
            for part in parts:
                if not part.is_negated:
                    yield from self._narrowing(part.alternatives)

    def _chosen_in(self, parts: Sequence[Part], around: Part | None) -> Iterator[Choice]:
        """Yield each `Choice` among parts that must all hold; `around` is the bracket that encloses them."""
        for part in parts:
            whole = around if around and len(parts) == 1 else part
            if len(part.alternatives) == 1 and not part.is_negated:
                yield from self._chosen_in(part.alternatives[0], whole)
            else:
                options = self._options(((part,),))
                if options:
                    yield Choice(options, whole)

    def _options(self, alternatives: Alternatives) -> tuple[Option, ...]:
        """Return an option for each alternative if all of them compare one field with a word, else ()."""
        options: list[Option] = []
        for parts in alternatives:
            if len(parts) != 1 or parts[0].is_negated:
                return ()
            (part,) = parts
            found = self._options(part.alternatives)
            if isinstance(part.said, Comparison) and not part.alternatives and part.said.operator == ":":
                found = (Option(part.said, part),)
            if not found:
                return ()
            options += found
        return tuple(options) if len({option.said.field for option in options}) == 1 else ()

    def _choices_of(self, field: str) -> list[Choice]:
        return [choice for choice in self._choices if choice.options[0].said.field == field]

    def _one_of(self, choice: Choice, more: Sequence[str] = ()) -> str:
        """Return the text of a choice with the terms `more` added: in brackets unless it has one option or is all."""
        said = " or ".join([*(self._text_of(option.part) for option in choice.options), *more])
        is_alone = choice.part is None or self._alternatives == ((choice.part,),)
        return said if is_alone or len(choice.options) + len(more) == 1 else f"({said})"

    def _place_of(self, choice: Choice) -> Place:
        """Return where a choice stands in the text."""
        if choice.part is not None:
            return self._place(choice.part)
        first, last = self._alternatives[0][0], self._alternatives[-1][-1]
        return Place(self._place(first).start, self._place(last).end)

    def _place(self, part: Part) -> Place:
        return Place(self._tokens[part.first].place.start, self._tokens[part.end - 1].place.end)

    def _text_of(self, part: Part) -> str:
        place = self._place(part)
        return self.text[place.start : place.end]

    def _replace_places(self, changes: Iterable[tuple[Place, str]]) -> str:
        """Return the query with the text at each of these places replaced."""
        text = self.text
        for place, changed in sorted(changes, reverse=True):
            text = text[: place.start] + changed + text[place.end :]
        return text

    def _remove_part(self, part: Part | None) -> str:
        """Return the query without a part that must hold, and without its `and`; without any condition for None."""
        if part is None:
            return self._join_tokens(self._directives)
        dropped = set(range(part.first, part.end))
        beside = (number for number in (part.first - 1, part.end) if number >= 0)
        dropped |= set([number for number in beside if self._tokens[number].kind is TokenKind.AND][:1])
        return self._join_tokens([number for number in range(len(self._tokens) - 1) if number not in dropped])

    def _join_tokens(self, numbers: Sequence[int]) -> str:
        """Return the tokens with these numbers as they were typed, with one space in place of a gap."""
        text, before = "", -1
        for number in numbers:
            start = self._tokens[before].place.end if before >= 0 else 0
            between = self.text[start : self._tokens[number].place.start]
            if number != before + 1:
                is_close = before < 0 or self._tokens[before].kind in (TokenKind.OPEN, TokenKind.MINUS)
                between = "" if is_close or self._tokens[number].kind is TokenKind.CLOSE else " "
            text += between + self.text[slice(*self._tokens[number].place)]
            before = number
        return text.strip()


MOST_COMPLETIONS = 12
_UNFINISHED = re.compile(
    r"""
    (?: ^ | (?<=[\s(]) ) -?
    (?P<name> [^\s()":=<>!]* )
    (?: (?P<operator> [:=<>] | [!<>]= ) (?P<value> "[^"]* | [^\s()":=<>!]* ) )?
    $
    """,
    re.VERBOSE,
)
_REST_OF_NAME = re.compile(r'[^\s()":=<>!]*')
_REST_OF_VALUE = re.compile(r'[^\s()"]*')
_REST_IN_QUOTES = re.compile(r'(?:[^"]*")?')


class Completion(NamedTuple):
    """A completion: its text, the place in the query that it replaces, and a line of help."""

    text: str
    place: Place
    help: str


def complete(text: str, cursor: int, vocabulary: Vocabulary) -> list[Completion]:
    """Return the completions at the cursor: exact matches, then the rest in the order of the table.

    `vocabulary` is that of an index. There is nothing where a text or a number is expected, or inside a quoted phrase.
    """
    cursor = max(0, min(cursor, len(text)))
    if len(text) > LONGEST_QUERY:
        return []
    plain = as_typed(text)
    match = _UNFINISHED.search(plain[:cursor])
    if match is None or plain[: match.start()].count('"') % 2:
        return []
    offered = _names(match, plain) if match["operator"] is None else _values(match, plain, vocabulary)
    return list(offered)[:MOST_COMPLETIONS]


def _names(match: re.Match[str], text: str) -> Iterator[Completion]:
    """Yield completions to a field or directive whose name begins as typed, a name typed whole before others."""
    place = Place(match.start("name"), _end_of(_REST_OF_NAME, text, match.end()))
    typed = fold(match["name"])
    begun = [field for field in FIELDS if any(name.startswith(typed) for name in field.names)]
    for field in sorted(begun, key=lambda field: typed not in field.names):
        yield Completion(f"{field.name}:", place, field.help)
    for name, about in DIRECTIVES.items():
        if name.startswith(typed):
            yield Completion(f"{name}:", place, about)


def _values(match: re.Match[str], text: str, vocabulary: Vocabulary) -> Iterator[Completion]:
    """Yield completions to a word that the named field or directive knows and that begins as typed."""
    name, typed = fold(match["name"]), match["value"]
    rest = _REST_IN_QUOTES if typed.startswith('"') else _REST_OF_VALUE
    place = Place(match.start("value"), _end_of(rest, text, match.end()))
    words: Iterable[str]
    if name in DIRECTIVES:
        about, words = DIRECTIVES[name], SORTABLE if name == SORT else VIEWS
    elif name in BY_NAME:
        about, words = BY_NAME[name].help, vocabulary.get(BY_NAME[name].name, ())
    else:
        return
    wanted = fold(typed.lstrip('"')).removeprefix("-" if name == SORT else "")
    sign = "-" if name == SORT and typed.startswith("-") else ""
    for word in words:
        if fold(word).startswith(wanted):
            yield Completion(sign + as_value(word), place, about)


def _end_of(rest: re.Pattern[str], text: str, cursor: int) -> int:
    """Return the end of the word at the cursor, which may go on behind it."""
    match = rest.match(text, cursor)
    return match.end() if match else cursor
