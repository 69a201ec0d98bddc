"""What a seat may know, as a whole and part by part."""

import pytest

from incursions.rules.view import glance
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
