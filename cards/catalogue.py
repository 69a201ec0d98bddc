"""The catalogue as it stands now: what whoever starts a match, or offers starter decks, reads from the rows.

Reading all of it takes as long as many requests, so a process keeps what it read for as long as the catalogue's token
is the same. Every write changes the token, in its own transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import uuid4

from cards.addresses import slug_of
from cards.models import CatalogueVersion, Piece, PieceKind, StarterDeck
from incursions.rules.catalogue import Catalogue
from incursions.rules.printed.starters import Starter, starter_of
from incursions.rules.printed.texts import fill_text

Definition = dict[str, Any]
ORDER = (PieceKind.SHIP, PieceKind.TILE, PieceKind.CAPTAIN, PieceKind.CARD)  # of the groups of `Catalogue`


class Current(NamedTuple):
    """All pieces and starter decks, and the token of the version that they are."""

    token: str
    pieces: Catalogue
    starters: dict[str, Starter]


class _Kept:
    """What this process read last."""

    current = Current("", Catalogue({}, {}, {}, {}), {})


def current_pieces() -> Catalogue:
    """The definitions of all pieces for a new match, by title, in the order of their numbers."""
    return current().pieces


def known_piece(title: str) -> Definition | None:
    """The definition of a piece as this process read it last: for what is asked many times a page, and may be late.

    The rows are looked at only if it has read none.
    """
    pieces = _Kept.current.pieces if any(_Kept.current.pieces) else current_pieces()
    return next((of[title] for of in pieces if title in of), None)


def piece_at(slug: str) -> Definition | None:
    """The piece whose page has this address."""
    pieces = current_pieces()
    return next((piece for of in pieces for title, piece in of.items() if _slug(title) == slug), None)


def ships_of(race: str) -> list[str]:
    """The titles of the ships of a race."""
    return [title for title, ship in current_pieces().ships.items() if ship["race"] == race]


@lru_cache(maxsize=20_000)
def _slug(title: str) -> str:
    return slug_of(title)


def current_starters() -> dict[str, Starter]:
    """Every starter deck by title, in the order in which seats take them by turns."""
    return current().starters


def new_token() -> None:
    """Let every process read the catalogue anew. Part of the transaction that writes."""
    CatalogueVersion.objects.update_or_create(pk=1, defaults={"token": uuid4().hex})


_held: ContextVar[list[Current] | None] = ContextVar("catalogue_held", default=None)


@contextmanager
def one_catalogue() -> Iterator[None]:
    """Let whatever reads the catalogue in this block read the same one, the first that is read: one query for all."""
    before = _held.set([])
    try:
        yield
    finally:
        _held.reset(before)


def current() -> Current:
    """The catalogue as it stands now, with the token of its version; one query unless it is another."""
    held = _held.get()
    if held is None:
        return _current()
    if not held:
        held.append(_current())
    return held[0]


def _current() -> Current:
    # The token first: rows that are newer than it are read again next time, older ones could not be noticed.
    token = CatalogueVersion.objects.values_list("token", flat=True).first() or ""
    kept = _Kept.current
    if not token or token != kept.token:
        kept = _Kept.current = Current(token, read_pieces(before=kept.pieces), read_starters())
    return kept


def read_pieces(before: Catalogue | None = None) -> Catalogue:
    """Return the definitions of all rows, their texts filled. Unchanged ones are the same objects as `before`."""
    pieces = Catalogue({}, {}, {}, {})
    now = dict(zip(ORDER, pieces, strict=True))
    then = dict(zip(ORDER, before or pieces, strict=True))
    for kind, title, definition in Piece.objects.values_list("piece_kind", "title", "definition"):
        of = PieceKind(kind)
        known, printed = then[of].get(title), fill_text(definition)
        now[of][title] = known if known is not None and known == printed else printed
    return pieces


def read_starters() -> dict[str, Starter]:
    """The starter decks of all rows."""
    decks = StarterDeck.objects.values_list("title", "definition")
    return {title: starter_of(definition) for title, definition in decks}
