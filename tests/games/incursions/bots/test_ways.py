"""Ways over charted hexes, as captains follow them."""

from incursions.games.incursions.bots.situation import ways_of

ROW = ((0, 0), (1, 0), (2, 0), (3, 0))


def test_hexes_come_by_their_steps_the_nearest_first():
    assert list(ways_of(ROW).steps_from((1, 0)).items()) == [((1, 0), 0), ((2, 0), 1), ((0, 0), 1), ((3, 0), 2)]


def test_of_several_goals_the_nearest_counts():
    assert ways_of(ROW).steps_to_any(((0, 0), (3, 0))) == {(0, 0): 0, (3, 0): 0, (1, 0): 1, (2, 0): 1}


def test_a_gap_is_not_crossed():
    ways = ways_of(((0, 0), (2, 0)))
    assert ways.steps_from((0, 0)) == {(0, 0): 0}
    assert ways.steps_to_any(((0, 0),)) == {(0, 0): 0}


def test_a_hex_with_tiles_on_all_sides_is_not_on_the_edge():
    around = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
    ways = ways_of(((0, 0), *around))
    assert ways.edge == around
    assert ways.free_sides((0, 0)) == []
    assert [name for name, _ in ways.free_sides((0, -1))] == ["north", "north-east", "north-west"]


def test_a_map_is_followed_once():
    assert ways_of(ROW) is ways_of(tuple(ROW))
