"""How many ways there are to play: the leaves of the decision tree at small depth, as literal numbers.

The dice are always the same, so a number changes only if questions, options or the course of the game do.
"""

import pytest

from incursions.engine import FixedDice
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table
from tests.fuzz.tables import catalogue, house_setup


def leaves(game: Game, depth: int) -> int:
    """Return the number of ways to answer the next `depth` questions; an ended game is one leaf."""
    if depth == 0 or game.decision is None:
        return 1
    if depth == 1:
        return len(game.decision.options)
    count = 0
    for option in game.decision.options:
        after = game.copy()
        after.play(option)
        count += leaves(after, depth - 1)
    return count


@pytest.mark.parametrize(
    ("seats", "expected"),
    [(2, [9, 59, 357, 2153, 12879]), (3, [9, 61, 417, 2395, 13137]), (6, [9, 67, 471, 2995, 18603])],
)
def test_leaves_from_the_start(seats, expected):
    game = Game.start(house_setup(seats), bytes(32))
    assert [leaves(game, depth) for depth in range(1, 6)] == expected


def duel() -> Game:
    """Two cruisers in one hex, nothing to explore: only weapons, repairs and defences are left."""
    table = {
        "seats": [{"ship": "Sol", "shields": 20}, {"ship": "Ruk'tor", "hull": 10, "power": 1}],
        "dice": [1, 2, 3, 4, 5, 6] * 20,
    }
    return lay_table(table, catalogue())


def test_leaves_of_a_duel():
    # First: phasers, torpedoes, repair, decline. Then: one target for each weapon, 5 amounts for the shields, or 4 once
    # more. After a repair as the answer comes the question for shield power.
    assert [leaves(duel(), depth) for depth in range(1, 9)] == [4, 11, 39, 121, 399, 1277, 4092, 13412]


def test_leaves_at_a_wormhole():
    table = {
        "seats": [{"ship": "Sol", "at": "1,0"}, {"ship": "Drogath", "at": "0,0"}],
        "map": {"1,0": "Open Space", "2,0": "Wormhole 1"},
        "pile": ["Open Space"] * 3,
        "dice": [1, 2, 3, 3, 5, 6] * 20,
    }
    game = lay_table(table, catalogue())
    assert isinstance(game.dice, FixedDice)
    assert [leaves(game, depth) for depth in range(1, 6)] == [7, 38, 226, 1068, 4704]
