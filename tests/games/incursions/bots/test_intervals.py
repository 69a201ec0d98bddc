"""The interval of a share, against figures worked out elsewhere."""

import pytest

from incursions.games.simulation import share


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [
        # By hand from the formula; the second and third stand in Newcombe, Statistics in Medicine 17 (1998), table I.
        (50, 100, 0.4038, 0.5962),
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (300.5, 400, 0.7066, 0.7911),
    ],
)
def test_bounds_of_known_shares(score, games, low, high):
    assert share(score, games)[2:] == pytest.approx((low, high), abs=0.0001)


def test_a_share_of_all_is_not_certain():
    low, high = share(400, 400)[2:]
    assert 0.99 < low < 1.0
    assert high == 1.0


def test_no_games_say_nothing():
    assert share(0, 0)[2:] == (0.0, 1.0)
