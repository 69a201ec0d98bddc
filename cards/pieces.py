"""The pieces and starter decks as the files have them, read once a process, and the faults of their pages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

from cards.catalogue import address_faults
from cards.rulebook import rulebook
from incursions.games.incursions.pictures.text_layout import FLAVOUR, STRONG, TEXT, TITLE, find_lacking, name_signs
from incursions.games.incursions.rules.catalogue import Catalogue, CatalogueError, load
from incursions.games.incursions.rules.catalogue_check import Examined, examine, pair_pieces_with_files
from incursions.games.incursions.rules.printed.texts import fill_text
from incursions.games.incursions.rules.starters import Starter, load_starters

FIXTURES = settings.ROOT / "fixtures"
PRINTED_IN = {"title": TITLE, "text": TEXT, "flavour": FLAVOUR, "role": STRONG}


@cache
def pieces() -> Catalogue:
    """Return every piece by title."""
    return load(FIXTURES)


@cache
def starters() -> dict[str, Starter]:
    """Return every starter deck by title, in the order in which seats take turns with them."""
    return load_starters(FIXTURES / "starters.yaml", pieces())


def examine_files(folder: Path) -> Examined:
    """Return the contents of a folder's files with all faults, those of pages too. Never raises."""
    examined = examine(folder)
    return examined._replace(faults=[*examined.faults, *page_faults(examined.pieces)])


def page_faults(pieces: Catalogue) -> Iterator[CatalogueError]:
    """Yield titles with equal slugs, rulings on unknown rules, and signs that cannot be printed."""
    yield from address_faults(pieces)
    known = rulebook().rules
    for file, piece in pair_pieces_with_files(pieces):
        for ruling in piece.get("rulings", []):
            if "rule" in ruling and ruling["rule"] not in known:
                expected = f"rule: the rulebook has no {ruling['rule']}"
                yield CatalogueError(file, piece["title"], "rulings", expected)
        for field, face in PRINTED_IN.items():
            signs = find_lacking(face, str(fill_text(piece).get(field, "")))
            if signs:
                expected = f"signs of our typefaces were expected; they lack {name_signs(signs)}"
                yield CatalogueError(file, piece["title"], field, expected)
