"""Typefaces of printed texts, and texts fitted into boxes, measured with the typeface itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont

from incursions.games.incursions.pictures.shapes import DIGITS, Box, Colour, Face, Line, TextBox

FOLDER = Path(__file__).resolve().parents[4] / "node_modules" / "@fontsource"
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
    if sign.isspace():
        return SUBSETS[0]
    subsets: tuple[str, ...] = (*SUBSETS, *MORE_SUBSETS.get(face.family, ()))
    for subset in subsets:
        font = load_font(face, subset, 64)
        # A font draws the same box for every sign that it lacks.
        drawn, lacking = font.getmask(sign), font.getmask(_NO_SIGN)
        if drawn.size != lacking.size or bytes(drawn) != bytes(lacking):
            return subset
    return None


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


BLACK = "#000000"
SMALLER = 0.96
"""By so much a size is lowered when a text does not fit."""
LEADING = 1.22
"""From baseline to baseline, in ems."""
ASCENT, DESCENT = 0.76, 0.24
"""How far letters reach above and below the baseline, in ems."""
CENTRED = 0.5
LEAST_LAST = {True: 0.8, False: 0.25}
"""How long the last line should be beside the longest, centred or not: no word stands alone below the others."""
NARROWER = 0.03
"""By so much of the room lines are shortened until the last one is long enough."""


class Setting(NamedTuple):
    """The typeface of a text, its largest size, the lines it may have, and its place in the box."""

    face: Face
    size: float
    colour: Colour = BLACK
    lines: int = 99
    across: float = 0.0  # 0 left, 0.5 centred, 1 right
    down: float = 0.5  # 0 at the top, 0.5 in the middle, 1 at the bottom
    leading: float = LEADING


def fit_one_line(
    name: str, text: str, box: Box, face: Face, size: float, colour: Colour, across: float = 0.0
) -> TextBox:
    """Return the text on one line, in the largest size at which it stands within the box."""
    return fit_text(name, text, box, Setting(face, size, colour, lines=1, across=across))


def fit_text(name: str, text: str, box: Box, setting: Setting) -> TextBox:
    """Return the text in the largest size at which it stands within the box. Raise ValueError for an empty box."""
    if min(box.width, box.height) <= 0:
        raise ValueError(f"there is no room for the {name}: {box}")
    size = setting.size
    while True:
        lines = list(wrap(text, box.width, setting.face, size))
        if len(lines) <= setting.lines and height_of(len(lines), size, setting.leading) <= box.height:
            lines = _even_out(lines, text, box.width, setting, size)
            return _place_lines(name, lines, box, setting, round(size, DIGITS))
        size *= SMALLER


def height_of(lines: int, size: float, leading: float = LEADING) -> float:
    """Return how high so many lines are."""
    return size * (ASCENT + DESCENT + leading * (lines - 1))


def wrap(text: str, room: float, face: Face, size: float) -> Iterator[str]:
    """Yield lines of at most that width, broken between words; a word that is wider than a line is broken too."""
    for paragraph in text.split("\n"):
        begun = ""
        for word in paragraph.split():
            longer = f"{begun} {word}" if begun else word
            if width(face, size, longer) <= room:
                begun = longer
                continue
            if begun:
                yield begun
            *whole, begun = _pieces(word, room, face, size)
            yield from whole
        if begun:
            yield begun


def _even_out(lines: list[str], text: str, room: float, setting: Setting, size: float) -> list[str]:
    """Return as many lines of one paragraph, of lengths that differ less; no word is broken for it."""
    if len(lines) < 2 or "\n" in text:
        return lines
    face, least = setting.face, LEAST_LAST[setting.across == CENTRED]
    narrowest = max(width(face, size, word) for word in text.split())
    even, narrower = lines, room
    while width(face, size, even[-1]) < least * max(width(face, size, line) for line in even):
        narrower -= room * NARROWER
        found = list(wrap(text, narrower, face, size)) if narrower >= narrowest else []
        if len(found) != len(lines):
            break
        even = found
    return even


def _pieces(word: str, room: float, face: Face, size: float) -> Iterator[str]:
    """Yield parts of a long word, each as long as the room allows."""
    begun = ""
    for sign in word:
        if begun and width(face, size, begun + sign) > room:
            yield begun
            begun = ""
        begun += sign
    yield begun


def _place_lines(name: str, lines: list[str], box: Box, setting: Setting, size: float) -> TextBox:
    spare = box.height - height_of(len(lines), size, setting.leading)
    first = box.top + spare * setting.down + ASCENT * size
    placed = (
        Line(
            round(box.left + (box.width - width(setting.face, size, text)) * setting.across, DIGITS),
            round(first + number * setting.leading * size, DIGITS),
            text,
        )
        for number, text in enumerate(lines)
    )
    return TextBox(name, box, setting.face, size, setting.colour, tuple(placed))
