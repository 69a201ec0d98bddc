"""The pieces of a deck that the catalogue has, as printed. Unknown pieces are left out and listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeVar

from incursions.games.incursions.rules.catalogue import Catalogue
from incursions.games.incursions.rules.construction import DeckContent, PieceFacts, index_pieces
from incursions.games.incursions.rules.printed.cards import GameCard
from incursions.games.incursions.rules.printed.pieces import Definition, ShipCard, TileCard
from incursions.games.incursions.rules.printed.set_up_pieces import read_card, read_tile

Printed = TypeVar("Printed")


class PrintedPieces:
    """The pieces of a catalogue as printed, parsed on first use and cached."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._read: dict[str, object] = {}

    def ship(self, title: str | None) -> ShipCard | None:
        """Return the ship of that title."""
        return self._read_printed(ShipCard, self._catalogue.ships, title)

    def captain(self, title: str | None) -> GameCard | None:
        """Return the captain of that title."""
        return self._read_printed(read_card, self._catalogue.captains, title)

    def card(self, title: str | None) -> GameCard | None:
        """Return the game card of that title; captains and ships are none (rules 2.7)."""
        return self._read_printed(read_card, self._catalogue.cards, title)

    def tile(self, title: str) -> TileCard | None:
        """Return the tile of that title."""
        return self._read_printed(read_tile, self._catalogue.tiles, title)

    def _read_printed(
        self, kind: Callable[[Definition], Printed], known: dict[str, Definition], title: str | None
    ) -> Printed | None:
        if title is None or title not in known:
            return None
        if title not in self._read:
            self._read[title] = kind(known[title])
        return self._read[title]  # type: ignore[return-value]  # a title has one kind

    def facts(self, content: DeckContent) -> Mapping[str, PieceFacts]:
        """Return the facts of the pieces of a content by title, for the construction rules."""
        return index_pieces(kind[title] for title in content.pieces for kind in self._catalogue if title in kind)


class LeftOut(NamedTuple):
    """A title that is not counted: not known, or no piece of that pile. `pile` is deck, hexpile or outside."""

    title: str
    copies: int
    pile: str


class KnownDeck(NamedTuple):
    """A deck content in printed pieces with their copies, by title. `captain` is the stand-in, if one serves (3.8).

    `facts` are what construction asks of the pieces, so that limits are counted as the evaluator counts them.
    """

    content: DeckContent
    facts: Mapping[str, PieceFacts]
    ship: ShipCard | None
    captain: GameCard | None
    cards: tuple[tuple[GameCard, int], ...]
    tiles: tuple[tuple[TileCard, int], ...]
    left_out: tuple[LeftOut, ...]

    @property
    def size(self) -> int:
        """The number of cards in the deck."""
        return sum(copies for _, copies in self.cards)

    @property
    def pile_size(self) -> int:
        """The number of tiles in the hexpile."""
        return sum(copies for _, copies in self.tiles)


def known_deck(content: DeckContent, pieces: PrintedPieces) -> KnownDeck:
    """Return the content as pieces of the catalogue. Any content will do, legal or not."""
    stand_in = pieces.card(content.stand_in)
    if stand_in is not None and not stand_in.is_crew:
        stand_in = None
    ship, captain = pieces.ship(content.ship), pieces.captain(content.captain)
    cards = {title: pieces.card(title) for title in sorted(content.cards)}
    tiles = {title: pieces.tile(title) for title in sorted(content.hexpile)}
    outside = {content.ship: ship, content.captain: captain, content.stand_in: stand_in}
    left_out = [LeftOut(title, 1, "outside") for title, piece in outside.items() if title and piece is None]
    left_out += _unknown(cards, content.cards, "deck")
    left_out += _unknown(tiles, content.hexpile, "hexpile")
    return KnownDeck(
        content,
        pieces.facts(content),
        ship,
        captain or stand_in,
        tuple((card, content.cards[title]) for title, card in cards.items() if card is not None),
        tuple((tile, content.hexpile[title]) for title, tile in tiles.items() if tile is not None),
        tuple(left_out),
    )


def _unknown(pieces: Mapping[str, object], counts: Mapping[str, int], pile: str) -> Iterator[LeftOut]:
    return (LeftOut(title, counts[title], pile) for title, piece in pieces.items() if piece is None)
