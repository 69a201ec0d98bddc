"""Charts say of a map what the grid's own functions find hex by hex."""

from random import Random

import pytest

from incursions.engine.hexes import NO_CHART, find_path, hexes_around, neighbours, reach


def random_map(number):
    rng, charted = Random(number), [(0, 0)]
    while len(charted) < 25:
        at = rng.choice(hexes_around(rng.choice(charted)))
        if at not in charted:
            charted.append(at)
    return charted


@pytest.mark.parametrize("number", range(10))
def test_a_chart_finds_sides_steps_reach_and_ways_as_the_grid_does(number):
    charted = random_map(number)
    chart = NO_CHART.with_more(charted)
    for start in charted:
        assert chart.beside[start] == tuple(at for at in hexes_around(start) if at in charted)
        assert chart.free[start] == tuple(name for name, at in neighbours(start) if at not in charted)
        steps = reach(start, 25, charted)
        near = [at for ring in NO_CHART.with_more(charted).rings(start, 2) for at in ring]
        assert near == [at for at in steps if steps[at] <= 2]
        assert [at for ring in chart.rings(start, 25) for at in ring] == list(steps)
        assert {at: chart.steps(start, at) for at in charted} == steps
        assert chart.reach(start, 2) == [at for at, steps in reach(start, 2, charted).items() if steps]
        assert [chart.find_path(start, goal) for goal in charted] == [
            find_path(start, goal, charted) for goal in charted
        ]


@pytest.mark.parametrize("number", range(10))
def test_a_chart_that_grows_is_as_one_made_at_once_and_the_smaller_one_stays(number):
    charted = random_map(number)
    at_once = NO_CHART.with_more(charted)
    smaller = grown = NO_CHART.with_more(charted[:10])
    for at in charted[10:]:
        grown = grown.with_more([at])
    assert (grown.size, grown.beside, grown.free) == (at_once.size, at_once.beside, at_once.free)
    assert smaller.size == len(smaller.beside) == 10


@pytest.mark.parametrize("number", range(10))
def test_a_way_that_meets_nothing_shunned_is_the_one_that_shuns_nothing(number):
    rng, charted = Random(number), random_map(number)
    chart, shunned = NO_CHART.with_more(charted), {*rng.sample(charted, 4)}
    for start in charted:
        for goal in charted:
            path = chart.find_path(start, goal)
            if shunned.isdisjoint(path[1:-1]):
                assert find_path(start, goal, charted, shunned) == path


def test_a_hex_that_lies_apart_is_not_reached():
    chart = NO_CHART.with_more([(0, 0), (5, 5)])
    assert chart.find_path((0, 0), (5, 5)) is None
    assert chart.steps((0, 0), (5, 5)) is None
    assert chart.rings((0, 0), 9) == chart.rings((0, 0), 0) == [[(0, 0)]]
