"""Parsing of a pasted text line by line: headings, names, remarks, tables, and pieces in any spelling."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterator
from html import unescape
from typing import NamedTuple
from unicodedata import decimal

from incursions.games.incursions.deck_files.codes import find_code
from incursions.games.incursions.deck_files.formats import (
    COUNTED,
    HEADINGS,
    LINE_END,
    LONGEST_TYPED,
    NAME_LINE,
    SECTIONS,
    Part,
)
from incursions.games.incursions.deck_files.paste_report import Gathering, Said
from incursions.games.incursions.search.query import quote_typed
from incursions.kit.words import fold, refused_sign

_WORDS = {
    Part.SHIP: "ship, ships, starship, your ship, vessel",
    Part.CAPTAIN: "captain, captains, capt, capt., cpt, cpt.",
    Part.STAND_IN: "stand-in, stand in, standin, acting captain, captain (stand-in)",
    Part.DECK: "deck, main deck, maindeck, main, mainboard, cards, deck list, decklist, card list, draw deck, crew,"
    " officers, crew cards, attack, attacks, attack cards, defence, defences, defence cards, defense, defenses,"
    " defense cards, tactical, tactical cards, tactics, command, commands, command cards, equipment, other cards",
    Part.HEXPILE: "hexpile, hex pile, hexes, hex, tiles, hex tiles, hextiles, hex deck, map, map tiles",
}
BY_WORD = {word.strip(): part for part, words in _WORDS.items() for word in words.split(",")}
ASIDE = frozenset({"sideboard", "side deck", "side", "maybe", "maybeboard", "considering", "wishlist", "cut", "cuts"})
ANYWHERE = frozenset({"commander", "commanders", "companion", "companions", "leader", "identity"})
NAMES = frozenset({"name", "deck name", "title", "deck title"})

_ORNAMENTS = "#*=_~-–—>[]():.• \t"
_AMOUNT = re.compile(
    r"[\s:(\[-]*[0-9]{1,5}(?:\s*(?:cards?|tiles?|hexes|(?:hex )?points|pts))?[)\]]?\s*$", re.IGNORECASE
)
_BEFORE = re.compile(r"(?P<word>[^:=]{2,24}?)\s*(?:[:=\t,;]|\s[-–—]\s)\s*(?P<rest>.*)")
_STRICT = re.compile(r"\[(.*)\]")


class Section(NamedTuple):
    """A heading above pieces. Without a part, its pieces are left out (`is_aside`), or go where their kind belongs.

    `is_strict` is one as the text format has it: whatever stands below stays there.
    """

    part: Part | None
    is_strict: bool = False
    is_aside: bool = False


NOWHERE = Section(None)


class Before(NamedTuple):
    """A word before a piece, or before the deck's name if `part` is None."""

    part: Part | None
    rest: str


def section_of(line: str) -> Section | None:
    """Return the section that a line begins, or None. An unknown word in brackets begins one too."""
    bracketed = _STRICT.fullmatch(line)
    if bracketed and bracketed[1].strip().casefold() in SECTIONS:
        return Section(SECTIONS[bracketed[1].strip().casefold()], is_strict=True)
    word = fold(_AMOUNT.sub("", line.strip(_ORNAMENTS)).strip(_ORNAMENTS))
    is_one = bracketed is not None or word in BY_WORD or word in ASIDE or word in ANYWHERE
    return section_called(word) if is_one else None


def section_called(word: str) -> Section:
    """Return the section that a word names, known or not."""
    folded = fold(word)
    return Section(BY_WORD.get(folded), is_aside=folded in ASIDE)


def before_of(line: str) -> Before | None:
    """Return the word before a piece or the deck's name, with the rest of the line; None if either is missing."""
    found = _BEFORE.fullmatch(line.lstrip(_ORNAMENTS))
    if found is None or not found["rest"]:
        return None
    word = fold(found["word"].strip(_ORNAMENTS))
    if word in NAMES:
        return Before(None, found["rest"])
    part = BY_WORD.get(word)
    return Before(part, found["rest"]) if part in (Part.SHIP, Part.CAPTAIN, Part.STAND_IN) else None


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
_REMARK_BEHIND = re.compile(r"\s*(?://|\s#(?![0-9])).*$")
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
    text = _REMARK_BEHIND.sub("", text)
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
    """Return the title without quotes and loose ends, such as commas, around it."""
    return title.strip(_LOOSE_ENDS).strip(_QUOTES).strip(_LOOSE_ENDS)


