"""Texts as they are compared: case, accents, apostrophes and marks that nobody sees never matter."""

from __future__ import annotations

from unicodedata import category, normalize

_APOSTROPHES = "'`´‘’‚‛′‵ʹʻʼʽˈ＇"
_DASHES = "‐‑‒–—―−"
_QUOTES = "“”„‟«»"
_STROKES = {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe"}  # letters that Unicode does not take apart
_UNSEEN = ("Mn", "Me", "Cf")  # accents taken off their letters, and marks of direction or of joining
_AS_TYPED = str.maketrans({**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_QUOTES, '"')})
_COMPARED = _AS_TYPED | str.maketrans(dict.fromkeys(_APOSTROPHES, "")) | str.maketrans(_STROKES)


def fold(text: str) -> str:
    """The text as it is compared. Folding what is folded changes nothing."""
    if text.isascii():  # where there are no accents, nor marks
        return " ".join(text.translate(_COMPARED).casefold().split())
    # Apostrophes go before and after: taken apart, some become a space with an accent, and some letters show one.
    parts = normalize("NFKD", text.translate(_COMPARED)).casefold()
    bare = "".join(sign for sign in parts.translate(_COMPARED) if category(sign) not in _UNSEEN)
    return " ".join(bare.split())


def as_typed(text: str) -> str:
    """The text with plain quotes and dashes for typographic ones, each sign in its place."""
    return text.translate(_AS_TYPED)


def seen(text: str) -> str:
    """The text without marks of direction and the like, and with single spaces."""
    if not text.isascii():  # where there are no such marks
        text = "".join(sign for sign in text if category(sign) != "Cf")
    return " ".join(text.split())
