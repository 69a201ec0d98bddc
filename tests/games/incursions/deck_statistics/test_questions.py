"""Questions about drawing, answered against every hand of a small deck."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from incursions.games.incursions.deck_statistics import Question, answer, drawn_by_turn, known_deck, sorts_of, turn_of
from incursions.games.incursions.rules.construction import DeckContent
from tests.games.incursions.deck_statistics.decks import PRINTED, deck_file

SMALL = known_deck(DeckContent(cards={"Fire": 2, "Phasers": 3, "Torpedo Volley": 1, "Warp 2": 2}), PRINTED)
CARDS = [title for card, copies in SMALL.cards for title in [card.title] * copies]


def asked(of: str, copies: int, drawn: int, also: str = "") -> Question:
    sorts = sorts_of(SMALL)
    return Question(sorts[of], copies, drawn, sorts[also] if also else None)


@pytest.mark.parametrize("drawn", [1, 3, 5, 8, 11])
@pytest.mark.parametrize("copies", [1, 2, 4])
@pytest.mark.parametrize(
    ("of", "also"),
    [
        ("card:Phasers", None),
        ("nature:Attack", "card:Fire"),
        ("nature:Attack", "card:Phasers"),
        ("type:Procedure", None),
    ],
)
def test_answer_is_that_of_counting_every_hand(of, also, copies, drawn):
    question = asked(of, copies, drawn, also)
    hands = [[CARDS[place] for place in hand] for hand in combinations(range(8), min(drawn, 8))]
    right = [hand for hand in hands if sum(title in question.of.copies for title in hand) >= copies]
    if question.also is not None:
        right = [hand for hand in right if any(title in question.also.copies for title in hand)]
    found = answer(SMALL, question)
    assert (found.hands, found.all_hands) == (len(right), len(hands))
    assert found.chance == Fraction(len(right), len(hands))


def test_chances_of_each_number_add_up_to_one():
    found = answer(SMALL, asked("nature:Attack", 1, 5))
    assert [row.copies for row in found.exactly] == [0, 1, 2, 3, 4]
    assert sum(row.chance for row in found.exactly) == 1
    for fewer, more in zip(found.exactly, found.exactly[1:], strict=False):
        assert fewer.or_more - more.or_more == fewer.chance


def test_chance_by_turn_grows_from_the_opening_hand():
    deck = known_deck(deck_file("wreck-runners.txt"), PRINTED)
    found = answer(deck, Question(sorts_of(deck)["card:Red Alert"], 1, 5))
    assert [(row.turn, row.drawn) for row in found.by_turn] == [(turn, 5 + turn) for turn in range(9)]
    assert [row.chance for row in found.by_turn] == [Fraction(5 + turn, 28) for turn in range(9)]
    assert (found.even, found.nearly_sure) == (15, 26)  # 14 of 28 are no more than half


def test_what_is_never_likely_is_said_to_be_never():
    question = asked("card:Fire", 3, 5)
    assert (answer(SMALL, question).even, answer(SMALL, question).nearly_sure) == (None, None)


def test_sorts_are_natures_types_and_titles_of_the_deck():
    assert [(sort.key, sort.number) for sort in sorts_of(SMALL).values()] == [
        ("nature:Command", 2),
        ("nature:Attack", 4),
        ("nature:Tactical", 2),
        ("type:Procedure", 8),
        ("card:Fire", 2),
        ("card:Phasers", 3),
        ("card:Torpedo Volley", 1),
        ("card:Warp 2", 2),
    ]


def test_huge_deck_is_answered_exactly():
    deck = known_deck(DeckContent(cards={"Fire": 99_000, "Phasers": 1000}), PRINTED)
    found = answer(deck, Question(sorts_of(deck)["card:Phasers"], 1, 100))
    assert found.chance == 1 - Fraction(comb(99_000, 100), comb(100_000, 100))


@pytest.mark.rule("5.5", "6.1")
def test_cards_drawn_follow_the_turns():
    assert [drawn_by_turn(turn) for turn in range(3)] == [5, 6, 7]
    assert [turn_of(drawn) for drawn in (0, 5, 6, 9)] == [0, 0, 1, 4]
