from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tests.sampling import is_long
from tournaments.events.pairing import Entrant, PairingError, pod_sizes, seat_pods


@pytest.mark.parametrize(
    ("players", "preferred", "sizes"),
    [
        (0, 4, []),
        (1, 4, [1]),
        (2, 4, [2]),
        (3, 4, [3]),
        (5, 4, [5]),
        (6, 4, [3, 3]),
        (7, 4, [4, 3]),
        (9, 4, [5, 4]),
        (10, 4, [4, 3, 3]),
        (11, 4, [4, 4, 3]),
        (12, 4, [4, 4, 4]),
        (13, 4, [5, 4, 4]),
        (7, 3, [4, 3]),
        (8, 6, [4, 4]),
        (13, 6, [5, 4, 4]),
        (1000, 4, [4] * 250),
    ],
)
def test_sizes(players, preferred, sizes):
    assert pod_sizes(players, preferred) == sizes


@pytest.mark.parametrize("preferred", range(3, 7))
def test_all_fields_are_cut_into_tables_that_there_are(preferred):
    for players in range(3, 300):
        sizes = pod_sizes(players, preferred)
        assert sum(sizes) == players
        assert 3 <= min(sizes) <= max(sizes) <= 6
        assert sum(size != preferred for size in sizes) <= 5


@pytest.mark.parametrize("preferred", [2, 7])
def test_tables_that_there_are_not_are_refused(preferred):
    with pytest.raises(ValueError, match="3 to 6 seats"):
        pod_sizes(12, preferred)


@pytest.mark.long
@pytest.mark.parametrize(("size", "preferred", "rounds"), [(16, 4, 3), (30, 4, 5), (33, 3, 6), (36, 6, 3)])
def test_nobody_meets_again_in_the_rounds_of_a_day(size, preferred, rounds):
    chance = Random(size)
    met = {number: Counter() for number in range(size)}
    points = dict.fromkeys(range(size), 0)
    for number in range(rounds):
        pods = seat_pods([Entrant(one, points[one], met[one]) for one in met], preferred, f"{number}")
        assert sorted(one for pod in pods for one in pod.players) == list(range(size))
        assert sorted([len(pod.players) for pod in pods], reverse=True) == pod_sizes(size, preferred)
        assert not any(pod.again for pod in pods)
        for pod in pods:
            assert pod.points == tuple(points[one] for one in pod.players)
            for one, other in combinations(pod.players, 2):
                met[one][other] += 1
                met[other][one] += 1
            points[chance.choice(pod.players)] += 3


def strangers(players, met):
    """Whether so many players can be cut into tables of four at which nobody has met; all cuts are tried."""
    if not players:
        return True
    first, *rest = players
    fours = (
        four
        for four in combinations(rest, 3)
        if not any(met[one][other] for one, other in combinations((first, *four), 2))
    )
    return any(strangers([one for one in rest if one not in four], met) for four in fours)


@pytest.mark.parametrize("seed", range(12 if is_long() else 2))
def test_sixteen_meet_again_in_a_fourth_round_only_if_there_is_no_other(seed):
    met = {number: Counter() for number in range(16)}
    for number in range(4):
        pods = seat_pods([Entrant(one, met=met[one]) for one in met], 4, f"{seed} {number}")
        assert any(pod.again for pod in pods) == (not strangers(list(met), met))
        for pod in pods:
            for one, other in combinations(pod.players, 2):
                met[one][other] += 1
                met[other][one] += 1


def test_those_at_a_table_have_about_as_many_points():
    players = [Entrant(number, points=number // 4) for number in range(24)]
    pods = seat_pods(players, 4, "seed")
    assert [set(pod.points) for pod in pods] == [{points} for points in range(5, -1, -1)]


def test_same_seed_gives_the_same_tables_and_another_one_others():
    players = [Entrant(number, points=number % 3) for number in range(20)]
    made = seat_pods(players, 4, "seed")
    assert seat_pods(players[::-1], 4, "seed") == made != seat_pods(players, 4, "other seed")


def test_whoever_has_to_meet_again_is_told_of():
    """Five at one table have nobody else."""
    players = [Entrant(1, met={2: 1}), *(Entrant(number) for number in range(2, 6))]
    [pod] = seat_pods(players, 4, "seed")
    assert [set(pair) for pair in pod.again] == [{1, 2}]


def test_those_apart_do_not_sit_together_though_others_meet_again():
    met = {one: dict.fromkeys(range(8), 1) for one in range(8)}
    players = [Entrant(number, met=met[number], apart=frozenset({number ^ 1})) for number in range(8)]
    for pod in seat_pods(players, 4, "seed"):
        assert all(one ^ 1 not in pod.players for one in pod.players)


def test_somebody_named_twice_is_refused():
    with pytest.raises(PairingError, match="named twice"):
        seat_pods([Entrant(7), Entrant(7), Entrant(8)], 3, "seed")
