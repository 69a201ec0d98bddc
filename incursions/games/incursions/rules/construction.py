"""The only evaluator of decks and hexpiles: their faults and the rules that they break (rules 3, 4 and 22). Pure."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from hashlib import sha256
from typing import TypeAlias

from incursions.games.incursions.rules.printed.pieces import (
    CAPTAIN,
    CARD,
    SHIP,
    TILE,
    PieceFacts,
    counted_rarities,
    is_usable,
)

Counts = Mapping[str, int]  # title -> copies, at least 1
RARITY_LIMITS = {"Ultra Rare": 1, "Xtra Rare": 3, "Rare": 7, "Special": 13}  # rules 3.3; Common: any number
Params = Mapping[str, int | str]
# Every code there is, in the order of reporting, with the rule that it is about. That there are no other pieces than
# those of the catalogue is no rule of its own: all of section 2, the pieces, says it.
RULES_BY_CODE = {
    "piece.unknown": "2",
    "ship.missing": "3.5",
    "ship.not_a_ship": "3.5",
    "captain.not_a_captain": "3.5",
    "stand_in.not_crew": "3.5",
    "stand_in.beside_captain": "3.8",
    "deck.captain": "3.9",
    "deck.not_a_card": "2.7",
    "deck.too_small": "3.1",
    "deck.too_many_copies": "3.2",
    "deck.rarity_over_limit": "3.3",
    "deck.card_unusable": "3.6",
    "hexpile.points_out_of_range": "4.1",
    "hexpile.no_wormhole": "4.2",
    "hexpile.too_many_copies": "4.3",
    "hexpile.unique_twice": "4.3",
    "hexpile.not_a_tile": "2.8",
    "hexpile.worthless_tile": "4.4",
    "pool.missing": "22.2",
    "pool.exceeded": "22.2",
    "pool.unknown_piece": "22.2",
}
_WARNINGS = frozenset({"deck.card_unusable", "pool.unknown_piece"})
# In braces the parameters of the problem.
SENTENCES = {
    "piece.unknown": "There is no piece called “{title}”.",
    "ship.missing": "A ship is missing.",
    "ship.not_a_ship": "“{title}” is not a ship.",
    "captain.not_a_captain": "“{title}” is not a captain.",
    "stand_in.not_crew": "“{title}” is not a crew member, so it cannot stand in for a captain.",
    "stand_in.beside_captain": "The deck has both a captain, {captain}, and a stand-in, {stand_in}: choose one.",
    "deck.captain": "“{title}” is a captain; captains are outside the deck.",
    "deck.not_a_card": "“{title}” is in the deck, but is a {kind}.",
    "deck.too_small": "The deck holds {cards} of at least {min} cards.",
    "deck.too_many_copies": "The deck holds {copies} copies of “{title}”; at most {max} are allowed.",
    "deck.rarity_over_limit": "{count} cards count as {rarity}; the limit is {max}.",
    "deck.card_unusable": "“{title}” cannot be used by this ship and captain; it is for {usage}.",
    "hexpile.points_out_of_range": "The hexpile is worth {points} points; {min} to {max} are allowed.",
    "hexpile.no_wormhole": "The hexpile holds no wormhole.",
    "hexpile.too_many_copies": "The hexpile holds {copies} tiles “{title}”; at most {max} are allowed.",
    "hexpile.unique_twice": "The hexpile holds {copies} tiles “{title}”, whose event is unique; one is allowed.",
    "hexpile.not_a_tile": "“{title}” is in the hexpile, but is a {kind}.",
    "hexpile.worthless_tile": "“{title}” is worth {points} points; a tile is worth at least 1.",
    "pool.missing": "There is no pool to build from.",
    "pool.exceeded": "The pool holds {opened} of “{title}”, and {used} are used.",
    "pool.unknown_piece": "The pool names “{title}”, and there is no such piece.",
}
Pieces: TypeAlias = Mapping[str, PieceFacts]
_ORDER = {code: place for place, code in enumerate(RULES_BY_CODE)}


@dataclass(frozen=True, slots=True)
class DeckContent:
    """The pieces of one player. Ship, captain and stand-in are outside the deck (rules 3.5, 3.8).

    Raises ValueError for a number of copies below 1, which no content can have, legal or not.
    """

    ship: str | None = None
    captain: str | None = None
    stand_in: str | None = None
    cards: Counts = field(default_factory=dict)
    hexpile: Counts = field(default_factory=dict)

    def __post_init__(self) -> None:
        for counts in (self.cards, self.hexpile):
            for title, copies in counts.items():
                if not isinstance(copies, int) or isinstance(copies, bool) or copies < 1:
                    raise ValueError(f"{title}: at least one copy was expected, not {copies!r}")

    @property
    def outside(self) -> list[str]:
        """The titles outside the deck: ship, captain and stand-in."""
        return [title for title in (self.ship, self.captain, self.stand_in) if title is not None]

    @property
    def pieces(self) -> dict[str, int]:
        """All pieces with their copies, in the deck, in the hexpile or outside."""
        every = Counter(self.outside)
        every.update(self.cards)
        every.update(self.hexpile)
        return dict(every)

    @property
    def hash(self) -> str:
        """A hash of the content, independent of the order in which it was built."""
        sorted_content = json.dumps(
            [self.ship, self.captain, self.stand_in, sorted(self.cards.items()), sorted(self.hexpile.items())]
        )
        return sha256(sorted_content.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Format:
    """A format of decks. `version` rises whenever one of its numbers changes.

    `from_pool`: all pieces must come from the player's pool (rules 22.2).
    """

    name: str
    version: int = 1
    fewest_cards: int = 25
    most_copies: int = 4
    rarity_limits: Mapping[str, int] = field(default_factory=lambda: RARITY_LIMITS)
    hex_points: int = 30
    tolerance: int = 2
    most_tiles_of_a_title: int = 4
    from_pool: bool = False

    @property
    def hex_points_allowed(self) -> range:
        """The allowed range of a hexpile's total hex points (rules 4.1)."""
        return range(max(0, self.hex_points - self.tolerance), self.hex_points + self.tolerance + 1)

    @property
    def words(self) -> str:
        """The hex-point limit as players write it: "30 ± 2 hex points"."""
        return f"{self.hex_points} ± {self.tolerance} hex points"

    @property
    def short_words(self) -> str:
        """The hex-point limit for headings: "30 ±2 hex points"."""
        return f"{self.hex_points} ±{self.tolerance} hex points"

    def most_of(self, piece: PieceFacts) -> int:
        """Return how many copies of a piece are allowed, apart from other limits (rules 3.2, 3.5, 4.3)."""
        if piece.kind == TILE:
            return 1 if piece.is_unique else self.most_tiles_of_a_title
        return self.most_copies if piece.kind == CARD else 1

    def with_hex_points(self, limit: int, tolerance: int) -> Format:
        """Return the format with another hex-point limit, agreed before the start (rules 4.1, 21.2).

        Raises ValueError for a limit below 1 or a tolerance below 0.
        """
        if limit < 1 or tolerance < 0:
            raise ValueError(
                f"a limit of at least 1 and a tolerance of at least 0 were expected, not {limit}, {tolerance}"
            )
        return replace(self, hex_points=limit, tolerance=tolerance)


