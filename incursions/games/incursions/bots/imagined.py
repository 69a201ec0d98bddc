"""Imagined games: copies in which everything that a seat may not know is drawn anew, and their dice without luck."""

from __future__ import annotations

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import accumulate
from math import perm
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from incursions.engine import SEED_BYTES
from incursions.engine.dice import Dice
from incursions.engine.events import Event
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.catalogue import load
from incursions.games.incursions.rules.construction import FULL as FULL_FORMAT
from incursions.games.incursions.rules.construction import RARITY_LIMITS
from incursions.games.incursions.rules.events.movement import WormholeRolled
from incursions.games.incursions.rules.hexes.leaving import LeaveRoll
from incursions.games.incursions.rules.piece_reading import read_card, read_tile
from incursions.games.incursions.rules.plays.card_moves import open_hands
from incursions.games.incursions.rules.plays.resolution import Resolution
from incursions.games.incursions.rules.plays.stops import StopWindow
from incursions.games.incursions.rules.printed.pieces import (
    CAPTAIN_NATURE,
    START_TILE,
    Cards,
    GameCard,
    TileCard,
)
from incursions.games.incursions.rules.starters import load_starters
from incursions.games.incursions.rules.state.game_state import mix_house_pile
from incursions.games.incursions.rules.state.refs import Pick
from incursions.games.incursions.rules.state.seats import Player
from incursions.games.incursions.rules.state.setup import BASIC, FULL

FACES = 6
TO_LEAVE = LeaveRoll.strand


def chance_of_doubles(count: int) -> float:
    """Return the chance that some two of so many dice show the same (rules 1.1)."""
    return 1.0 - perm(FACES, count) / float(FACES**count)


class ImaginedDice(Dice):
    """Dice of an imagined game. Rolls to leave show no doubles; where `opposite`, every die shows its other side."""

    __slots__ = ("opposite",)

    def __init__(self, seed: bytes, *, opposite: bool = False) -> None:
        super().__init__(seed)
        self.opposite = opposite

    def roll(self, strand: str, count: int) -> list[int]:
        """Throw the dice; a roll to leave repeats until no two dice are alike."""
        before = len(self.rolled)
        thrown = super().roll(strand, count)
        while strand == TO_LEAVE and len(set(thrown)) < count <= FACES:
            del self.rolled[before:]
            thrown = super().roll(strand, count)
        if self.opposite:
            thrown = [FACES + 1 - face for face in thrown]
            self.rolled[before:] = thrown
        return thrown

    def copy(self) -> ImaginedDice:
        """Return an independent stream that continues from this place."""
        twin: Any = super().copy()
        twin.opposite = self.opposite
        return twin  # type: ignore[no-any-return]


class Fate:
    """The outcome for one seat of the rolls to leave in one imagined game.

    `won` is the chance that it has left by one of them, `open` the chance that nobody has.
    """

    __slots__ = ("open", "seat", "won")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.won = 0.0
        self.open = 1.0

    def note(self, events: Iterable[Event]) -> None:
        """Count the rolls to leave among these events."""
        for event in events:
            if event.kind_class is WormholeRolled:
                chance = self.open * chance_of_doubles(len(event.facts["dice"]))
                self.open -= chance
                if event.facts["seat"] == self.seat:
                    self.won += chance

    def value(self, otherwise: float) -> float:
        """Return the chance to win, if it is `otherwise` where nobody has left by these rolls."""
        return self.won + self.open * otherwise


FIXTURES = Path(__file__).parents[4] / "fixtures"
SELDOM = 0.25  # how often a piece is expected of which no deck of the race holds a copy, beside 1 for a copy
TRIES = 8  # drawings that construction may refuse before it is let be: limits bind decks, and few places are left


class HousePieces(NamedTuple):
    """Every card and tile as printed, and the copies that the starter decks of each race hold."""

    cards: Mapping[str, GameCard]
    tiles: Mapping[str, TileCard]
    cards_used: Mapping[str, Counter[str]]
    tiles_used: Mapping[str, Counter[str]]


class Likely(NamedTuple):
    """Titles with the sums of their weights, to draw from."""

    titles: tuple[str, ...]
    sums: tuple[float, ...]

    def draw(self, rng: Random) -> str:
        """Return a title by chance, each as often as its weight says."""
        return self.titles[bisect(self.sums, rng.random() * self.sums[-1], hi=len(self.titles) - 1)]


