"""Facings, arcs and exact lines: known answers, and the comparison with hexagons in the plane."""

from itertools import pairwise

import pytest

from incursions.engine.facings import (
    ARCS,
    STEPS,
    Line,
    arc_struck,
    arcs_of,
    directions_along,
    step,
    trace_line,
    turn,
)
from incursions.engine.hexes import distance, hexes_around, ring
from tests.engine.plane import angle_cosine, arcs_around, centre, line_of
from tests.sampling import is_long, sample

ORIGIN = (0, 0)
FARTHEST = 14 if is_long() else 12
OFFSETS = sample([at for far in range(1, FARTHEST + 1) for at in ring(ORIGIN, far)], 100)
NEAR = [at for far in range(1, 5) for at in ring(ORIGIN, far)]


def turn_left(at):
    q, r = at
    return q + r, -q


def opposite(at):
    return -at[0], -at[1]


def moved(at, by):
    return at[0] + by[0], at[1] + by[1]


def pair_sets(spine):
    return [set(pair) for pair in spine]


def test_directions_go_counter_clockwise_through_all_neighbours():
    assert set(STEPS) == set(hexes_around(ORIGIN))
    assert [turn_left(at) for at in STEPS] == [*STEPS[1:], STEPS[0]]


def test_a_step_and_a_turn_take_directions_modulo_six():
    assert step((2, -1), 1) == step((2, -1), 7) == step((2, -1), -5) == (3, -2)
    assert (turn(0, -1), turn(5, 1), turn(4, 9)) == (5, 0, 1)


@pytest.mark.parametrize(
    ("end", "through", "spine"),
    [
        ((0, 0), [], []),
        ((1, 0), [], []),
        ((2, 0), [(1, 0)], []),
        ((2, -1), [], [((1, 0), (1, -1))]),
        ((1, 1), [], [((1, 0), (0, 1))]),
        ((3, -1), [(1, 0), (2, -1)], []),
        ((4, -1), [(1, 0), (2, -1), (2, 0), (3, -1)], []),
        ((4, -2), [(2, -1)], [((1, 0), (1, -1)), ((3, -1), (3, -2))]),
        ((3, -2), [(1, -1), (2, -1)], []),
        ((-2, 1), [], [((-1, 0), (-1, 1))]),
    ],
)
def test_a_line_crosses_hexes_and_runs_along_sides(end, through, spine):
    assert trace_line(ORIGIN, end) == Line(tuple(through), tuple(spine))


@pytest.mark.parametrize(
    ("facing", "offset", "arcs"),
    [
        (0, (1, 0), "forward"),
        (0, (2, -1), "forward left"),
        (0, (1, 1), "forward right"),
        (0, (1, -1), "left"),
        (0, (0, -1), "left"),
        (0, (1, -2), "left"),
        (0, (-1, -1), "rear left"),
        (0, (-1, 0), "rear"),
        (0, (-2, 1), "rear right"),
        (0, (0, 1), "right"),
        (0, (-1, 1), "right"),
        (0, (-1, 2), "right"),
        (0, (3, -1), "forward"),
        (0, (3, -2), "left"),
        (2, (1, -1), "right"),
        (2, (0, -1), "forward"),
        (2, (-2, 1), "left"),
        (2, (0, 1), "rear"),
    ],
)
def test_a_hex_lies_in_an_arc_or_on_the_border_of_two(facing, offset, arcs):
    assert arcs_of(facing, offset) == tuple(arcs.split())
    assert arc_struck(facing, offset) == arcs.split()[0]


def test_no_arc_holds_the_own_hex():
    for ask in (arcs_of, arc_struck):
        with pytest.raises(ValueError, match="no arc"):
            ask(3, ORIGIN)
    with pytest.raises(ValueError, match="no arc"):
        directions_along(ORIGIN)


@pytest.mark.parametrize(("range_", "inside", "with_borders"), [(1, 1, 1), (2, 1, 3), (3, 3, 3), (4, 3, 5)])
def test_the_forward_arc_has_so_many_hexes_at_each_range(range_, inside, with_borders):
    found = [arcs_of(0, at) for at in ring(ORIGIN, range_)]
    assert (found.count(("forward",)), sum("forward" in arcs for arcs in found)) == (inside, with_borders)


