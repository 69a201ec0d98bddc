"""Validate chat messages: one line of visible plain text. Templates escape and isolate them."""

from __future__ import annotations

import unicodedata
from itertools import groupby

LONGEST = 300  # characters, as they are kept
LONGEST_SENT = 2000  # characters, before blanks are collapsed
MOST_MARKS = 4  # combining marks on one letter: more would cover the lines above
BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters that Unicode counts among letters and symbols, and that are invisible."""
PHRASES = {
    "hello": "Hello, good luck!",
    "one-moment": "One moment, please.",
    "back": "I am back.",
    "nice-move": "Nice move!",
    "thanks": "Thank you.",
    "good-game": "Good game!",
}
"""Canned phrases, by the name that clients send."""


class UnsayableError(ValueError):
    """A text that cannot be posted; the message tells its author why."""


def clean_message(text: str) -> str:
    """Return the text as it is stored: composed, stripped, with single spaces.

    Raises `UnsayableError` if it is invisible, too long, of several lines, or has control characters or piles of
    accents.
    """
    if len(text) > LONGEST_SENT:
        raise UnsayableError(_too_long(len(text)))
    _refuse_signs_that_are_none(text)
    said = " ".join(unicodedata.normalize("NFC", text).split())
    if not any(unicodedata.category(sign)[0] in "LNPS" and sign not in BLANK_LETTERS for sign in said):
        raise UnsayableError("The message has no visible text.")
    if len(said) > LONGEST:
        raise UnsayableError(_too_long(len(said)))
    marks = groupby(unicodedata.normalize("NFD", said), lambda sign: unicodedata.category(sign) in ("Mn", "Me"))
    if any(is_mark and len(list(run)) > MOST_MARKS for is_mark, run in marks):
        raise UnsayableError(f"A letter can have at most {MOST_MARKS} accents.")
    return said


def _too_long(length: int) -> str:
    return f"A message has at most {LONGEST} characters; this one has {length}."


def _refuse_signs_that_are_none(text: str) -> None:
    for sign in text:
        if sign in "\r\n\u2028\u2029":
            raise UnsayableError("A message is one line.")
        if (sign != "\t" and unicodedata.category(sign) in ("Cc", "Cs", "Co")) or _is_no_character(sign):
            raise UnsayableError(f"The message contains a character that cannot be shown: U+{ord(sign):04X}.")


def _is_no_character(sign: str) -> bool:
    """Return True if Unicode will never give this number to a character."""
    return ord(sign) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(sign) <= 0xFDEF
