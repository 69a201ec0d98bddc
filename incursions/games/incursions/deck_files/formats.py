"""Deck files and pools, as text or JSON: parsed into entries and faults, written, and read line by line."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from incursions.games.incursions.deck_files.lexicon import Titles
from incursions.games.incursions.rules.construction import DeckContent
from incursions.kit.words import clean_text, quote, refused_sign

LONGEST_NAME = 100  # characters
LONGEST_TYPED = 200  # of a title, which may be typed with an accent after each letter
MOST_COPIES = 999_999  # that are read; how many are legal is the evaluator's matter
MOST_LINES = 20_000  # twice a large catalogue
LONGEST_TEXT = 2_000_000  # characters


def as_line(text: str) -> str:
    """Return the text. Raises ValueError if it holds a sign that no line may hold."""
    sign = refused_sign(text)
    if sign is not None:
        raise ValueError(f"{text!r} holds {sign}")
    return text


class Part(StrEnum):
    """The place of a piece: outside the deck (rules 3.5, 3.8), in deck or hexpile, or in a pool (rules 22)."""

    SHIP = "ship"
    CAPTAIN = "captain"
    STAND_IN = "stand_in"
    DECK = "deck"
    HEXPILE = "hexpile"
    POOL = "pool"


OUTSIDE = (Part.SHIP, Part.CAPTAIN, Part.STAND_IN)


class Fault(NamedTuple):
    """A fault of a file. `line` counts from 1; it is 0 if no line is at fault, as in well-formed JSON."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class Entry(NamedTuple):
    """Copies of a piece, as typed."""

    line: int
    part: Part
    copies: int
    typed: str


class Sheet:
    """The contents of a file. A pool may repeat a heading or section; a deck may not."""

    def __init__(self, *, is_pool: bool = False) -> None:
        self.is_pool = is_pool
        self.name = ""
        self.entries: list[Entry] = []
        self.faults: list[Fault] = []
        self._outside: set[Part] = set()

    def refuse(self, line: int, reason: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(line, reason))

    def call(self, line: int, name: str) -> None:
        """Set the name of the deck."""
        cleaned = self._clean(line, name, "the name", LONGEST_NAME)
        if cleaned is not None and self.name:
            self.refuse(line, "the name appears twice")
        elif cleaned is not None:
            self.name = cleaned

    def add(self, line: int, part: Part, copies: int, typed: str) -> None:
        """Add an entry; a fault if its title or copies are not allowed, or its place outside the deck is taken."""
        if part in self._outside and not self.is_pool:
            self.refuse(line, f"{name_of_part(part)} appears twice")
            return
        if part in OUTSIDE:
            self._outside.add(part)
        cleaned = self._clean(line, typed, f"{name_of_part(part)}: the title", LONGEST_TYPED)
        if cleaned is None:
            return
        if copies < 1:
            self.refuse(line, f"{name_of_part(part)}, {quote(cleaned)}: at least one copy was expected, not {copies}")
        elif copies > MOST_COPIES:
            self.refuse(line, f"{name_of_part(part)}, {quote(cleaned)}: at most {MOST_COPIES} copies were expected")
        else:
            self.entries.append(Entry(line, part, copies, cleaned))

    def _clean(self, line: int, text: str, what: str, longest: int) -> str | None:
        """Return the text without invisible characters; note a fault and return None if it is not allowed."""
        sign = refused_sign(text)
        cleaned = clean_text(text)
        if sign is not None:
            self.refuse(line, f"{what} holds {sign}")
        elif not cleaned:
            self.refuse(line, f"{what} is empty; leave it out where there is none")
        elif len(cleaned) > longest:
            self.refuse(line, f"{what} is longer than {longest} characters")
        else:
            return cleaned
        return None


def name_of_part(part: Part) -> str:
    """Return the name of a part in words."""
    return part.value.replace("_", "-")


HEADINGS = {name_of_part(part): part for part in OUTSIDE}
SECTIONS = {part.value: part for part in (Part.DECK, Part.HEXPILE)}
SECTIONS_OF_POOLS = {Part.POOL.value: Part.POOL, **SECTIONS}

LINE_END = re.compile(r"\r\n|\r|\n")
NAME_LINE = re.compile(r"#\s*name\s*:(.*)", re.IGNORECASE)
_SECTION = re.compile(r"\[(.*)\]")
_HEADING = re.compile(r"([a-z-]+)\s*:(.*)", re.IGNORECASE)
COUNTED = re.compile(r"(-?[0-9]+)[x×]?\s+(.+)", re.IGNORECASE)
DIGITS_READ = 9  # a number with more digits is not a number of copies, whatever it is


