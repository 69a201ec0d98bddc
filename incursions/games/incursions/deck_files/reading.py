"""Reads deck files and pools, as text or JSON: the content, and the outcome of each line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from incursions.games.incursions.deck_files.formats import read_json, read_lines
from incursions.games.incursions.deck_files.lexicon import Titles
from incursions.games.incursions.deck_files.sheet import LONGEST_TEXT, OUTSIDE, Fault, Part, Sheet
from incursions.games.incursions.rules.construction import DeckContent

BYTE_ORDER_MARK = "\ufeff"
_JSON = re.compile(rf"{BYTE_ORDER_MARK}?\s*(?:\{{|\[\s*[{{\"])")  # an object, or a list, which no section looks like
MOST_FAULTS = 50  # that are told; whoever pastes something else wants no list of its lines


class Line(NamedTuple):
    """An entry and its piece; `title` is None if the piece is unknown. `line` is 0 in JSON."""

    line: int
    part: Part
    copies: int
    typed: str
    title: str | None


class DeckFile(NamedTuple):
    """A deck as it was read. It is complete only without faults; unknown titles stand in it as typed."""

    name: str
    content: DeckContent
    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]


class PoolFile(NamedTuple):
    """A pool file: the pieces that a player opened, each with its copies (rules 22.1), and its faults."""

    pool: Mapping[str, int]
    lines: tuple[Line, ...]
    faults: tuple[Fault, ...]


def read_deck(text: str, titles: Titles) -> DeckFile:
    """Return the deck in a text or JSON object. Never raises: what cannot be read is a fault."""
    return deck_of(_sheet_of(text, Sheet()), titles)


def deck_of(sheet: Sheet, titles: Titles) -> DeckFile:
    """Return the deck in a sheet, with its titles looked up."""
    lines = _looked_up(sheet, titles)
    outside = {line.part: line.title or line.typed for line in lines if line.part in OUTSIDE}
    content = DeckContent(
        ship=outside.get(Part.SHIP),
        captain=outside.get(Part.CAPTAIN),
        stand_in=outside.get(Part.STAND_IN),
        cards=_sum_copies(line for line in lines if line.part is Part.DECK),
        hexpile=_sum_copies(line for line in lines if line.part is Part.HEXPILE),
    )
    return DeckFile(sheet.name, content, lines, _cap_faults(sheet.faults))


def read_pool(text: str, titles: Titles) -> PoolFile:
    """Return the pool in a text or JSON object. Copies count in whichever part they stand."""
    sheet = _sheet_of(text, Sheet(is_pool=True))
    lines = _looked_up(sheet, titles)
    return PoolFile(_sum_copies(lines), lines, _cap_faults(sheet.faults))


def is_json(text: str) -> bool:
    """Return True if the text is JSON."""
    return _JSON.match(text) is not None


def _sheet_of(text: str, sheet: Sheet) -> Sheet:
    text = text.removeprefix(BYTE_ORDER_MARK)
    if len(text) > LONGEST_TEXT:
        sheet.refuse(0, f"there are more than {LONGEST_TEXT} characters")
    elif is_json(text):
        read_json(text, sheet)
    else:
        read_lines(text, sheet)
    return sheet


def _cap_faults(faults: list[Fault]) -> tuple[Fault, ...]:
    """Return the first faults in the order of their lines, and a last one with the number of the rest."""
    ordered = sorted(faults, key=lambda fault: fault.line)
    told, more = ordered[:MOST_FAULTS], len(ordered) - MOST_FAULTS
    return (*told, Fault(0, f"and {more} more")) if more > 0 else tuple(told)


def _looked_up(sheet: Sheet, titles: Titles) -> tuple[Line, ...]:
    return tuple(Line(*entry, titles.find(entry.typed)) for entry in sheet.entries)


def _sum_copies(lines: Iterable[Line]) -> dict[str, int]:
    """Return the copies by title, added up over all lines."""
    copies: Counter[str] = Counter()
    for line in lines:
        copies[line.title or line.typed] += line.copies
    return dict(copies)
