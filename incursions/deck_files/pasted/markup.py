"""Decks as other programs save them: elements for cards, with a number and a name, in zones or sections.

No parser of XML: nothing in such a text can stand for something else, or be fetched from anywhere.
"""

from __future__ import annotations

import re
from html import unescape

from incursions.deck_files.pasted.gathering import Gathering, Said
from incursions.deck_files.pasted.headings import NOWHERE, section_called
from incursions.deck_files.pasted.lines import MOST_LINES
from incursions.deck_files.pasted.spellings import ONE_COPY
from incursions.deck_files.pasted.tables import number_in
from incursions.deck_files.sheet import refused_sign
from incursions.deck_files.text_format import LINE_END

_ROOT = re.compile(r"\s*<(?:\?xml|cockatrice_deck|deck)\b", re.IGNORECASE)
_TAG = re.compile(r"<(?P<end>/?)(?P<kind>[a-z_]+)\b(?P<attributes>[^<>]*)>(?P<text>[^<>]*)", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b([a-z]{1,20})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_PARTS = frozenset({"zone", "section", "superzone"})
_PIECES = frozenset({"card", "cards", "name"})
_NAME = "deckname"
_COPIES = ("number", "quantity", "qty", "count")


def is_markup(text: str) -> bool:
    """Return True if the text begins with the root element of such a file."""
    return _ROOT.match(text) is not None


def read_markup(text: str, gathering: Gathering) -> None:
    """Read the text into the gathering."""
    reading = _Reading(gathering)
    for number, line in enumerate(LINE_END.split(text), 1):
        for tag in _TAG.finditer(line):
            if reading.pieces >= MOST_LINES:
                gathering.refuse(number, "", f"there are more than {MOST_LINES:,} pieces; the others were not read")
                return
            reading.read(number, tag)


class _Reading:
    """A text under way: the part that the next piece belongs to."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.section = NOWHERE
        self.pieces = 0

    def read(self, number: int, tag: re.Match[str]) -> None:
        """Read an element and the text behind it."""
        kind, text, raw = tag["kind"].lower(), unescape(tag["text"]).strip(), tag[0].strip()
        attributes = {
            name.lower(): unescape(one or other) for name, one, other in _ATTRIBUTE.findall(tag["attributes"])
        }
        title = attributes.get("name", text) if kind in _PIECES else ""
        sign = refused_sign(unescape(raw))
        if kind in _PARTS:
            self.section = NOWHERE if tag["end"] else section_called(attributes.get("name", ""))
        elif tag["end"]:
            return
        elif sign is not None:
            self.gathering.refuse(number, "", f"the line holds {sign}")
        elif title:
            self.pieces += 1
            self._add(number, raw, title, attributes)
        elif kind == _NAME and text:
            self.gathering.call(number, raw, text)
        elif text:
            self.gathering.note(number, raw, "it names no piece")

    def _add(self, number: int, raw: str, title: str, attributes: dict[str, str]) -> None:
        if self.section.is_aside or attributes.get("sideboard", "").lower() == "true":
            self.gathering.note(number, raw, "left out: it is no part of the deck")
            return
        given = next((attributes[name] for name in _COPIES if name in attributes), None)
        copies = None if given is None else number_in(given.strip())
        if given is not None and copies is None:
            self.gathering.refuse(number, raw, "its number of copies is no whole number")
            return
        found = self.gathering.lexicon.titles.find(title)
        reason = ONE_COPY if copies is None else ""
        self.gathering.add(Said(number, raw, self.section.part, copies, title, found, bare=title, reason=reason))
