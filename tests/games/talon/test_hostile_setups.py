"""Setups in files from anybody: every part that no battle has is refused with its field."""

import pytest

from incursions.games.talon.checks import check_pieces, check_size
from incursions.games.talon.records import BATTLES
from incursions.games.talon.rules.setup import RULINGS
from tests.games.talon.battles import setup_of
from tests.games.talon.changes import GONE, change


@pytest.mark.parametrize("mode", BATTLES)
def test_battles_pass(mode):
    check_size(setup_of(mode))
    check_pieces(setup_of(mode))
    check_pieces({**setup_of(mode), "digest": "0" * 64})


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("seats", None, "2 to 4 seats"),
        ("seats", [{}], "2 to 4 seats"),
        ("seats", [{}] * 5, "2 to 4 seats"),
        ("ships", {}, "at most 40 ships a side"),
        ("ships", [{}] * 81, "at most 40 ships a side"),
        ("terrain", [], "at most 400 pieces of terrain"),
        ("terrain", {f"{q},0": "planet" for q in range(401)}, "at most 400 pieces of terrain"),
    ],
)
def test_sizes(field, value, words):
    with pytest.raises(ValueError, match=words):
        check_size({**setup_of("fleet"), field: value})


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (["game"], "chess", "setup: game"),
        (["game"], GONE, "this field is missing"),
        (["more"], 1, "there is no such field"),
        (["rules_version"], 99, "setup: rules_version|rules_version"),
        (["mode"], ["fleet"], "mode"),
        (["title"], "<b>", "title"),
        (["sides"], ["talon", "terran"], "terran and talon were expected"),
        (["sides"], "terran", "terran and talon were expected"),
        (["initiative"], "nobody", "initiative"),
        (["rounds"], 0, "rounds"),
        (["rounds"], 10**9, "rounds"),
        (["rounds"], True, "rounds"),
        (["seats"], [{"side": "terran"}] * 2, "a seat of each side"),
        (["seats", 0], {"side": "nobody"}, "side"),
        (["seats", 0], {"side": ["terran"]}, "side"),
        (["seats", 0], {}, "this field is missing"),
        (["ships"], [], "ships"),
        (["ships", 0, "name"], "next to", "T25.12"),
        (["ships", 0, "name"], "lantern", "T25.12"),
        (["ships", 0, "name"], "A" * 99, "name"),
        (["ships", 0, "ship_class"], "talon_bb", "a class of the side of seat 0"),
        (["ships", 0, "ship_class"], "death_star", "ship_class"),
        (["ships", 0, "ship_class"], [], "ship_class"),
        (["ships", 0, "seat"], 2, "seat"),
        (["ships", 0, "seat"], -1, "seat"),
        (["ships", 0, "at"], [0, 0], "T3.4"),
        (["ships", 0, "at"], [-7, 3], "T3.4"),
        (["ships", 0, "at"], [10**9, 0], "at"),
        (["ships", 0, "at"], [0.5, 0], "at"),
        (["ships", 0, "at"], GONE, "a hex and a facing were expected together"),
        (["ships", 0, "facing"], 6, "facing"),
        (["terrain", "0,0"], "lava", "terrain"),
        (["terrain", "00,0"], "planet", "terrain"),
        (["special"], [{"docking": ["terran_bb"], "with": ["Nobody"]}], "special"),
        (["special"], [{}], "special"),
        (["objectives"], [{"each": {"side": "terran", "status": "asleep"}, "points": 1, "to": "talon"}], "objectives"),
        (["objectives"], [{"each": {"side": "terran", "status": "docked"}, "points": -1, "to": "talon"}], "objectives"),
        (["wins", "terran"], 3, "wins"),
        (["wins", "nobody"], [{"none left": "talon"}], "wins"),
        (["definitions"], [], "definitions"),
        (["definitions", "classes"], 3, "classes"),
        (["definitions", "classes", "terran_bb", "hull"], [0] * 10**3, "hull"),
        (["definitions", "weapons", "phaser"], GONE, "phaser"),
        (["definitions", "impulses", "A"], [9], "impulses"),
        (["rulings"], {}, "this field is missing"),
        (["rulings", "more"], 1, "there is no such field"),
    ],
)
def test_parts(path, value, words):
    with pytest.raises(ValueError, match=words):
        check_pieces(change(setup_of("fleet"), path, value))


@pytest.mark.parametrize("name", RULINGS)
@pytest.mark.parametrize("value", [None, -2, 10**6, "perhaps", float("nan"), [3, 2, 1], {}])
def test_rulings(name, value):
    with pytest.raises(ValueError, match=f"rulings, {name}"):
        check_pieces(change(setup_of("fleet"), ["rulings", name], value))


def test_every_seat_has_a_ship():
    setup = setup_of("fleet", 4)
    ships = [{**ship, "seat": 0 if ship["seat"] == 1 else ship["seat"]} for ship in setup["ships"]]
    with pytest.raises(ValueError, match="a ship of seat 1"):
        check_pieces({**setup, "ships": ships})
