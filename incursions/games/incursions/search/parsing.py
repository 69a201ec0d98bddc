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


def is_directive(token: Token) -> bool:
    """Return True if a token is a directive."""
    return token.kind is TokenKind.COMPARISON and fold(token.name) in DIRECTIVES


def read_directives(tokens: list[Token]) -> tuple[tuple[Sort, ...], str]:
    """Return the orders and the view. Raises `QueryError` for a directive that is malformed or in a condition."""
    sorts: dict[str, Sort] = {}
    view = ""
    for token in _find_directives(tokens):
        if fold(token.name) == SORT:
            sort = _read_sort(token)
            if sort.field in sorts:
                message = f"Pieces are sorted by {sort.field} already."
                raise QueryError("directive.twice", token.place, message, "")
            sorts[sort.field] = sort
            continue
        if view:
            raise QueryError("directive.twice", token.place, "A query has one view.", "")
        view = fold(token.value)
        if view not in VIEWS:
            place = token.place_of_value if token.value else token.place
            message = f"Pieces are shown as {', '.join(VIEWS[:-1])} or {VIEWS[-1]}."
            raise QueryError("view.unknown", place, message, VIEWS_ELSEWHERE.get(view) or nearest(view, VIEWS))
    return tuple(sorts.values()), view


def _find_directives(tokens: list[Token]) -> list[Token]:
    found: list[Token] = []
    for before, token, holds in zip([None, *tokens[:-1]], tokens, _may_stand(tokens), strict=True):
        if not is_directive(token):
            continue
        if not holds:
            raise _make_inside_error(before, token)
        if token.operator not in (":", "="):
            message = f"{token.name} is said with a colon."
            raise QueryError("directive.operator", token.place_of_operator, message, ":")
        found.append(token)
    return found


def _make_inside_error(before: Token | None, token: Token) -> QueryError:
    """Return the fault of a directive there; a minus before sort was meant to turn the order round."""
    message = f"{token.name}: concerns the whole query; put it outside of brackets, without and, or, not, minus."
    if before is None or before.kind is not TokenKind.MINUS or fold(token.name) != SORT:
        return QueryError("directive.inside", token.place, message)
    place = Place(before.place.start, token.place.end)
    return QueryError("directive.inside", place, message, f"{SORT}:-{token.value.removeprefix('-')}")


def _may_stand(tokens: list[Token]) -> Iterator[bool]:
    """Yield for each token whether a directive may stand in its place."""
    depth = 0
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        is_joined = (before and before.kind in JOIN_WHAT_FOLLOWS) or (after and after.kind in JOIN_WHAT_WAS_SAID)
        yield depth <= 0 and not is_joined


def _read_sort(token: Token) -> Sort:
    typed = fold(token.value)
    name = typed.removeprefix("-")
    field = BY_NAME.get(name)
    if field is not None and field.name in SORTABLE:
        return Sort(field.name, typed.startswith("-"))
    meant = nearest(name, SORTABLE)
    suggestion = "-" * typed.startswith("-") + meant if meant else None
    instead = f", not by {quote_typed(name)}" if name else ""
    message = f"Pieces are sorted by a field, such as sort:rarity or sort:-points{instead}."
    raise QueryError("sort.unknown", token.place_of_value if token.value else token.place, message, suggestion)


Vocabulary = Mapping[str, Sequence[str]]  # the words that fields can have, by the name of the field
IS = (":", "=")
WITHOUT_ORDER = (*IS, "!=")
NOTHING_PRINTED = "There is nothing here that a piece could print."
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_DICE = re.compile(r"[0-9]{1,3}d6(?:\+[0-9]{1,3})?")
_AVERAGE_OF_A_DIE = 3.5
_MOST_SHOWN = 8
_SHORTEST_LIKE = 3  # any short name is like any other


