"""The readings of a line as copies of a piece, the plainest first, after its decoration is stripped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple
from unicodedata import decimal

from incursions.deck_files.text_format import COUNTED

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
ONE_COPY = "there is no number, so one copy was taken"
NUMBERED_LIST = "the number was read as that of a list, so one copy was taken"
IN_CELLS = "it was read as cells of a table, of which one is a piece and one its copies"
AT_THE_END = "the number at the end was read as that of the copies"
_BULLET = re.compile(r"^(?:(?:[*•·‣▪◦–—>+]|-(?![0-9]))\s*)+")
_REMARK = re.compile(r"\s*(?://|\s#(?![0-9])).*$")
_COLLECTOR = r"(?:\s*#?(?:[A-Z0-9]{1,5}-)?[0-9]{1,5}[a-z★]?)?"
_AFTER = re.compile(
    r"\s*(?:"
    rf"(?:\([^()]*[^()0-9\s×xX][^()]*\)|\[[^\[\]]*[^\[\]0-9\s×xX][^\[\]]*\]){_COLLECTOR}"  # (INC) 93, [Attack]
    r"|\*[A-Za-z][A-Za-z-]{0,11}\*"  # *F*, *CMDR*
    r"|\^[^^]*\^|(?<=\s)<[A-Za-z0-9: ]{1,12}>|[●★☆◆]+"  # labels, sets and stars
    r"|(?<=\s)#[0-9]{1,5}|(?<=\S)\|[A-Z0-9]+"  # #93, |INC
    r")$"
)
_MOST_AFTER = 4  # things behind a title
_SET_BEFORE = re.compile(r"^([0-9]+[x×]?\s+)\[[^\[\]]+\]\s+(?=\S)", re.IGNORECASE)  # 4 [INC] Phasers
_SET_AFTER = re.compile(r"\s[A-Z]{2,5}\s[0-9]{1,4}[a-z]?$")  # Phasers INC 93
_TIMES = "[x×✕*]"
_LEADING = (
    re.compile(rf"(?P<count>[0-9]+)\s*{_TIMES}\s*(?P<title>.+)", re.IGNORECASE),
    re.compile(rf"{_TIMES}\s*(?P<count>[0-9]+)\s+(?P<title>.+)", re.IGNORECASE),
    re.compile(rf"[(\[]\s*{_TIMES}?\s*(?P<count>[0-9]+)\s*{_TIMES}?\s*[)\]]\s*(?P<title>.+)", re.IGNORECASE),
    re.compile(r"(?P<count>[0-9]+)\s*(?:[,;:=\t]|[-–—]\s)\s*(?P<title>.+)"),
    re.compile(r"(?P<count>[0-9]+)\s+(?:copies\s+)?of\s+(?P<title>.+)", re.IGNORECASE),
    re.compile(r"(?P<count>[0-9]+)\s+(?P<title>.+)"),
)
_TRAILING = (
    re.compile(rf"(?P<title>.+?)\s*{_TIMES}\s*(?P<count>[0-9]+)", re.IGNORECASE),
    re.compile(rf"(?P<title>.+?)\s+(?P<count>[0-9]+)\s*{_TIMES}", re.IGNORECASE),
    re.compile(rf"(?P<title>.+?)\s*[(\[]\s*{_TIMES}?\s*(?P<count>[0-9]+)\s*{_TIMES}?\s*[)\]]", re.IGNORECASE),
    re.compile(r"(?P<title>.+?)\s*(?:[,;:=\t]|\.{2,}|…|\s[-–—])\s*(?P<count>[0-9]+)"),
)
_LIST_NUMBER = re.compile(r"(?P<count>[0-9]+)[.)]\s+(?P<title>.+)")
_END_NUMBER = re.compile(r"(?P<title>.+?)\s+(?P<count>[0-9]+)")
_QUOTES = "\"'`“”„‟«»‘’*_[]"  # and what makes letters bold, or a link
_LOOSE_ENDS = " \t,;:."


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


class Reading(NamedTuple):
    """A reading of a line. `copies` is None without a number; `guess` describes what was guessed."""

    copies: str | None
    title: str
    guess: str = ""


def plainly(line: str) -> Reading:
    """Parse the line as the text format has it: a count, a blank, and a title; or a title alone."""
    counted = COUNTED.fullmatch(line)
    return Reading(counted[1], counted[2].strip()) if counted else Reading(None, line)


def readings(line: str) -> Iterator[Reading]:
    """Yield every way to read a line, the plainest first; the last ones are guesses."""
    yield plainly(line)
    yield Reading(None, line)
    barer = list(dict.fromkeys(_barer(line)))
    for text in barer:
        yield from _read_counted(text)
        yield Reading(None, _trim(text))
    for text in barer:
        for pattern, guess in ((_LIST_NUMBER, NUMBERED_LIST), (_END_NUMBER, AT_THE_END)):
            found = pattern.fullmatch(text)
            if found:
                copies = None if pattern is _LIST_NUMBER else found["count"]
                yield Reading(copies, _trim(found["title"]), guess)


def barest(line: str) -> Reading:
    """Return the line stripped of everything that is hardly part of a title, for comparison with other titles."""
    *_, text = _barer(line)
    found = next((reading for reading in _read_counted(text)), None)
    return found or Reading(None, _trim(text))


def _barer(line: str) -> Iterator[str]:
    """Yield the line, then the line with one more thing stripped each time."""
    text = line
    yield text
    text = LINK.sub(r"\1", unescape(_BULLET.sub("", text)))
    yield text
    text = _REMARK.sub("", text)
    yield text
    for _ in range(_MOST_AFTER):
        before, text = text, _AFTER.sub("", text)
        if text == before:
            break
        yield text
    text = _SET_AFTER.sub("", _SET_BEFORE.sub(r"\1", text))
    yield text


def _read_counted(text: str) -> Iterator[Reading]:
    for pattern in (*_LEADING, *_TRAILING):
        found = pattern.fullmatch(text)
        if found:
            yield Reading(found["count"], _trim(found["title"]))


def _trim(title: str) -> str:
    return title.strip(_LOOSE_ENDS).strip(_QUOTES).strip(_LOOSE_ENDS)
