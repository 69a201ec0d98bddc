"""The hexagonal grid."""

import pytest

from incursions.engine.hexes import DIRECTIONS, distance, find_path, hex_text, neighbours, parse_hex, reach, ring


def test_neighbours_go_clockwise_from_north():
    assert neighbours((2, -1)) == (
        ("north", (2, -2)),
        ("north-east", (3, -2)),
        ("south-east", (3, -1)),
        ("south", (2, 0)),
        ("south-west", (1, 0)),
        ("north-west", (1, -1)),
    )


def test_opposite_directions_lead_back():
    names = list(DIRECTIONS)
    for name, opposite in zip(names, names[3:] + names[:3], strict=True):
        (q, r), (back_q, back_r) = DIRECTIONS[name], DIRECTIONS[opposite]
        assert (q + back_q, r + back_r) == (0, 0)


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [((0, 0), (0, 0), 0), ((0, 0), (1, -1), 1), ((0, 0), (2, 0), 2), ((-1, 2), (2, -1), 3), ((0, 0), (2, 1), 3)],
)
def test_distance_counts_steps_both_ways(one, other, steps):
    assert distance(one, other) == distance(other, one) == steps


@pytest.mark.parametrize("radius", [0, 1, 2, 5])
def test_ring_has_every_hex_at_its_radius_once(radius):
    found = list(ring((3, -4), radius))
    assert len(found) == len(set(found)) == max(1, 6 * radius)
    assert {distance((3, -4), at) for at in found} == {radius}


def test_ring_begins_in_the_north():
    assert next(ring((0, 0), 2)) == (0, -2)


LINE = {(0, 0), (1, 0), (2, 0), (3, 0), (9, 9)}


def test_reach_counts_the_fewest_steps_over_passable_hexes():
    assert reach((0, 0), 2, LINE) == {(0, 0): 0, (1, 0): 1, (2, 0): 2}


def test_way_is_a_shortest_one():
    assert find_path((0, 0), (3, 0), LINE) == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_of_several_ways_it_is_the_one_over_the_fewest_shunned_hexes():
    charted = {at for radius in range(4) for at in ring((0, 0), radius)}
    assert find_path((0, 0), (2, -1), charted) == [(0, 0), (1, -1), (2, -1)]
    assert find_path((0, 0), (2, -1), charted, {(1, -1)}) == [(0, 0), (1, 0), (2, -1)]
    assert find_path((0, 0), (2, -1), charted, {(1, -1), (1, 0)}) == [(0, 0), (1, -1), (2, -1)]
    assert find_path((0, 0), (2, -1), charted, {(2, -1)}) == [(0, 0), (1, -1), (2, -1)]
    assert find_path((0, 0), (3, -1), charted, {(1, -1), (2, -1)}) == [(0, 0), (1, 0), (2, 0), (3, -1)]


def test_way_to_an_island_is_none():
    assert find_path((0, 0), (9, 9), LINE) is None


def test_way_to_where_one_is_is_one_hex():
    assert find_path((0, 0), (0, 0), LINE) == [(0, 0)]


def test_text_parses_back():
    assert parse_hex(hex_text((2, -1))) == (2, -1)


@pytest.mark.parametrize("text", ["", "2", "2;1", "a,b", "1,2,3"])
def test_parse_refuses_what_is_no_hex(text):
    with pytest.raises(ValueError):  # noqa: PT011 -- of int or of ours, whichever finds it
        parse_hex(text)