def read_comparison(text: str, token: Token, vocabulary: Vocabulary) -> Comparison:
    """Return the comparison at the token of the query. Raises `QueryError`."""
    field = field_named(text, token)
    if token.operator not in OPERATORS:
        message = f"There is no comparison {quote_typed(token.operator)}; there are {' '.join(OPERATORS)}."
        raise QueryError("operator.unknown", token.place_of_operator, message, MEANT.get(token.operator))
    value = clean_text(token.value)
    if not value:
        raise _without_value(text, token, field)
    if token.operator not in WITHOUT_ORDER and not field.has_order:
        message = f"The values of {field.name} have no order; they are compared with : or = or != only."
        raise QueryError("operator.no_order", token.place_of_operator, message, ":")
    if field.has_words:
        value = _read_word(token, field, value, vocabulary)
    elif field.has_order:
        value = _read_number(token, field, value)
    elif not Pattern.parse(value).says_something:
        raise QueryError("value.empty", token.place_of_value, NOTHING_PRINTED)
    is_loose = token.operator == "=" and field.type is not FieldType.TEXT
    return Comparison(field.name, ":" if is_loose else token.operator, value)


def field_named(text: str, token: Token) -> Field:
    """Return the field that a comparison names. Raises `QueryError`."""
    name = fold(token.name)
    if name in BY_NAME:
        return BY_NAME[name]
    if not name:
        raise _without_name(text, token)
    term = turn_around(token)
    if term:
        message = f"The name of a field belongs before {token.operator}."
        raise QueryError("field.behind", token.place, message, term)
    meant = nearest(name, [*BY_NAME, *DIRECTIVES]) if len(name) >= _SHORTEST_LIKE else None
    if name in NAMES:
        has_minus = text[: token.place.start].endswith("-")
        meant = None if has_minus and NAMES[name].startswith("-") else NAMES[name]
    message = (
        f"There is no field {quote_typed(clean_text(token.name))}. Words with {token.operator} in them need quotes."
    )
    raise QueryError("field.unknown", token.place_of_name, message, meant)


def _without_name(text: str, token: Token) -> QueryError:
    """Return the error for an operator without a field name before it, perhaps because of a space."""
    before = text[: token.place.start].rstrip()
    name = before.rpartition(" ")[2]
    message = f"The name of a field belongs right before {token.operator}, without a space."
    if fold(name) not in BY_NAME:
        return QueryError("field.missing", token.place, message)
    place = Place(len(before) - len(name), token.place_of_operator.end + _spaces_after(text, token))
    return QueryError("field.missing", place, message, name + token.operator)


def _without_value(text: str, token: Token, field: Field) -> QueryError:
    """Return the error for an operator without a value after it, perhaps because of a space."""
    name = token.name + token.operator
    message = f"{name} needs a value right after it, such as {field.example}."
    spaces = _spaces_after(text, token)
    place = Place(token.place.start, token.place.end + spaces)
    return QueryError("value.missing", place, message, name if spaces and place.end < len(text) else None)


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


def _read_number(token: Token, field: Field, value: str) -> str:
    folded = fold(value).replace(" ", "")
    if _NUMBER.fullmatch(folded):
        return str(int(folded))
    is_dice = field.type is FieldType.DICE
    if is_dice and _DICE.fullmatch(folded):
        return folded.upper()
    other = BY_NAME.get(folded)
    if other is not None and other.has_numbers:
        return other.name
    expected = "a whole number, or dice such as 2D6+2," if is_dice else "a whole number"
    message = f"{field.name} is compared with {expected} of a few digits, not with {quote_typed(value)}."
    term = number_term(field, value) if token.operator in IS else None
    if term is None and all(map(_NUMBER.fullmatch, alternatives(folded))):
        term = _any_of(token, field, alternatives(folded))
    raise QueryError("value.no_number", token.place if term else token.place_of_value, message, term)


def _any_of(token: Token, field: Field, values: Sequence[str]) -> str | None:
    """Return a term for any of several values, or None if they cannot be meant."""
    if len(values) < 2 or token.operator not in IS:
        return None
    return f"({' or '.join(f'{field.name}:{as_value(value)}' for value in values)})"


