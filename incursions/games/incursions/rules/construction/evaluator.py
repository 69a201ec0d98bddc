"""The evaluator: counts, and small checks in the order of the rules that each yield problems."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from incursions.games.incursions.rules.construction.content import DeckContent
from incursions.games.incursions.rules.construction.facts import (
    CAPTAIN,
    CARD,
    SHIP,
    TILE,
    PieceFacts,
    counted_rarities,
    is_usable,
)
from incursions.games.incursions.rules.construction.formats import Format
from incursions.games.incursions.rules.construction.problems import RULES_BY_CODE, Problem, Severity, problem

Pieces: TypeAlias = Mapping[str, PieceFacts]


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
        return all(problem.severity is not Severity.ERROR for problem in self.problems)


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

_ORDER = {code: place for place, code in enumerate(RULES_BY_CODE)}


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
