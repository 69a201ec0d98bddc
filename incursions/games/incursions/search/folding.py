"""Texts as they are compared: case, accents, apostrophes and invisible marks never matter; `*` stands for anything."""

from __future__ import annotations

import re
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


class Pattern(NamedTuple):
    """A text to look for, as the folded parts between its wildcards. Finding them in turn is fast."""

    parts: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Pattern:
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
