"""What tournaments are worth in a series."""

from tournaments.events.series import points_of, series_table


def test_points_are_one_for_being_there_and_one_for_each_behind():
    assert points_of([[7], [3, 4], [5]]) == {7: (1, 4), 3: (2, 2), 4: (2, 2), 5: (4, 1)}
    assert points_of([[1]]) == {1: (1, 1)}
    assert points_of([]) == {}


def test_best_of_each_player_count():
    events = {1: [[1], [2], [3]], 2: [[2], [1], [3]], 3: [[1], [2]]}
    table = series_table(events, best=2)
    assert [(line.rank, line.player, line.points) for line in table] == [(1, 1, 5), (1, 2, 5), (3, 3, 2)]
    assert [part.counts for part in table[1].parts] == [True, True, False]
    everything = series_table(events, best=0)
    assert [(line.player, line.points) for line in everything] == [(1, 7), (2, 6), (3, 2)]


def test_equal_points_are_told_apart_by_the_best_tournament():
    events = {1: [[1], [2], [3], [4]], 2: [[2], [3], [4], [1]]}
    table = series_table(events, best=0)  # 1 has 4 and 1, 3 has 2 and 3
    assert [(line.rank, line.player, line.points) for line in table] == [(1, 2, 7), (2, 1, 5), (3, 3, 5), (4, 4, 3)]
