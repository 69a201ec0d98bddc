"""Parsing of queries: terms, values of fields, directives, and habits from other search languages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from incursions.games.incursions.rules.printed.pieces import parse_damage
from incursions.games.incursions.search.fields import BY_NAME, FIELDS, PRINTED, Field, FieldType
from incursions.games.incursions.search.query import (
    LONGEST_QUERY,
    MEANT,
    OPERATORS,
    VIEWS,
    Comparison,
    Condition,
    Either,
    Place,
    Query,
    QueryError,
    Sort,
    Together,
    Token,
    TokenKind,
    Words,
    join_conditions,
    negate,
    quote_typed,
    tokens_of,
)
from incursions.kit.words import ANYTHING, Pattern, clean_text, fold, nearest

NAMES: Mapping[str, str] = {
    "not": "-is", "o": "text", "x": "text", "oracle": "text", "order": "sort", "display": "view", "as": "view",
}  # fmt: skip
VIEWS_ELSEWHERE: Mapping[str, str] = {
    "image": "pictures", "images": "pictures", "grid": "pictures", "cards": "pictures", "full": "text",
    "table": "list", "rows": "list", "checklist": "list",
}  # fmt: skip
JOINING_SIGNS: Mapping[str, str] = {"|": "or", "||": "or", "&": "and", "&&": "and"}
BAR = "|"
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_BEHIND = re.compile(r"(?P<name>\w+)(?:(?P<operator>[<>]=?)(?P<value>\w+))?")
_ALTERNATIVES = re.compile(r"[,;/|]")
_RANGE = re.compile(r"([0-9]+)(?:-|\.\.+)([0-9]+)")
_AND_MORE = re.compile(r"([0-9]+)\+")
_ONE_DIE = re.compile(r"d6(?:\+[0-9]+)?")


def alternatives(value: str) -> list[str]:
    """Return the values of a list such as ``attack,defence``, or the one value."""
    return list(filter(None, _ALTERNATIVES.split(value)))


def turn_around(token: Token) -> str | None:
    """Return a comparison with its field in front: ``hull>30`` for ``30<hull``. None if the value is no field."""
    found = _BEHIND.fullmatch(token.value)
    field = BY_NAME.get(fold(found["name"])) if found and token.operator in _TURNED else None
    if found is None or field is None or not field.has_order:
        return None
    term = f"{field.name}{_TURNED[token.operator]}{token.name}"
    return f"({term} {field.name}{found['operator']}{found['value']})" if found["operator"] else term


def number_term(field: Field, value: str) -> str | None:
    """Return the term for a value typed as a number: ``20-30``, ``30+``, ``*``, or a die without its 1."""
    typed = fold(value)
    if found := _RANGE.fullmatch(typed):
        return f"({field.name}>={found[1]} {field.name}<={found[2]})"
    if found := _AND_MORE.fullmatch(typed):
        return f"{field.name}>={found[1]}"
    if typed and not typed.strip(ANYTHING):
        return f"has:{field.name}"
    is_die = field.type is FieldType.DICE and _ONE_DIE.fullmatch(typed)
    return f"{field.name}:1{typed.upper()}" if is_die else None


SORT, VIEW = "sort", "view"
DIRECTIVES = {SORT: "In which order; a minus before the field turns it round.", VIEW: "As list, text or pictures."}
SORTABLE = tuple(field.name for field in FIELDS if field.type is not FieldType.FLAG)
JOIN_WHAT_WAS_SAID = (TokenKind.AND, TokenKind.OR)
JOIN_WHAT_FOLLOWS = (*JOIN_WHAT_WAS_SAID, TokenKind.NOT, TokenKind.MINUS)


class Directives(NamedTuple):
    """The orders and the view that the directives of a query ask for."""

    sorts: tuple[Sort, ...]
    view: str


def is_directive(token: Token) -> bool:
    """Return True if a token is a directive."""
    return token.kind is TokenKind.COMPARISON and fold(token.name) in DIRECTIVES


def read_directives(text: str, tokens: list[Token]) -> Directives:
    """Parse the directives. Raises `QueryError` for one that is malformed or stands in a condition."""
    found = _find_directives(text, tokens)
    sorts: dict[str, Sort] = {}
    view = ""
    for token in found:
        if fold(token.name) == SORT:
            sort = _read_sort(text, token)
            if sort.field in sorts:
                message = f"Pieces are sorted by {sort.field} already."
                raise QueryError("directive.twice", text, token.place, message, "")
            sorts[sort.field] = sort
        elif view:
            raise QueryError("directive.twice", text, token.place, "A query has one view.", "")
        else:
            view = _read_view(text, token)
    return Directives(tuple(sorts.values()), view)


def _find_directives(text: str, tokens: list[Token]) -> list[Token]:
    found: list[Token] = []
    for before, token, holds in zip([None, *tokens[:-1]], tokens, _may_stand(tokens), strict=True):
        if not is_directive(token):
            continue
        if not holds:
            raise _make_inside_error(text, before, token)
        if token.operator not in (":", "="):
            message = f"{token.name} is said with a colon."
            raise QueryError("directive.operator", text, token.place_of_operator, message, ":")
        found.append(token)
    return found


def _make_inside_error(text: str, before: Token | None, token: Token) -> QueryError:
    """Return the error for a directive within a condition; after a minus it suggests a descending order."""
    message = f"{token.name}: concerns the whole query; put it outside of brackets, without and, or, not, minus."
    if before is None or before.kind is not TokenKind.MINUS or fold(token.name) != SORT:
        return QueryError("directive.inside", text, token.place, message)
    place = Place(before.place.start, token.place.end)
    return QueryError("directive.inside", text, place, message, f"{SORT}:-{token.value.removeprefix('-')}")


def _may_stand(tokens: list[Token]) -> Iterator[bool]:
    """Yield for each token whether a directive may stand in its place."""
    depth = 0
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        is_joined = (before and before.kind in JOIN_WHAT_FOLLOWS) or (after and after.kind in JOIN_WHAT_WAS_SAID)
        yield depth <= 0 and not is_joined


def _read_sort(text: str, token: Token) -> Sort:
    typed = fold(token.value)
    name = typed.removeprefix("-")
    field = BY_NAME.get(name)
    if field is not None and field.name in SORTABLE:
        return Sort(field.name, typed.startswith("-"))
    meant = nearest(name, SORTABLE)
    suggestion = "-" * typed.startswith("-") + meant if meant else None
    instead = f", not by {quote_typed(name)}" if name else ""
    message = f"Pieces are sorted by a field, such as sort:rarity or sort:-points{instead}."
    raise QueryError("sort.unknown", text, token.place_of_value if token.value else token.place, message, suggestion)


def _read_view(text: str, token: Token) -> str:
    typed = fold(token.value)
    if typed in VIEWS:
        return typed
    place = token.place_of_value if token.value else token.place
    message = f"Pieces are shown as {', '.join(VIEWS[:-1])} or {VIEWS[-1]}."
    raise QueryError("view.unknown", text, place, message, VIEWS_ELSEWHERE.get(typed) or nearest(typed, VIEWS))


Vocabulary = Mapping[str, Sequence[str]]  # the words that fields can have, by the name of the field
IS = (":", "=")
WITHOUT_ORDER = (*IS, "!=")
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_DICE = re.compile(r"[0-9]{1,3}d6(?:\+[0-9]{1,3})?")
_AVERAGE_OF_A_DIE = 3.5
_MOST_SHOWN = 8
_SHORTEST_LIKE = 3  # any short name is like any other


class _Typed(NamedTuple):
    """A comparison as typed."""

    text: str
    token: Token
    field: Field
    operator: str

    def wrong(self, code: str, place: Place, message: str, suggestion: str | None = None) -> QueryError:
        return QueryError(code, self.text, place, message, suggestion)


def read_comparison(text: str, token: Token, vocabulary: Vocabulary) -> Comparison:
    """Return the comparison at the token of the query. Raises `QueryError`."""
    field = field_named(text, token)
    typed = _Typed(text, token, field, _read_operator(text, token))
    value = clean_text(token.value)
    if not value:
        raise _without_value(typed)
    if typed.operator not in WITHOUT_ORDER and not field.has_order:
        message = f"The values of {field.name} have no order; they are compared with : or = or != only."
        raise typed.wrong("operator.no_order", token.place_of_operator, message, ":")
    if field.has_words:
        value = _read_word(typed, value, vocabulary)
    elif field.has_order:
        value = _read_number(typed, value)
    elif not Pattern.read(value).says_something:
        raise typed.wrong("value.empty", token.place_of_value, "There is nothing here that a piece could print.")
    is_loose = typed.operator == "=" and field.type is not FieldType.TEXT
    return Comparison(field.name, ":" if is_loose else typed.operator, value)


def field_named(text: str, token: Token) -> Field:
    """Return the field that a comparison names. Raises `QueryError`."""
    name = fold(token.name)
    if name in BY_NAME:
        return BY_NAME[name]
    if not name:
        raise _without_name(text, token)
    message = (
        f"There is no field {quote_typed(clean_text(token.name))}. Words with {token.operator} in them need quotes."
    )
    term = turn_around(token)
    if term:
        message = f"The name of a field belongs before {token.operator}."
        raise QueryError("field.behind", text, token.place, message, term)
    raise QueryError("field.unknown", text, token.place_of_name, message, _name_meant(name, text[: token.place.start]))


def _name_meant(name: str, before: str) -> str | None:
    """Return the field or directive that the words before the operator probably meant; None if none is near."""
    if name in NAMES:
        return None if before.endswith("-") and NAMES[name].startswith("-") else NAMES[name]
    return nearest(name, [*BY_NAME, "sort", "view"]) if len(name) >= _SHORTEST_LIKE else None


def _without_name(text: str, token: Token) -> QueryError:
    """Return the error for an operator without a field name before it, perhaps because of a space."""
    before = text[: token.place.start].rstrip()
    name = before.rpartition(" ")[2]
    message = f"The name of a field belongs right before {token.operator}, without a space."
    if fold(name) not in BY_NAME:
        return QueryError("field.missing", text, token.place, message)
    place = Place(len(before) - len(name), token.place_of_operator.end + _spaces_after(text, token))
    return QueryError("field.missing", text, place, message, name + token.operator)


def _without_value(typed: _Typed) -> QueryError:
    """Return the error for an operator without a value after it, perhaps because of a space."""
    text, token = typed.text, typed.token
    name = token.name + token.operator
    message = f"{name} needs a value right after it, such as {typed.field.example}."
    spaces = _spaces_after(text, token)
    place = Place(token.place.start, token.place.end + spaces)
    return typed.wrong("value.missing", place, message, name if spaces and place.end < len(text) else None)


def _spaces_after(text: str, token: Token) -> int:
    """Return how many spaces follow an operator without a value."""
    following = text[token.place_of_operator.end :]
    return len(following) - len(following.lstrip())


def number_of(value: str) -> float:
    """Return the number that a value stands for; dice count as their average."""
    if "D" not in value:
        return float(value)
    dice, bonus = parse_damage(value)
    return dice * _AVERAGE_OF_A_DIE + bonus


def _read_operator(text: str, token: Token) -> str:
    if token.operator in OPERATORS:
        return token.operator
    message = f"There is no comparison {quote_typed(token.operator)}; there are {' '.join(OPERATORS)}."
    raise QueryError("operator.unknown", text, token.place_of_operator, message, MEANT.get(token.operator))


def _read_number(typed: _Typed, value: str) -> str:
    """Return a value of a field of numbers: a number, dice, or the name of another such field. Raises `QueryError`."""
    folded = fold(value).replace(" ", "")
    if _NUMBER.fullmatch(folded):
        return str(int(folded))
    is_dice = typed.field.type is FieldType.DICE
    if is_dice and _DICE.fullmatch(folded):
        return folded.upper()
    other = BY_NAME.get(folded)
    if other is not None and other.has_numbers:
        return other.name
    expected = "a whole number, or dice such as 2D6+2," if is_dice else "a whole number"
    message = f"{typed.field.name} is compared with {expected} of a few digits, not with {quote_typed(value)}."
    term = number_term(typed.field, value) if typed.operator in IS else None
    if term is None and all(map(_NUMBER.fullmatch, alternatives(folded))):
        term = _any_of(typed, alternatives(folded))
    raise typed.wrong("value.no_number", typed.token.place if term else typed.token.place_of_value, message, term)


def _any_of(typed: _Typed, values: Sequence[str]) -> str | None:
    """Return a term for any of several values, or None if they cannot be meant."""
    if len(values) < 2 or typed.operator not in IS:
        return None
    return f"({' or '.join(f'{typed.field.name}:{as_value(value)}' for value in values)})"


def _read_word(typed: _Typed, value: str, vocabulary: Vocabulary) -> str:
    """Return the known word of the field that the value is or begins, or a pattern with `*`. Raises `QueryError`."""
    field, place, known = typed.field, typed.token.place_of_value, vocabulary[typed.field.name]
    if ANYTHING in value:
        return _check_wildcard(typed, value, known)
    found = _words_meant(value, field, known)
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(found[:_MOST_SHOWN])
        raise typed.wrong("value.ambiguous", place, f"{quote_typed(value)} may be {several}.", as_value(found[0]))
    shown = ", ".join(known[:_MOST_SHOWN]) + (" and others" if len(known) > _MOST_SHOWN else "")
    message = f"{field.name} cannot be {quote_typed(value)}; it can be {shown or 'nothing, as no piece has one'}."
    term = _suggest_several(typed, value, known) or _suggest_field(typed, value, vocabulary)
    if term:
        raise typed.wrong("value.unknown", typed.token.place, message, term)
    meant = nearest(value, [*known, *field.spellings])
    raise typed.wrong("value.unknown", place, message, as_value(field.spellings.get(meant, meant)) if meant else None)


def _suggest_several(typed: _Typed, value: str, known: Sequence[str]) -> str | None:
    """Return the term that a list of words meant, or None if it is no such list."""
    found = [_words_meant(each, typed.field, known) for each in alternatives(value)]
    return _any_of(typed, [words[0] for words in found]) if all(len(words) == 1 for words in found) else None


def _suggest_field(typed: _Typed, value: str, vocabulary: Vocabulary) -> str | None:
    """Suggest the same term with a field that has this value, or None."""
    for field in PRINTED:
        found = _words_called(value, field, vocabulary[field.name]) if field.has_words else []
        if found:
            return f"{field.name}{typed.operator}{as_value(found[0])}"
    return None


def _check_wildcard(typed: _Typed, value: str, known: Sequence[str]) -> str:
    """Return the pattern. Raises `QueryError` if no known word matches it, or if it is compared by order."""
    pattern, place = Pattern.read(value), typed.token.place_of_value
    if typed.operator not in WITHOUT_ORDER:
        message = f"{quote_typed(value)} is not one word of {typed.field.name}, so nothing comes before or after it."
        raise typed.wrong("value.no_order", place, message)
    if not any(pattern.is_whole(fold(word)) for word in known):
        raise typed.wrong("value.unknown", place, f"No {typed.field.called} is like {quote_typed(value)}.")
    return value


def as_value(word: str) -> str:
    """Return a word as it is typed after an operator."""
    return f'"{word}"' if " " in word else word


def _words_meant(value: str, field: Field, known: Sequence[str]) -> list[str]:
    """Return the word itself if it is known, or else every word that begins with it."""
    typed = _squeeze(value)
    return _words_called(value, field, known) or [word for word in known if typed and _squeeze(word).startswith(typed)]


def _words_called(value: str, field: Field, known: Sequence[str]) -> list[str]:
    """Return the known word that was typed, in whatever spelling; empty if there is none."""
    typed = _squeeze(value)
    spelled = field.spellings.get(typed)
    return [spelled] if spelled is not None else [word for word in known if _squeeze(word) == typed]


def _squeeze(word: str) -> str:
    """Return the word without separators, so that xtra-rare, "xtra rare" and xtra_rare are equal."""
    return re.sub(r"[ _-]", "", fold(word))


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
        """Return the condition of the part, negated if a minus stands before it."""
        return negate(self.said) if self.is_negated else self.said


Alternatives = tuple[tuple[Part, ...], ...]


class Parsed(NamedTuple):
    """A query with its tokens, the end among them, and the parts that they make; a query without any has one tuple."""

    query: Query
    tokens: list[Token]
    alternatives: Alternatives


def parse(text: str, vocabulary: Vocabulary) -> Parsed:
    """Return the query that a text means, with its tokens and parts; an empty one finds all. Raises `QueryError`."""
    tokens = tokens_of(text)
    _check_terms(text, tokens)
    directives = read_directives(text, tokens)
    alternatives = _Parser(text, tokens, vocabulary).parse_query()
    query = Query(_condition_of(alternatives) if alternatives[0] else None, directives.sorts, directives.view)
    if len(str(query)) > LONGEST_QUERY:
        message = f"With every word written out this query has more than {LONGEST_QUERY:,} characters."
        raise QueryError("query.too_long", text, Place(0, len(text)), message)
    return Parsed(query, tokens, alternatives)


def _condition_of(alternatives: Alternatives) -> Condition:
    """Return the condition: alternatives joined by `or`, the parts of each joined by `and`."""
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

    def parse_query(self) -> Alternatives:
        """Return the alternatives of the whole query; one without parts for an empty query. Raises `QueryError`."""
        if self._next.kind is TokenKind.END:
            return ((),)
        alternatives = self._parse_alternatives()
        if self._next.kind is TokenKind.CLOSE:
            raise self._make_unopened_error(self._next)
        return alternatives

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _parse_alternatives(self) -> Alternatives:
        """Take alternatives joined by `or`, up to a closing bracket or the end."""
        found = [self._parse_parts()]
        while self._next.kind is TokenKind.OR:
            self._take()
            found.append(self._parse_parts())
        return tuple(found)

    def _parse_parts(self) -> tuple[Part, ...]:
        """Take the parts of one alternative, which must all hold, up to `or`, a closing bracket or the end."""
        parts = [self._parse_part()]
        while self._next.kind not in (TokenKind.OR, TokenKind.CLOSE, TokenKind.END):
            if self._next.kind is TokenKind.AND:
                self._take()
            parts.append(self._parse_part())
        return tuple(parts)

    def _parse_part(self) -> Part:
        """Take a term or a bracket, with the minus before it."""
        first, is_negated = self._at, self._next.kind in _NEGATIONS
        if is_negated:
            self._take_minus()
        token = self._take()
        alternatives = self._parse_bracket(token) if token.kind is TokenKind.OPEN else ()
        said = _condition_of(alternatives) if alternatives else self._parse_term(token)
        return Part(self._numbers[first], self._numbers[self._at - 1] + 1, is_negated, said, alternatives)

    def _take_minus(self) -> None:
        minus = self._take()
        following = self._next
        if following.kind in _NEGATIONS:
            message = "One minus is enough; two take each other back."
            raise self._make_error("minus.twice", following.place, message, "")
        is_apart = minus.kind is TokenKind.MINUS and following.place.start > minus.place.end
        if is_apart or following.kind in (TokenKind.CLOSE, TokenKind.END):
            message = "A minus belongs right before what is not wanted."
            raise self._make_error("minus.alone", minus.place, message, "")

    def _parse_term(self, token: Token) -> Condition:
        if token.kind is TokenKind.COMPARISON:
            return read_comparison(self._text, token, self._vocabulary)
        if token.kind is TokenKind.WORDS:
            return self._parse_words(token)
        raise self._make_misplaced_error(token)

    def _parse_bracket(self, bracket: Token) -> Alternatives:
        if len(self._open) == DEEPEST_BRACKETS:
            message = f"Brackets can be at most {DEEPEST_BRACKETS} deep."
            raise self._make_error("bracket.too_deep", bracket.place, message)
        if self._next.kind is TokenKind.CLOSE:
            place = Place(bracket.place.start, self._next.place.end)
            raise self._make_error("bracket.empty", place, "There is nothing in these brackets.", "")
        self._open.append(bracket.place)
        alternatives = self._parse_alternatives()
        if self._next.kind is TokenKind.END:
            place = Place(bracket.place.start, len(self._text))
            closed = self._text[place.start :] + ")" * len(self._open)
            raise self._make_error("bracket.not_closed", place, NEVER_CLOSED, closed)
        self._take()
        self._open.pop()
        return alternatives

    def _parse_words(self, token: Token) -> Words:
        words = clean_text(token.value)
        if token.is_bare and (words in JOINING_SIGNS or BAR in words):
            raise self._make_sign_error(token.place, words)
        if not Pattern.read(words).says_something:
            message = "There is nothing here that a piece could print."
            raise self._make_error("value.empty", token.place, message, "")
        return Words(words)

    def _make_sign_error(self, place: Place, words: str) -> QueryError:
        """Return the error for a sign such as `|` between terms."""
        message = f"{quote_typed(words)} is looked for in quotes only; terms are joined by and, or."
        several = f"({' or '.join(alternatives(words))})"
        return self._make_error("words.sign", place, message, JOINING_SIGNS.get(words, several))

    def _make_misplaced_error(self, token: Token) -> QueryError:
        """Return the error for a token where a term was expected."""
        before = self._tokens[max(self._at - 2, 0)]
        if token.kind is TokenKind.CLOSE and not self._open:
            return self._make_unopened_error(token)
        if before.kind is TokenKind.OPEN and token.kind is TokenKind.END:
            return self._make_error("bracket.not_closed", before.place, NEVER_CLOSED, "")
        alone = token if token.kind in (TokenKind.AND, TokenKind.OR) else before
        said = self._text[alone.place.start : alone.place.end]
        message = f"A term is missing beside {said}; in quotes it is a word to look for."
        return self._make_error("term.missing", alone.place, message, f'"{said}"')

    def _make_unopened_error(self, bracket: Token) -> QueryError:
        """Return the error for a closing bracket that was never opened."""
        return self._make_error("bracket.not_open", bracket.place, "This bracket closes nothing.", "")

    def _make_error(self, code: str, place: Place, message: str, suggestion: str | None = None) -> QueryError:
        return QueryError(code, self._text, place, message, suggestion)
