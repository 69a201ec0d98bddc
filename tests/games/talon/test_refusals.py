"""Refusals of what no page sends: seats that there are not, and texts that only look like acts (rules T25.1, T25.4)."""

import pytest

from incursions.engine import IllegalAction
from incursions.games.data_checks import DataError, Place
from incursions.games.talon.rules.checking import take_name
from incursions.games.talon.rules.fleets import find_name_fault
from incursions.games.talon.rules.game import Game
from tests.fuzz.talon.setups import SKIRMISH, made_setup

SEATS = (None, -1, 7)


@pytest.fixture
def game():
    return Game.start(made_setup(8, SKIRMISH), bytes(32))


def play_until(game: Game, topic: str) -> None:
    while game.decision.topic != topic:
        game.play(game.decision.options[0])


@pytest.mark.parametrize("topic", ["power", "movement", "power phase", "damage"])
@pytest.mark.parametrize("seat", SEATS)
def test_nobody_else_answers(game, topic, seat):
    play_until(game, topic)
    before = game.to_data()
    for option in game.decision.options:
        with pytest.raises(IllegalAction) as refused:
            game.act(seat, option)
        assert refused.value.rule.startswith("T")
    assert game.to_data() == before


@pytest.mark.parametrize("missile", ["0", "07", "-1", "9999999"])
def test_a_missile_that_there_cannot_be_is_refused(game, missile):
    ship = game.ships[0]
    text = f"fire {ship.printed.groups[0].name} of {ship.name} at missile {missile}"
    assert game.why_not(text).rule == "T25.1"


@pytest.mark.parametrize("name", ["Ark of Gold", "missile", "Ark Slip", "Ark slip"])
def test_a_name_that_options_could_not_tell_is_refused(name):
    with pytest.raises(DataError, match=r"T25\.12"):
        take_name(name, Place())
    assert find_name_fault(name)


@pytest.mark.parametrize("name", ["Slip", "Slipstream", "Slip Ahead", "O'Hara 2"])
def test_other_names_may_be_given(name):
    assert take_name(name, Place()) == name
    assert find_name_fault(name) == ""
