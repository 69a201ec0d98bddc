"""The directives `sort:` and `view:`, which are taken out of a query before its conditions are parsed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.search import habits
from incursions.search.errors import Place, QueryError, nearest, quote_typed
from incursions.search.fields import BY_NAME, FIELDS, FieldType
from incursions.search.folding import fold
from incursions.search.query import VIEWS, Sort
from incursions.search.tokens import Token, TokenKind

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
            sort = _sort(text, token)
            if sort.field in sorts:
                message = f"Pieces are sorted by {sort.field} already."
                raise QueryError("directive.twice", text, token.place, message, "")
            sorts[sort.field] = sort
        elif view:
            raise QueryError("directive.twice", text, token.place, "A query has one view.", "")
        else:
            view = _view(text, token)
    return Directives(tuple(sorts.values()), view)


def _find_directives(text: str, tokens: list[Token]) -> list[Token]:
    found: list[Token] = []
    for before, token, holds in zip([None, *tokens[:-1]], tokens, _may_stand(tokens), strict=True):
        if not is_directive(token):
            continue
        if not holds:
            raise _inside(text, before, token)
        if token.operator not in (":", "="):
            message = f"{token.name} is said with a colon."
            raise QueryError("directive.operator", text, token.place_of_operator, message, ":")
        found.append(token)
    return found


def _inside(text: str, before: Token | None, token: Token) -> QueryError:
    """Return the fault of a directive there; a minus before sort was meant to turn the order round."""
    message = f"{token.name}: is of the whole query; it stands in no bracket, and beside no and, or, not, minus."
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


def _sort(text: str, token: Token) -> Sort:
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


def _view(text: str, token: Token) -> str:
    typed = fold(token.value)
    if typed in VIEWS:
        return typed
    place = token.place_of_value if token.value else token.place
    message = f"Pieces are shown as {', '.join(VIEWS[:-1])} or {VIEWS[-1]}."
    raise QueryError("view.unknown", text, place, message, habits.VIEWS.get(typed) or nearest(typed, VIEWS))
