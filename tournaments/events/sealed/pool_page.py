"""Sealed pools as pages show them, and the odds of a booster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from django.utils.safestring import SafeString

from cards.catalogue import known_piece, url_of
from cards.deck_pages.listing import ProblemLine, problem_lines
from cards.decks.changes import create_deck
from cards.decks.contents import data_of
from cards.decks.errors import DeckError
from cards.decks.judging import current_facts
from cards.decks.models import Deck
from cards.loadouts import find_content
from cards.searching import Result, current_finding
from incursions.accounts.models import User
from incursions.engine import commitment
from incursions.games.incursions.rules.boosters import Odds, Recipe, odds_of
from incursions.games.incursions.rules.printed.pieces import CAPTAIN, CARD, SHIP, TILE
from incursions.games.incursions.rules.sealed_pools import Pool, Stock, open_pool
from incursions.kit.refusals import DomainError
from tournaments.events.models import Entry, PoolStock, Tournament
from tournaments.events.pools import pool_of, verdict_on

HEADINGS = {SHIP: "Ships", CAPTAIN: "Captains", CARD: "Cards", TILE: "Hexes", "": "No longer in the catalogue"}


class Pack(NamedTuple):
    """A pack of a pool, by its place from 1. The content is present only if it is open."""

    number: int
    name: str
    titles: tuple[str, ...]
    is_open: bool


class Face(NamedTuple):
    """A piece: its face, or only its title if the catalogue no longer has it."""

    title: str
    item: SafeString | None


class Packs(NamedTuple):
    """The packs of a pool, and the one that is shown."""

    packs: list[Pack]
    shown: Pack | None
    faces: list[Face]
    is_new: bool

    @property
    def opened(self) -> int:
        """The number of open packs."""
        return sum(pack.is_open for pack in self.packs)

    @property
    def next(self) -> Pack | None:
        """The pack that is opened next, or None."""
        return next((pack for pack in self.packs if not pack.is_open), None)


def packs_for(entry: Entry, opened: int, asked: str, *, is_new: bool = False) -> Packs:
    """Return the packs of a player who has opened that many. `asked` names the pack to show; by default the newest."""
    packs = [
        Pack(number, name, titles if number <= opened else (), number <= opened)
        for number, (name, titles) in enumerate(_all(pool_of(entry)), 1)
    ]
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) < 4 else 0
    shown = next((pack for pack in packs if pack.number == number and pack.is_open), None)
    return Packs(packs, shown, faces_of(shown.titles if shown else ()), is_new and shown is not None)


def faces_of(titles: Iterable[str]) -> list[Face]:
    """Return the faces of titles, in order."""
    items = current_finding().items
    found = ((title, known_piece(title)) for title in titles)
    return [Face(title, None if piece is None else items.render("pictures", piece)) for title, piece in found]


def _all(pool: Pool) -> list[tuple[str, tuple[str, ...]]]:
    starter = pool.starter
    packs = [("Starter pack", (*starter.wormholes, *starter.captains, *starter.ships))]
    packs += [(f"Booster {number}", (*one.tiles, *one.cards)) for number, one in enumerate(pool.boosters, 1)]
    return packs


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
    """The pool by kinds, and the verdict on the deck; None without a deck."""

    groups: list[PoolGroup]
    has_deck: bool
    problems: list[ProblemLine]


def pool_table(row: Tournament, entry: Entry) -> PoolTable:
    """Return the pool of a player beside the registered deck."""
    pool, facts = pool_of(entry), current_facts()
    content = find_content(entry.loadout)
    opened, used = pool.pieces, {} if content is None else content.pieces
    rows: dict[str, list[PoolRow]] = {kind: [] for kind in HEADINGS}
    for title in sorted({*opened, *used}):
        kind = facts[title].kind if title in facts else ""
        rows[kind].append(_row(title, opened.get(title, 0), ", ".join(_pack_names(pool, title)), used.get(title, 0)))
    groups = [PoolGroup(HEADINGS[kind], of) for kind, of in rows.items() if of]
    problems = [] if content is None else problem_lines(verdict_on(row, entry, content))
    return PoolTable(groups, content is not None, problems)


def _row(title: str, opened: int, packs: str, used: int) -> PoolRow:
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


class Checked(NamedTuple):
    """A player's pool. `holds`: the seed gives it again."""

    entry: Entry
    holds: bool


def is_seal_of_seed(row: Tournament) -> bool:
    """Return True if the seed matches the published commitment."""
    return commitment(bytes(row.seed)) == row.commitment


def check_pools(row: Tournament, stock: Stock, entries: Iterable[Entry]) -> list[Checked]:
    """Draw these pools again and compare. Only for a tournament whose seed is published."""
    seed = bytes(row.seed)
    return [Checked(entry, open_pool(stock, seed, entry.number).to_data() == entry.pool) for entry in entries]


def proof_data(row: Tournament) -> dict[str, object]:
    """Return everything needed to draw the pools again, as plain data. Raises not_over before the seed is published."""
    kept = PoolStock.objects.filter(tournament=row).first()
    if row.published_seed is None or kept is None:
        raise DomainError("not_over", "The seed is published when the tournament is over.")
    pools = Entry.objects.filter(tournament=row, pool__isnull=False).values_list("number", "pool")
    return {
        "tournament": row.public_id,
        "name": row.name,
        "commitment": row.commitment,
        "seed": row.published_seed,
        "catalogue": kept.catalogue,
        "stock": kept.data,
        "pools": {str(number): pool for number, pool in pools},
    }


def may_keep(entry: Entry) -> bool:
    """Return True if the player may copy the registered deck: decks are open, or the tournament is over for him."""
    row = entry.tournament
    return entry.loadout is not None and (row.are_decks_open or not row.is_active or not entry.is_in)


def keep_deck(entry: Entry, *, by: User) -> Deck:
    """Copy the registered deck to a private deck of the player, named after the tournament.

    Raises `DomainError`: not_yours, not_registered, wrong_state, too_many_decks.
    """
    if not entry.is_of(by):
        raise DomainError("not_yours", "A pool's deck is kept by its own player.")
    content = find_content(entry.loadout)
    if content is None:
        raise DomainError("not_registered", "No deck of this pool is registered.")
    if not may_keep(entry):
        message = "You can copy the deck when the tournament opens its decks, or when it is over for you."
        raise DomainError("wrong_state", message)
    try:
        return create_deck(owner=by, name=entry.tournament.name, content=data_of(content))
    except DeckError as refusal:
        code = "too_many_decks" if refusal.code == "too_many" else "malformed"
        raise DomainError(code, refusal.message) from refusal


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

    @property
    def cards_in_booster(self) -> int:
        """The number of cards in a booster."""
        return sum(slot.many for slot in self.cards)

    @property
    def tiles_in_booster(self) -> int:
        """The number of tiles in a booster."""
        return sum(slot.many for slot in self.tiles)


def odds_page(stock: Stock) -> OddsPage:
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
