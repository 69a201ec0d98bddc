"""Who meets whom."""

from collections import Counter
from itertools import combinations

import pytest

from incursions.games.incursions.bots.trials.games import RoundRobin


@pytest.mark.parametrize(("decks", "seats", "cycle"), [(8, 2, 56), (8, 4, 280), (3, 3, 3), (5, 4, 20)])
def test_round_robin_seats_everybody_equally_often_with_everybody(decks, seats, cycle):
    schedule = RoundRobin(decks, seats, 1)
    assert len(schedule.choices) * seats == cycle
    for first in (0, cycle):
        games = [schedule.seat_decks(number) for number in range(first, first + cycle)]
        assert all(len(set(game)) == seats for game in games)
        in_seat = Counter(place for game in games for place in enumerate(game))
        assert set(in_seat.values()) == {cycle // decks}
        assert len(in_seat) == decks * seats
        met = Counter(pair for game in games for pair in combinations(sorted(game), 2))
        assert len(set(met.values())) == 1
        assert len(met) == decks * (decks - 1) // 2


def test_round_robin_is_the_same_for_the_same_seed_and_another_for_another():
    first, again, other = ([RoundRobin(8, 4, seed).seat_decks(number) for number in range(300)] for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_round_robin_changes_the_order_of_a_table_from_cycle_to_cycle():
    schedule = RoundRobin(8, 4, 1)
    neighbours = {schedule.seat_decks(cycle * len(schedule.choices) * 4)[1] for cycle in range(20)}
    assert len(neighbours) > 1


def test_round_robin_refuses_more_seats_than_decks():
    with pytest.raises(ValueError, match="4 seats need 4 different decks, not 3"):
        RoundRobin(3, 4, 1)