@cache
def house_pieces() -> HousePieces:
    """Return the house's pieces, read once a process."""
    catalogue = load(FIXTURES)
    cards_used: dict[str, Counter[str]] = {}
    tiles_used: dict[str, Counter[str]] = {}
    for starter in load_starters(FIXTURES / "starters.yaml", catalogue).values():
        cards_used.setdefault(starter.race, Counter()).update(starter.cards)
        tiles_used.setdefault(starter.race, Counter()).update(starter.hexpile)
    return HousePieces(
        {title: read_card(card) for title, card in catalogue.cards.items()},
        {title: read_tile(tile) for title, tile in [*catalogue.tiles.items(), (START_TILE["title"], START_TILE)]},
        cards_used,
        tiles_used,
    )


@cache
def likely_cards(races: frozenset[str], race: str) -> Likely:
    """Return the cards that a player of these races (ship's and captain's) can use, weighted for a deck of `race`.

    Rules 13.5.
    """
    house = house_pieces()
    usable = [card for card in house.cards.values() if card.usage is None or card.usage & races]
    return _weigh((card.title for card in usable), house.cards_used.get(race, Counter()))


@cache
def likely_tiles(race: str, *, wormholes_only: bool = False) -> Likely:
    """Return the tiles that a player of this race may have brought."""
    house = house_pieces()
    brought = (
        t for t in house.tiles.values() if t.title != START_TILE["title"] and (t.is_wormhole or not wormholes_only)
    )
    return _weigh((tile.title for tile in brought), house.tiles_used.get(race, Counter()))


def _weigh(titles: Iterable[str], used: Counter[str]) -> Likely:
    """Return the titles weighted by the copies that starter decks use of them; an unused one weighs `SELDOM`."""
    ordered = tuple(sorted(titles))
    return Likely(ordered, tuple(accumulate(SELDOM + used[title] for title in ordered)))


def draw_cards(rng: Random, likely: Likely, count: int, seen: Iterable[GameCard]) -> list[GameCard]:
    """Return so many cards of a deck of which these were seen, within what a deck may hold (rules 3.2-3.4)."""
    cards = house_pieces().cards
    copies: defaultdict[str, int] = defaultdict(int)
    rarities: defaultdict[str, int] = defaultdict(int)

    def note(card: GameCard) -> None:
        copies[card.title] += 1
        for rarity in card.limits:
            rarities[rarity] += 1

    def is_within(card: GameCard) -> bool:
        for rarity in card.limits:
            if rarities[rarity] >= RARITY_LIMITS.get(rarity, count):
                return False
        return copies[card.title] < FULL_FORMAT.most_copies

    for card in seen:
        note(card)
    drawn = []
    for _ in range(count):
        for _ in range(TRIES):
            card = cards[likely.draw(rng)]
            if is_within(card):
                break
        note(card)
        drawn.append(card)
    return drawn


def draw_tiles(rng: Random, race: str, count: int, seen: Iterable[str]) -> list[str]:
    """Return so many tiles of a hexpile of which these were seen; a wormhole is among all of them (rules 4.2, 4.3)."""
    house, likely = house_pieces().tiles, likely_tiles(race)
    copies = Counter(seen)
    drawn: list[str] = []
    if count and not any(title in house and house[title].is_wormhole for title in copies):
        drawn.append(likely_tiles(race, wormholes_only=True).draw(rng))
        copies[drawn[0]] += 1
    while len(drawn) < count:
        for _ in range(TRIES):
            title = likely.draw(rng)
            if copies[title] < (1 if house[title].is_unique else FULL_FORMAT.most_tiles_of_a_title):
                break
        copies[title] += 1
        drawn.append(title)
    rng.shuffle(drawn)
    return drawn


class Zone(NamedTuple):
    """The places of one seat whose cards are hidden: the name of the list, and of each place the card known there."""

    seat: int
    name: str
    known: tuple[int | None, ...]