def _read_word(token: Token, field: Field, value: str, vocabulary: Vocabulary) -> str:
    place, known = token.place_of_value, vocabulary[field.name]
    if ANYTHING in value:
        return _check_wildcard(token, field, value, known)
    found = _words_meant(value, field, known)
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(found[:_MOST_SHOWN])
        raise QueryError("value.ambiguous", place, f"{quote_typed(value)} may be {several}.", as_value(found[0]))
    shown = ", ".join(known[:_MOST_SHOWN]) + (" and others" if len(known) > _MOST_SHOWN else "")
    message = f"{field.name} cannot be {quote_typed(value)}; it can be {shown or 'nothing, as no piece has one'}."
    listed = [_words_meant(each, field, known) for each in alternatives(value)]
    is_list = all(len(words) == 1 for words in listed)
    term = _any_of(token, field, [words[0] for words in listed]) if is_list else None
    term = term or _suggest_field(token, value, vocabulary)
    if term:
        raise QueryError("value.unknown", token.place, message, term)
    meant = nearest(value, [*known, *field.spellings])
    raise QueryError("value.unknown", place, message, as_value(field.spellings.get(meant, meant)) if meant else None)


def _suggest_field(token: Token, value: str, vocabulary: Vocabulary) -> str | None:
    """Suggest the same term with a field that has this value, or None."""
    for field in PRINTED:
        found = _words_called(value, field, vocabulary[field.name]) if field.has_words else []
        if found:
            return f"{field.name}{token.operator}{as_value(found[0])}"
    return None


def _check_wildcard(token: Token, field: Field, value: str, known: Sequence[str]) -> str:
    pattern, place = Pattern.parse(value), token.place_of_value
    if token.operator not in WITHOUT_ORDER:
        message = f"{quote_typed(value)} is not one word of {field.name}, so nothing comes before or after it."
        raise QueryError("value.no_order", place, message)
    if not any(pattern.is_whole(fold(word)) for word in known):
        raise QueryError("value.unknown", place, f"No {field.called} is like {quote_typed(value)}.")
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
CLOSES_NOTHING = "This bracket closes nothing."
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
    try:
        return _parse(text, vocabulary)
    except QueryError as error:
        error.text = text
        raise


def _parse(text: str, vocabulary: Vocabulary) -> Parsed:
    tokens = tokens_of(text)
    terms = terms_in(tokens)
    if len(terms) > MOST_TERMS:
        place = Place(terms[MOST_TERMS].place.start, len(text))
        message = f"A query has at most {MOST_TERMS} terms; this one has {len(terms)}."
        raise QueryError("query.too_many_terms", place, message)
    directives = read_directives(tokens)
    alternatives = _Parser(text, tokens, vocabulary).parse_whole()
    query = Query(_condition_of(alternatives) if alternatives[0] else None, *directives)
    if len(str(query)) > LONGEST_QUERY:
        message = f"With every word written out this query has more than {LONGEST_QUERY:,} characters."
        raise QueryError("query.too_long", Place(0, len(text)), message)
    return Parsed(query, tokens, alternatives)


def _condition_of(alternatives: Alternatives) -> Condition:
    """Return the condition: alternatives joined by `or`, the parts of each joined by `and`."""
    return join_conditions(
        Either, [join_conditions(Together, [part.condition for part in parts]) for parts in alternatives]
    )


def terms_in(tokens: Iterable[Token]) -> list[Token]:
    """Return the tokens that count as terms."""
    return [token for token in tokens if token.kind in (TokenKind.WORDS, TokenKind.COMPARISON)]