FULL = Format("full")
TOURNAMENT = Format("tournament")
SEALED = Format("sealed", from_pool=True)
FORMATS = {chosen.name: chosen for chosen in (FULL, TOURNAMENT, SEALED)}


class Severity(StrEnum):
    """The severity of a problem: an error blocks play, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


def severity_of(code: str) -> Severity:
    """Return ERROR for a code that blocks play, else WARNING."""
    return Severity.WARNING if code in _WARNINGS else Severity.ERROR


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a content. Its sentence is made from `code` and `params` when it is shown, and never stored."""

    code: str
    rule: str
    params: Params = field(default_factory=dict)
    pieces: tuple[str, ...] = ()
    severity: Severity = Severity.ERROR

    def to_data(self) -> dict[str, object]:
        """Return the problem as plain data for pages and the API."""
        return {
            "code": self.code,
            "severity": self.severity.value,
            "rule": self.rule,
            "params": dict(self.params),
            "pieces": list(self.pieces),
        }


def problem(code: str, pieces: tuple[str, ...] = (), **params: int | str) -> Problem:
    """Return a problem of that code with its rule and severity. By default it concerns the piece of its `title`."""
    if "title" in params:
        pieces = (str(params["title"]),)
    return Problem(code, RULES_BY_CODE[code], params, pieces, severity_of(code))