MOST_CELLS = 40  # of a row without headings
_DELIMITERS = "\t,;|"
_TITLES = frozenset({"name", "names", "card", "cards", "card name", "card title", "title", "piece", "pieces"})
_COPIES = frozenset({"count", "qty", "qty.", "quantity", "copies", "amount", "number", "no.", "#", "x"})
_PARTS = frozenset({"section", "board", "zone", "part", "pile", "category", "kind"})
_NUMBER = re.compile(r"[x×]?\s*(-?[0-9]+)(?:[.,]0+)?\s*[x×]?", re.IGNORECASE)


class Row(NamedTuple):
    """A piece in a row of a table: its title, its copies and its part of the deck, each as typed, or empty."""

    title: str
    copies: str
    part: str


class Table(NamedTuple):
    """The columns that matter, by the headings above them."""

    delimiter: str
    title: int
    copies: int | None
    part: int | None

    def row(self, line: str) -> Row | None:
        """Parse a row; None for a line that is none, such as a heading or a remark."""
        cells = _cells(line, self.delimiter)
        if len(cells) < 2 or self.title >= len(cells):
            return None
        copies, part = ("" if at is None or at >= len(cells) else cells[at] for at in (self.copies, self.part))
        return Row(cells[self.title], copies, part)


def table_of(line: str) -> Table | None:
    """Return the table with this header: a column of titles, and one of copies or parts. None if it is no header."""
    for delimiter in _DELIMITERS:
        words = [fold(cell) for cell in _cells(line, delimiter)]
        title, copies, part = (_first(words, known) for known in (_TITLES, _COPIES, _PARTS))
        if title is not None and (copies is not None or part is not None):
            return Table(delimiter, title, copies, part)
    return None


def number_in(cell: str) -> str | None:
    """Return the whole number that is the only content of a cell, as typed."""
    found = _NUMBER.fullmatch(cell)
    return found[1] if found else None


def cells_with_numbers(line: str) -> list[list[str]]:
    """Return the cells of a line for each delimiter in it, if they are not too many and one is a number."""
    split = ([cell for cell in _cells(line, delimiter) if cell] for delimiter in _DELIMITERS if delimiter in line)
    return [cells for cells in split if len(cells) <= MOST_CELLS and any(map(number_in, cells))]


def _cells(line: str, delimiter: str) -> list[str]:
    """Return the cells of a line of CSV, or of a Markdown table."""
    if delimiter == "|":
        line = line.strip().strip("|")
    (cells,) = csv.reader([line], delimiter=delimiter, skipinitialspace=True)
    return [cell.strip() for cell in cells]


def _first(words: list[str], known: Collection[str]) -> int | None:
    """Return the place of the first known word, or None."""
    return next((place for place, word in enumerate(words) if word in known), None)


MOST_LINES = 2_000  # a deck with as many titles as can be kept has half of that
LONGEST_LINE = 500
HARDLY_LIKE = 0.7  # how close a title may be to a first line that is yet taken for the name of the deck
_REMARK = ("#", "//", ";")
_NOTHING = re.compile(r"[\W_]*")
_STRICT_HEADING = re.compile(rf"(?:{'|'.join(HEADINGS)})\s*:\s*(?P<title>.+)", re.IGNORECASE)
_ABOUT = "about"  # above the name, as Arena writes it
_NAME_BELOW = re.compile(r"name\s+(.+)", re.IGNORECASE)
_ASIDE = re.compile(
    r"(?:sb|sideboard|maybeboard)\s*:\s*\S.*"
    r"|(?!\W*\[).*\[(?:[^\[\]]*\{nodeck\}[^\[\]]*"
    r"|(?:[^\[\]]*,\s*)?(?:sideboard|maybeboard|considering|wishlist)\b[^\[\]]*)"
    r"\]\s*(?:\^[^^]*\^)?",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"(?:total|deck size|sum)\b[^0-9]{0,20}[0-9]+(?:\s*\w+)?"
    r"|[0-9]+\s+(?:influence|agenda points?)\b.*"
    r"|[0-9]+\s+(?:cards?|tiles?|hexes|pieces|(?:hex )?points|pts)(?:\s+(?:total|in total|in all))?(?:\s*\(.*\))?",
    re.IGNORECASE,
)
_TOTALS = frozenset({"", "total", "totals", "sum"})


def read_text(text: str, gathering: Gathering) -> None:
    """Read a text of any lines into the gathering."""
    lines = LINE_END.split(text)
    if len(lines) > MOST_LINES:
        gathering.refuse(0, "", f"there are {len(lines):,} lines; at most {MOST_LINES:,} are read")
        return
    reader = _PasteReader(gathering)
    for number, line in enumerate(lines, 1):
        reader.read_line(number, line)


