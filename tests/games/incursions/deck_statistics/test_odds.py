"""Odds against counting every hand there is, and against what any odds must add up to."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from incursions.games.incursions.deck_statistics import decimal, odds, percentage, say_chance

PILES = [(total, wanted) for total in range(8) for wanted in range(total + 1)]


def share_of_hands(total: int, drawn: int, is_so) -> Fraction:
    """Of all hands from a pile of the cards 0, 1, 2 ... those for which it is so."""
    hands = list(combinations(range(total), min(drawn, total)))
    return Fraction(sum(map(is_so, hands)), len(hands))


@pytest.mark.parametrize(("total", "wanted"), PILES)
def test_odds_are_those_of_counting_every_hand(total, wanted):
    for drawn in range(total + 2):
        for copies in range(drawn + 2):
            held = [sum(card < wanted for card in hand) for hand in combinations(range(total), min(drawn, total))]
            assert odds.exactly(total, wanted, drawn, copies) == Fraction(held.count(copies), len(held))
            many = sum(number >= copies for number in held)
            assert odds.at_least(total, wanted, drawn, copies) == Fraction(many, len(held))
            assert odds.expect(total, wanted, drawn) == Fraction(sum(held), len(held))


@pytest.mark.parametrize(
    ("total", "wanted", "others", "shared"), [(7, 3, 2, 0), (7, 3, 2, 1), (6, 2, 2, 2), (6, 4, 2, 0)]
)
def test_odds_of_two_sorts_at_once_are_those_of_counting_every_hand(total, wanted, others, shared):
    one = set(range(wanted))
    other = set(range(wanted - shared, wanted - shared + others))
    for drawn in range(total + 1):
        for copies in range(4):
            counted = share_of_hands(
                total, drawn, lambda hand, copies=copies: len(one & {*hand}) >= copies and bool(other & {*hand})
            )
            assert odds.at_least(total, wanted, drawn, copies, others=others, shared=shared) == counted


@pytest.mark.parametrize("drawn", [0, 5, 17, 60])
def test_odds_of_all_numbers_of_copies_add_up_to_one(drawn):
    assert sum(odds.exactly(60, 13, drawn, copies) for copies in range(61)) == 1
    assert odds.at_least(60, 13, drawn, 0) == 1


def test_odds_of_all_hands_add_up_to_one():
    piles = {"Fire": 2, "Phasers": 4, "Warp 2": 3}
    hands = ({"Fire": one, "Phasers": two, "Warp 2": 4 - one - two} for one in range(3) for two in range(5))
    drawable = [hand for hand in hands if 0 <= hand["Warp 2"] <= 3]
    assert sum(odds.this_hand(piles, hand) for hand in drawable) == 1


def test_hand_that_cannot_be_drawn_has_no_odds():
    with pytest.raises(ValueError, match="does not hold"):
        odds.this_hand({"Fire": 1}, {"Fire": 2})


@pytest.mark.parametrize("pile", [(5, 6, 1), (5, -1, 1), (5, 2, -1)])
def test_pile_that_cannot_be_has_no_odds(pile):
    with pytest.raises(ValueError, match="no pile is so"):
        odds.at_least(*pile)


@pytest.mark.parametrize(("others", "shared"), [(2, 3), (5, 1), (3, -1)])
def test_sorts_that_cannot_share_so_many_have_no_odds(others, shared):
    with pytest.raises(ValueError, match="cannot be both"):
        odds.at_least(6, 4, 3, others=others, shared=shared)


@pytest.mark.parametrize("chance", [Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
@pytest.mark.parametrize("wanted", [0, 1, 4, 20])
def test_fewest_draws_for_a_chance_are_found(wanted, chance):
    def of_one(drawn: int) -> Fraction:
        return odds.at_least(30, wanted, drawn)

    enough = [drawn for drawn in range(31) if of_one(drawn) > chance]
    assert odds.draws_for(of_one, 30, chance) == (enough[0] if enough else None)


def test_odds_of_a_pile_without_cards():
    assert odds.at_least(0, 0, 5) == 0
    assert odds.expect(0, 0, 5) == 0
    assert odds.exactly(0, 0, 5, 0) == 1


@pytest.mark.parametrize(
    ("chance", "said", "in_words"),
    [
        (Fraction(0), "0%", "0%"),
        (Fraction(1, comb(60, 30)), "<0.1%", "less than 0.1%"),
        (Fraction(9, 10_000), "<0.1%", "less than 0.1%"),
        (Fraction(1, 1000), "0.1%", "0.1%"),
        (Fraction(1, 8), "12.5%", "12.5%"),
        (Fraction(1, 2), "50.0%", "50.0%"),
        (Fraction(12_345, 100_000), "12.3%", "12.3%"),
        (Fraction(12_350, 100_000), "12.4%", "12.4%"),
        (Fraction(999, 1000), "99.9%", "99.9%"),
        (Fraction(9991, 10_000), ">99.9%", "more than 99.9%"),
        (1 - Fraction(1, comb(60, 30)), ">99.9%", "more than 99.9%"),
        (Fraction(1), "100%", "100%"),
    ],
)
def test_percentage_is_certain_only_of_what_is(chance, said, in_words):
    assert percentage(chance) == said
    assert say_chance(chance) == in_words


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 30), "<0.1"),
        (Fraction(1, 20), "0.1"),
        (Fraction(5, 4), "1.3"),
        (Fraction(2), "2"),
    ],
)
def test_decimal_is_nothing_only_of_nothing(number, said):
    assert decimal(number) == said
