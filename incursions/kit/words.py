"""Words: counts, durations and lists of names; and texts as they are compared (`*` stands for anything) and quoted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple
from unicodedata import category, normalize

ANYTHING = "*"
_WILDCARDS = re.compile(r"\*+")  # many in a row say no more than one
_APOSTROPHES = "'`´‘’‚‛′‵ʹʻʼʽˈ＇"
_DASHES = "‐‑‒–—―−"
_QUOTES = "“”„‟«»"
_STROKES = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe"}  # letters that Unicode does not take apart
_UNSEEN = ("Mn", "Me", "Cf")  # accents taken off their letters, and marks of direction or of joining
_AS_TYPED = str.maketrans({**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_QUOTES, '"')})
_COMPARED = _AS_TYPED | str.maketrans(dict.fromkeys(_APOSTROPHES, "")) | str.maketrans(_STROKES)
_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_REFUSED = {
    "Cc": "a control character",
    "Cs": "half a character",
    "Zl": "a line separator",
    "Zp": "a paragraph separator",
}
LONGEST_QUOTED = 80


def fold(text: str) -> str:
    """Return the text folded for comparison. Folding is idempotent."""
    if text.isascii():  # where there are no accents, nor marks
        return " ".join(text.translate(_COMPARED).casefold().split())
    # Apostrophes go before and after: taken apart, some become a space with an accent, and some letters show one.
    parts = normalize("NFKD", text.translate(_COMPARED)).casefold()
    bare = "".join(sign for sign in parts.translate(_COMPARED) if category(sign) not in _UNSEEN)
    return " ".join(bare.split())


def as_typed(text: str) -> str:
    """Return the text with plain quotes and dashes for typographic ones, without moving a sign."""
    return text.translate(_AS_TYPED)


def clean_text(text: str) -> str:
    """Return the text without invisible format characters and with single spaces."""
    if not text.isascii():  # where there are no such marks
        text = "".join(sign for sign in text if category(sign) != "Cf")
    return " ".join(text.split())


def refused_sign(text: str) -> str | None:
    """Return the first forbidden sign of a line, named for a sentence; None if there is none."""
    if text.isprintable():
        return None
    for sign in text:
        kind = "a mark of writing direction" if sign in _DIRECTION_MARKS else _REFUSED.get(category(sign))
        if kind is not None and sign != "\t":
            return f"{kind} (U+{ord(sign):04X})"
    return None


def quote(value: object) -> str:
    """Return a value as text for a message, cut short if it is long."""
    text = repr(value)
    return text if len(text) <= LONGEST_QUOTED else text[:LONGEST_QUOTED] + "..."


def nearest(typed: str, known: Iterable[str]) -> str | None:
    """Return the known word that was probably meant, or None if none is near."""
    by_folded = {fold(word): word for word in known}
    found = get_close_matches(fold(typed), by_folded, n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


class Pattern(NamedTuple):
    """A text to look for, as the folded parts between its wildcards. Finding them in turn is fast."""

    parts: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Return the pattern of a text with wildcards."""
        return cls(tuple(_WILDCARDS.split(fold(text))))

    @property
    def says_something(self) -> bool:
        """Return True if there is anything to look for, be it a wildcard alone."""
        return self.parts != ("",)

    @property
    def sought(self) -> tuple[str, ...]:
        """Return the parts that must occur: those that are not empty."""
        return tuple(filter(None, self.parts))

    def stands_in(self, folded: str) -> bool:
        """Return True if the pattern stands anywhere in a folded text."""
        reached = 0
        for part in self.parts:
            reached = folded.find(part, reached)
            if reached < 0:
                return False
            reached += len(part)
        return True

    def is_whole(self, folded: str) -> bool:
        """Return True if a folded text is all of the pattern."""
        if len(self.parts) == 1:
            return folded == self.parts[0]
        first, *middle, last = self.parts
        if len(folded) < len(first) + len(last) or not folded.startswith(first) or not folded.endswith(last):
            return False
        return Pattern(tuple(middle)).stands_in(folded[len(first) : len(folded) - len(last)])


def capitalise(text: str) -> str:
    """Return the text with a capital first letter; the rest keeps its case, as titles need."""
    return text[:1].upper() + text[1:]


def format_count(number: int, thing: str, things: str = "") -> str:
    """Return a number with its noun: "1 tile", "3 tiles", "no tiles"."""
    plural = things or f"{thing}s"
    return f"no {plural}" if number == 0 else f"{number} {thing if number == 1 else plural}"


def minutes_words(seconds: float) -> str:
    """Return a duration as people say it: "45 minutes", "90 seconds", "2 hours", "1 hour 30 minutes"."""
    whole = round(seconds)
    if whole < 120 and whole % 60:
        return format_count(whole, "second")
    minutes = round(whole / 60)
    hours, rest = divmod(minutes, 60)
    if hours == 0 or (hours == 1 and rest):
        return format_count(minutes, "minute")
    return format_count(hours, "hour") + (f" {format_count(rest, 'minute')}" if rest else "")


def join_names(names: Sequence[str]) -> str:
    """Join names: "Sol", "Sol and Drogath", "Sol, Drogath and Vector 7"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