def sentence(problem: Problem) -> str:
    """Return the problem in one sentence."""
    return SENTENCES[problem.code].format(**problem.params)


def find_known(counts: Mapping[str, int], kind: str, pieces: Pieces) -> Iterator[tuple[PieceFacts, int]]:
    """Yield the pieces of that kind among `counts`, with their copies. Unknown titles are skipped."""
    for title, copies in counts.items():
        piece = pieces.get(title)
        if piece is not None and piece.kind == kind:
            yield piece, copies


def by_rarity(content: DeckContent, pieces: Pieces) -> defaultdict[str, Counter[str]]:
    """Return, for each rarity, the copies of each card that count against its limit (rules 3.3, 3.4)."""
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    brought = list(find_known(content.cards, CARD, pieces))
    stand_in = None if content.stand_in is None else pieces.get(content.stand_in)
    if stand_in is not None and stand_in.is_crew:  # outside the deck, and counted all the same (rules 3.8)
        brought.append((stand_in, 1))
    for piece, copies in brought:
        for rarity in counted_rarities(piece):
            counted[rarity][piece.title] += copies
    return counted


def hex_points(content: DeckContent, pieces: Pieces) -> int:
    """Return the total hex points of the hexpile (rules 4.1)."""
    return sum(piece.hex_points * copies for piece, copies in find_known(content.hexpile, TILE, pieces))


def wormholes(content: DeckContent, pieces: Pieces) -> int:
    """Return the number of wormholes in the hexpile (rules 4.2)."""
    return sum(copies for piece, copies in find_known(content.hexpile, TILE, pieces) if piece.is_wormhole)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The evaluator's verdict on a content in a format. It holds for exactly that content and format version."""

    problems: tuple[Problem, ...]
    format_name: str
    format_version: int
    content_hash: str

    @property
    def is_legal(self) -> bool:
        """True without errors; warnings are allowed."""
        return not self.errors

    @property
    def errors(self) -> list[Problem]:
        """The problems that are no warnings, in the order of the rules."""
        return [problem for problem in self.problems if problem.severity is Severity.ERROR]


@dataclass(frozen=True, slots=True)
class _Case:
    """The input of a check. Unknown pieces count as copies, but are skipped where their facts matter."""

    content: DeckContent
    format: Format
    pieces: Pieces
    pool: Mapping[str, int] | None

    def fact(self, title: str | None) -> PieceFacts | None:
        """Return the piece of that title, or None."""
        return None if title is None else self.pieces.get(title)


Check = Callable[[_Case], Iterator[Problem]]


def _check_known_pieces(case: _Case) -> Iterator[Problem]:
    for title in sorted(set(case.content.pieces) - set(case.pieces)):
        yield problem("piece.unknown", title=title)


def _check_ship(case: _Case) -> Iterator[Problem]:
    if case.content.ship is None:
        yield problem("ship.missing")
    ship = case.fact(case.content.ship)
    if ship is not None and ship.kind != SHIP:
        yield problem("ship.not_a_ship", title=ship.title)


def _check_captain(case: _Case) -> Iterator[Problem]:
    captain = case.fact(case.content.captain)
    if captain is not None and captain.kind != CAPTAIN:
        yield problem("captain.not_a_captain", title=captain.title)
    stand_in = case.fact(case.content.stand_in)
    if stand_in is not None and not stand_in.is_crew:
        yield problem("stand_in.not_crew", title=stand_in.title)
    if case.content.captain is not None and case.content.stand_in is not None:
        both = {"captain": case.content.captain, "stand_in": case.content.stand_in}
        yield problem("stand_in.beside_captain", tuple(both.values()), **both)