class Imagination:
    """A game as one seat knows it at one moment; `game` draws a whole game that might be this one."""

    def __init__(self, game: Game, seat: int) -> None:
        self._seat = seat
        self._table = game.copy()
        self._shown = _shown_to(game, seat)
        self._tops = _shown_tiles(game, seat)
        self._zones: list[Zone] = []
        self._numbers: list[int] = []
        self._tiles_left = _own_tiles_left(game, seat)
        if game.has_cards:
            self._read_cards()
            # At which moments others asked to be asked is their own matter (rules 13.14).
            for player in self._table.players:
                if player.seat != seat:
                    player.stops = ()
            for frame in self._table.stack:
                if isinstance(frame, StopWindow) and frame.seat == seat:
                    frame.order, frame.passed = (seat,), 0

    def game(self, rng: Random) -> Game:
        """Return a game that looks to the seat as the real one does. The same chances draw the same game."""
        imagined = self._table.copy()
        imagined.dice = ImaginedDice(rng.randbytes(SEED_BYTES))
        if imagined.has_cards:
            imagined.tiles = self._tiles
            self._deal_cards(imagined, rng)
        if imagined.mode == FULL:
            for player in imagined.players:
                player.pile = self._pile_of(player, rng)
        elif imagined.mode == BASIC:
            imagined.pile = self._shuffle_tiles(rng)
        else:
            self._lay_mixed_pile(imagined, rng)
        return imagined

    # Cards.

    def _read_cards(self) -> None:
        """Find the hidden places, what is known of them, and what may lie there."""
        game, seat = self._table, self._seat
        self._tiles = {**house_pieces().tiles, **game.tiles}
        in_frames = {
            number
            for frame in game.stack
            for name in frame.fields
            for number in _find_card_numbers(getattr(frame, name))
        }
        open_to = {seat, *open_hands(game, seat)}
        hidden: set[int] = set()
        for player in game.players:
            for name in ("hand", "deck", "non_salvageable"):
                if name == "hand" and player.seat in open_to:
                    continue
                numbers = getattr(player, name)
                self._zones.append(Zone(player.seat, name, tuple(n if n in in_frames else None for n in numbers)))
                hidden.update(numbers)
        self._numbers = sorted(hidden - in_frames)
        unknown = hidden - self._shown
        # What is noted of single hidden cards says nothing any more: which was tabled before, which may be used.
        board, forgotten = game.board, set(map(str, unknown))
        board.usable -= unknown
        board.used = {key: turn for key, turn in board.used.items() if key.partition(" ")[0] not in forgotten}
        self._seen: dict[int, list[GameCard]] = {player.seat: [] for player in game.players}
        self._own_list: list[GameCard] = []
        for number, (card, owner) in enumerate(zip(game.cards, game.cards.owners, strict=True)):
            if number not in unknown and card.nature != CAPTAIN_NATURE:  # rules 3.5
                self._seen[owner].append(card)
            elif number in unknown and owner == seat:
                self._own_list.append(card)
        self._own_list.sort(key=attrgetter("title"))
        self._likely = {player.seat: likely_cards(*self._races(player)) for player in game.players}

    def _races(self, player: Player) -> tuple[frozenset[str], str]:
        """Return the races whose cards a seat can use, by ship and captain (rules 13.5), and the race of its ship."""
        game = self._table
        race = game.ships[player.seat].card.race
        captain = None if player.captain is None else game.cards[player.captain].race
        return frozenset({race, captain} - {None, ""}), race  # type: ignore[arg-type]

    def _deal_cards(self, imagined: Game, rng: Random) -> None:
        """Deal a number and a card to every hidden place."""
        cards, owners = list(imagined.cards), list(imagined.cards.owners)
        own = self._own_list.copy()
        rng.shuffle(own)
        numbers = iter(self._numbers)
        for zone in self._zones:
            dealt = [next(numbers) if known is None else known for known in zone.known]
            drawn = [number for number in dealt if number not in self._shown]
            taken = [own.pop() for _ in range(min(len(own), len(drawn)))] if zone.seat == self._seat else []
            more = draw_cards(rng, self._likely[zone.seat], len(drawn) - len(taken), self._seen[zone.seat])
            for number, card in zip(drawn, [*taken, *more], strict=True):
                cards[number], owners[number] = card, zone.seat
            setattr(imagined.players[zone.seat], zone.name, dealt)
        imagined.cards = Cards(cards, owners)

    # Tiles.

    def _pile_of(self, player: Player, rng: Random) -> list[str]:
        """Return a hexpile of Full: one's own in any order, another's of what he may have brought (rules 4.5)."""
        top = self._tops.get(player.seat, [])
        if player.seat == self._seat:
            return [*self._shuffle_tiles(rng), *top]
        race = self._table.ships[player.seat].card.race
        laid = [self._table.map[at] for at, owner in self._table.owners.items() if owner == player.seat]
        return [*draw_tiles(rng, race, len(player.pile) - len(top), [*laid, *top]), *top]

    def _shuffle_tiles(self, rng: Random) -> list[str]:
        """Return the tiles that the seat knows to be left; in Basic as the house's pile may lie (rules 20.6)."""
        table, tiles = self._table, self._tiles_left.copy()
        if table.mode == BASIC:
            wormholes = {title for title in tiles if table.tiles[title].is_wormhole}
            return mix_house_pile(tiles, wormholes, len(table.setup["pile"]), rng.shuffle)
        rng.shuffle(tiles)
        return tiles

    def _lay_mixed_pile(self, imagined: Game, rng: Random) -> None:
        """Lay the pile of Tournament: one's own tiles left, and as many of others' as there are beside (rules 4.5)."""
        table = self._table
        top = self._tops.get(self._seat, [])
        others = [ship.seat for ship in table.ships if ship.seat != self._seat and ship.out is None]
        count = len(table.pile) - len(top) - len(self._tiles_left)
        shares = Counter(others[nth % len(others)] for nth in range(max(0, count))) if others else Counter()
        mixed = [(title, self._seat) for title in self._tiles_left]
        for seat, share in sorted(shares.items()):
            laid = [table.map[at] for at, owner in table.owners.items() if owner == seat]
            mixed += [(title, seat) for title in draw_tiles(rng, table.ships[seat].card.race, share, laid)]
        rng.shuffle(mixed)
        mixed = [*mixed[: len(table.pile) - len(top)], *((title, self._seat) for title in top)]
        imagined.pile = [title for title, _ in mixed]
        imagined.brought_by = [seat for _, seat in mixed]


