"""Parses a pasted text line by line: headings, names, remarks, and pieces in any spelling."""

from __future__ import annotations

import re

from incursions.deck_files.codes import find_code
from incursions.deck_files.pasted.gathering import Gathering, Said
from incursions.deck_files.pasted.headings import NOWHERE, Section, before_of, section_called, section_of
from incursions.deck_files.pasted.spellings import (
    IN_CELLS,
    ONE_COPY,
    Reading,
    bare_line,
    barest,
    is_plain_words,
    plainly,
    readings,
    roman_count,
)
from incursions.deck_files.pasted.tables import Row, Table, cells_with_numbers, number_in, table_of
from incursions.deck_files.sheet import LONGEST_TYPED, Part, refused_sign
from incursions.deck_files.text_format import HEADINGS, LINE_END, NAME
from incursions.search.folding import fold
from incursions.search.query import quote_typed

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
    """Read a text into the gathering."""
    lines = LINE_END.split(text)
    if len(lines) > MOST_LINES:
        gathering.refuse(0, "", f"there are {len(lines):,} lines; at most {MOST_LINES:,} are read")
        return
    reading = _Reading(gathering)
    for number, line in enumerate(lines, 1):
        reading.read(number, line)


class _Reading:
    """A text under way: the section that the next line belongs to."""

    def __init__(self, gathering: Gathering) -> None:
        self.gathering = gathering
        self.titles = gathering.lexicon.titles
        self.section = NOWHERE
        self.table: Table | None = None
        self.has_begun = False  # was there anything but remarks?
        self.is_about = False  # may the next line be the name?

    def read(self, number: int, line: str) -> None:
        """Read a line."""
        sign = refused_sign(line)
        whole, line = line, self._strip_decoration(line.strip())
        if sign is not None:
            self.gathering.refuse(number, _show_line(line), f"the line holds {sign}")
        elif len(line) > LONGEST_LINE:
            self.gathering.refuse(number, line, f"the line is longer than {LONGEST_LINE} characters")
        elif not _NOTHING.fullmatch(line) or plainly(line).copies:
            self._read_line(number, line, whole)
        elif whole.strip() and not _NOTHING.fullmatch(whole.strip()):
            self.gathering.note(number, whole.strip(), "markup without a piece")

    def _strip_decoration(self, line: str) -> str:
        """Return the line without decoration, or unchanged if it has a meaning in the text format as it stands."""
        is_by_the_letter = self.section.is_strict or NAME.fullmatch(line) or _STRICT_HEADING.fullmatch(line)
        return line if is_by_the_letter or self.titles.find(plainly(line).title) else bare_line(line)

    def _read_line(self, number: int, line: str, whole: str) -> None:
        name = NAME.fullmatch(line) or (_NAME_BELOW.fullmatch(line) if self.is_about else None)
        self.is_about = not self.has_begun and line.casefold() == _ABOUT
        if name:
            self.gathering.call(number, line, name[1])
        elif self._is_no_piece(number, line) or self._in_table(number, line, whole):
            self.has_begun = self.has_begun or not self.is_about
        elif plainly(line).copies is not None or self.titles.find(line):
            self._add(number, line, self.section.part, line)
        elif not self._heading(number, line):
            self._read_uncounted(number, line)

    def _is_no_piece(self, number: int, line: str) -> bool:
        """Note a line that is a heading, an aside or a total. Return True if it is one."""
        if self.is_about:
            self.gathering.note(number, line, "a heading")
        elif self.section.is_strict:
            return False
        elif _ASIDE.fullmatch(line):
            self.gathering.note(number, line, "left out: it is no part of the deck")
        elif _TOTAL.fullmatch(line):
            self.gathering.note(number, line, "how many there are; it was not compared")
        else:
            return False
        return True

    def _in_table(self, number: int, line: str, whole: str) -> bool:
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
            self._begin(number, line, heading)
        elif section.is_aside or self.section.is_aside:
            self.gathering.note(number, line, "left out: it is no part of the deck")
        elif fold(row.title) in _TOTALS:
            self.gathering.note(number, line, "a row without a piece")
        elif row.copies and copies is None:
            self.gathering.refuse(number, line, f"{quote_typed(row.copies)} is no number of copies")
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

    def _heading(self, number: int, line: str) -> bool:
        """Read a heading, or a piece or name behind a word such as "Ship:". Return True if the line is one."""
        before = before_of(line)
        section = section_of(line) if before is None else None
        if before is not None and before.part is None:
            self.gathering.call(number, line, before.rest)
        elif before is not None:
            self._add(number, line, before.part, before.rest)
        elif section is not None:
            self._begin(number, line, section)
        self.has_begun = self.has_begun or section is not None
        return before is not None or section is not None

    def _begin(self, number: int, line: str, section: Section) -> None:
        self.section = section
        if section.is_strict:
            self.table = None
        if section.is_aside:
            self.gathering.note(number, line, "what stands below is left out: it is no part of the deck")
        elif section.part is None:
            reason = "there is no such section; what stands below goes where its kind belongs"
            self.gathering.note(number, line, reason)

    def _read_uncounted(self, number: int, line: str) -> None:
        """Read a line without a number in front: a remark, the deck's name, or a piece in another spelling."""
        if line.startswith(_REMARK):
            self.gathering.note(number, line, "a remark")
        elif find_code(line) is not None:
            self.gathering.refuse(number, line, "a share code stands among other lines; paste it alone")
        elif not self.has_begun and is_plain_words(line) and self._means_nothing(line):
            self.has_begun = True
            self.gathering.call(number, line, line, "taken as the name of the deck")
        else:
            self._add(number, line, self.section.part, line)

    def _means_nothing(self, line: str) -> bool:
        """Return True if no piece has this name or one like it."""
        if self._find_reading(line) or self._split_list(line) or self._found_in_cells(line):
            return False
        bare = barest(line)
        near = self.gathering.lexicon.likeness.near(bare.title, (), 1)
        return bare.copies is None and near.closeness < HARDLY_LIKE

    def _split_list(self, line: str) -> list[str]:
        """Return the pieces of a line that lists several between commas or semicolons, if each is known or counted."""
        for comma in (",", ";"):
            pieces = [piece.strip() for piece in line.split(comma)]
            if len(pieces) > 1 and all(self._may_be_listed(piece) for piece in pieces):
                return pieces
        return []

    def _may_be_listed(self, piece: str) -> bool:
        is_counted = plainly(piece).copies is not None and not self.section.is_strict
        return is_counted or self._find_reading(piece) is not None

    def _find_reading(self, line: str) -> tuple[Reading, str] | None:
        """Return the first reading whose title is known, with the known title; None if there is none."""
        for reading in readings(line):
            title = self.titles.find(reading.title) if 0 < len(reading.title) <= LONGEST_TYPED else None
            if title is not None:
                return reading, title
        return None

    def _found_by_roman_number(self, line: str) -> tuple[Reading, str] | None:
        """Return the piece of a line that counts it by a Roman number, as a guess."""
        counted = roman_count(line)
        title = None if counted is None else self.titles.find(counted[1])
        if counted is None or title is None:
            return None
        count, typed = counted
        return Reading(str(count), typed, f"{line.split(maxsplit=1)[0]} was read as {count}"), title

    def _found_in_cells(self, line: str) -> tuple[Reading, str] | None:
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
            self.gathering.note(number, raw, "left out: it is no part of the deck")
            return
        found = self._find_reading(line) or self._found_by_roman_number(line)
        pieces = self._split_list(line) if found is None else []
        if pieces:
            for piece in pieces:
                self._add(number, piece, part, piece)
            return
        found = found or self._found_in_cells(line)
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


def _show_line(line: str) -> str:
    """Return the line with each unprintable character replaced."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)
