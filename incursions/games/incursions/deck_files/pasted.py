"""Pastes in any format: recognized, read leniently, and reported line by line (docs/decks.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import unescape

from incursions.games.incursions.deck_files.codes import find_sole_code, read_code
from incursions.games.incursions.deck_files.formats import (
    BYTE_ORDER_MARK,
    LINE_END,
    LONGEST_TEXT,
    OUTSIDE,
    Entry,
    Fault,
    Part,
    Sheet,
    is_json,
    read_json,
)
from incursions.games.incursions.deck_files.lexicon import Lexicon
from incursions.games.incursions.deck_files.paste_lines import (
    MOST_LINES,
    NOWHERE,
    ONE_COPY,
    number_in,
    read_text,
    section_called,
)
from incursions.games.incursions.deck_files.paste_report import Gathering, Report, ReportLine, Said, Source, Status
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.words import refused_sign

_ROOT = re.compile(r"\s*<(?:\?xml|cockatrice_deck|deck)\b", re.IGNORECASE)
_TAG = re.compile(r"<(?P<end>/?)(?P<kind>[a-z_]+)\b(?P<attributes>[^<>]*)>(?P<text>[^<>]*)", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\b([a-z]{1,20})\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_PARTS = frozenset({"zone", "section", "superzone"})
_PIECES = frozenset({"card", "cards", "name"})
_NAME = "deckname"
_COPIES = ("number", "quantity", "qty", "count")


def read_markup(text: str, gathering: Gathering) -> None:
    """Read the elements of a text into the gathering."""
    reader = _MarkupReader(gathering)
    for number, line in enumerate(LINE_END.split(text), 1):
        for tag in _TAG.finditer(line):
            if reader.pieces >= MOST_LINES:
                gathering.refuse(number, "", f"there are more than {MOST_LINES:,} pieces; the others were not read")
                return
            reader.read_element(number, tag)


class _MarkupReader:
    """A reader of elements; it knows the part that the next piece belongs to."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.section = NOWHERE
        self.pieces = 0

    def read_element(self, number: int, tag: re.Match[str]) -> None:
        """Read an element and the text behind it into the gathering."""
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
            self.gathering.note(number, raw, "left out: it is not part of the deck")
            return
        given = next((attributes[name] for name in _COPIES if name in attributes), None)
        copies = None if given is None else number_in(given.strip())
        if given is not None and copies is None:
            self.gathering.refuse(number, raw, "its number of copies is not a whole number")
            return
        found = self.gathering.lexicon.titles.find(title)
        reason = ONE_COPY if copies is None else ""
        self.gathering.add(Said(number, raw, self.section.part, copies, title, found, bare=title, reason=reason))


LONGEST_PASTE = LONGEST_TEXT
NOTHING_CHOSEN: Mapping[str, str] = {}
UNCHECKED = "taken by its number; because another number is unknown, this could not be checked"


def read_pasted(text: str, lexicon: Lexicon, chosen: Mapping[str, str] = NOTHING_CHOSEN) -> Report:
    """Return the report on each line of a paste. Raises nothing.

    `chosen` are corrections: the title to take for what was typed, itself to keep it, or `LEFT_OUT`.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    gathering, source = Gathering(lexicon, chosen), Source.TEXT
    if len(text) > LONGEST_PASTE:
        gathering.refuse(0, "", f"this is {len(text):,} characters long; at most {LONGEST_PASTE:,} are read")
    elif is_json(text):
        source, sheet = Source.JSON, Sheet()
        read_json(text, sheet)
        _gather(gathering, sheet.name, sheet.faults, sheet.entries)
    elif _ROOT.match(text):
        read_markup(text, gathering)
    elif (code := find_sole_code(text)) is not None:
        source, found = Source.CODE, read_code(code, lexicon.titles, lexicon.numbers)
        entries = (Entry(*line[:4]) for line in found.lines)
        _gather(gathering, found.name, found.faults, entries, code, UNCHECKED if found.faults else "")
    else:
        read_text(text, gathering)
    return gathering.report(source)


def refuse_paste(raw: str, reason: str, source: Source) -> Report:
    """Return the report on a paste that cannot be read at all."""
    return Report(source, "", DeckContent(), (ReportLine(0, raw, Status.FAULT, reason),))


def report_of(
    content: DeckContent, name: str, lexicon: Lexicon, source: Source, chosen: Mapping[str, str] = NOTHING_CHOSEN
) -> Report:
    """Return the report on a deck that needs no parsing, such as a linked one."""
    gathering, sheet = Gathering(lexicon, chosen), Sheet()
    for part in OUTSIDE:
        title = getattr(content, part.value)
        if title is not None:
            sheet.add(0, part, 1, title)
    for part, counts in ((Part.DECK, content.cards), (Part.HEXPILE, content.hexpile)):
        for title, copies in counts.items():
            sheet.add(0, part, copies, title)
    _gather(gathering, name, (), sheet.entries)
    return gathering.report(source)


def _gather(
    gathering: Gathering,
    name: str,
    faults: Iterable[Fault],
    entries: Iterable[Entry],
    refused_raw: str = "",
    guess: str = "",
) -> None:
    """Gather entries that were not typed by hand; `refused_raw` is the text shown for a fault."""
    for fault in faults:
        gathering.refuse(fault.line, refused_raw, fault.reason)
    if name:
        gathering.call(0, name, name)
    for line, part, copies, typed in entries:
        raw = typed if part in OUTSIDE else f"{copies} {typed}"
        title = gathering.lexicon.titles.find(typed)
        gathering.add(Said(line, raw, part, copies, typed, title, guess=guess, is_strict=True, by_hand=False))