def _own_tiles_left(game: Game, seat: int) -> list[str]:
    """Return the tiles that the seat knows to be in a pile, in no order: its own, in Basic the house's."""
    if game.mode == BASIC:
        left = Counter(game.setup["pile"])
        left.subtract(list(game.map.values())[1:])
    else:
        left = Counter(game.setup["seats"][seat]["hexpile"])
        left.subtract(game.map[at] for at, owner in game.owners.items() if owner == seat)
        left.subtract(_shown_tiles(game, seat).get(seat, []))
    return sorted(left.elements())


def _shown_to(game: Game, seat: int) -> set[int]:
    """Return the hidden cards that the seat is looking at: those it picks from, and those that its effect looked at."""
    shown: set[int] = set()
    for frame in game.stack:
        if isinstance(frame, Pick) and frame.seat == seat:
            shown.update(ref[1] for ref in frame.refs if ref[0] == "card")
        elif isinstance(frame, Resolution) and frame.user == seat:
            shown.update(frame.get_mark("cards", ()))
            shown.update(ref[1] for ref in frame.chosen if ref[0] == "card")
    return shown


def _shown_tiles(game: Game, seat: int) -> dict[int, list[str]]:
    """Return the tops of piles that the seat is looking at, by the seat of the pile, the top last."""
    shown: dict[int, list[str]] = {}
    for frame in game.stack:
        if isinstance(frame, Resolution) and frame.user == seat and frame.get_mark("tiles") is not None:
            whose, count = frame.get_mark("tiles")
            pile = game.pile_of(whose)
            shown[whose if game.mode == FULL else seat] = pile[len(pile) - min(count, len(pile)) :]
    return shown


def _find_card_numbers(value: Any) -> Iterator[int]:
    """Yield the numbers of cards that something under way points at: references, and what was looked at."""
    if not isinstance(value, tuple) or not value:
        return
    if value[0] == "card" and len(value) == 2 and isinstance(value[1], int):
        yield value[1]
    elif value[0] == "cards" and len(value) == 2 and isinstance(value[1], tuple):
        yield from value[1]
    else:
        for part in value:
            yield from _find_card_numbers(part)
