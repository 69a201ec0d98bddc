"""A content as pages list it: what stands outside the deck, the cards under headings, the tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from cards.catalogue import current_pieces
from cards.finding import Result, result_of
from incursions.rules.construction import DeckContent
from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.words import NATURES

OTHERS = "Other pieces"  # those that have no such heading
Listed = TypeVar("Listed")
OUTSIDE = {"ship": "Ship", "captain": "Captain", "stand_in": "Stand-in"}


def under_headings(
    lines: Iterable[Listed], heading_of: Callable[[Listed], str], order: Iterable[str] = NATURES
) -> Iterator[tuple[str, list[Listed]]]:
    """The headings that have lines, in that order (of natures: rules 13.1), and at the end what has another or none."""
    headings = tuple(order)
    sorted_in: dict[str, list[Listed]] = {}
    for line in lines:
        heading = heading_of(line)
        sorted_in.setdefault(heading if heading in headings else OTHERS, []).append(line)
    for heading in (*headings, OTHERS):
        if heading in sorted_in:
            yield heading, sorted_in[heading]


def nature_class(heading: str) -> str:
    """The class of its colours, where the heading is a nature."""
    return heading.lower() if heading in NATURES else ""


class Line(NamedTuple):
    """Copies of a piece; `piece` is None where the catalogue knows none of that title."""

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
        """Of all its lines."""
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
    """The content with the pieces as the catalogue has them now."""
    known = _definitions()
    outside = [
        (label, _line(title, 1, known))
        for part, label in OUTSIDE.items()
        if (title := getattr(content, part)) is not None
    ]
    return Listing(outside, list(_groups(content.cards, known)), _lines(content.hexpile.items(), known))


def _groups(cards: Mapping[str, int], known: Mapping[str, Definition]) -> Iterator[Group]:
    """The cards by nature, and at the end whatever has none."""
    for nature, counts in under_headings(cards.items(), lambda card: known.get(card[0], {}).get("nature", "")):
        yield Group(nature, nature_class(nature), _lines(counts, known))


def _lines(counts: Iterable[tuple[str, int]], known: Mapping[str, Definition]) -> list[Line]:
    return [_line(title, copies, known) for title, copies in sorted(counts)]


def _line(title: str, copies: int, known: Mapping[str, Definition]) -> Line:
    definition = known.get(title)
    return Line(copies, title, None if definition is None else result_of(definition))


def _definitions() -> dict[str, Definition]:
    return {title: definition for kind in current_pieces() for title, definition in kind.items()}
