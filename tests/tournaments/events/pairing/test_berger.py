from collections import Counter
from itertools import combinations

import pytest

from tournaments.events.formats import round_robin
from tournaments.events.pairing import PairingError

OF_SIX = [
    [(1, 6), (2, 5), (3, 4)],
    [(6, 4), (5, 3), (1, 2)],
    [(2, 6), (3, 1), (4, 5)],
    [(6, 5), (1, 4), (2, 3)],
    [(3, 6), (4, 2), (5, 1)],
]
"""As chess federations print it."""


def test_table_of_six_is_the_printed_one():
    assert round_robin([1, 2, 3, 4, 5, 6]) == OF_SIX


@pytest.mark.parametrize("size", range(2, 20))
def test_everybody_meets_everybody_once_and_sits_first_half_the_time(size):
    rounds = round_robin(range(size))
    assert len(rounds) == size - 1 + size % 2
    for each in rounds:
        assert len({one for pair in each for one in pair}) == 2 * len(each) == size - size % 2
    duels = [pair for each in rounds for pair in each]
    assert sorted(tuple(sorted(pair)) for pair in duels) == list(combinations(range(size), 2))
    first = Counter(one for one, _ in duels)
    assert all(abs(2 * first[player] - (size - 1)) <= 1 for player in range(size))


def test_double_one_is_played_again_with_seats_changed():
    rounds = round_robin("abcde", is_double=True)
    assert len(rounds) == 10
    assert rounds[5] == [(second, first) for first, second in rounds[0]]


def test_nobody_and_one_have_no_rounds():
    assert round_robin([]) == round_robin([4]) == []


def test_somebody_named_twice_is_refused():
    with pytest.raises(PairingError, match="named twice"):
        round_robin([1, 2, 1])