class _PasteReader:
    """A reader of pasted lines; it knows the section and the table that the next line belongs to."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.titles = gathering.lexicon.titles
        self.section = NOWHERE
        self.table: Table | None = None
        self.has_begun = False  # was there anything but remarks?
        self.is_about = False  # may the next line be the name?

    def read_line(self, number: int, line: str) -> None:
        """Read a line into the gathering."""
        sign = refused_sign(line)
        whole, line = line, self._strip_decoration(line.strip())
        if sign is not None:
            printable = "".join(letter if letter.isprintable() else "\ufffd" for letter in line)
            self.gathering.refuse(number, printable, f"the line holds {sign}")
        elif len(line) > LONGEST_LINE:
            self.gathering.refuse(number, line, f"the line is longer than {LONGEST_LINE} characters")
        elif not _NOTHING.fullmatch(line) or plainly(line).copies:
            self._read_undecorated(number, line, whole)
        elif whole.strip() and not _NOTHING.fullmatch(whole.strip()):
            self.gathering.note(number, whole.strip(), "markup without a piece")

    def _strip_decoration(self, line: str) -> str:
        """Return the line without decoration, or unchanged if it has a meaning in the text format as it stands."""
        is_by_the_letter = self.section.is_strict or NAME_LINE.fullmatch(line) or _STRICT_HEADING.fullmatch(line)
        return line if is_by_the_letter or self.titles.find(plainly(line).title) else bare_line(line)

    def _read_undecorated(self, number: int, line: str, whole: str) -> None:
        name = NAME_LINE.fullmatch(line) or (_NAME_BELOW.fullmatch(line) if self.is_about else None)
        self.is_about = not self.has_begun and line.casefold() == _ABOUT
        if name:
            self.gathering.call(number, line, name[1])
        elif self._note_no_piece(number, line) or self._read_table_line(number, line, whole):
            self.has_begun = self.has_begun or not self.is_about
        elif plainly(line).copies is not None or self.titles.find(line):
            self._add(number, line, self.section.part, line)
        elif not self._read_heading(number, line):
            self._read_uncounted(number, line)

    def _note_no_piece(self, number: int, line: str) -> bool:
        """Note a line that is a heading, an aside or a total. Return True if it is one."""
        if self.is_about:
            self.gathering.note(number, line, "a heading")
        elif self.section.is_strict:
            return False
        elif _ASIDE.fullmatch(line):
            self.gathering.note(number, line, "left out: it is not part of the deck")
        elif _TOTAL.fullmatch(line):
            self.gathering.note(number, line, "how many there are; it was not compared")
        else:
            return False
        return True

    def _read_table_line(self, number: int, line: str, whole: str) -> bool:
        """Read a line that is the header or a row of a table. Return True if it is one."""
        table = table_of(whole)
        row = self.table.row(whole) if self.table is not None and table is None else None
        if table is not None:
            self.table = table
            self.gathering.note(number, line, "the headings of a table")
        elif row is not None:
            self._add_row(number, line, row)
        return table is not None or row is not None

    def _add_row(self, number: int, line: str, row: Row) -> None:
        section = section_called(row.part)
        copies = number_in(row.copies)
        heading = section_of(row.title) if not row.copies else None
        if heading is not None:
            self._begin_section(number, line, heading)
        elif section.is_aside or self.section.is_aside:
            self.gathering.note(number, line, "left out: it is not part of the deck")
        elif fold(row.title) in _TOTALS:
            self.gathering.note(number, line, "a row without a piece")
        elif row.copies and copies is None:
            self.gathering.refuse(number, line, f"{quote_typed(row.copies)} is not a number of copies")
        else:
            reading, title = self._find_reading(row.title) or (Reading(None, row.title), None)
            self.gathering.add(
                Said(
                    line=number,
                    raw=line,
                    part=section.part or self.section.part,
                    copies=copies,
                    typed=row.title,
                    title=title,
                    bare=barest(row.title).title,
                    guess=reading.guess,
                    reason="" if copies else ONE_COPY,
                )
            )

    def _read_heading(self, number: int, line: str) -> bool:
        """Read a heading, or a piece or name behind a word such as "Ship:". Return True if the line is one."""
        before = before_of(line)
        section = section_of(line) if before is None else None
        if before is not None and before.part is None:
            self.gathering.call(number, line, before.rest)
        elif before is not None:
            self._add(number, line, before.part, before.rest)
        elif section is not None:
            self._begin_section(number, line, section)
        self.has_begun = self.has_begun or section is not None
        return before is not None or section is not None

    def _begin_section(self, number: int, line: str, section: Section) -> None:
        self.section = section
        if section.is_strict:
            self.table = None
        if section.is_aside:
            self.gathering.note(number, line, "the lines below are left out: they are not part of the deck")
        elif section.part is None:
            reason = "there is no such section; the lines below go where their kind belongs"
            self.gathering.note(number, line, reason)

    def _read_uncounted(self, number: int, line: str) -> None:
        """Read a line without a number in front: a remark, the deck's name, or a piece in another spelling."""
        if line.startswith(_REMARK):
            self.gathering.note(number, line, "a remark")
        elif find_code(line) is not None:
            self.gathering.refuse(number, line, "there is a share code among other lines; paste it alone")
        elif not self.has_begun and self._may_be_name(line):
            self.has_begun = True
            self.gathering.call(number, line, line, "taken as the name of the deck")
        else:
            self._add(number, line, self.section.part, line)

    def _may_be_name(self, line: str) -> bool:
        """Return True if the line may be the name of a deck: plain words, which no piece is called or nearly called."""
        if not _PLAIN.fullmatch(line) or "://" in line or line.casefold().startswith("www."):
            return False
        if self._find_reading(line) or self._split_list(line) or self._find_in_cells(line):
            return False
        bare = barest(line)
        near = self.gathering.lexicon.likeness.near(bare.title, (), 1)
        return bare.copies is None and near.closeness < HARDLY_LIKE

    def _split_list(self, line: str) -> list[str]:
        """Return the pieces of a line that lists several between commas or semicolons, if each is known or counted."""
        counts_do = not self.section.is_strict
        for comma in (",", ";"):
            pieces = [piece.strip() for piece in line.split(comma)]
            known = ((counts_do and plainly(piece).copies) or self._find_reading(piece) for piece in pieces)
            if len(pieces) > 1 and all(known):
                return pieces
        return []

    def _find_reading(self, line: str) -> tuple[Reading, str] | None:
        """Return the first reading whose title is known, with the known title; None if there is none."""
        for reading in readings(line):
            title = self.titles.find(reading.title) if 0 < len(reading.title) <= LONGEST_TYPED else None
            if title is not None:
                return reading, title
        return None

    def _find_by_roman_number(self, line: str) -> tuple[Reading, str] | None:
        """Return the piece of a line that counts it by a Roman number, such as "IV Red Alert", as a guess."""
        found = _ROMAN.fullmatch(line)
        count = _ROMAN_VALUES.get(found["count"]) if found else None
        title = self.titles.find(found["title"]) if found and count else None
        if found is None or title is None:
            return None
        return Reading(str(count), found["title"], f"{line.split(maxsplit=1)[0]} was read as {count}"), title

    def _find_in_cells(self, line: str) -> tuple[Reading, str] | None:
        """Return the only piece among cells of which another is a number, with that number."""
        for cells in cells_with_numbers(line):
            titles = {cell: title for cell in cells if (title := self.titles.find(cell)) is not None}
            if len(titles) == 1:
                ((cell, title),) = titles.items()
                copies = next(filter(None, map(number_in, cells)))
                return Reading(copies, cell, IN_CELLS), title
        return None

    def _add(self, number: int, raw: str, part: Part | None, line: str) -> None:
        self.has_begun = True
        if self.section.is_aside:
            self.gathering.note(number, raw, "left out: it is not part of the deck")
            return
        found = self._find_reading(line) or self._find_by_roman_number(line)
        pieces = self._split_list(line) if found is None else []
        if pieces:
            for piece in pieces:
                self._add(number, piece, part, piece)
            return
        found = found or self._find_in_cells(line)
        self.gathering.add(self._make_said(number, raw, part, line, found))

    def _make_said(
        self, number: int, raw: str, part: Part | None, line: str, found: tuple[Reading, str] | None
    ) -> Said:
        is_heading = part is not self.section.part
        # Our own format counts no ship: "0 X" and "X 4 x" are titles there, of pieces that nobody knows.
        is_by_the_letter = is_heading and bool(_STRICT_HEADING.fullmatch(raw))
        plain = plainly(line) if found or not is_by_the_letter else Reading(None, line)
        reading, title = found or (plain if plain.copies or is_by_the_letter else barest(line), None)
        typed = plain.title if plain.copies or title or is_heading else reading.title
        return Said(
            line=number,
            raw=raw,
            part=part,
            copies=reading.copies,
            typed=typed,
            title=title,
            bare=barest(line).title,
            guess=reading.guess,
            reason=ONE_COPY if reading.copies is None and not reading.guess and not is_heading else "",
            is_strict=self.section.is_strict or is_by_the_letter,
            is_listed=reading.copies is not None or is_heading,
        )
