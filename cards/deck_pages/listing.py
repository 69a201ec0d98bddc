"""A content as pages list it: its pieces under headings, its verdict in words, and counters with their limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cards.catalogue import known_piece, url_of
from cards.decks.judging import current_facts, judge_all
from cards.searching import Result, current_finding
from incursions.games.incursions.rules.construction import (
    FULL,
    DeckContent,
    Format,
    Problem,
    Severity,
    Verdict,
    by_rarity,
    hex_points,
    sentence,
    wormholes,
)
from incursions.games.incursions.rules.printed.pieces import NATURES

WIDTH = 200  # of the drawing of a meter, whose parts are given in its units
ROOM = 1.25  # to the right of the limit


@dataclass(frozen=True, slots=True)
class Judged:
    """A content and the verdict on it."""

    content: DeckContent
    verdict: Verdict

    @property
    def race(self) -> str:
        """The race of the ship; empty if the ship is missing or unknown."""
        ship = known_piece(self.content.ship) if self.content.ship else None
        return (ship or {}).get("race", "")

    @property
    def emblem(self) -> str:
        """The symbol of the race, or of none."""
        return f"emblem-{self.race.lower()}" if self.race else "i-hex"

    @property
    def errors(self) -> int:
        """Return how many problems keep the deck from play."""
        return len(self.verdict.errors)

    @property
    def warnings(self) -> int:
        """Return how many problems do not keep the deck from play."""
        return len(self.verdict.problems) - self.errors


def judged_all(contents: Iterable[DeckContent]) -> list[Judged]:
    """Return the contents with their verdicts by the current catalogue, in one query for any number."""
    many = list(contents)
    return [Judged(*pair) for pair in zip(many, judge_all(many), strict=True)]


class Concerned(NamedTuple):
    """A piece that a problem is about; `url` is empty if the piece is unknown."""

    title: str
    url: str


class ProblemLine(NamedTuple):
    """A problem in a player's words."""

    code: str
    is_error: bool
    sentence: str
    rule: str
    pieces: list[Concerned]


def problem_lines(verdict: Verdict) -> list[ProblemLine]:
    """Return the problems of the verdict in the order of the rules."""
    return [_line(problem) for problem in verdict.problems]


def render_problems(verdict: Verdict) -> str:
    """Return the problems of the verdict as HTML."""
    return render_to_string("decks/problems.html", {"problems": problem_lines(verdict)})


def _line(problem: Problem) -> ProblemLine:
    """Return a problem as the pages list it, with links to its pieces."""
    known = current_facts()
    pieces = [Concerned(title, url_of(title) if title in known else "") for title in problem.pieces]
    return ProblemLine(problem.code, problem.severity is Severity.ERROR, sentence(problem), problem.rule, pieces)


class Counter(NamedTuple):
    """A number of the deck with its limits. None stands for no limit."""

    name: str
    number: int
    least: int | None
    most: int | None

    @property
    def is_kept(self) -> bool:
        """Return True if the number is within its limits."""
        return (self.least is None or self.number >= self.least) and (self.most is None or self.number <= self.most)

    @property
    def limit(self) -> str:
        """The limits in words: "at least 25", "28 to 32", "at most 7"."""
        if self.least is None:
            return "" if self.most is None else f"at most {self.most}"
        return f"at least {self.least}" if self.most is None else f"{self.least} to {self.most}"


def counters_of(content: DeckContent, chosen: Format = FULL) -> list[Counter]:
    """Return the counters of a content: cards, each limited rarity, hex points, and wormholes."""
    pieces, allowed = current_facts(), chosen.hex_points_allowed
    counted = by_rarity(content, pieces)
    return [
        Counter("Cards", sum(content.cards.values()), chosen.fewest_cards, None),
        *(Counter(rarity, counted[rarity].total(), None, most) for rarity, most in chosen.rarity_limits.items()),
        Counter("Hex points", hex_points(content, pieces), allowed[0], allowed[-1]),
        Counter("Wormholes", wormholes(content, pieces), 1, None),
    ]


class Meter(NamedTuple):
    """A counter with the parts of its bar: the part within limits, the excess, the allowed band, the limit."""

    counter: Counter
    filled: str
    over: str
    band: tuple[str, str] | None
    mark: str
    figure: str

    @property
    def words(self) -> str:
        """The counter as a sentence."""
        limit = f", {self.counter.limit}" if self.counter.limit else ""
        return f"{self.counter.name}: {self.counter.number}{limit}, {'kept' if self.counter.is_kept else 'not kept'}."


def meters_of(content: DeckContent, chosen: Format = FULL) -> dict[str, Meter]:
    """Return all counters as meters, by name."""
    return {counter.name: _meter(counter, chosen) for counter in counters_of(content, chosen)}


def _meter(counter: Counter, chosen: Format) -> Meter:
    """Return the bar of a counter: its filled part, the part above the maximum, the allowed band, and the limit."""
    number, least, most = counter.number, counter.least, counter.most
    limit = most if most is not None else least or 0
    scale = max(number, limit * ROOM, limit + 1)
    kept = number if most is None else min(number, most)
    over = _scale_to_width(number - kept, scale) if number > kept else ""
    band, mark = None, limit
    figure = f"{number} / {least}+" if most is None else f"{number} of {most}"
    if least is not None and most is not None:
        band, mark = (_scale_to_width(least, scale), _scale_to_width(most - least, scale)), chosen.hex_points
        figure = f"{number} / {chosen.hex_points} ±{chosen.tolerance}"
    return Meter(counter, _scale_to_width(kept, scale), over, band, _scale_to_width(mark, scale), figure)


def _scale_to_width(number: float, scale: float) -> str:
    return f"{number / scale * WIDTH:.1f}"


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
    """The copies of a piece; `piece` is None if the catalogue does not have it, and then there is no `face`."""

    copies: int
    title: str
    piece: Result | None
    face: SafeString


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
    finding = current_finding()

    def line(copies: int, title: str) -> Line:
        return Line(copies, title, finding.result(title), finding.face(title))

    outside = [
        (label, line(1, title)) for part, label in OUTSIDE.items() if (title := getattr(content, part)) is not None
    ]
    cards, tiles = (
        [line(copies, title) for title, copies in sorted(pile.items())] for pile in (content.cards, content.hexpile)
    )
    by_nature = under_headings(cards, lambda each: each.piece.nature if each.piece else "")
    return Listing(outside, [Group(nature, nature_class(nature), lines) for nature, lines in by_nature], tiles)


def shown_parts(judged: Judged) -> dict[str, Any]:
    """Return the parts of a content that pages show: its pieces, counters and problems."""
    return {
        "listing": listing_of(judged.content),
        "counters": counters_of(judged.content),
        "problems": problem_lines(judged.verdict),
    }
