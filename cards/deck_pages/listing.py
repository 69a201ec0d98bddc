"""A content as pages list it: the pieces outside the deck, the cards under headings, the tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from cards.deck_pages.judged import Judged, counters_of, problem_lines
from cards.finding import Result, current_finding
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import NATURES

OTHERS = "Other pieces"  # those that have no such heading
Listed = TypeVar("Listed")
OUTSIDE = {"ship": "Ship", "captain": "Captain", "stand_in": "Stand-in"}


def under_headings(
    lines: Iterable[Listed], heading_of: Callable[[Listed], str], order: Iterable[str] = NATURES
) -> Iterator[tuple[str, list[Listed]]]:
    """Yield the headings that have lines, in order (of natures: rules 13.1), the unknown ones last."""
    headings = tuple(order)
    sorted_in: dict[str, list[Listed]] = {}
    for line in lines:
        heading = heading_of(line)
        sorted_in.setdefault(heading if heading in headings else OTHERS, []).append(line)
    for heading in (*headings, OTHERS):
        if heading in sorted_in:
            yield heading, sorted_in[heading]


def nature_class(heading: str) -> str:
    """Return the class of its colours if the heading is a nature."""
    return heading.lower() if heading in NATURES else ""


class Line(NamedTuple):
    """The copies of a piece; `piece` is None if the catalogue does not have it."""

    copies: int
    title: str
    piece: Result | None


class Group(NamedTuple):
    """Lines under a heading; `css` is the class of its colours."""

    heading: str
    css: str
    lines: list[Line]

    @property
    def copies(self) -> int:
        """The copies of all lines together."""
        return sum(line.copies for line in self.lines)


@dataclass(frozen=True, slots=True)
class Listing:
    """A content, sorted. `outside` has a label for each piece that stands outside the deck."""

    outside: list[tuple[str, Line]]
    cards: list[Group]
    tiles: list[Line]

    @property
    def card_copies(self) -> int:
        """Cards of the deck."""
        return sum(group.copies for group in self.cards)

    @property
    def tile_copies(self) -> int:
        """Tiles of the hexpile."""
        return sum(line.copies for line in self.tiles)


def listing_of(content: DeckContent) -> Listing:
    """Return the content with the pieces as the catalogue has them now."""
    find = current_finding().result
    outside = [
        (label, Line(1, title, find(title)))
        for part, label in OUTSIDE.items()
        if (title := getattr(content, part)) is not None
    ]
    cards, tiles = (
        [Line(copies, title, find(title)) for title, copies in sorted(pile.items())]
        for pile in (content.cards, content.hexpile)
    )
    by_nature = under_headings(cards, lambda line: line.piece.nature if line.piece else "")
    return Listing(outside, [Group(nature, nature_class(nature), lines) for nature, lines in by_nature], tiles)


def shown_parts(judged: Judged) -> dict[str, object]:
    """Return the parts of a content that pages show: its pieces, counters and problems."""
    return {
        "listing": listing_of(judged.content),
        "counters": counters_of(judged.content),
        "problems": problem_lines(judged.verdict),
    }
