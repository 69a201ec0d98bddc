"""Texts fitted into boxes, measured with the typeface itself.

Nothing is cut off: what is too long is set smaller. Lines are evened out, so that no word stands alone in the last one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from incursions.pictures.fonts import width
from incursions.pictures.outlines import DIGITS
from incursions.pictures.shapes import Box, Colour, Face, Line, TextBox

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


def line_setting(face: Face, size: float, colour: Colour = BLACK, across: float = 0.0) -> Setting:
    """Return the setting of a text that has one line."""
    return Setting(face, size, colour, lines=1, across=across)


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
