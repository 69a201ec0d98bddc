"""The figures of ratings, and the places they are made of."""

import pytest

from tournaments.players.recording import place_of
from tournaments.players.skill import SHOWN, Kind, Skill, after_match, kind_called


def test_somebody_new_is_shown_1000():
    assert (Skill().shown, Skill().uncertainty) == (1000, 333)


def test_number_shown_rises_with_certainty_and_never_falls_below_nothing():
    assert Skill(25.0, 2.0).shown == 1760
    assert Skill(-30.0, 2.0).shown == 0


def test_six_who_rank_in_order_are_rated_in_order():
    after = after_match([Skill()] * 6, [1, 2, 3, 4, 5, 6])
    assert [skill.mu for skill in after] == sorted((skill.mu for skill in after), reverse=True)
    assert all(skill.sigma < Skill().sigma for skill in after)


def test_shared_places_are_rated_alike():
    first, second, third = after_match([Skill()] * 3, [1, 2, 2])
    assert second == third
    assert first.mu > second.mu
    one, other = after_match([Skill()] * 2, [1, 1])
    assert one == other
    assert one.mu == pytest.approx(Skill().mu)


def test_the_weaker_gains_more_by_winning():
    strong, weak = Skill(30.0, 4.0), Skill(20.0, 4.0)
    upset = after_match([weak, strong], [1, 2])[0].mu - weak.mu
    expected = after_match([strong, weak], [1, 2])[0].mu - strong.mu
    assert upset > 2 * expected


@pytest.mark.parametrize(
    ("winner", "places", "found"),
    [
        (2, [[2], [0, 1]], [(2, "lost"), (2, "lost"), (1, "won")]),
        (0, [[0], [2], [1]], [(1, "won"), (3, "lost"), (2, "lost")]),  # seat 1 left first (rules 21.7)
        (None, [[0, 2], [1]], [(1, "drawn"), (3, "lost"), (1, "drawn")]),  # the last two fell together (rules 1.5)
        (1, [[1], [0, 2], []], [(2, "lost"), (1, "won"), (2, "lost")]),
    ],
)
def test_places_are_those_of_the_result(winner, places, found):
    result = {"winner": winner, "places": places}
    assert [place_of(result, seat) for seat in range(3)] == found


def test_kinds_are_found_by_their_slugs():
    assert [kind_called(kind.slug) for kind in SHOWN] == list(SHOWN)
    assert kind_called("full-people") == Kind("full", with_bots=False)
    assert str(Kind("full", with_bots=True)) == "Incursions: Full, with bots"
    assert Kind("full", with_bots=True).words == "Full, with bots"
    assert kind_called("chess-people") is None
