"""A sample hand as its page shows it: the cards and tiles, how likely such a hand is, and the ways on."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from cards.deck_pages.statistics.odds_words import counted
from cards.results import Result, result_of
from incursions.deck_statistics import KnownDeck, Shuffles, decimal, odds, percentage
from incursions.deck_statistics.card_counts import natures


class NatureDrawn(NamedTuple):
    """How many cards of a nature were drawn, beside what was to be expected."""

    nature: str
    drawn: int
    average: str
    exactly: str
    or_more: str


class Sample(NamedTuple):
    """The first cards and tiles of one shuffle. `tabled` are titles that go to the table as they are drawn (13.4.3).

    `like_it` says how rare exactly this hand is. `has_more_cards` and `has_more_tiles`: there is a next one.
    """

    cards: list[Result]
    tiles: list[Result]
    tabled: list[str]
    by_nature: list[NatureDrawn]
    like_it: str
    has_more_cards: bool
    has_more_tiles: bool


def sample_of(deck: KnownDeck, seed: str, *, cards: int, tiles: int) -> Sample:
    """The hand of a seed. What the catalogue does not know is in no pile."""
    known_cards = {card.title: card for card, _ in deck.cards}
    known_tiles = {tile.title: tile for tile, _ in deck.tiles}
    piles = {card.title: copies for card, copies in deck.cards}
    shuffles = Shuffles(deck.content, seed)
    drawn = shuffles.deck(piles, cards)
    explored = shuffles.hexpile({tile.title: copies for tile, copies in deck.tiles}, tiles)
    return Sample(
        [result_of(known_cards[title].definition) for title in drawn],
        [result_of(known_tiles[title].definition) for title in explored],
        [title for title in drawn if known_cards[title].is_tabled_when_drawn],
        _by_nature(deck, Counter(known_cards[title].nature for title in drawn)),
        _like_it(odds.this_hand(piles, Counter(drawn))),
        len(drawn) < deck.size,
        len(explored) < deck.pile_size,
    )


def _by_nature(deck: KnownDeck, drawn: Counter[str]) -> list[NatureDrawn]:
    size, cards = deck.size, drawn.total()
    return [
        NatureDrawn(
            row.label,
            drawn[row.label],
            decimal(odds.expected(size, row.number, cards)),
            percentage(odds.exactly(size, row.number, cards, drawn[row.label])),
            percentage(odds.at_least(size, row.number, cards, drawn[row.label])),
        )
        for row in natures(deck)
    ]


def _like_it(chance: Fraction) -> str:
    """How rare a hand is: one in so many."""
    if chance == 1:
        return "No other cards could be drawn."
    return f"One draw in {counted(round(1 / chance))} gives exactly these cards, in whatever order."
