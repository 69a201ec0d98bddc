"""Questions about a deck: the chance of copies of one sort, and one of another, among the first cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from incursions.games.incursions.deck_statistics import draws
from incursions.games.incursions.deck_statistics.counts import NO_TYPE, natures, types
from incursions.games.incursions.deck_statistics.known import KnownDeck
from incursions.games.incursions.rules.plays.hand import DRAWN_A_TURN, OPENING_HAND

EVEN, NEARLY_SURE = Fraction(1, 2), Fraction(9, 10)
MOST_DRAWN = 100  # what is asked for: sums stay short for decks of any size
MOST_COPIES = 20
TURNS_SHOWN = 8
TITLES = "Cards"  # the group of single titles


class Sort(NamedTuple):
    """A sort of cards that can be asked for: a nature, a type, or one title. `key` names it in addresses."""

    key: str
    group: str
    label: str
    copies: Mapping[str, int]

    @property
    def is_title(self) -> bool:
        """True for the copies of one card."""
        return self.group == TITLES

    @property
    def number(self) -> int:
        """The number of cards of the deck of this sort."""
        return sum(self.copies.values())


class Question(NamedTuple):
    """A question: the chance of at least `copies` cards of a sort, and one of `also`, among the first `drawn` cards."""

    of: Sort
    copies: int
    drawn: int
    also: Sort | None = None


class Exactly(NamedTuple):
    """The chance of exactly `copies`, and of that many or more."""

    copies: int
    chance: Fraction
    or_more: Fraction


class ByTurn(NamedTuple):
    """The chance after the draw of a turn, 0 for the opening hand."""

    turn: int
    drawn: int
    chance: Fraction


class Answer(NamedTuple):
    """The answer to a question. `drawn` is at most the size of the deck; `hands` of `all_hands` match the question.

    `even` and `nearly_sure` are the number of draws after which the chance exceeds 50 and 90 %; None if no number of
    draws up to `MOST_DRAWN` does.
    """

    size: int
    drawn: int
    chance: Fraction
    hands: int
    all_hands: int
    expected: Fraction
    exactly: list[Exactly]
    by_turn: list[ByTurn]
    even: int | None
    nearly_sure: int | None


def drawn_by_turn(turn: int) -> int:
    """Return the number of cards drawn after the draw of the player's nth turn; 0 is before the first (5.5, 6.1)."""
    return OPENING_HAND + turn * DRAWN_A_TURN


def turn_of(drawn: int) -> int:
    """Return the first turn after whose draw so many cards are drawn; 0 if the opening hand is enough."""
    return max(0, -(-(drawn - OPENING_HAND) // DRAWN_A_TURN))


def sorts_of(deck: KnownDeck) -> dict[str, Sort]:
    """Return all sorts of cards in the deck that can be asked for, by their keys."""
    return {sort.key: sort for sort in _sorts(deck)}


def _sorts(deck: KnownDeck) -> Iterator[Sort]:
    for row in natures(deck):
        if row.number:
            yield Sort(f"nature:{row.label}", "Natures", row.label, dict(row.pieces))
    for row in types(deck):
        if row.label != NO_TYPE:
            yield Sort(f"type:{row.label}", "Types", row.label, dict(row.pieces))
    for card, copies in deck.cards:
        yield Sort(f"card:{card.title}", TITLES, card.title, {card.title: copies})


def answer(deck: KnownDeck, asked: Question) -> Answer:
    """Return the exact answer. Raises ValueError for a deck that holds fewer cards than the sorts have."""

    def chance_of(drawn: int) -> Fraction:
        return draws.at_least(size, wanted, drawn, asked.copies, others=others, shared=shared)

    others = None if asked.also is None else asked.also.number
    alike = asked.of.copies.keys() & (asked.also.copies if asked.also is not None else {})
    shared = sum(asked.of.copies[title] for title in alike)
    size, wanted = deck.size, asked.of.number
    drawn = min(asked.drawn, size)
    chance, all_hands = chance_of(drawn), comb(size, drawn)
    turns = ((turn, drawn_by_turn(turn)) for turn in range(TURNS_SHOWN + 1))
    most = min(size, MOST_DRAWN)
    return Answer(
        size,
        drawn,
        chance,
        int(chance * all_hands),
        all_hands,
        draws.expect(size, wanted, drawn),
        [
            Exactly(copies, draws.exactly(size, wanted, drawn, copies), draws.at_least(size, wanted, drawn, copies))
            for copies in range(min(wanted, drawn, MOST_COPIES) + 1)
        ],
        [ByTurn(turn, min(drawn, size), chance_of(drawn)) for turn, drawn in turns],
        draws.draws_for(chance_of, most, EVEN),
        draws.draws_for(chance_of, most, NEARLY_SURE),
    )
