"""Signs that no line of a deck file may hold: nobody sees them, and with them a text may look like another one."""

from __future__ import annotations

from unicodedata import category

TAB = "\t"
DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REFUSED = {
    "Cc": "a control character",
    "Cs": "half a character",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}


def refused_sign(text: str) -> str | None:
    """The first sign of a line that may not stand there, named for a sentence; None if there is none."""
    if text.isprintable():
        return None
    for sign in text:
        kind = "a mark of writing direction" if sign in DIRECTIONS else _REFUSED.get(category(sign))
        if kind is not None and sign != TAB:
            return f"{kind} (U+{ord(sign):04X})"
    return None
