"""Exact odds of drawing from a shuffled pile: hypergeometric, as fractions, nothing estimated (rules 5.2, 5.5).

A pile of `total` holds `wanted` of what is asked for; `drawn` are its first so many. More than there are cannot be
drawn: a draw from an empty pile gives nothing (rules 6.8).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, prod

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