class _Parser:
    """A parser: one pass over the tokens of a query, without its directives."""

    def __init__(self, text: str, tokens: list[Token], vocabulary: Vocabulary) -> None:
        self._text, self._vocabulary = text, vocabulary
        self._numbers = [number for number, token in enumerate(tokens) if not is_directive(token)]
        self._tokens = [tokens[number] for number in self._numbers]
        self._at = 0
        self._open: list[Place] = []

    def parse_whole(self) -> Alternatives:
        if self._next.kind is TokenKind.END:
            return ((),)
        alternatives = self._parse_alternatives()
        if self._next.kind is TokenKind.CLOSE:
            raise QueryError("bracket.not_open", self._next.place, CLOSES_NOTHING, "")
        return alternatives

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _parse_alternatives(self) -> Alternatives:
        found = [self._parse_together()]
        while self._next.kind is TokenKind.OR:
            self._take()
            found.append(self._parse_together())
        return tuple(found)

    def _parse_together(self) -> tuple[Part, ...]:
        parts = [self._parse_part()]
        while self._next.kind not in (TokenKind.OR, TokenKind.CLOSE, TokenKind.END):
            if self._next.kind is TokenKind.AND:
                self._take()
            parts.append(self._parse_part())
        return tuple(parts)

    def _parse_part(self) -> Part:
        first, is_negated = self._at, self._next.kind in _NEGATIONS
        if is_negated:
            self._take_minus()
        token = self._take()
        alternatives = self._parse_group(token) if token.kind is TokenKind.OPEN else ()
        said = _condition_of(alternatives) if alternatives else self._parse_term(token)
        return Part(self._numbers[first], self._numbers[self._at - 1] + 1, is_negated, said, alternatives)

    def _take_minus(self) -> None:
        minus = self._take()
        following = self._next
        if following.kind in _NEGATIONS:
            message = "One minus is enough; two take each other back."
            raise QueryError("minus.twice", following.place, message, "")
        is_apart = minus.kind is TokenKind.MINUS and following.place.start > minus.place.end
        if is_apart or following.kind in (TokenKind.CLOSE, TokenKind.END):
            message = "A minus belongs right before what is not wanted."
            raise QueryError("minus.alone", minus.place, message, "")

    def _parse_term(self, token: Token) -> Condition:
        if token.kind is TokenKind.COMPARISON:
            return read_comparison(self._text, token, self._vocabulary)
        if token.kind is not TokenKind.WORDS:
            raise self._make_misplaced_error(token)
        words = clean_text(token.value)
        is_quoted = token.place.end - token.place.start > len(token.value)
        if not is_quoted and (words in JOINING_SIGNS or BAR in words):
            message = f"{quote_typed(words)} is looked for in quotes only; terms are joined by and, or."
            several = f"({' or '.join(alternatives(words))})"
            raise QueryError("words.sign", token.place, message, JOINING_SIGNS.get(words, several))
        if not Pattern.parse(words).says_something:
            raise QueryError("value.empty", token.place, NOTHING_PRINTED, "")
        return Words(words)

    def _parse_group(self, bracket: Token) -> Alternatives:
        if len(self._open) == DEEPEST_BRACKETS:
            message = f"Brackets can be at most {DEEPEST_BRACKETS} deep."
            raise QueryError("bracket.too_deep", bracket.place, message)
        if self._next.kind is TokenKind.CLOSE:
            place = Place(bracket.place.start, self._next.place.end)
            raise QueryError("bracket.empty", place, "There is nothing in these brackets.", "")
        self._open.append(bracket.place)
        alternatives = self._parse_alternatives()
        if self._next.kind is TokenKind.END:
            place = Place(bracket.place.start, len(self._text))
            closed = self._text[place.start :] + ")" * len(self._open)
            raise QueryError("bracket.not_closed", place, NEVER_CLOSED, closed)
        self._take()
        self._open.pop()
        return alternatives

    def _make_misplaced_error(self, token: Token) -> QueryError:
        before = self._tokens[max(self._at - 2, 0)]
        if token.kind is TokenKind.CLOSE and not self._open:
            return QueryError("bracket.not_open", token.place, CLOSES_NOTHING, "")
        if before.kind is TokenKind.OPEN and token.kind is TokenKind.END:
            return QueryError("bracket.not_closed", before.place, NEVER_CLOSED, "")
        alone = token if token.kind in (TokenKind.AND, TokenKind.OR) else before
        said = self._text[alone.place.start : alone.place.end]
        message = f"A term is missing beside {said}; in quotes it is a word to look for."
        return QueryError("term.missing", alone.place, message, f'"{said}"')
