"""Draws from a shuffled pile: exact odds, percentages of them, and sample hands (rules 5.2, 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import blake2b
from math import comb, prod

from incursions.engine.dice import SEED_BYTES, Dice
from incursions.games.incursions.rules.construction import DeckContent

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
