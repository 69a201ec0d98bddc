"""Own fleets are deployed ship by ship, in open space (rules T3.9, T3.10)."""

from copy import deepcopy
from pathlib import Path

import pytest

from incursions.games.talon.rules.catalogue import load
from incursions.games.talon.rules.game import Game
from incursions.games.talon.rules.matches import make_battle_setup

ROOT = Path(__file__).parents[3]
SEED = bytes(32)
TERRAN, TALON = 0, 1


@pytest.fixture(scope="module")
def setup():
    """The setup of a battle with a Base, whose ships have no hex yet."""
    catalogue = load(ROOT)
    made = deepcopy(make_battle_setup(catalogue, catalogue.battles["convoy"]))
    for ship in made["ships"]:
        del ship["at"], ship["facing"]
    return {**made, "terrain": {}, "special": [], "objectives": [], "wins": {}}


@pytest.fixture
def game(setup):
    """A game at the first question of the set-up."""
    return Game.start(setup, SEED)


def deploy(game, count):
    """Place so many ships in the first hex that is offered to each, and return their names."""
    names = []
    for _ in range(count):
        names.append(game.decision.options[0].split()[1])
        game.play(game.decision.options[0])
    return names


@pytest.mark.rule("T3.10", "T3.2", "T16.6")
def test_bases_come_first_then_the_side_without_the_initiative(game):
    names = deploy(game, 10)
    assert names[:1] + names[6:7] == ["Bastion", "Gauntlet"]
    assert names[1:6] == ["Mule", "Porter", "Drover", "Wayfarer", "Kestrel"]
    assert (game.round, game.impulse, game.step) == (1, "A", "power")
    assert game.decision.seat == TALON


@pytest.mark.rule("T3.9")
def test_each_side_has_two_rows_with_seven_between(game):
    options = set(game.decision.options)
    assert {option.rsplit(" facing ")[0].split(" at ")[1] for option in options} == {
        f"{q},{r}" for r in (4, 5) for q in range(-20, 20) if -10 <= 2 * q + r <= 10
    }
    assert {option[-1] for option in options} == set("012345")
    deploy(game, 6)
    assert {option.split(" at ")[1].split()[0].split(",")[1] for option in game.decision.options} == {"-4", "-5"}


@pytest.mark.rule("T3.9", "T3.4", "T3.10", "T25.4")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("deploy Mule at 0,3 facing 0", "T3.9"),
        ("deploy Mule at -8,4 facing 0", "T3.9"),
        ("deploy Mule at 0,-4 facing 0", "T3.9"),
        ("deploy Bastion at 0,4 facing 0", "T3.10"),
        ("deploy Porter at -7,4 facing 0", "T3.4"),
        ("deploy Mule at 0,4 facing 6", "T25.1"),
        ("charge left of Bastion", "T5.4"),
        ("move Mule ahead", "T4.7"),
    ],
)
def test_refusals_of_the_set_up(game, text, rule):
    game.play("deploy Bastion at 0,5 facing 2")
    if rule == "T3.4":
        game.play("deploy Mule at -7,4 facing 0")
    before = game.to_data()
    assert game.why_not(text, TERRAN).rule == rule
    assert game.to_data() == before


@pytest.mark.rule("T3.10", "T3.4")
def test_a_ship_may_stand_with_its_base_and_with_a_foe(game):
    game.play("deploy Bastion at 0,5 facing 2")
    assert "deploy Mule at 0,5 facing 0" in game.decision


@pytest.mark.rule("T25.6", "T3.10")
@pytest.mark.parametrize("seat", [TERRAN, TALON])
@pytest.mark.parametrize("placed", [0, 3, 8])
def test_a_concession_ends_the_set_up_at_once(game, seat, placed):
    deploy(game, placed)
    game.act(seat, "concede")
    assert game.result.winner == 1 - seat


def test_a_set_up_is_stored_and_copied(game, setup):
    deploy(game, 4)
    twin = Game.from_data(game.to_data(), setup)
    assert twin.decision.options == game.decision.options == game.copy().decision.options
    assert not any(map(game.is_out, (TERRAN, TALON)))
