"""Draws from a shuffled pile: exact odds, questions about sorts of cards, and sample hands (rules 5.2, 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import blake2b
from math import comb, prod
from typing import NamedTuple

from incursions.engine.dice import SEED_BYTES, Dice
from incursions.games.incursions.deck_statistics.counts import NO_TYPE, KnownDeck, natures, types
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.plays.card_moves import DRAWN_A_TURN, OPENING_HAND

NEVER, CERTAIN = Fraction(0), Fraction(1)


def exactly(total: int, wanted: int, drawn: int, copies: int) -> Fraction:
    """Return the chance that exactly `copies` wanted cards are drawn. Raises ValueError for impossible numbers."""
    drawn = _check_draw(total, wanted, drawn)
    if not 0 <= copies <= drawn:
        return NEVER
    return Fraction(_hands(total, wanted, drawn, copies), comb(total, drawn))


def at_least(
    total: int, wanted: int, drawn: int, copies: int = 1, *, others: int | None = None, shared: int = 0
) -> Fraction:
    """Return the chance of at least `copies` wanted cards and, if `others` are given, of at least one of them too.

    `shared` pieces are both. By inclusion and exclusion: those hands are left out in which none of the others is.
    Raises ValueError for what no pile can be.
    """
    drawn = _check_draw(total, wanted, drawn)
    many = _hands_of_at_least(total, wanted, drawn, copies)
    if others is not None:
        if not max(0, wanted + others - total) <= shared <= min(wanted, others):
            raise ValueError(f"{shared} of {wanted} and {others} among {total} cannot be both")
        many -= _hands_of_at_least(total - others, wanted - shared, drawn, copies)
    return Fraction(many, comb(total, drawn))


def expect(total: int, wanted: int, drawn: int) -> Fraction:
    """Return the average number drawn; 0 from an empty pile. Raises ValueError for impossible numbers."""
    drawn = _check_draw(total, wanted, drawn)
    return Fraction(drawn * wanted, total) if total else NEVER


def draws_for(chance_of: Callable[[int], Fraction], most: int, chance: Fraction) -> int | None:
    """Return the fewest draws, up to a maximum, with which a chance exceeds `chance`; None if none suffice.

    `chance_of` says what the chance is with so many draws: never less than with fewer.
    """
    if chance_of(most) <= chance:
        return None
    low, high = 0, most
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if chance_of(middle) > chance else (middle + 1, high)
    return low


def this_hand(piles: Mapping[str, int], hand: Mapping[str, int]) -> Fraction:
    """Return the chance of drawing exactly this hand, in any order, from piles of equal cards.

    Raises ValueError for a hand that cannot be drawn.
    """
    if any(copies > piles.get(title, 0) for title, copies in hand.items()):
        raise ValueError("the hand holds cards that the deck does not hold")
    alike = prod(comb(piles[title], copies) for title, copies in hand.items())
    return Fraction(alike, comb(sum(piles.values()), sum(hand.values())))


def _check_draw(total: int, wanted: int, drawn: int) -> int:
    """Return the number of cards drawn, at most the pile. Raises ValueError for impossible numbers."""
    if not 0 <= wanted <= total or drawn < 0:
        raise ValueError(f"{wanted} of {total}, {drawn} drawn: no pile is so")
    return min(drawn, total)


def _hands(total: int, wanted: int, drawn: int, copies: int) -> int:
    """Return the number of different hands with exactly so many wanted cards."""
    return comb(wanted, copies) * comb(total - wanted, drawn - copies)


def _hands_of_at_least(total: int, wanted: int, drawn: int, copies: int) -> int:
    """Return the number of hands with so many copies or more, from the shorter of the two sums."""
    copies = max(0, copies)
    most = min(wanted, drawn)
    if copies > most:
        return 0
    if most - copies < copies:
        return sum(_hands(total, wanted, drawn, each) for each in range(copies, most + 1))
    return comb(total, drawn) - sum(_hands(total, wanted, drawn, each) for each in range(copies))


LEAST, MOST = Fraction(1, 1000), Fraction(999, 1000)


def percentage(chance: Fraction) -> str:
    """Return a chance in percent with one decimal: "54.3%", "<0.1%", ">99.9%"; "0%" and "100%" only if exact."""
    if chance in (0, 1):
        return f"{100 * chance}%"
    if chance < LEAST:
        return "<0.1%"
    return ">99.9%" if chance > MOST else f"{_tenths(chance * 100)}%"


def say_chance(chance: Fraction) -> str:
    """Return a chance as a player says it in a sentence: "less than 0.1%"."""
    return percentage(chance).replace("<", "less than ").replace(">", "more than ")


def decimal(number: Fraction) -> str:
    """Return a number rounded to at most one decimal: "1.3", "2"; "<0.1" if it would round to 0."""
    return "<0.1" if 0 < number < Fraction(1, 20) else _tenths(number).removesuffix(".0")


def _tenths(number: Fraction) -> str:
    """Return the number with one decimal, halves rounded up. Fractions are used because floats would round unevenly."""
    tenths = int(number * 10 + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10}"


PURPOSE = b"sample hand"
DECK, HEXPILE = "deck", "hexpile"  # strands: one shuffle does not shift the other


class Shuffles:
    """The shuffles of one seed: of deck and hexpile of a content, card by card from the top."""

    def __init__(self, content: DeckContent, seed: str) -> None:
        key = blake2b(f"{content.hash}/{seed}".encode(), digest_size=SEED_BYTES, person=PURPOSE).digest()
        self._dice = Dice(key)

    def deck(self, cards: Mapping[str, int], drawn: int) -> tuple[str, ...]:
        """Return the first `drawn` cards, or all if there are fewer (rules 6.8)."""
        return self._top(DECK, cards, drawn)

    def hexpile(self, tiles: Mapping[str, int], explored: int) -> tuple[str, ...]:
        """Return the first `explored` tiles, or all if there are fewer."""
        return self._top(HEXPILE, tiles, explored)

    def _top(self, strand: str, counts: Mapping[str, int], number: int) -> tuple[str, ...]:
        """Return the end of the shuffled pile, from which pieces are drawn. Only that end is shuffled."""
        pile = [title for title in sorted(counts) for _ in range(counts[title])]
        last = len(pile)
        for _ in range(min(number, len(pile))):
            last -= 1
            other = self._dice.draw_below(strand, last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return tuple(reversed(pile[last:]))


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
    named = [("nature", "Natures", row) for row in natures(deck) if row.number]
    named += [("type", "Types", row) for row in types(deck) if row.label != NO_TYPE]
    sorts = [Sort(f"{kind}:{row.label}", group, row.label, dict(row.pieces)) for kind, group, row in named]
    sorts += [Sort(f"card:{card.title}", TITLES, card.title, {card.title: copies}) for card, copies in deck.cards]
    return {sort.key: sort for sort in sorts}


def answer(deck: KnownDeck, asked: Question) -> Answer:
    """Return the exact answer. Raises ValueError for a deck that holds fewer cards than the sorts have."""

    def chance_of(drawn: int) -> Fraction:
        return at_least(size, wanted, drawn, asked.copies, others=others, shared=shared)

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
        expect(size, wanted, drawn),
        [
            Exactly(copies, exactly(size, wanted, drawn, copies), at_least(size, wanted, drawn, copies))
            for copies in range(min(wanted, drawn, MOST_COPIES) + 1)
        ],
        [ByTurn(turn, min(drawn, size), chance_of(drawn)) for turn, drawn in turns],
        draws_for(chance_of, most, EVEN),
        draws_for(chance_of, most, NEARLY_SURE),
    )
