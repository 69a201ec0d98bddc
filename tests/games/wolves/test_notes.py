"""Notes pass by themselves in calm times if the event says so, and wait for Control in all others (rules W23.2)."""

import pytest

from incursions.games.wolves.rules.game import Game
from tests.games.wolves.days import load_content

NOTE = "write to Lucas Captain: Bring water"


def start_action(**switches):
    game = Game.start({"content": load_content(), **switches}, b"notes".ljust(32))
    game.act("Control", "start the event", 0)
    game.act("Control", "begin action", 0)
    return game


def write_note(game):
    game.act("Dione Captain", NOTE)
    return game.state.notes[-1].state


def test_note_is_delivered_at_once_in_calm_times():
    game = start_action(free_notes=True)
    assert write_note(game) == "delivered"
    assert "delivered" in "\n".join(game.read_log("Lucas Captain"))


def test_note_waits_for_control_by_default():
    game = start_action()
    assert write_note(game) == "with Control"
    assert "Note" not in "\n".join(game.read_log("Lucas Captain"))


def leave_reader(game):
    game.act("Control", "set player of Lucas Captain to away because he went home")


def attack(game):
    game.act("Control", "declare an attack")


def separate(game):
    game.vessel("Lucas").point = "12345"


def separate_writer(game):
    game.vessel("Dione").point = "12345"


@pytest.mark.parametrize("trouble", [attack, separate, separate_writer, leave_reader])
def test_note_waits_in_troubled_times(trouble):
    game = start_action(free_notes=True)
    trouble(game)
    assert write_note(game) == "with Control"


def test_note_of_a_prisoner_to_his_contact_waits():
    game = start_action(free_notes=True)
    game.act("Control", "put Dione Captain in the brig")
    game.act("Dione Captain", "name Lucas Captain as contact")
    assert write_note(game) == "with Control"


def test_note_of_control_is_delivered_at_once():
    game = start_action(free_notes=True)
    game.act("Control", NOTE)
    assert game.state.notes[-1].state == "delivered"
