"""Reads a pasted text line by line: headings, names, remarks, and pieces in whatever spelling."""

from __future__ import annotations

import re

from incursions.deck_files.codes.letters import code_in
from incursions.deck_files.pasted.gathering import Gathering, Said
from incursions.deck_files.pasted.headings import Section, before_of, section_of
from incursions.deck_files.pasted.spellings import ONE_COPY, Reading, barest, plainly, readings
from incursions.deck_files.sheet import Part
from incursions.deck_files.signs import refused_sign
from incursions.deck_files.text_format import HEADINGS, LINE_END, NAME

MOST_LINES = 2_000  # a deck with as many titles as can be kept has half of that
LONGEST_LINE = 500
HARDLY_LIKE = 0.7  # how close a title may be to a first line that is yet taken for the name of the deck
_REMARK = ("#", "//", ";")
_NOTHING = re.compile(r"[\W_]*")
_STRICT_HEADING = re.compile(rf"(?:{'|'.join(HEADINGS)})\s*:\s*(?P<title>.+)", re.IGNORECASE)
NOWHERE = Section(None)


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
        self.has_begun = False  # was there anything but remarks?

    def read(self, number: int, line: str) -> None:
        """One line."""
        sign = refused_sign(line)
        line = line.strip()
        if sign is not None:
            self.gathering.refuse(number, _shown(line), f"the line holds {sign}")
        elif len(line) > LONGEST_LINE:
            self.gathering.refuse(number, line, f"the line is longer than {LONGEST_LINE} characters")
        elif not _NOTHING.fullmatch(line) or plainly(line).copies:
            self._read(number, line)

    def _read(self, number: int, line: str) -> None:
        name = NAME.fullmatch(line)
        if name:
            self.gathering.call(number, line, name[1])
        elif plainly(line).copies is not None or self.titles.find(line):
            self._add(number, line, self.section.part, line)
        elif not self._heading(number, line):
            self._uncounted(number, line)

    def _heading(self, number: int, line: str) -> bool:
        """Is it a heading, or a word with a piece or name behind it?"""
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
        if section.is_aside:
            self.gathering.note(number, line, "what stands below is left out: it is no part of the deck")
        elif section.part is None:
            reason = "there is no such section; what stands below goes where its kind belongs"
            self.gathering.note(number, line, reason)

    def _uncounted(self, number: int, line: str) -> None:
        """A line without a number in front: a remark, the name, or a piece in another spelling."""
        if line.startswith(_REMARK):
            self.gathering.note(number, line, "a remark")
        elif code_in(line) is not None:
            self.gathering.refuse(number, line, "a share code stands among other lines; paste it alone")
        elif not self.has_begun and self._means_nothing(line):
            self.has_begun = True
            self.gathering.call(number, line, line, "taken as the name of the deck")
        else:
            self._add(number, line, self.section.part, line)

    def _means_nothing(self, line: str) -> bool:
        """Is there no piece of such a name, nor of a name that is like it?"""
        if any(self.titles.find(reading.title) for reading in readings(line)) or self._listed(line):
            return False
        bare = barest(line)
        near = self.gathering.lexicon.likeness.near(bare.title, (), 1)
        return bare.copies is None and near.closeness < HARDLY_LIKE

    def _listed(self, line: str) -> list[str]:
        """The pieces of a line that lists several, between commas; none where any of them is unknown."""
        for comma in (",", ";"):
            pieces = [piece.strip() for piece in line.split(comma)]
            if len(pieces) > 1 and all(self._found(piece) for piece in pieces):
                return pieces
        return []

    def _found(self, line: str) -> tuple[Reading, str] | None:
        """The first reading of which somebody knows the title, with that title."""
        for reading in readings(line):
            title = self.titles.find(reading.title) if reading.title else None
            if title is not None:
                return reading, title
        return None

    def _add(self, number: int, raw: str, part: Part | None, line: str) -> None:
        self.has_begun = True
        if self.section.is_aside:
            self.gathering.note(number, raw, "left out: it is no part of the deck")
            return
        found = self._found(line)
        pieces = self._listed(line) if found is None else []
        if pieces:
            for piece in pieces:
                self._add(number, piece, part, piece)
            return
        self.gathering.add(self._said(number, raw, part, line, found))

    def _said(self, number: int, raw: str, part: Part | None, line: str, found: tuple[Reading, str] | None) -> Said:
        plain = plainly(line)
        is_heading = part is not self.section.part
        reading, title = found or (plain if plain.copies else barest(line), None)
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
            is_strict=self.section.is_strict or (is_heading and bool(_STRICT_HEADING.fullmatch(raw))),
            is_listed=reading.copies is not None or is_heading,
        )


def _shown(line: str) -> str:
    """A line without the signs that could upset a page."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in line)
