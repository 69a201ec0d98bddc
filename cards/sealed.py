"""Sealed play with decks (rules 22): pools drawn from boosters, the verdict on a deck out of one, and how both look.

A pool and a stock are the plain data of `rules.sealed_pools`, a build is that of a deck's content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cards.boosters import stock_now
from cards.catalogue import current, known_piece, url_of
from cards.deck_pages.listing import ProblemLine, problem_lines, render_problems
from cards.deck_pages.pool_builder import answer_edit, format_of_pool
from cards.decks.changes import create_deck
from cards.decks.contents import ContentData, content_of, data_of
from cards.decks.errors import DeckError
from cards.decks.judging import current_facts, judge
from cards.decks.models import Deck
from cards.searching import Result, current_finding
from incursions.accounts.models import User
from incursions.games.incursions.rules.boosters import Odds, Recipe, odds_of
from incursions.games.incursions.rules.construction import (
    DeckContent,
    Format,
    Problem,
    Verdict,
    sentence,
)
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE
from incursions.games.incursions.rules.sealed_pools import Pool, PoolData, Stock, StockData, open_pool, propose_deck
from incursions.games.sealed_play import DrawnStock, EditedBuild, Fault, PackContent
from incursions.kit.refusals import DomainError

HEADINGS = {SHIP: "Ships", CAPTAIN: "Captains", CARD: "Cards", TILE: "Hexes", "": "No longer in the catalogue"}
NEVER_ADDED = (
    "piece.unknown",
    "ship.not_a_ship",
    "captain.not_a_captain",
    "stand_in.not_crew",
    "deck.captain",
    "deck.not_a_card",
    "hexpile.not_a_tile",
    "pool.exceeded",
)
"""Problems that a change may never add to a build, not even to an unfinished one.

The pool does not hold the piece, or the piece cannot stand in that place.
"""


class SealedDecks:
    """Sealed play with decks and hexpiles out of boosters and a starter pack (rules 22)."""

    empty_build: ContentData = data_of(DeckContent())

    def draw_stock(self) -> DrawnStock | None:
        stock = stock_now(current_facts())
        return None if stock is None else DrawnStock(stock.to_data(), current().token)

    def open_pools(self, stock: StockData, seed: bytes, numbers: Iterable[int]) -> list[PoolData]:
        drawn_from = Stock.from_data(stock)
        return [open_pool(drawn_from, seed, number).to_data() for number in numbers]

    def check_stock(self, stock: Any) -> None:
        Stock.from_data(stock)

    def check_pool(self, pool: Any) -> None:
        Pool.from_data(pool)

    def propose(self, pool: PoolData, limits: Format) -> ContentData:
        """Return the deck proposed from a player's pool (rules 22.4)."""
        return data_of(propose_deck(Pool.from_data(pool), current_facts(), format_of_pool(limits)))

    def find_fault(self, build: ContentData, pool: PoolData, limits: Format) -> Fault | None:
        return next(map(_make_fault, judge_build(build, pool, limits).errors), None)

    def find_new_fault(self, before: ContentData, after: ContentData, pool: PoolData, limits: Format) -> Fault | None:
        """Return the first problem of `NEVER_ADDED` that the change adds. Earlier problems may be mended in steps."""
        had = {(problem.code, problem.pieces) for problem in judge_build(before, pool, limits).problems}
        for problem in judge_build(after, pool, limits).errors:
            if problem.code in NEVER_ADDED and (problem.code, problem.pieces) not in had:
                return _make_fault(problem)
        return None

    def list_packs(self, pool: PoolData) -> list[PackContent]:
        starter = pool["starter"]
        packs = [PackContent("Starter pack", (*starter["wormholes"], *starter["captains"], *starter["ships"]))]
        boosters = enumerate(pool["boosters"], 1)
        return [*packs, *(PackContent(f"Booster {number}", (*one["tiles"], *one["cards"])) for number, one in boosters)]

    def show_pieces(self, titles: Iterable[str]) -> list[Face]:
        return show_faces(titles)

    def render_table(self, pool: PoolData, build: ContentData | None, limits: Format) -> str:
        return render_to_string("decks/pool_table.html", {"table": _make_table(pool, build, limits)})

    def describe_stock(self, stock: StockData) -> str:
        recipe = Stock.from_data(stock).recipe
        cards, tiles = (sum(slot.count for slot in slots) for slots in (recipe.cards, recipe.tiles))
        return f"{recipe.boosters} boosters of {cards} cards and {tiles} tiles each, and a starter pack."

    def render_odds(self, stock: StockData | None) -> str:
        drawn_from = stock_now(current_facts()) if stock is None else Stock.from_data(stock)
        context = {"odds": None if drawn_from is None else _make_odds_page(drawn_from)}
        return render_to_string("decks/booster_odds.html", context)

    def copy_build(self, build: ContentData, *, owner: User, name: str) -> Deck:
        """Copy a registered deck to a private deck. Raises `DomainError`: too_many_decks, malformed."""
        try:
            return create_deck(owner=owner, name=name, content=build)
        except DeckError as refusal:
            code = "too_many_decks" if refusal.code == "too_many" else "malformed"
            raise DomainError(code, refusal.message) from refusal

    def read_build(self, said: Any) -> ContentData:
        return data_of(content_of(said))

    def list_problems(self, build: ContentData, pool: PoolData, limits: Format) -> list[dict[str, str]]:
        lines = problem_lines(judge_build(build, pool, limits))
        return [{"code": line.code, "rule": line.rule, "message": line.sentence} for line in lines]

    def render_problems(self, build: ContentData, pool: PoolData, limits: Format) -> str:
        return render_problems(judge_build(build, pool, limits))

    def answer_edit(self, request: HttpRequest, build: EditedBuild) -> HttpResponse:
        return answer_edit(request, build)


