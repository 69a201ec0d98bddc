"""`sort:` and `view:`, which say how to show what is found: taken out of a query before its conditions are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.search.errors import QueryError, nearest, quoted
from incursions.search.fields import BY_NAME, FIELDS, FieldType
from incursions.search.folding import fold
from incursions.search.query import VIEWS, Sort
from incursions.search.tokens import Token, TokenKind

SORT, VIEW = "sort", "view"
DIRECTIVES = {SORT: "In which order; a minus before the field turns it round.", VIEW: "As list, text or pictures."}
SORTABLE = tuple(field.name for field in FIELDS if field.type is not FieldType.FLAG)
JOIN_WHAT_WAS_SAID = (TokenKind.AND, TokenKind.OR)
JOIN_WHAT_FOLLOWS = (*JOIN_WHAT_WAS_SAID, TokenKind.NOT, TokenKind.MINUS)


class Split(NamedTuple):
    """What the directives of a query say, and all its other tokens."""

    others: list[Token]
    sorts: tuple[Sort, ...]
    view: str


def split_directives(text: str, tokens: list[Token]) -> Split:
    """The directives apart from the rest. Raises `QueryError` for one that cannot be read or stands in a condition."""
    found, others = _apart(text, tokens)
    sorts = tuple(_sort(text, token) for token in found if fold(token.name) == SORT)
    views = [_view(text, token) for token in found if fold(token.name) == VIEW]
    if len(views) > 1:
        place = [token for token in found if fold(token.name) == VIEW][1].place
        raise QueryError("directive.twice", text, place, "A query has one view.", "")
    return Split(others, sorts, "".join(views))


def _apart(text: str, tokens: list[Token]) -> tuple[list[Token], list[Token]]:
    found: list[Token] = []
    others: list[Token] = []
    for token, holds in zip(tokens, _may_stand(tokens), strict=True):
        if token.kind is not TokenKind.COMPARISON or fold(token.name) not in DIRECTIVES:
            others.append(token)
        elif not holds:
            message = (
                f"{token.name}: is of the whole query; it stands in no bracket, and beside no and, or, not, minus."
            )
            raise QueryError("directive.inside", text, token.place, message)
        elif token.operator not in (":", "="):
            message = f"{token.name} is said with a colon."
            raise QueryError("directive.operator", text, token.place_of_operator, message, ":")
        else:
            found.append(token)
    return found, others


def _may_stand(tokens: list[Token]) -> Iterator[bool]:
    """May a directive stand in the place of each token?"""
    depth = 0
    for before, token, after in zip([None, *tokens], tokens, [*tokens[1:], None], strict=False):
        depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        is_joined = (before and before.kind in JOIN_WHAT_FOLLOWS) or (after and after.kind in JOIN_WHAT_WAS_SAID)
        yield depth <= 0 and not is_joined


def _sort(text: str, token: Token) -> Sort:
    typed = fold(token.value)
    name = typed.removeprefix("-")
    field = BY_NAME.get(name)
    if field is not None and field.name in SORTABLE:
        return Sort(field.name, typed.startswith("-"))
    meant = nearest(name, SORTABLE)
    suggestion = "-" * typed.startswith("-") + meant if meant else None
    instead = f", not by {quoted(name)}" if name else ""
    message = f"Pieces are sorted by a field, such as sort:rarity or sort:-points{instead}."
    raise QueryError("sort.unknown", text, token.place_of_value if token.value else token.place, message, suggestion)


def _view(text: str, token: Token) -> str:
    typed = fold(token.value)
    if typed in VIEWS:
        return typed
    place = token.place_of_value if token.value else token.place
    message = f"Pieces are shown as {', '.join(VIEWS[:-1])} or {VIEWS[-1]}."
    raise QueryError("view.unknown", text, place, message, nearest(typed, VIEWS))
