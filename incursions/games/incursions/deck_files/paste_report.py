"""The report on a paste: looks titles up, guesses, puts pieces into their parts, and keeps each line's outcome."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from incursions.games.incursions.deck_files.codes import MOST_COPIES, MOST_TITLES
from incursions.games.incursions.deck_files.formats import (
    DIGITS_READ,
    LONGEST_NAME,
    LONGEST_TYPED,
    OUTSIDE,
    Part,
    name_of_part,
)
from incursions.games.incursions.deck_files.lexicon import NOTHING_LIKE, Lexicon, Like
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE
from incursions.games.incursions.search.query import quote_typed
from incursions.kit.words import clean_text


class Source(StrEnum):
    """The format of a paste."""

    TEXT = "text"
    JSON = "json"
    CODE = "code"
    LINK = "link"


class Status(StrEnum):
    """The outcome of a line. Only a fault cannot be repaired by a choice."""

    TAKEN = "taken"
    GUESSED = "guessed"  # one piece was clearly meant, and nobody said so
    UNKNOWN = "unknown"  # there is no such piece
    NOTE = "note"  # not a piece, or left out on purpose
    FAULT = "fault"


class ReportLine(NamedTuple):
    """A line or a part of one, with its outcome.

    `line` counts from 1, and is 0 where there are none, as in JSON and codes. `title` is what stands in the content for
    it, None where nothing does; `typed` is what a choice for it is named by, `candidates` what could be chosen, the
    best first. `reason` says in a sentence what a player should know; it is empty where a line was taken as it stands.
    """

    line: int
    raw: str
    status: Status
    reason: str = ""
    part: Part | None = None
    copies: int = 0
    typed: str = ""
    title: str | None = None
    candidates: tuple[str, ...] = ()
    is_chosen: bool = False

    @property
    def is_open(self) -> bool:
        """Return True if the player can choose a piece for the line, or choose again."""
        return self.is_chosen or self.status in (Status.GUESSED, Status.UNKNOWN)


class Report(NamedTuple):
    """A paste as it was read. Unknown titles stand in the content as typed."""

    source: Source
    name: str
    content: DeckContent
    lines: tuple[ReportLine, ...]

    def filter_lines(self, status: Status) -> list[ReportLine]:
        """Return the lines with this status."""
        return [line for line in self.lines if line.status is status]

    @property
    def is_empty(self) -> bool:
        """Return True if no piece was found."""
        return not self.content.pieces


MOST_CANDIDATES = 5
MOST_COMPARED = 100  # lines whose title is compared with all others
MOST_FAULTS = 50  # that are told one by one
LONGEST_RAW = 200  # of a line, as it is shown
_BELONGS = {SHIP: Part.SHIP, CAPTAIN: Part.CAPTAIN, CARD: Part.DECK, TILE: Part.HEXPILE}
_FITTING = {
    Part.SHIP: (SHIP,),
    Part.CAPTAIN: (CAPTAIN,),
    Part.STAND_IN: (CARD,),
    Part.DECK: (CARD,),
    Part.HEXPILE: (TILE,),
    None: (),
}
_IN_WORDS = {Part.SHIP: "ship", Part.CAPTAIN: "captain", Part.STAND_IN: "stand-in"}
LEFT_OUT = ""  # chosen for what is to stand nowhere


class Said(NamedTuple):
    """Copies of a piece as a line has them.

    `part` is None where the line does not say one; `is_strict` where it says so in the words of the format, and the
    piece stays there whatever its kind. `bare` is compared with other titles, `guess` says what was guessed in reading
    it. What `is_listed` stands in the content even if nobody knows the title; `by_hand` it may be mistyped.
    """

    line: int
    raw: str
    part: Part | None
    copies: str | int | None
    typed: str
    title: str | None
    bare: str = ""
    guess: str = ""
    reason: str = ""
    is_strict: bool = False
    is_listed: bool = True
    by_hand: bool = True


class Gathering:
    """A paste under way. `chosen` maps typed titles to the player's choices; `LEFT_OUT` drops the line."""

    def __init__(self, lexicon: Lexicon, chosen: Mapping[str, str]) -> None:
        self.lexicon = lexicon
        self.name = ""
        self.outside: dict[Part, str] = {}
        self.piles: dict[Part, dict[str, int]] = {Part.DECK: {}, Part.HEXPILE: {}}
        self.lines: list[ReportLine] = []
        self._chosen = chosen
        self._first: dict[tuple[Part, str], int] = {}
        self._compared = 0
        self._faults = 0

    def report(self, source: Source) -> Report:
        """Return the report on all lines."""
        if self._faults > MOST_FAULTS:
            more = f"and {self._faults - MOST_FAULTS:,} more lines that cannot be read"
            self.lines.append(ReportLine(0, "", Status.FAULT, more))
        outside = {part.value: self.outside.get(part) for part in OUTSIDE}
        content = DeckContent(**outside, cards=self.piles[Part.DECK], hexpile=self.piles[Part.HEXPILE])
        return Report(source, self.name, content, tuple(self.lines))

    def note(self, line: int, raw: str, reason: str) -> None:
        """Report a line that is no piece."""
        self.lines.append(ReportLine(line, _cut(raw), Status.NOTE, reason))

    def refuse(self, line: int, raw: str, reason: str) -> None:
        """Report a line that is left out as a fault."""
        self._faults += 1
        if self._faults <= MOST_FAULTS:
            self.lines.append(ReportLine(line, _cut(raw), Status.FAULT, reason))

    def call(self, line: int, raw: str, name: str, reason: str = "the name of the deck") -> None:
        """Set the name of the deck."""
        called_so = clean_text(name)
        if self.name:
            self.refuse(line, raw, f"the name appears twice; it is {quote_typed(self.name)}")
        elif len(called_so) > LONGEST_NAME:
            self.refuse(line, raw, f"the name is longer than {LONGEST_NAME} characters")
        elif called_so:
            self.name = called_so
            self.note(line, raw, reason)

    def add(self, said: Said) -> None:
        """Add copies of a piece."""
        typed = clean_text(said.typed)
        has_too_many_digits = isinstance(said.copies, str) and len(said.copies) > DIGITS_READ
        copies = MOST_COPIES + 1 if has_too_many_digits else int(1 if said.copies is None else said.copies)
        if not typed:
            self.refuse(said.line, said.raw, "there is no title")
        elif len(typed) > LONGEST_TYPED:
            self.refuse(said.line, said.raw, f"the title is longer than {LONGEST_TYPED} characters")
        elif copies > MOST_COPIES:
            self.refuse(said.line, said.raw, f"at most {MOST_COPIES} copies of a piece are kept")
        elif copies < 0:
            self.refuse(said.line, said.raw, "at least one copy was expected")
        elif copies == 0:
            self.note(said.line, said.raw, "zero copies, so it was left out")
        else:
            self._place(self._look_up(said, typed, copies), said)

    def _look_up(self, said: Said, typed: str, copies: int) -> ReportLine:
        """Return the line with its title, or without one."""
        status = Status.GUESSED if said.guess else Status.TAKEN
        reason = said.guess or said.reason
        line = ReportLine(said.line, _cut(said.raw), status, reason, said.part, copies, typed, said.title)
        if typed in self._chosen:
            return self._apply_choice(line, said)
        if said.title is not None:
            return line._replace(candidates=(said.title,)) if said.guess else line
        like = self._find_near(said)
        if like.is_clear and said.by_hand:
            first, typed_bare = like.titles[0], quote_typed(said.bare or typed)
            reason = f"{typed_bare} was read as {first}"
            return line._replace(status=Status.GUESSED, reason=reason, title=first, candidates=like.titles)
        kept = typed if said.is_listed else None
        reason = f"there is no piece called {quote_typed(typed)}"
        return line._replace(status=Status.UNKNOWN, reason=reason, title=kept, candidates=like.titles)

    def _apply_choice(self, line: ReportLine, said: Said) -> ReportLine:
        titles = (said.title,) if said.title is not None else self._find_near(said).titles
        line = line._replace(candidates=titles, is_chosen=True)
        chosen = self._chosen[line.typed]
        if chosen == LEFT_OUT:
            return line._replace(status=Status.NOTE, reason="left out, as you chose", title=None)
        if self.lexicon.titles.find(chosen) != chosen:
            reason = "kept as typed, as you chose; there is no such piece"
            return line._replace(status=Status.TAKEN, reason=reason, title=line.typed)
        return line._replace(status=Status.TAKEN, reason=f"{chosen}, as you chose", title=chosen)

    def _find_near(self, said: Said) -> Like:
        """Return the likely titles; none after too many lookups."""
        self._compared += 1
        if self._compared > MOST_COMPARED:
            return NOTHING_LIKE
        return self.lexicon.likeness.near(said.bare or said.typed, _FITTING[said.part], MOST_CANDIDATES)

    def _place(self, line: ReportLine, said: Said) -> None:
        """Put the piece into its part, if it is to be taken."""
        title = line.title
        if title is None:
            self.lines.append(line)
            return
        part = self._find_part(title, said)
        if said.part not in (None, part) and line.status is Status.TAKEN:
            reason = f"{title} does not belong under {name_of_part(said.part)}; it was put under {name_of_part(part)}"
            line = line._replace(status=Status.GUESSED, reason=reason, candidates=line.candidates or (title,))
        if part in self.piles:
            self._put_into_pile(line._replace(part=part), part, title)
        else:
            self._put_outside(line._replace(part=part), part, title)

    def _find_part(self, title: str, said: Said) -> Part:
        facts = self.lexicon.facts.get(title)
        if said.is_strict or facts is None:
            return said.part or Part.DECK
        is_stand_in = said.part is Part.STAND_IN and facts.is_crew
        return Part.STAND_IN if is_stand_in else _BELONGS[facts.kind]

    def _put_into_pile(self, line: ReportLine, part: Part, title: str) -> None:
        pile = self.piles[part]
        copies = pile.get(title, 0) + line.copies
        if copies > MOST_COPIES:
            reason = f"with this there would be {copies}; at most {MOST_COPIES} copies are kept"
            self.refuse(line.line, line.raw, reason)
        elif title not in pile and len(pile) >= MOST_TITLES:
            self.refuse(line.line, line.raw, f"{part}: at most {MOST_TITLES} titles are kept")
        else:
            first = self._first.setdefault((part, title), line.line)
            if title in pile:
                where = f"on line {first}" if first else "before"
                reason = f"{title} stands {where} too; the copies were added up"
                line = line._replace(reason=_and(line.reason, reason))
            self.lines.append(line)
            pile[title] = copies

    def _put_outside(self, line: ReportLine, part: Part, title: str) -> None:
        if part in self.outside:
            reason = f"there is a {_IN_WORDS[part]} already: {self.outside[part]}"
            self.refuse(line.line, line.raw, reason)
            return
        if line.copies > 1:
            reason = f"a deck has one {_IN_WORDS[part]}, so one was taken"
            line = line._replace(copies=1, reason=_and(line.reason, reason))
        self.outside[part] = title
        self.lines.append(line)


def _cut(raw: str) -> str:
    return raw if len(raw) <= LONGEST_RAW else raw[:LONGEST_RAW] + "…"


def _and(reason: str, more: str) -> str:
    """Join two reasons."""
    return f"{reason}; {more}" if reason else more
