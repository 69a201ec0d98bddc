"""A pool beside the deck that was made of it, piece by piece: what judges look through, and players look back at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from cards.addresses import url_of
from cards.catalogue import known_piece
from cards.deck_pages.judged import ProblemLine, problem_lines
from cards.decks.contents import content_of
from cards.decks.judging import current_facts
from cards.finding import current_finding
from incursions.rules.construction.facts import CAPTAIN, CARD, SHIP, TILE
from tournaments.organizing.building import verdict_on
from tournaments.organizing.sealed import pool_of

if TYPE_CHECKING:
    from cards.finding import Result
    from incursions.rules.sealed import Pool
    from tournaments.organizing.models import Entry, Tournament

HEADINGS = {SHIP: "Ships", CAPTAIN: "Captains", CARD: "Cards", TILE: "Hexes", "": "Not in the catalogue any more"}


class PoolRow(NamedTuple):
    """A title: how many copies were opened and in which packs, how many the deck has."""

    title: str
    url: str
    piece: Result | None
    opened: int
    packs: str
    used: int

    @property
    def is_too_many(self) -> bool:
        """Whether the deck has more than were opened."""
        return self.used > self.opened


class PoolGroup(NamedTuple):
    """Titles of one kind."""

    heading: str
    rows: list[PoolRow]

    @property
    def opened(self) -> int:
        """All copies that were opened."""
        return sum(row.opened for row in self.rows)

    @property
    def used(self) -> int:
        """All copies that are in the deck."""
        return sum(row.used for row in self.rows)


class PoolTable(NamedTuple):
    """All of it, and what the one evaluator says of the deck; nothing where there is no deck yet."""

    groups: list[PoolGroup]
    has_deck: bool
    problems: list[ProblemLine]


def pool_table(row: Tournament, entry: Entry) -> PoolTable:
    """The pool of a player beside the deck that is registered."""
    pool, facts = pool_of(entry), current_facts()
    content = None if entry.deck_content is None else content_of(entry.deck_content)
    opened, used = pool.pieces, {} if content is None else content.pieces
    rows: dict[str, list[PoolRow]] = {kind: [] for kind in HEADINGS}
    for title in sorted({*opened, *used}):
        kind = facts[title].kind if title in facts else ""
        rows[kind].append(_row(title, opened.get(title, 0), _packs(pool, title), used.get(title, 0)))
    groups = [PoolGroup(HEADINGS[kind], of) for kind, of in rows.items() if of]
    problems = [] if content is None else problem_lines(verdict_on(row, entry, content))
    return PoolTable(groups, content is not None, problems)


def _row(title: str, opened: int, packs: str, used: int) -> PoolRow:
    piece = known_piece(title)
    result = None if piece is None else current_finding().items.result(piece)
    return PoolRow(title, "" if piece is None else url_of(title), result, opened, packs, used)


def _packs(pool: Pool, title: str) -> str:
    """In which packs a title was: "S" for the starter pack, boosters by their numbers."""
    return ", ".join(_names(pool, title))


def _names(pool: Pool, title: str) -> Iterator[str]:
    if any(title in part for part in pool.starter):
        yield "S"
    for number, booster in enumerate(pool.boosters, 1):
        if title in booster.cards or title in booster.tiles:
            yield str(number)
