"""What is wrong with pieces for their pages and pictures alone.

That is an address which two would share, a ruling on a rule that is none, and a sign that no typeface has.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cards.addresses import address_faults
from cards.rulebook import rulebook
from incursions.pictures.fonts import FLAVOUR, STRONG, TEXT, TITLE, lacking
from incursions.printing.lacking import named
from incursions.rules.catalogue import Catalogue, CatalogueError
from incursions.rules.catalogue_check import Examined, examine, filed
from incursions.rules.printed.texts import fill_text

PRINTED_IN = {"title": TITLE, "text": TEXT, "flavour": FLAVOUR, "role": STRONG}


def examine_files(folder: Path) -> Examined:
    """All that the files of a folder hold, with their faults, those of pages too. Raises nothing."""
    examined = examine(folder)
    return examined._replace(faults=[*examined.faults, *page_faults(examined.pieces)])


def page_faults(pieces: Catalogue) -> Iterator[CatalogueError]:
    """Titles of one address, rulings whose rule the rulebook does not have, and signs that cannot be printed."""
    yield from address_faults(pieces)
    known = rulebook().rules
    for file, piece in filed(pieces):
        for ruling in piece.get("rulings", []):
            if "rule" in ruling and ruling["rule"] not in known:
                expected = f"rule: the rulebook has no {ruling['rule']}"
                yield CatalogueError(file, piece["title"], "rulings", expected)
        for field, face in PRINTED_IN.items():
            signs = lacking(face, fill_text(piece).get(field, ""))
            if signs:
                expected = f"signs of our typefaces were expected; they lack {named(signs)}"
                yield CatalogueError(file, piece["title"], field, expected)