def judge_build(build: ContentData, pool: PoolData, limits: Format) -> Verdict:
    """Return the verdict on a deck built from a pool."""
    return judge(content_of(build), format_of_pool(limits), pool=Pool.from_data(pool).pieces)


def _make_fault(problem: Problem) -> Fault:
    return Fault(sentence(problem), problem.rule)


class Face(NamedTuple):
    """A piece: its face, or only its title if the catalogue no longer has it."""

    title: str
    item: SafeString | None


def show_faces(titles: Iterable[str]) -> list[Face]:
    """Return the faces of titles, in order."""
    items = current_finding().items
    found = ((title, known_piece(title)) for title in titles)
    return [Face(title, None if piece is None else items.render("pictures", piece)) for title, piece in found]


class PoolRow(NamedTuple):
    """A row of the pool: a title, its opened copies with their packs, and its copies in the deck."""

    title: str
    url: str
    piece: Result | None
    opened: int
    packs: str
    used: int

    @property
    def is_too_many(self) -> bool:
        """Return True if the deck has more copies than were opened."""
        return self.used > self.opened


class PoolGroup(NamedTuple):
    """The titles of one kind."""

    heading: str
    rows: list[PoolRow]

    @property
    def opened(self) -> int:
        """The number of opened copies."""
        return sum(row.opened for row in self.rows)

    @property
    def used(self) -> int:
        """The number of copies in the deck."""
        return sum(row.used for row in self.rows)


class PoolTable(NamedTuple):
    """The pool by kinds, and the problems of the deck; none without a deck."""

    groups: list[PoolGroup]
    has_deck: bool
    problems: list[ProblemLine]


def _make_table(data: PoolData, build: ContentData | None, limits: Format) -> PoolTable:
    """Return the pool of a player beside the registered deck."""
    pool, facts = Pool.from_data(data), current_facts()
    opened, used = pool.pieces, {} if build is None else content_of(build).pieces
    rows: dict[str, list[PoolRow]] = {kind: [] for kind in HEADINGS}
    for title in sorted({*opened, *used}):
        kind = facts[title].kind if title in facts else ""
        rows[kind].append(
            _make_row(title, opened.get(title, 0), ", ".join(_pack_names(pool, title)), used.get(title, 0))
        )
    groups = [PoolGroup(HEADINGS[kind], of) for kind, of in rows.items() if of]
    problems = [] if build is None else problem_lines(judge_build(build, data, limits))
    return PoolTable(groups, build is not None, problems)


def _make_row(title: str, opened: int, packs: str, used: int) -> PoolRow:
    piece = known_piece(title)
    result = None if piece is None else current_finding().items.result(piece)
    return PoolRow(title, "" if piece is None else url_of(title), result, opened, packs, used)


def _pack_names(pool: Pool, title: str) -> Iterator[str]:
    """Yield the packs that a title was in: "S" for the starter pack, boosters by their numbers."""
    if any(title in part for part in pool.starter):
        yield "S"
    for number, booster in enumerate(pool.boosters, 1):
        if title in booster.cards or title in booster.tiles:
            yield str(number)


CREW_WORDS = {None: "", True: " that are officers", False: " that are not officers"}


class SlotWords(NamedTuple):
    """A slot of a booster: how many pieces it has, and their kind."""

    many: int
    words: str
    titles: int


class OddsLine(NamedTuple):
    """The odds of one rarity, in words."""

    rarity: str
    in_booster: str
    in_pool: str
    chance_in_booster: str
    chance_in_pool: str
    once_in: str


class OddsPage(NamedTuple):
    """The content and odds of a recipe."""

    recipe: Recipe
    cards: list[SlotWords]
    tiles: list[SlotWords]
    odds: list[OddsLine]


def _make_odds_page(stock: Stock) -> OddsPage:
    """Return the content and odds of boosters drawn from this stock."""
    recipe = stock.recipe
    return OddsPage(
        recipe,
        [
            SlotWords(slot.count, _rarities(slot.rarities) + CREW_WORDS[slot.crew], sum(map(len, of)))
            for slot, of in zip(recipe.cards, stock.cards, strict=True)
        ],
        [
            SlotWords(
                slot.count,
                f"worth {' or '.join(map(str, slot.points))} hex point{'s' * (slot.points != (1,))}",
                len(of),
            )
            for slot, of in zip(recipe.tiles, stock.tiles, strict=True)
        ],
        [_line(odds) for odds in odds_of(recipe)],
    )


def _rarities(rarities: tuple[tuple[str, int], ...]) -> str:
    """Return rarities in words: "Common", or "Common 3 times in 4, or Special once in 4"."""
    whole = sum(weight for _, weight in rarities)
    if len(rarities) == 1:
        return rarities[0][0]
    said = [f"{rarity} {'once' if weight == 1 else f'{weight} times'} in {whole}" for rarity, weight in rarities]
    return f"{', '.join(said[:-1])}, or {said[-1]}"


def _line(odds: Odds) -> OddsLine:
    return OddsLine(
        odds.rarity,
        _format_number(odds.in_booster),
        _format_number(odds.in_pool),
        _format_percent(odds.chance_in_booster),
        _format_percent(odds.chance_in_pool),
        "" if odds.in_booster >= 1 else f"1 in {_format_number(1 / odds.chance_in_booster)} boosters",
    )


def _format_number(value: Fraction) -> str:
    """Format a number with two decimal places, without trailing zeros."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _format_percent(chance: Fraction) -> str:
    return "always" if chance == 1 else f"{float(chance * 100):.1f} %"
