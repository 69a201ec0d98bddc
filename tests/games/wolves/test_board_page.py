"""The attack board as a page: what Control, the map party and all others see of an attack, and what they may order."""

from __future__ import annotations

import pytest

from incursions.games.wolves.pages.board_page import draw_board_page
from incursions.games.wolves.pages.judging import Judge
from incursions.games.wolves.pages.station_map import list_boarders
from incursions.games.wolves.rules.game import Game
from tests.games.wolves.days import start_day
from tests.games.wolves.page_parts import read_commands, read_words


@pytest.fixture
def game() -> Game:
    """A day in the second Fleet round of an attack, with two of the map party at the map."""
    return start_day(
        "start the event",
        "begin action",
        "declare an attack",
        "close the Fleet round",
        "play the Wolf round",
        ("Aegis XO", "report to the map"),
        ("Aegis FWCO", "report to the map"),
    )


def test_control_reads_the_board_and_plays_its_rounds(game):
    parts = draw_board_page(game, "Control 2")
    words = read_words(parts)
    assert "Fleet round 2" in words
    assert "Left to act Aegis Aegis squadron 1" in words
    counted = {name: number for name, number in game.state.attack.counted.items() if number}
    assert all(f"{name} {number}" in words for name, number in counted.items())
    assert read_commands(parts) == ["close the Fleet round", "end the attack"]
    assert "resolve the jumps" not in words
    game.act("Control", "close the Fleet round")
    parts = draw_board_page(game, "Control")
    assert read_commands(parts)[0] == "play the Wolf round"
    assert "Left to act" not in read_words(parts)


def test_map_party_orders_its_units_by_one_tap(game):
    commands = read_commands(draw_board_page(game, "Aegis FWCO"))
    assert "Aegis squadron 1 flies to quadrant 2" in commands
    assert all(game.why_not("Aegis FWCO", text) is None for text in commands if "{" not in text)
    assert "close the Fleet round" not in commands
    hostile = next(number for number in (1, 2, 3, 4) if game.state.attack.find_wolves(number).fighters)
    game.act("Aegis FWCO", f"Aegis squadron 1 flies to quadrant {hostile}")
    game.act("Control", "close the Fleet round")
    game.act("Control", "play the Wolf round")
    if game.state.units["Aegis squadron 1"].is_alive:
        assert "Aegis squadron 1 attacks fighters first" in read_commands(draw_board_page(game, "Aegis FWCO"))


def test_flights_say_how_many_wolves_wait_in_a_quadrant(game):
    hostile = next(number for number in (1, 2, 3, 4) if game.state.attack.find_wolves(number).fighters == 3)
    assert f"Fly to {hostile}: 3 Wolves" in read_words(draw_board_page(game, "Aegis FWCO"))


def test_units_that_cannot_act_say_why(game):
    game.act("Vulcan Warden", "report to the map")
    assert not game.state.attack.find_wolves(game.state.vessels["Vulcan"].quadrant)
    words = read_words(draw_board_page(game, "Vulcan Warden"))
    assert "Your units Batteries (W16.10)" in words
    game.act("Control", "close the Fleet round")
    words = read_words(draw_board_page(game, "Aegis FWCO"))
    assert "Aegis squadron 1, Aegis squadron 2, Aegis squadron 3" in words
    assert "Batteries" not in words


def test_unit_that_has_acted_keeps_its_place(game):
    game.act("Aegis FWCO", "Aegis squadron 1 flies to quadrant 2")
    words = read_words(draw_board_page(game, "Aegis FWCO")["orders"])
    assert words.startswith("Your units Aegis squadron 1 Aegis squadron 1 has acted in this round (W15.6)")
    assert "Aegis squadron 2 hangar, whole Fly to 1" in words


def test_others_see_their_own_vessel_and_nothing_of_the_board(game):
    game.state.vessels["Dione"].parties = 3
    words = read_words(draw_board_page(game, "Dione Captain"))
    assert "Boarders aboard 3" in words
    assert "On the board" not in words
    twin = game.copy()
    twin.state.attack.counted["Lucas"] = 5
    twin.state.vessels["Lucas"].parties = 2
    assert draw_board_page(game, "Dione Captain") == draw_board_page(twin, "Dione Captain")
    assert game.view("Dione Captain") == twin.view("Dione Captain")
    assert draw_board_page(game, "Aegis XO") != draw_board_page(twin, "Aegis XO")
    assert game.view("Aegis XO") != twin.view("Aegis XO")


def test_map_party_at_its_table_is_led_to_the_map(game):
    assert "report to the map" in read_commands(draw_board_page(game, "Dione First Officer"))
    assert "report to the map" not in read_commands(draw_board_page(game, "Dione Captain"))
    assert "report to the map" not in read_commands(draw_board_page(game, "Aegis XO"))


@pytest.mark.parametrize("seat", ["Control", "Aegis Admiral", "News Media Reporter"])
def test_fleet_lies_there_without_an_attack(game, seat):
    game.act("Control", "end the attack")
    words = read_words(draw_board_page(game, seat))
    assert "No attack" in words
    assert "Icebreaker" in words
    assert read_commands(draw_board_page(game, seat)) == []


def test_a_shuttle_that_has_left_takes_more_of_those_it_left_to_the_same_vessel_alone(game):
    game.act("Aegis XO", "Marine 1 goes to Vulcan by Aegis One")
    attack, aegis = game.state.attack, game.flagship
    (form,) = [
        form
        for form in list_boarders(Judge(game, "Aegis XO"), aegis, attack).forms
        if form.text.endswith("by Aegis One")
    ]
    assert [field.options for field in form.fields] == [
        [(f"Marine {number}", f"Marine {number}") for number in (2, 3, 4)],
        [("Vulcan", "Vulcan")],
    ]
    assert not form.rule