@pytest.mark.parametrize(
    ("at", "further"),
    [
        ((2, 0), [(3, 0)]),
        ((3, -1), [(4, -1)]),
        ((4, -1), [(5, -1)]),
        ((2, -1), [(3, -1), (3, -2)]),
        ((1, 1), [(2, 1), (1, 2)]),
        ((-2, 1), [(-3, 1), (-3, 2)]),
    ],
)
def test_a_push_goes_on_along_the_line(at, further):
    assert [step(at, direction) for direction in directions_along(at)] == further


@pytest.mark.parametrize(
    ("at", "nearer"),
    [
        ((3, 0), [(2, 0)]),
        ((4, -2), [(3, -1), (3, -2)]),
        ((3, -1), [(2, -1)]),
        ((2, -1), [(1, -1), (1, 0)]),
        ((1, 0), [(0, 0)]),
    ],
)
def test_a_pull_goes_back_along_the_line(at, nearer):
    assert {step(at, direction) for direction in directions_along(opposite(at))} == set(nearer)


def test_lines_are_those_of_hexagons_in_the_plane():
    for end in OFFSETS:
        line = trace_line(ORIGIN, end)
        through, spine = line_of(end)
        assert (list(line.through), pair_sets(line.spine)) == (through, spine), end


def test_arcs_are_the_wedges_between_corners_in_the_plane():
    for offset in OFFSETS:
        for facing in range(6):
            arcs = arcs_of(facing, offset)
            assert set(arcs) == arcs_around(facing, offset), (facing, offset)
            assert arcs[1:] == () or (arcs[0] in ("forward", "rear") and arcs[1] in ("left", "right"))


def test_directions_along_a_line_are_those_nearest_in_angle():
    for offset in OFFSETS:
        near = [angle_cosine(centre(offset), centre(there)) for there in STEPS]
        expected = tuple(direction for direction in range(6) if near[direction] > max(near) - 1e-9)
        assert directions_along(offset) == expected, offset


def test_a_rotation_of_everything_rotates_the_results():
    for offset in OFFSETS:
        rotated, line = turn_left(offset), trace_line(ORIGIN, offset)
        turned = trace_line(ORIGIN, rotated)
        assert turned.through == tuple(turn_left(at) for at in line.through)
        assert pair_sets(turned.spine) == [{turn_left(at) for at in pair} for pair in line.spine]
        assert set(directions_along(rotated)) == {turn(each, 1) for each in directions_along(offset)}
        for facing in range(6):
            assert arcs_of(turn(facing, 1), rotated) == arcs_of(facing, offset)


def test_a_hex_behind_is_seen_in_the_opposite_arc():
    behind = dict(zip(ARCS, [*ARCS[2:], *ARCS[:2]], strict=True))
    for offset in OFFSETS:
        assert arcs_of(0, opposite(offset)) == arcs_of(3, offset) == tuple(behind[arc] for arc in arcs_of(0, offset))


def test_a_line_back_meets_the_same_hexes_in_reverse():
    for end in OFFSETS:
        line, back = trace_line(ORIGIN, end), trace_line(end, ORIGIN)
        assert back.through == line.through[::-1]
        assert pair_sets(back.spine) == pair_sets(line.spine)[::-1]


def test_a_line_elsewhere_is_the_line_moved():
    for end in OFFSETS:
        line, by = trace_line(ORIGIN, end), (-7, 31)
        assert trace_line(by, moved(end, by)) == Line(
            tuple(moved(at, by) for at in line.through),
            tuple((moved(one, by), moved(other, by)) for one, other in line.spine),
        )


def test_a_line_without_sides_is_a_path_of_neighbours():
    for end in OFFSETS:
        line = trace_line(ORIGIN, end)
        path = [ORIGIN, *line.through, end]
        assert all(distance(one, other) == (2 if line.spine else 1) for one, other in pairwise(path))
        assert bool(line.spine) == (len(directions_along(end)) == 2)


@pytest.mark.parametrize("start", [(0, 0), (-3, 5)])
def test_a_pair_along_the_line_shares_its_side_and_names_the_lower_direction_first(start):
    for end in NEAR:
        before = start
        for one, other in trace_line(start, moved(end, start)).spine:
            assert distance(one, other) == 1
            numbers = [STEPS.index(moved(each, opposite(before))) for each in (one, other)]
            assert numbers == list(directions_along(end))
            before = moved(before, moved(moved(one, opposite(before)), moved(other, opposite(before))))
