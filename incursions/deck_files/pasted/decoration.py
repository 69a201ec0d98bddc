"""Takes off what made letters bold or a link where a list was copied from: HTML, BBCode, Markdown, Discord."""

from __future__ import annotations

import re
from html import unescape
from unicodedata import decimal

_HTML = re.compile(
    r"<(?P<kind>script|style)\b.*?</(?P=kind)>"
    r"|</?[a-z][a-z0-9]{0,11}(?:\s[^<>]*)?/?>|<!--.*?-->|<!doctype[^<>]*>",
    re.IGNORECASE,
)
_BBCODE = re.compile(
    r"\[/?(?:b|i|u|s|url|size|color|colour|font|list|quote|spoiler|code|center|h[1-6]|li|ul|ol|table|t[rdh]|\*)"
    r"(?:=[^\[\]]*)?\]",
    re.IGNORECASE,
)
LINK = re.compile(r"\[([^\[\]]*)\]\([^()\s]*\)")
"""A link as Markdown has it; the group is its text."""
_SET_IN_ITALICS = re.compile(r"\s+_\([^()]*\)_$")  # _(Core Set)_, as NetrunnerDB writes it
_MARKS = re.compile(r"\*\*|__|~~|\|\||`+")
_ROMAN = re.compile(r"(?P<count>[IVX]{1,4})\s*(?:[x×]\s+|\s+)(?P<title>.+)")
_ROMAN_VALUES = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10}
_PLAIN = re.compile(r"[^\W_][\w\s'’“”„\"!?.,&()+/#%–—-]*")


def bare_line(line: str) -> str:
    """Return the line without decoration, with all digits as 0 to 9."""
    line = LINK.sub(r"\1", unescape(_BBCODE.sub("", _HTML.sub("", line))))
    line = _MARKS.sub("", _SET_IN_ITALICS.sub("", line)).strip()
    return "".join(str(decimal(sign)) if not sign.isascii() and sign.isdecimal() else sign for sign in line)


def roman_count(line: str) -> tuple[int, str] | None:
    """Return the number and the title of a line such as "IV Red Alert"; None for any other."""
    found = _ROMAN.fullmatch(line)
    value = _ROMAN_VALUES.get(found["count"]) if found else None
    return None if found is None or value is None else (value, found["title"])


def is_plain_words(line: str) -> bool:
    """Return True if the line may be the name of a deck: words, without links, markup or a word with a colon."""
    return _PLAIN.fullmatch(line) is not None and "://" not in line and not line.casefold().startswith("www.")
