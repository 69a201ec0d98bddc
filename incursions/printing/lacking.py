"""What is said of signs that no typeface of a document has: on paper they are boxes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from incursions.pictures.fonts import TEXT, lacking

MOST_NAMED = 8


def lacking_note(texts: Iterable[str]) -> str:
    """A sentence that names the signs which stand as boxes in names and titles; empty if there are none."""
    signs = lacking(TEXT, "".join(texts))
    if not signs:
        return ""
    return f"A box stands for a sign that our typefaces lack: {named(signs)}."


def named(signs: Sequence[str]) -> str:
    """The first of these signs by their names, and how many there are besides."""
    first = ", ".join(map(_named, signs[:MOST_NAMED]))
    more = len(signs) - MOST_NAMED
    return first + (f" and {more} more" if more > 0 else "")


def _named(sign: str) -> str:
    return f"{unicodedata.name(sign, 'unnamed')} (U+{ord(sign):04X})"