def read_lines(text: str, sheet: Sheet) -> None:
    """Read a text into the sheet."""
    lines = LINE_END.split(text)
    if len(lines) > MOST_LINES:
        sheet.refuse(MOST_LINES + 1, f"there are more than {MOST_LINES} lines")
        return
    reader = _LineReader(sheet)
    for number, line in enumerate(lines, 1):
        reader.read_line(number, line)
    reader.end()


class _LineReader:
    """A reader of the text format; it knows the section that the next line belongs to."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.sections = SECTIONS_OF_POOLS if sheet.is_pool else SECTIONS
        self.section: Part | None = Part.POOL if sheet.is_pool else None
        self.begun: set[Part] = set()
        self.above: list[int] = []  # lines with count and title above all sections

    def read_line(self, number: int, line: str) -> None:
        """Read a line into the sheet."""
        sign = refused_sign(line)
        line = line.strip()
        if sign is not None:
            self.sheet.refuse(number, f"the line holds {sign}")
        elif line.startswith("#"):
            name = NAME_LINE.fullmatch(line)
            if name and name[1].strip():
                self.sheet.call(number, name[1])
        elif section := _SECTION.fullmatch(line):
            self._begin_section(number, section[1])
        elif counted := COUNTED.fullmatch(line):
            self._add(number, counted[1], counted[2])
        elif heading := _HEADING.fullmatch(line):
            self._outside(number, heading[1], heading[2])
        elif line:
            self.sheet.refuse(number, f"a count and a title were expected, as in “4 Phasers”, not {quote(line)}")

    def end(self) -> None:
        """Note a fault if the file had no section. Called after the last line."""
        sheet = self.sheet
        if self.section is None:
            sheet.refuse(self.above[0] if self.above else 1, "there is no section: [Deck] and [Hexpile] were expected")
        else:
            for number in self.above:
                sheet.refuse(number, "this line is above the first section: [Deck] or [Hexpile] was expected")

    def _begin_section(self, number: int, typed: str) -> None:
        section = self.sections.get(typed.strip().casefold())
        if section is None:
            known = ", ".join(f"[{part.title()}]" for part in self.sections)
            self.sheet.refuse(number, f"there is no section {quote(typed)}; there are {known}")
        elif section in self.begun and not self.sheet.is_pool:
            self.sheet.refuse(number, f"the section [{section.title()}] appears twice")
        else:
            self.begun.add(section)
        self.section = section or self.section or Part.DECK  # go on, to find what else cannot be read

    def _add(self, number: int, count: str, title: str) -> None:
        if len(count) > DIGITS_READ:
            self.sheet.refuse(number, f"{quote(count)} is not a number of copies")
        elif self.section is None:
            self.above.append(number)
        else:
            self.sheet.add(number, self.section, int(count), title)

    def _outside(self, number: int, typed: str, title: str) -> None:
        part = HEADINGS.get(typed.casefold())
        if part is None:
            reason = f"there is no heading {quote(typed)}; there are Ship, Captain and Stand-in, and # Name"
            self.sheet.refuse(number, reason)
        else:
            self.sheet.add(number, part, 1, title)


def text_of(content: DeckContent, name: str = "") -> str:
    """Return the canonical text of a deck. Raises ValueError for a name or title that no line can hold."""
    lines = [f"# Name: {name}"] if name else []
    outside = ((part, getattr(content, part.value)) for part in OUTSIDE)
    lines += [f"{name_of_part(part).capitalize()}: {title}" for part, title in outside if title]
    for part, counts in ((Part.DECK, content.cards), (Part.HEXPILE, content.hexpile)):
        lines.append(f"[{part.title()}]")
        lines += [f"{copies} {title}" for title, copies in sorted(counts.items())]
    return "".join(f"{as_line(line)}\n" for line in lines)


NAME = "name"
KEYS = (NAME, *OUTSIDE, Part.DECK, Part.HEXPILE)
KEYS_OF_POOLS = (*KEYS, Part.POOL)
FILE = "the file"


class _Object(list[tuple[str, Any]]):
    """An object of JSON with every key, be it there twice."""


def read_json(text: str, sheet: Sheet) -> None:
    """Read a text that is to be one object of JSON into the sheet."""
    try:
        parsed = json.loads(text, object_pairs_hook=_Object)
    except json.JSONDecodeError as problem:
        sheet.refuse(problem.lineno, f"this is not JSON: {problem.msg}")
    except RecursionError:
        sheet.refuse(0, "this is nested too deep")
    except ValueError:  # of the numbers in it
        sheet.refuse(0, "a number has too many digits")
    else:
        if isinstance(parsed, _Object):
            _read_object(parsed, sheet)
        else:
            sheet.refuse(0, f'an object was expected, as in {{"deck": {{"Phasers": 4}}}}, not {_show_value(parsed)}')


def _read_object(parsed: _Object, sheet: Sheet) -> None:
    keys = KEYS_OF_POOLS if sheet.is_pool else KEYS
    found = dict(_single(parsed, FILE, sheet))
    for key, value in found.items():
        if key not in keys:
            sheet.refuse(0, f"there is no key {quote(key)}; there are {', '.join(keys)}")
        elif key == NAME or key in OUTSIDE:
            _read_title(key, value, sheet)
        else:
            _read_counts(Part(key), value, sheet)
    if not found.keys() & {*keys[keys.index(Part.DECK) :]}:
        sheet.refuse(0, f"there is neither {' nor '.join(keys[keys.index(Part.DECK) :])}")


def _read_title(key: str, value: Any, sheet: Sheet) -> None:
    if value is None:
        return
    if not isinstance(value, str):
        sheet.refuse(0, f"{key}: a text or null was expected, not {_show_value(value)}")
    elif key == NAME:
        if value:
            sheet.call(0, value)
    else:
        sheet.add(0, Part(key), 1, value)


def _read_counts(part: Part, value: Any, sheet: Sheet) -> None:
    if not isinstance(value, _Object):
        sheet.refuse(0, f"{part}: titles with their copies were expected, not {_show_value(value)}")
        return
    if len(value) > MOST_LINES:
        sheet.refuse(0, f"{part}: there are more than {MOST_LINES} titles")
        return
    for title, copies in _single(value, part, sheet):
        if not isinstance(copies, int) or isinstance(copies, bool):
            sheet.refuse(0, f"{part}, {quote(title)}: a whole number was expected, not {_show_value(copies)}")
        else:
            sheet.add(0, part, copies, title)


def _single(pairs: _Object, where: str, sheet: Sheet) -> Iterator[tuple[str, Any]]:
    """Yield the pairs of an object; a key that appears twice is refused."""
    known: set[str] = set()
    for key, value in pairs:
        if key in known:
            sheet.refuse(0, f"{where}: {quote(key)} appears twice")
        else:
            known.add(key)
            yield key, value


def _show_value(value: Any) -> str:
    """Return a value as JSON for a sentence; a list or an object is named by its kind."""
    if isinstance(value, list):
        return "an object" if isinstance(value, _Object) else "a list"
    return json.dumps(value) if value is None or isinstance(value, bool | float) else quote(value)


def json_of(content: DeckContent, name: str = "") -> str:
    """Return the canonical JSON of a deck, with all keys."""
    outside = {part.value: getattr(content, part.value) for part in OUTSIDE}
    piles = ((Part.DECK, content.cards), (Part.HEXPILE, content.hexpile))
    sorted_piles = {part.value: dict(sorted(counts.items())) for part, counts in piles}
    return json.dumps({NAME: name, **outside, **sorted_piles}, ensure_ascii=False, indent=2) + "\n"


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
    lines = _look_up_titles(sheet, titles)
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
    lines = _look_up_titles(sheet, titles)
    return PoolFile(_sum_copies(lines), lines, _cap_faults(sheet.faults))


def is_json(text: str) -> bool:
    """Return True if the text is JSON."""
    return _JSON.match(text) is not None


def _sheet_of(text: str, sheet: Sheet) -> Sheet:
    """Fill the sheet from a text, in JSON or in the text format, and return it."""
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


def _look_up_titles(sheet: Sheet, titles: Titles) -> tuple[Line, ...]:
    return tuple(Line(*entry, titles.find(entry.typed)) for entry in sheet.entries)


def _sum_copies(lines: Iterable[Line]) -> dict[str, int]:
    """Return the copies by title, added up over all lines."""
    copies: Counter[str] = Counter()
    for line in lines:
        copies[line.title or line.typed] += line.copies
    return dict(copies)
