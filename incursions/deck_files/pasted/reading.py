"""Reads a paste: a share code, JSON or text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from incursions.deck_files.codes import find_sole_code, read_code
from incursions.deck_files.json_format import read_json
from incursions.deck_files.lexicon import Lexicon
from incursions.deck_files.pasted.gathering import Gathering, Said
from incursions.deck_files.pasted.lines import read_text
from incursions.deck_files.pasted.markup import is_markup, read_markup
from incursions.deck_files.pasted.report import Report, ReportLine, Source, Status
from incursions.deck_files.reading import BYTE_ORDER_MARK, is_json
from incursions.deck_files.sheet import LONGEST_TEXT, OUTSIDE, Entry, Fault, Part, Sheet
from incursions.rules.construction import DeckContent

LONGEST_PASTE = LONGEST_TEXT
NOTHING_CHOSEN: Mapping[str, str] = {}
UNCHECKED = "taken by its number; because another number is unknown, this could not be checked"


def read_pasted(text: str, lexicon: Lexicon, chosen: Mapping[str, str] = NOTHING_CHOSEN) -> Report:
    """Return the report on each line of a paste. Raises nothing.

    `chosen` are corrections: the title to take for what was typed, itself to keep it, or `LEFT_OUT`.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    gathering = Gathering(lexicon, chosen)
    if len(text) > LONGEST_PASTE:
        gathering.refuse(0, "", f"this is {len(text):,} characters long; at most {LONGEST_PASTE:,} are read")
        return gathering.report(Source.TEXT)
    if is_json(text):
        _read_json(text, gathering)
        return gathering.report(Source.JSON)
    if is_markup(text):
        read_markup(text, gathering)
        return gathering.report(Source.TEXT)
    code = find_sole_code(text)
    if code is not None:
        _read_code(code, gathering)
        return gathering.report(Source.CODE)
    read_text(text, gathering)
    return gathering.report(Source.TEXT)


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
            sheet.add_outside(0, part, title)
    for part, counts in ((Part.DECK, content.cards), (Part.HEXPILE, content.hexpile)):
        for title, copies in counts.items():
            sheet.add(0, part, copies, title)
    _gather(gathering, name, (), sheet.entries)
    return gathering.report(source)


def _read_code(code: str, gathering: Gathering) -> None:
    lexicon = gathering.lexicon
    found = read_code(code, lexicon.titles, lexicon.numbers)
    entries = (Entry(*line[:4]) for line in found.lines)
    _gather(gathering, found.name, found.faults, entries, code, UNCHECKED if found.faults else "")


def _read_json(text: str, gathering: Gathering) -> None:
    sheet = Sheet()
    read_json(text, sheet)
    _gather(gathering, sheet.name, sheet.faults, sheet.entries)


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
