"""The typefaces of printed texts: the same npm packages that pages use, whose .woff2 files Pillow reads as they are.

A typeface comes in subsets of its signs, each a file of its own; a sign is drawn from the first that has it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from PIL import ImageFont

from incursions.pictures.shapes import Face

FOLDER = Path(__file__).resolve().parents[2] / "node_modules" / "@fontsource"
SERIF, SANS = "spectral", "ibm-plex-sans-condensed"
NAMES = {SERIF: "Spectral", SANS: "IBM Plex Sans Condensed"}  # as style sheets call them
SUBSETS = ("latin", "latin-ext")
MORE_SUBSETS = {SERIF: ("cyrillic", "cyrillic-ext", "vietnamese")}
"""Beyond what pieces print: for names that people give."""

TEXT = Face(SERIF, "400-normal")
FLAVOUR = Face(SERIF, "400-italic")
TITLE = Face(SERIF, "600-normal")
LABEL = Face(SANS, "500-normal")
STRONG = Face(SANS, "600-normal")
FIGURE = Face(SANS, "700-normal")
FACES = (TEXT, FLAVOUR, TITLE, LABEL, STRONG, FIGURE)

MOST_NAMED = 8
_UNITS = 1000  # in which advances are measured: at so large a size no hint rounds them
_NO_SIGN = "\uffff"  # no character at all


def font_file(face: Face, subset: str) -> Path:
    """Return the path at which npm puts a subset of a typeface."""
    return FOLDER / face.family / "files" / f"{face.family}-{subset}-{face.style}.woff2"


def missing_packages() -> list[str]:
    """Return the npm packages without which no text can be drawn, whole or in part."""
    missing = {face.family for face in FACES for subset in SUBSETS if not font_file(face, subset).is_file()}
    return [f"@fontsource/{family}" for family in sorted(missing)]


@lru_cache(maxsize=256)
def load_font(face: Face, subset: str, size: float) -> ImageFont.FreeTypeFont:
    """Return a subset at a size in pixels. Texts are laid out sign by sign, alike on all machines."""
    return ImageFont.truetype(font_file(face, subset), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def subset_of(face: Face, sign: str) -> str | None:
    """Return the subset that has the sign; None if none has."""
    subsets = (*SUBSETS, *MORE_SUBSETS.get(face.family, ()))
    return next((subset for subset in subsets if _has(face, subset, sign)), None)


def _has(face: Face, subset: str, sign: str) -> bool:
    """Return True if the subset has the sign: a font draws the same box for every sign that it lacks."""
    font = load_font(face, subset, 64)
    if sign.isspace():
        return subset == SUBSETS[0]
    drawn, lacking = font.getmask(sign), font.getmask(_NO_SIGN)
    return drawn.size != lacking.size or bytes(drawn) != bytes(lacking)


@cache
def advance(face: Face, sign: str) -> float:
    """Return the width of a sign, in ems."""
    subset = subset_of(face, sign) or SUBSETS[0]
    return load_font(face, subset, _UNITS).getlength(sign) / _UNITS


def width(face: Face, size: float, text: str) -> float:
    """Return the width of a text at a size."""
    return size * _width_in_ems(face, text)


@lru_cache(maxsize=4096)  # to set a text, its lines are measured again at every smaller size
def _width_in_ems(face: Face, text: str) -> float:
    return sum(advance(face, sign) for sign in text)


def find_lacking(face: Face, text: str) -> list[str]:
    """Return the signs of a text that a typeface has not."""
    return [sign for sign, _ in groupby(sorted(text)) if subset_of(face, sign) is None]


def name_signs(signs: Sequence[str]) -> str:
    """Return the first of the signs by their names, and how many more there are."""
    names = (f"{unicodedata.name(sign, 'unnamed')} (U+{ord(sign):04X})" for sign in signs[:MOST_NAMED])
    more = len(signs) - MOST_NAMED
    return ", ".join(names) + (f" and {more} more" if more > 0 else "")
