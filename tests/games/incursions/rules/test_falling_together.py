"""Ships that fall in one action. No attack of Basic does that, so it is shown without one (rules 1.5, 19.6)."""

import pytest

from incursions.games.incursions.rules.examples.table import TableError
from incursions.games.incursions.rules.placed.endings import destroy, look_at_survival
from tests.games.incursions.rules.tables import laid


@pytest.mark.rule("19.6", "21.7")
def test_ships_that_fall_together_share_their_place():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor"}, {"ship": "Ilvanis"})
    for ship in game.ships[1:]:
        destroy(game, ship, by=0)
        assert game.result is None
    assert look_at_survival(game)
    assert (game.result.ending, game.result.winner, game.result.places) == ("destruction", 0, [[0], [1, 2]])


@pytest.mark.rule("1.5", "19.6")
def test_if_all_fall_together_it_is_a_draw():
    game = laid({"ship": "Sol"}, {"ship": "Ruk'tor"}, {"ship": "Ilvanis", "out": "conceded"})
    for ship in game.ships[:2]:
        destroy(game, ship, by=None)
    assert look_at_survival(game)
    assert (game.result.ending, game.result.winner, game.result.rule) == ("draw", None, "1.5")
    assert game.result.places == [[0, 1], [2]]


@pytest.mark.rule("1.4")
def test_a_mode_that_is_not_played_yet_is_refused():
    assert laid(mode="basic").mode == "basic"
    with pytest.raises(TableError, match="mode 'chess' is not known"):
        laid(mode="chess")
