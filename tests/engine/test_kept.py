"""What is kept while a question is open, and forgotten when it is answered."""

import pytest

from incursions.engine.kept import kept_of_seat, kept_under, kept_while_asked
from tests.engine.duel import duel


def looking_up():
    """Two kept functions that tell how often they looked."""
    looked = []

    @kept_while_asked
    def points(game, seat, more):
        looked.append((seat, more))
        return game.points[seat] + more

    @kept_of_seat
    def double(game, seat):
        looked.append(seat)
        return 2 * game.points[seat]

    return looked, points, double


def test_it_is_looked_up_once_a_question_for_all_its_stages():
    game, (looked, points, double) = duel(cancels=0), looking_up()
    for text in ("name", "three"):
        assert (points(game, 0, 1), points(game, 0, 1), points(game, 1, 2)) == (1, 1, 2)
        assert (double(game, 0), double(game, 1)) == (0, 0)
        assert looked == [(0, 1), (1, 2), 0, 1]
        game.play(text)
    assert points(game, 0, 1) == game.points[0] + 1 > 3
    assert double(game, 0) == 2 * game.points[0]
    assert looked[4:] == [(0, 1), 0]


def test_what_is_kept_under_a_key_goes_with_its_question():
    game = duel(cancels=0)
    assert kept_under(game, "points", lambda: list(game.points)) is kept_under(game, "points", list)
    game.play("name three")
    assert kept_under(game, "points", lambda: list(game.points)) == game.points


def test_nothing_is_kept_while_things_happen():
    game, (looked, points, _) = duel(cancels=0), looking_up()
    game.kept = None
    assert points(game, 0, 1) == points(game, 0, 1) == kept_under(game, "points", lambda: 1)
    assert looked == [(0, 1), (0, 1)]


@pytest.mark.parametrize("text", ["name three", "skip"])
def test_a_copy_looks_for_itself(text):
    game, (looked, points, _) = duel(cancels=0), looking_up()
    points(game, 0, 1)
    twin = game.copy()
    twin.points = [5, 5]
    assert points(twin, 0, 1) == 6
    twin.play(text)
    assert points(game, 0, 1) == 1
    assert len(looked) == 2
