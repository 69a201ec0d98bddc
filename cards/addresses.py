"""Addresses of the pages of pieces, made from the title alone, so that a link can be made without a lookup.

Titles of one address are refused when the catalogue is checked (`address_faults`).
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from incursions.games.incursions.rules.catalogue import Catalogue, CatalogueError
from incursions.games.incursions.rules.catalogue_check import pair_pieces_with_files
from incursions.games.incursions.search.folding import fold

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
    if sign.isascii():
        return sign if sign.isalnum() else "-"
    return f"-{ord(sign):x}-" if sign.isalnum() else "-"


def _collapse_hyphens(text: str) -> str:
    return "-".join(filter(None, text.split("-")))
