from itertools import pairwise
from random import Random

import pytest

from tests.sampling import sample
from tournaments.events.brackets import (
    BracketError,
    From,
    Part,
    double_elimination,
    seed_order,
    single_elimination,
)

SIZES = [*sample(range(1, 34), 10), 64, 100, 129]
KINDS = [single_elimination, double_elimination]


def play(bracket, wins):
    """Results of all matches, each in the moment it is open, and who met whom in which order."""
    results, met = {}, []
    while matches := bracket.open(results):
        players = bracket.players(results)  # a result of one open match changes no other open match
        for match in matches:
            one, other = players[match.number]
            met.append((match, one, other))
            results[match.number] = wins(one, other)
    return results, met


def better(one, other):
    """Return the index of the winner, who is the better seed."""
    return int(other < one)


def test_seeds_of_eight_stand_where_they_are_expected():
    assert seed_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seed_order(1) == [1]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", KINDS)
def test_everybody_has_a_place_when_all_is_played_and_loses_as_often_as_is_meant(make, size):
    bracket, chance = make(size), Random(size)
    results, met = play(bracket, lambda *_: chance.randint(0, 1))
    places = bracket.places(results)
    assert sorted(seed for shared in places for seed in shared) == list(range(1, size + 1))
    assert len(places[0]) == 1
    losses = dict.fromkeys(range(1, size + 1), 0)
    for match, one, other in met:
        losses[other if results[match.number] == 0 else one] += 1
    lives = 1 if make is single_elimination else 2
    [winner] = places[0]
    assert losses.pop(winner) < lives
    assert all(count == lives for count in losses.values())


@pytest.mark.parametrize("size", SIZES)
def test_numbers_of_matches(size):
    assert len(single_elimination(size).matches) == size - 1
    assert len(double_elimination(size).matches) == (2 * size - 1 if size > 1 else 0)
    assert len(single_elimination(size, third_place=True).matches) == size - 1 + (size >= 4)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", KINDS)
def test_while_the_better_win_places_are_the_seeds(make, size):
    bracket = make(size)
    results, _ = play(bracket, better)
    assert bracket.places(results)[:2] == [[1], [2]][:size]
    places = bracket.places(results)
    assert all(max(one) < min(other) for one, other in pairwise(places))
    third = single_elimination(size, third_place=True)
    assert third.places(play(third, better)[0])[:4] == [[1], [2], [3], [4]][:size]


@pytest.mark.parametrize("size", [5, 6, 11, 12, 100])
def test_best_have_the_byes(size):
    first = {
        seed
        for match in single_elimination(size).matches
        if match.round == 1 and match.part is Part.WINNERS
        for source in match.sources
        if source.of is From.SEED
        for seed in [source.number]
    }
    byes = len(seed_order(1 << (size - 1).bit_length())) - size
    assert first == set(range(byes + 1, size + 1))


@pytest.mark.parametrize(("size", "rounds"), [(8, 2), (16, 3), (32, 4), (64, 4)])
def test_nobody_meets_again_before_the_last_rounds_of_the_losers(size, rounds):
    """In brackets that are full, by whatever chance."""
    bracket = double_elimination(size)
    last = max(match.round for match in bracket.matches if match.part is Part.LOSERS)
    for seed in sample(range(30), 6):
        chance = Random(seed)
        _, met = play(bracket, lambda *_, chance=chance: chance.randint(0, 1))
        pairs = set()
        for match, one, other in met:
            is_late = match.part is Part.FINAL or (match.part is Part.LOSERS and match.round > last - rounds)
            assert is_late or frozenset((one, other)) not in pairs
            pairs.add(frozenset((one, other)))


@pytest.mark.parametrize(("first", "second", "champion"), [(0, None, 1), (1, 0, 1), (1, 1, 2)])
def test_second_final_is_played_if_the_first_side_loses(first, second, champion):
    bracket = double_elimination(4)
    results, _ = play(bracket, better)
    finals = [match for match in bracket.matches if match.part is Part.FINAL]
    results = {number: side for number, side in results.items() if number not in {match.number for match in finals}}
    assert [match.number for match in bracket.open(results)] == [finals[0].number]
    results[finals[0].number] = first
    if second is None:
        assert bracket.open(results) == []
    else:
        assert bracket.open(results) == finals[1:]
        assert len(bracket.places(results)) == 2
        results[finals[1].number] = second
    assert bracket.places(results)[0] == [champion]
    assert sorted(seed for shared in bracket.places(results) for seed in shared) == [1, 2, 3, 4]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", KINDS)
def test_everybody_has_a_place_when_some_matches_are_lost_by_both(make, size):
    bracket, chance = make(size), Random(size)
    results, _ = play(bracket, lambda *_: chance.choice((0, 1, None)))
    assert sorted(seed for shared in bracket.places(results) for seed in shared) == [*range(1, size + 1)]


def test_next_opponent_of_two_who_both_lost_goes_on_without_a_match():
    bracket = single_elimination(4, third_place=True)
    first, second = bracket.open({})
    results = {first.number: None, second.number: 0}
    assert bracket.open(results) == []
    winner, loser = second.sources
    assert bracket.places(results) == [[winner.number], [loser.number], [1, 4]]
    final = next(match for match in bracket.matches if match.part is Part.FINAL)
    assert bracket.winner(final, results) == winner.number
    with pytest.raises(BracketError, match="has a result, and is not open"):
        bracket.players({**results, final.number: 0})


@pytest.mark.parametrize("make", KINDS)
def test_both_who_lose_the_final_share_the_first_place(make):
    bracket = make(2)
    results: dict[int, int | None] = {match.number: 0 for match in bracket.matches if match.part is not Part.FINAL}
    [final] = bracket.open(results)
    results[final.number] = None
    assert (bracket.open(results), bracket.places(results), bracket.winner(final, results)) == ([], [[1, 2]], None)


def test_places_of_those_who_are_out_already():
    bracket = single_elimination(8)
    first = {match.number: 0 for match in bracket.open({})}
    assert bracket.places(first) == [[5, 6, 7, 8]]
    assert bracket.places({}) == []


@pytest.mark.parametrize(
    ("results", "words"),
    [
        ({7: 0}, "Match 7 has a result, and is not open"),
        ({99: 0}, "There is no match 99"),
        ({1: 2}, "side 0 or 1, not 2"),
    ],
)
def test_results_that_cannot_be_are_refused(results, words):
    with pytest.raises(BracketError, match=words):
        single_elimination(8).players(results)


def test_second_final_that_is_not_played_has_no_result():
    bracket = double_elimination(2)
    with pytest.raises(BracketError, match="Match 3 has a result, and is not open"):
        bracket.places({1: 0, 2: 0, 3: 0})


@pytest.mark.parametrize("make", KINDS)
def test_nobody_is_no_bracket(make):
    with pytest.raises(BracketError, match="one player at least"):
        make(0)


def test_matches_can_be_played_in_their_order():
    for bracket in (double_elimination(23), single_elimination(23, third_place=True)):
        for match in bracket.matches:
            assert all(source.of is From.SEED or source.number < match.number for source in match.sources)
        sources = [source for match in bracket.matches for source in match.sources if match.if_loses is None]
        assert len(set(sources)) == len(sources)
