"""What a seat may know, as a whole and part by part."""

import pytest

from incursions.games.incursions.rules.state.shapes import PlayerView, ShipView, TileView, TurnView
from incursions.games.incursions.rules.view import View, glance
from tests.fuzz.decks import dealt


@pytest.mark.parametrize("number", [0, 3, 8])
def test_a_glance_shows_part_by_part_what_the_view_shows(number):
    rng, game = dealt(number)
    while (question := game.decision) is not None:
        for ship in game.ships if game.number % 5 == 0 else ():
            view, seen = game.view(ship.seat), glance(game, ship.seat)
            players = [{name: player[name] for name in view["players"][0]} for player in seen["players"]]
            assert {name: seen[name] for name in view} | {"players": players} == view
        game.play(rng.choice(question.options))


def test_a_glance_has_no_other_parts():
    _, game = dealt(0)
    with pytest.raises(KeyError, match="decks"):
        glance(game, 0)["decks"]


def test_a_view_has_the_fields_that_are_declared():
    _, game = dealt(0)
    view = game.view(0)
    for found, shape in (
        (view, View),
        (view["turn"], TurnView),
        (view["ships"][0], ShipView),
        (view["map"][0], TileView),
        (view["players"][0], PlayerView),
    ):
        assert set(found) == set(shape.__annotations__)
