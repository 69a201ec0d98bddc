"""The current catalogue, read from the rows and cached per version; and the addresses of pieces, made from titles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from uuid import uuid4

from django.urls import reverse

from cards.models import CardSet, CatalogueVersion, Piece, PieceKind, StarterDeck
from incursions.games.incursions.rules.catalogue import THE_ONLY_SET, Catalogue, CatalogueError
from incursions.games.incursions.rules.catalogue_check import pair_pieces_with_files
from incursions.games.incursions.rules.printed.pieces import START_TILE, Definition
from incursions.games.incursions.rules.printed.texts import fill_text
from incursions.games.incursions.rules.starters import Starter, starter_of
from incursions.kit.words import fold

FIXED = frozenset({"complete", "help", "pictures"})  # pages beside those of pieces; no title takes their place


def slug_of(title: str) -> str:
    """Return the slug of a title: "Ruk'tor" is ruktor, "Reinforce Shields" reinforce-shields.

    Letters outside a to z are written as their code point, and so is each sign of a title that has no letters.
    """
    compared = fold(title)
    slug = _collapse_hyphens("".join(map(_spell_sign, compared))) or _collapse_hyphens(
        "".join(f"{ord(sign):x}-" for sign in compared)
    )
    return f"{slug}-piece" if slug in FIXED else slug


def url_of(title: str) -> str:
    """Return the URL of the page of the piece with this title."""
    return reverse("cards:piece", args=[slug_of(title)])


def url_of_starter(title: str) -> str:
    """Return the URL of the page of the starter deck with this title."""
    return reverse("decks:starter", args=[slug_of(title)])


def address_faults(pieces: Catalogue) -> Iterator[CatalogueError]:
    """Yield an error for each title whose page would have the URL of another piece."""
    holders: dict[str, str] = {}
    for file, piece in pair_pieces_with_files(pieces):
        title = piece["title"]
        other = holders.setdefault(slug_of(title), title)
        if other != title:
            expected = f"a title with an address of its own was expected; {slug_of(title)} is that of {other}"
            yield CatalogueError(file, title, "title", expected)


def _spell_sign(sign: str) -> str:
    """Return a character as part of a slug: itself, a hyphen, or the code of a letter beyond ASCII."""
    if sign.isascii():
        return sign if sign.isalnum() else "-"
    return f"-{ord(sign):x}-" if sign.isalnum() else "-"


def _collapse_hyphens(text: str) -> str:
    return "-".join(filter(None, text.split("-")))


Made = TypeVar("Made")
ORDER = (PieceKind.SHIP, PieceKind.TILE, PieceKind.CAPTAIN, PieceKind.CARD)  # of the groups of `Catalogue`


@dataclass(frozen=True, eq=False)
class Current:
    """A version of the catalogue: its token, all pieces and starter decks, and the values computed from them."""

    token: str
    pieces: Catalogue
    starters: dict[str, Starter]
    made: dict[object, Any] = field(default_factory=dict)


class OncePerCatalogue(Generic[Made]):
    """Decorator: compute something from the catalogue once for each version, and cache it with the version.

    The function takes the version. Called without it, the result is that of the catalogue as it stands now.
    """

    def __init__(self, make: Callable[[Current], Made]) -> None:
        self.make = make

    def __call__(self) -> Made:
        """Return the value for the current catalogue. Costs one query if the value is cached."""
        return self.find_for(current())

    def find_for(self, catalogue: Current) -> Made:
        """Return the value for a version."""
        if self not in catalogue.made:
            catalogue.made[self] = self.make(catalogue)
        made: Made = catalogue.made[self]
        return made


class _Kept:
    """The catalogue that this process read last."""

    current = Current("", Catalogue({}, {}, {}, {}), {})


def current_pieces() -> Catalogue:
    """Return the definitions of all pieces for a new match, by title, in the order of their numbers."""
    return current().pieces


@OncePerCatalogue
def by_title(catalogue: Current) -> dict[str, Definition]:
    """Return the pieces of a version by title, kind by kind."""
    return {title: piece for kind in catalogue.pieces for title, piece in kind.items()}


@OncePerCatalogue
def by_slug(catalogue: Current) -> dict[str, Definition]:
    """Return the pieces of a version by the addresses of their pages."""
    return {slug_of(title): piece for title, piece in by_title.find_for(catalogue).items()}


def pictured_pieces() -> list[Definition]:
    """Return every piece with a picture: those of the catalogue, and the start tile, which has no row and no page."""
    return [*by_title().values(), START_TILE]


def find_pictured(slug: str) -> Definition | None:
    """Return the piece with a picture that has this slug, or None."""
    return START_TILE if slug == slug_of(START_TILE["title"]) else by_slug().get(slug)


def known_piece(title: str) -> Definition | None:
    """Return a piece of the catalogue that this process read last. It may be stale, but needs no query."""
    return by_title.find_for(last_read()).get(title)


def current_starters() -> dict[str, Starter]:
    """Return every starter deck by title, in the order in which seats take them by turns."""
    return current().starters


@OncePerCatalogue
def first_set(catalogue: Current) -> str:
    """Return the code of the set of the pieces that name none."""
    return CardSet.objects.values_list("code", flat=True).first() or THE_ONLY_SET.code


def new_token() -> None:
    """Let every process read the catalogue anew. Part of the transaction that writes."""
    CatalogueVersion.objects.update_or_create(pk=1, defaults={"token": uuid4().hex})


_held: ContextVar[list[Current] | None] = ContextVar("catalogue_held", default=None)


@contextmanager
def one_catalogue() -> Iterator[None]:
    """Pin the catalogue in this block to the version that is read first, with a single query."""
    before = _held.set([])
    try:
        yield
    finally:
        _held.reset(before)


def current() -> Current:
    """Return the current catalogue with the token of its version. Costs one query unless the version has changed."""
    held = _held.get()
    if held is None:
        return _current()
    if not held:
        held.append(_current())
    return held[0]


def last_read() -> Current:
    """Return the catalogue that this process read last. Reads the rows only if it has read none."""
    return _Kept.current if any(_Kept.current.pieces) else current()


def _current() -> Current:
    """Return the version of the catalogue in the database, read anew if its token has changed."""
    # The token first: rows that are newer than it are read again next time, older ones could not be noticed.
    token = CatalogueVersion.objects.values_list("token", flat=True).first() or ""
    kept = _Kept.current
    if not token or token != kept.token:
        kept = _Kept.current = Current(token, read_pieces(before=kept.pieces), read_starters())
    return kept


def read_pieces(before: Catalogue | None = None) -> Catalogue:
    """Return the definitions of all rows, with their texts filled in. Unchanged ones are the objects of `before`."""
    pieces = Catalogue({}, {}, {}, {})
    now = dict(zip(ORDER, pieces, strict=True))
    then = dict(zip(ORDER, before or pieces, strict=True))
    for kind, title, definition in Piece.objects.values_list("piece_kind", "title", "definition"):
        of = PieceKind(kind)
        known, printed = then[of].get(title), fill_text(definition)
        now[of][title] = known if known is not None and known == printed else printed
    return pieces


def read_starters() -> dict[str, Starter]:
    """Return the starter decks of all rows."""
    decks = StarterDeck.objects.values_list("title", "definition")
    return {title: starter_of(definition) for title, definition in decks}
