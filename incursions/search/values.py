"""Parsing of comparisons: an operator that the field knows, and a value that it can have."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from incursions.rules.printed.words import parse_damage
from incursions.search.errors import Place, QueryError, nearest, quote_typed
from incursions.search.fields import BY_NAME, PRINTED, Field, FieldType
from incursions.search.folding import ANYTHING, Pattern, clean_text, fold
from incursions.search.habits import NAMES, alternatives, number_term, turn_around
from incursions.search.query import Comparison
from incursions.search.tokens import MEANT, OPERATORS, Token

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
    typed = _Typed(text, token, field, _operator(text, token))
    value = clean_text(token.value)
    if not value:
        raise _without_value(typed)
    if typed.operator not in WITHOUT_ORDER and not field.has_order:
        message = f"The values of {field.name} have no order; they are compared with : or = or != only."
        raise typed.wrong("operator.no_order", token.place_of_operator, message, ":")
    if field.has_words:
        value = _word(typed, value, vocabulary)
    elif field.has_order:
        value = _number(typed, value)
    elif not Pattern.read(value).says_something:
        raise typed.wrong("value.empty", token.place_of_value, "Nothing can be read here that a piece could print.")
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


def _operator(text: str, token: Token) -> str:
    if token.operator in OPERATORS:
        return token.operator
    message = f"There is no comparison {quote_typed(token.operator)}; there are {' '.join(OPERATORS)}."
    raise QueryError("operator.unknown", text, token.place_of_operator, message, MEANT.get(token.operator))


def _number(typed: _Typed, value: str) -> str:
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


def _word(typed: _Typed, value: str, vocabulary: Vocabulary) -> str:
    field, place, known = typed.field, typed.token.place_of_value, vocabulary[typed.field.name]
    if ANYTHING in value:
        return _wildcard(typed, value, known)
    found = _words_meant(value, field, known)
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(found[:_MOST_SHOWN])
        raise typed.wrong("value.ambiguous", place, f"{quote_typed(value)} may be {several}.", as_value(found[0]))
    shown = ", ".join(known[:_MOST_SHOWN]) + (" and others" if len(known) > _MOST_SHOWN else "")
    message = f"{field.name} cannot be {quote_typed(value)}; it can be {shown or 'nothing, as no piece has one'}."
    term = _several(typed, value, known) or _elsewhere(typed, value, vocabulary)
    if term:
        raise typed.wrong("value.unknown", typed.token.place, message, term)
    meant = nearest(value, [*known, *field.spellings])
    raise typed.wrong("value.unknown", place, message, as_value(field.spellings.get(meant, meant)) if meant else None)


def _several(typed: _Typed, value: str, known: Sequence[str]) -> str | None:
    """Return the term that a list of words meant, or None if it is no such list."""
    found = [_words_meant(each, typed.field, known) for each in alternatives(value)]
    return _any_of(typed, [words[0] for words in found]) if all(len(words) == 1 for words in found) else None


def _elsewhere(typed: _Typed, value: str, vocabulary: Vocabulary) -> str | None:
    """Suggest the same term with a field that has this value, or None."""
    for field in PRINTED:
        found = _words_called(value, field, vocabulary[field.name]) if field.has_words else []
        if found:
            return f"{field.name}{typed.operator}{as_value(found[0])}"
    return None


def _wildcard(typed: _Typed, value: str, known: Sequence[str]) -> str:
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
