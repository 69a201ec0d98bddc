"""Conceding during the deployment of own fleets (rules T3.10, T25.6)."""

import json

import pytest

from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.matches import make_battle_setup
from tests.games.talon.battles import read_catalogue


def deploy(name="fleet", teams=(1, 1)):
    """Return a match that begins with the deployment of a battle's ships in open space."""
    catalogue = read_catalogue()
    setup = make_battle_setup(catalogue, catalogue.battles[name], teams)
    for ship in setup["ships"]:
        del ship["at"], ship["facing"]
    return Game.start({**setup, "terrain": {}}, bytes(32))


@pytest.mark.rule("T3.10", "T25.6")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("placed", [0, 2, 5])
def test_who_concedes_while_ships_are_deployed_loses_at_once(seat, placed):
    game = deploy()
    for _ in range(placed):
        game.play(game.decision.options[0])
    assert not game.is_out(seat)
    game.act(seat, "concede")
    assert game.decision is None
    assert game.result.winner == 1 - seat
    assert game.result.ending == "concession"


@pytest.mark.rule("T3.10", "T25.6")
def test_in_a_team_the_others_deploy_and_play_on():
    game = deploy(teams=(2, 1))
    game.act(0, "concede")
    game = Game.from_data(json.loads(json.dumps(game.to_data())), game.setup, game.log)
    while game.step == "set-up":
        assert game.decision.seat != 0
        game.play(game.decision.options[0])
    assert [ship.name for ship in game.list_ships(0)] == [ship.name for ship in game.ships if ship.seat == 1]