def _check_kinds_of_cards(case: _Case) -> Iterator[Problem]:
    for title in case.content.cards:
        piece = case.pieces.get(title)
        if piece is None or piece.kind == CARD:
            continue
        if piece.kind == CAPTAIN:
            yield problem("deck.captain", title=title)
        else:
            yield problem("deck.not_a_card", title=title, kind=piece.kind)


def _check_deck_size(case: _Case) -> Iterator[Problem]:
    cards, fewest = sum(case.content.cards.values()), case.format.fewest_cards
    if cards < fewest:
        yield problem("deck.too_small", cards=cards, min=fewest)


def _check_copies(case: _Case) -> Iterator[Problem]:
    most = case.format.most_copies
    for title, copies in case.content.cards.items():
        if copies > most:
            yield problem("deck.too_many_copies", title=title, copies=copies, max=most)


def _check_rarities(case: _Case) -> Iterator[Problem]:
    counted = by_rarity(case.content, case.pieces)
    for rarity, limit in case.format.rarity_limits.items():
        count = counted[rarity].total()
        if count > limit:
            pieces = tuple(sorted(counted[rarity]))
            yield problem("deck.rarity_over_limit", pieces, rarity=rarity, count=count, max=limit)


def _check_usage(case: _Case) -> Iterator[Problem]:
    ship, captain = case.fact(case.content.ship), case.fact(case.content.captain)
    for piece, _ in find_known(case.content.cards, CARD, case.pieces):
        if piece.usage is not None and not is_usable(piece, ship, captain):
            yield problem("deck.card_unusable", title=piece.title, usage=", ".join(sorted(piece.usage)))


def _check_hex_points(case: _Case) -> Iterator[Problem]:
    points, allowed = hex_points(case.content, case.pieces), case.format.hex_points_allowed
    if points not in allowed:
        yield problem("hexpile.points_out_of_range", points=points, min=allowed[0], max=allowed[-1])


def _check_wormhole(case: _Case) -> Iterator[Problem]:
    if not wormholes(case.content, case.pieces):
        yield problem("hexpile.no_wormhole")


def _check_tiles(case: _Case) -> Iterator[Problem]:
    most = case.format.most_tiles_of_a_title
    for title, copies in case.content.hexpile.items():
        piece = case.pieces.get(title)
        if copies > most:
            yield problem("hexpile.too_many_copies", title=title, copies=copies, max=most)
        if piece is None:
            continue
        if piece.kind != TILE:
            yield problem("hexpile.not_a_tile", title=title, kind=piece.kind)
            continue
        if piece.is_unique and copies > 1:
            yield problem("hexpile.unique_twice", title=title, copies=copies)
        if piece.hex_points < 1:
            yield problem("hexpile.worthless_tile", title=title, points=piece.hex_points)


def _check_pool(case: _Case) -> Iterator[Problem]:
    if not case.format.from_pool:
        return
    if case.pool is None:
        yield problem("pool.missing")
        return
    for title, used in case.content.pieces.items():
        opened = case.pool.get(title, 0)
        if used > opened:
            yield problem("pool.exceeded", title=title, used=used, opened=opened)
    for title in case.pool:
        if title not in case.pieces:
            yield problem("pool.unknown_piece", title=title)


_CHECKS: tuple[Check, ...] = (
    _check_known_pieces,
    _check_ship,
    _check_captain,
    _check_kinds_of_cards,
    _check_deck_size,
    _check_copies,
    _check_rarities,
    _check_usage,
    _check_hex_points,
    _check_wormhole,
    _check_tiles,
    _check_pool,
)


def evaluate(content: DeckContent, chosen: Format, pieces: Pieces, *, pool: Mapping[str, int] | None = None) -> Verdict:
    """Return all problems of `content` in the format, in the order of the rules.

    `pieces` are the catalogue's, by title; `pool` are the pieces that a player of sealed opened, with copies. Never
    raises for any content: unknown pieces are problems like others.
    """
    case = _Case(content, chosen, pieces, pool)
    problems = sorted(
        (found for check in _CHECKS for found in check(case)), key=lambda found: (_ORDER[found.code], found.pieces)
    )
    return Verdict(tuple(problems), chosen.name, chosen.version, content.hash)
