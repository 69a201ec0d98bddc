"""Reading battles: every form of special rules, objectives and wins, and the refusals; and where ships may start."""

from functools import cache
from typing import Any

import pytest

from incursions.games.data_checks import DataError, Place
from incursions.games.talon.rules.battles import (
    Battle,
    Named,
    Placement,
    find_placement_faults,
    read_battle,
    read_objectives,
    read_rounds,
    read_special,
    read_terrain,
    read_wins,
)
from incursions.games.talon.rules.catalogue import load
from incursions.games.talon.rules.definitions import SIDES, ShipClass
from tests.games.talon.changes import GONE, ROOT, change

FILE = "battles.yaml"
DUEL: dict[str, Any] = {
    "title": "Two Captains",
    "story": "An old score.",
    "rounds": 15,
    "initiative": "talon",
    "terran": {
        "Steadfast": {"class": "terran_ca", "at": [-5, 2], "facing": 0},
        "Bastion": {"class": "terran_base", "at": [-9, 2], "facing": 3},
    },
    "talon": {"Reckoning": {"class": "talon_ca", "at": [5, -2], "facing": 3}},
    "terrain": {"0,0": "planet", "1,-2": "asteroid"},
}
DOCKED = {"class": "terran_tran", "status": "docked"}
RETREATED = {"side": "talon", "status": "retreated"}
LANE = {"at end of round": 10, "points": 40, "to": "more class points", "within": 2, "hex": "0,0"}


@cache
def classes() -> dict[str, ShipClass]:
    return dict(load(ROOT).definitions.classes)


def read(data: Any) -> Battle:
    return read_battle("duel", data, classes(), FILE)


@pytest.mark.rule("T3.1", "T23.1")
def test_battle_says_sides_ships_hexes_facings_terrain_and_limit():
    battle = read(DUEL)
    assert (battle.name, battle.title, battle.story) == ("duel", "Two Captains", "An old score.")
    assert (battle.rounds, battle.initiative) == (15, "talon")
    assert battle.ships == (
        Placement("Steadfast", "terran_ca", "terran", (-5, 2), 0),
        Placement("Bastion", "terran_base", "terran", (-9, 2), 3),
        Placement("Reckoning", "talon_ca", "talon", (5, -2), 3),
    )
    assert battle.terrain == {(0, 0): "planet", (1, -2): "asteroid"}
    assert (battle.special, battle.objectives, battle.wins) == ((), (), {})


@pytest.mark.rule("T3.6")
def test_talon_has_the_initiative_and_there_is_no_limit_if_the_battle_says_nothing():
    battle = read({key: DUEL[key] for key in ("title", "story", "terran", "talon")})
    assert (battle.initiative, battle.rounds, battle.terrain) == ("talon", None, {})


@pytest.mark.rule("T25.12")
def test_ships_keep_the_order_in_which_the_battle_names_them():
    data = {key: DUEL[key] for key in ("title", "story", "talon", "terran")}
    assert [ship.name for ship in read(data).ships] == ["Reckoning", "Steadfast", "Bastion"]


def test_fixtures_have_the_goals_of_the_battles():
    battles = load(ROOT).battles
    assert battles["duel"].wins == {"terran": ({"none left": "talon"},), "talon": ({"none left": "terran"},)}
    assert battles["fleet"].objectives == (LANE,)
    assert battles["convoy"].special == (
        {"docking": ["terran_tran"], "with": ["Bastion"]},
        {"no jump": ["terran_tran"]},
    )
    assert battles["convoy"].wins["terran"] == (DOCKED | {"count": 2},)
    assert battles["escape"].special == (
        {"worm hole for": ["talon"]},
        {"no retreat points": ["talon"], "status": "through the worm hole"},
    )
    assert [ship.side for ship in battles["escape"].ships] == ["talon"] * 4 + ["terran"] * 4


SPECIAL = [
    {"docking": ["terran_tran", "terran_ftr"], "with": ["Bastion"]},
    {"landing": ["terran_tran"], "hexes": ["0,0"]},
    {"worm hole for": ["talon", "terran"]},
    {"no jump": ["talon_ff"]},
    {"no retreat points": ["talon"], "status": "retreated"},
]
OBJECTIVES = [
    {"each": DOCKED, "points": 60, "to": "terran"},
    {"each": RETREATED, "points": "class", "to": "talon"},
    LANE,
]
WINS = {
    "terran": [{"none left": "talon"}, DOCKED | {"count": 2}],
    "talon": [RETREATED | {"class points": 208}, {"side": "terran", "status": "destroyed", "count": 1}],
}


@pytest.mark.rule("T23.1", "T23.5")
def test_every_form_of_goals_is_read_and_notes_are_left_out():
    noted = [goal | {"note": "for readers"} for goal in SPECIAL]
    battle = read(DUEL | {"special": noted, "objectives": OBJECTIVES, "wins": WINS, "note": "for readers"})
    assert list(battle.special) == SPECIAL
    assert list(battle.objectives) == OBJECTIVES
    assert {side: list(wins) for side, wins in battle.wins.items()} == WINS


@pytest.mark.parametrize("status", ["docked", "destroyed", "retreated", "through the worm hole"])
def test_set_of_ships_has_one_of_four_statuses(status: str):
    wins = {"talon": [{"side": "talon", "status": status, "count": 1}]}
    assert read(DUEL | {"wins": wins}).wins["talon"][0]["status"] == status


def test_goals_are_read_alone_too_with_sides_of_any_name():
    named = Named(classes(), ("reds", "blues"), ("Ark",), {(0, 0): "planet"})
    place = Place("examples.yaml", "A title", "given")
    assert read_special([{"worm hole for": ["reds"]}], place, named) == ({"worm hole for": ["reds"]},)
    assert read_objectives([], place, named) == ()
    assert read_wins({"blues": [{"none left": "reds"}]}, place, named) == {"blues": ({"none left": "reds"},)}
    assert read_terrain({"-3,2": "nebula"}, place) == {(-3, 2): "nebula"}
    assert (read_rounds(None, place), read_rounds(4, place)) == (None, 4)
    with pytest.raises(DataError, match=r"^examples\.yaml: A title: given, talon: there is no such field"):
        read_wins({"talon": []}, place, named)


def test_side_with_an_empty_list_of_wins_has_none():
    assert read(DUEL | {"wins": {"terran": [], "talon": WINS["talon"]}}).wins.keys() == {"talon"}


SHIP = ("terran", "Steadfast")
FAULTS = [
    # the battle
    (("ships",), {}, "ships: there is no such field; there are title, story, terran, talon, rounds"),
    (("title",), GONE, "title: this field is missing"),
    (("title",), "Two; Captains", "title: letters, digits, blanks, hyphens and apostrophes were expected"),
    (("story",), "x" * 401, "story: at most 400 characters were expected, not 401"),
    (("story",), "One\x00two", "story: a text was expected"),
    (("rounds",), 0, "rounds: a whole number from 1 to 99 was expected, not 0"),
    (("rounds",), True, "rounds: a whole number from 1 to 99 was expected, not True"),
    (("rounds",), 100, "rounds: a whole number from 1 to 99 was expected, not 100"),
    (("initiative",), "klingon", "initiative: one of terran, talon was expected, not 'klingon'"),
    (("note",), ["a"], "note: a text was expected"),
    # ships
    (("talon",), GONE, "talon: this field is missing"),
    (("talon",), {}, "talon: at least one ship was expected"),
    (("talon",), ["Reckoning"], "talon: fields with values were expected"),
    (("talon",), {f"S{number}": {} for number in range(41)}, "talon: at most 40 entries were expected, not 41"),
    ((*SHIP, "class"), "terran_xx", "terran, Steadfast, class: one of terran_base, terran_bb"),
    ((*SHIP, "class"), "talon_ca", "terran, Steadfast, class: a class of this side was expected, not talon_ca"),
    ((*SHIP, "class"), GONE, "terran, Steadfast, class: this field is missing"),
    ((*SHIP, "at"), [1], "terran, Steadfast, at: 2 entries were expected, not 1"),
    ((*SHIP, "at"), "-5,2", "terran, Steadfast, at: a list was expected, not '-5,2'"),
    ((*SHIP, "at"), [0.5, 0], "terran, Steadfast, at: a whole number from -999 to 999 was expected, not 0.5"),
    ((*SHIP, "at"), [1000, 0], "terran, Steadfast, at: a whole number from -999 to 999 was expected, not 1000"),
    ((*SHIP, "facing"), 6, "terran, Steadfast, facing: a whole number from 0 to 5 was expected, not 6"),
    ((*SHIP, "facing"), -1, "terran, Steadfast, facing: a whole number from 0 to 5 was expected, not -1"),
    ((*SHIP, "row"), [1, 5, 3], "terran, Steadfast, row: there is no such field; there are class, at, facing"),
    # names (T25.12)
    (("terran", "Ship of War"), {}, "terran, Ship of War: a name without the word 'of' was expected (T25.12)"),
    (("terran", "Missile"), {}, "terran, Missile: a name without the word 'missile' was expected (T25.12)"),
    (("terran", "NEXT one"), {}, "terran, NEXT one: a name without the word 'next' was expected (T25.12)"),
    (("terran", "Star/Light"), {}, "terran, Star/Light: letters, digits, blanks, hyphens and apostrophes"),
    (("terran", "Star²"), {}, "terran, Star²: letters, digits, blanks, hyphens and apostrophes"),
    (("terran", " Star"), {}, "terran,  Star: letters, digits, blanks, hyphens and apostrophes"),
    (("terran", "x" * 41), {}, "at most 40 characters were expected, not 41"),
    (("terran", 7), {}, "terran: a text was expected as a name, not 7"),
    (("talon", "STEADFAST"), {}, "talon, STEADFAST: a name of its own was expected (T25.12)"),
    # terrain
    (("terrain",), [], "terrain: fields with values were expected, not []"),
    (("terrain", "0,0"), "comet", "terrain, 0,0: one of planet, asteroid, nebula, black hole, worm hole was expected"),
    (("terrain", "0,0"), ["asteroid", "nebula"], "terrain, 0,0: one of planet, asteroid, nebula"),
    (("terrain", "00,0"), "planet", "terrain, 00,0: a hex such as '-3,2' was expected, not '00,0'"),
    (("terrain", "0, 0"), "planet", "terrain, 0, 0: a hex such as '-3,2' was expected"),
    (("terrain", "0,0,0"), "planet", "terrain, 0,0,0: a hex such as '-3,2' was expected"),
    (("terrain", "1000,0"), "planet", "terrain, 1000,0: a hex such as '-3,2' was expected"),
    (("terrain", "9" * 5000 + ",0"), "planet", "a hex such as '-3,2' was expected"),
    (("terrain", "-5,2"), "planet", "Steadfast: no ship starts in the hex of a planet (T3.4)"),
    (
        ("terrain", "-6,3"),
        "black hole",
        "Steadfast: no ship is deployed within 2 hexes of the black hole at -6,3 (T3.3)",
    ),
    # special rules
    (("special",), {}, "special: a list was expected, not {}"),
    (("special",), [{}] * 41, "special: 0 to 40 entries were expected, not 41"),
    (("special",), [{}], "special, 1: one of docking, landing, worm hole for, no jump, no retreat points was expected"),
    (("special",), ["no jump"], "special, 1: fields with values were expected, not 'no jump'"),
    (("special",), [{"free fire": ["talon"]}], "special, 1: one of docking, landing"),
    (("special",), [{"docking": ["terran_tran"]}], "special, 1, with: this field is missing"),
    (("special",), [{"docking": [], "with": ["Bastion"]}], "special, 1, docking: 1 to 19 entries were expected, not 0"),
    (("special",), [{"docking": ["tug"], "with": ["Bastion"]}], "special, 1, docking: one of terran_base"),
    (("special",), [{"docking": ["terran_tran"], "with": ["Ark"]}], "special, 1, with: one of Steadfast, Bastion"),
    (
        ("special",),
        [{"landing": ["terran_tran"], "hexes": ["1,-2"]}],
        "special, 1, hexes: 0,0 was expected, not '1,-2'",
    ),
    (("special",), [{"worm hole for": "talon"}], "special, 1, worm hole for: a list was expected, not 'talon'"),
    (("special",), [{"worm hole for": ["talon", "talon"]}], "special, 1, worm hole for: 'talon' appears twice"),
    (("special",), [{"no jump": ["talon"]}], "special, 1, no jump: one of terran_base"),
    (
        ("special",),
        [{"no jump": ["talon_ff"], "until": 3}],
        "special, 1, until: there is no such field; there are no jump",
    ),
    (
        ("special",),
        [{"no jump": ["talon_ff"], "worm hole for": ["talon"]}],
        "special, 1, no jump: there is no such field",
    ),
    (("special",), [{"no retreat points": ["talon"]}], "special, 1, status: this field is missing"),
    (
        ("special",),
        [{"no retreat points": ["talon"], "status": "gone"}],
        "special, 1, status: one of docked, destroyed",
    ),
    # objectives
    (("objectives",), None, "objectives: a list was expected, not None"),
    (("objectives",), [{"points": 3}], "objectives, 1: one of each, at end of round was expected"),
    (
        ("objectives",),
        [OBJECTIVES[0], OBJECTIVES[0] | {"to": "x"}],
        "objectives, 2, to: one of terran, talon was expected",
    ),
    (("objectives",), [OBJECTIVES[0] | {"points": 0}], "objectives, 1, points: a whole number from 1 to 9999"),
    (("objectives",), [OBJECTIVES[0] | {"points": "own"}], "objectives, 1, points: a whole number from 1 to 9999"),
    (("objectives",), [OBJECTIVES[0] | {"each": "talon"}], "objectives, 1, each: fields with values were expected"),
    (
        ("objectives",),
        [OBJECTIVES[0] | {"each": DOCKED | RETREATED}],
        "objectives, 1, each: a class or a side, and a status",
    ),
    (("objectives",), [OBJECTIVES[0] | {"each": {"status": "docked"}}], "objectives, 1, each: a class or a side"),
    (
        ("objectives",),
        [OBJECTIVES[0] | {"each": {"side": "talon"}}],
        "objectives, 1, each, status: this field is missing",
    ),
    (
        ("objectives",),
        [OBJECTIVES[0] | {"each": DOCKED | {"count": 2}}],
        "objectives, 1, each, count: there is no such field",
    ),
    (("objectives",), [LANE | {"to": "talon"}], "objectives, 1, to: more class points was expected, not 'talon'"),
    (
        ("objectives",),
        [LANE | {"points": "class"}],
        "objectives, 1, points: a whole number from 1 to 9999 was expected",
    ),
    (
        ("objectives",),
        [LANE | {"within": -1}],
        "objectives, 1, within: a whole number from 0 to 99 was expected, not -1",
    ),
    (("objectives",), [LANE | {"hex": [0, 0]}], "objectives, 1, hex: a hex such as '-3,2' was expected, not [0, 0]"),
    (("objectives",), [LANE | {"at end of round": 0}], "objectives, 1, at end of round: a whole number from 1 to 99"),
    # wins
    (("wins",), [], "wins: fields with values were expected, not []"),
    (("wins",), {"klingon": []}, "wins, klingon: there is no such field; there are terran, talon"),
    (("wins",), {"talon": 3}, "wins, talon: a list was expected, not 3"),
    (
        ("wins",),
        {"talon": [{"none left": "x"}]},
        "wins, talon, 1, none left: one of terran, talon was expected, not 'x'",
    ),
    (("wins",), {"talon": [{"none left": "talon", "count": 1}]}, "wins, talon, 1, count: there is no such field"),
    (("wins",), {"talon": [DOCKED]}, "wins, talon, 1: one of none left, count and class points was expected"),
    (
        ("wins",),
        {"talon": [DOCKED | {"count": 1, "class points": 9}]},
        "wins, talon, 1: one of none left, count and class",
    ),
    (("wins",), {"talon": [DOCKED | {"count": 0}]}, "wins, talon, 1, count: a whole number from 1 to 40 was expected"),
    (("wins",), {"talon": [{"class": "terran_tran", "count": 1}]}, "wins, talon, 1: a class or a side, and a status"),
    (("wins",), {"talon": [DOCKED | {"points": 9}]}, "wins, talon, 1, points: there is no such field"),
    (("wins",), {"talon": [DOCKED | {"class": "tug", "count": 1}]}, "wins, talon, 1, class: one of terran_base"),
]


@pytest.mark.parametrize(("path", "value", "message"), FAULTS, ids=[f"{number:03}" for number in range(len(FAULTS))])
def test_faulty_battles_are_refused_with_file_title_and_field(path: tuple[object, ...], value: Any, message: str):
    with pytest.raises(DataError) as refusal:
        read(change(DUEL, path, value))
    assert str(refusal.value).startswith("battles.yaml: duel: ")
    assert message in str(refusal.value)


def test_landing_needs_a_planet():
    data = DUEL | {"terrain": {}, "special": [{"landing": ["terran_tran"], "hexes": ["0,0"]}]}
    with pytest.raises(DataError, match=r"special, 1, hexes: a planet in the terrain was expected \(T19\.3\)"):
        read(data)


@pytest.mark.parametrize("name", ["duel\n", "du;el", "", "x" * 41])
def test_battle_needs_a_name(name: str):
    with pytest.raises(DataError):
        read_battle(name, DUEL, classes(), FILE)


def place_ships(*ships: tuple[str, str, tuple[int, int]]) -> list[Placement]:
    return [
        Placement(name, class_name, next(side for side in SIDES if class_name.startswith(side)), at, 0)
        for name, class_name, at in ships
    ]


STARTS = [
    # T3.3, also for Bases; the distance is counted in hexes
    ([("Steadfast", "terran_ca", (2, 0))], {(0, 0): "black hole"}, {"Steadfast": "T3.3"}),
    ([("Steadfast", "terran_ca", (-1, 2))], {(0, 0): "black hole"}, {"Steadfast": "T3.3"}),
    ([("Steadfast", "terran_ca", (-2, 3))], {(0, 0): "black hole"}, {}),
    ([("Fortress", "talon_base", (1, 1))], {(0, 0): "black hole"}, {"Fortress": "T3.3"}),
    ([("Steadfast", "terran_ca", (1, 0))], {(0, 0): "worm hole"}, {}),
    # T3.4
    ([("Steadfast", "terran_ca", (0, 0))], {(0, 0): "planet"}, {"Steadfast": "T3.4"}),
    ([("Steadfast", "terran_ca", (0, 0))], {(0, 0): "black hole"}, {"Steadfast": "T3.4"}),
    ([("Steadfast", "terran_ca", (0, 0))], {(0, 0): "worm hole"}, {"Steadfast": "T3.4"}),
    ([("Steadfast", "terran_ca", (0, 0))], {(0, 0): "nebula"}, {}),
    ([("Steadfast", "terran_ca", (0, 0))], {(0, 0): "asteroid"}, {}),
    ([("Steadfast", "terran_ca", (0, 0)), ("Kestrel", "terran_dd", (0, 0))], {}, {"Kestrel": "T3.4"}),
    ([("Steadfast", "terran_ca", (0, 0)), ("Thorn", "talon_ff", (0, 0))], {}, {}),
    ([("Steadfast", "terran_ca", (0, 0)), ("Bastion", "terran_base", (0, 0))], {}, {}),
    (
        [("Bastion", "terran_base", (0, 0)), ("Steadfast", "terran_ca", (0, 0)), ("Kestrel", "terran_dd", (0, 0))],
        {},
        {"Kestrel": "T3.4"},
    ),
    # T2.6
    ([("Steadfast", "terran_ca", (5, 0))], {(0, 0): ["asteroid", "nebula"]}, {"0,0": "T2.6"}),
    ([("Steadfast", "terran_ca", (0, 0))], {(0, 0): ["planet", "nebula"]}, {"0,0": "T2.6"}),
]


@pytest.mark.rule("T2.6", "T3.3", "T3.4", "T21.4")
@pytest.mark.parametrize(("ships", "terrain", "refused"), STARTS)
def test_starts_that_are_not_allowed_are_found_with_their_rule(ships, terrain, refused):
    found = find_placement_faults(place_ships(*ships), terrain, classes())
    assert {name: rule for name, (rule, _) in found.items()} == refused


def test_ship_that_is_not_placed_is_in_nobodys_way():
    ships = place_ships(("Steadfast", "terran_ca", (2, 0)), ("Kestrel", "terran_dd", (2, 0)))
    assert list(find_placement_faults(ships, {(0, 0): "black hole"}, classes())) == ["Steadfast", "Kestrel"]
    ships = place_ships(("One", "terran_ca", (0, 0)), ("Two", "terran_dd", (0, 0)), ("Three", "terran_sc", (0, 0)))
    assert find_placement_faults(ships, {}, classes()) == {
        "Two": ("T3.4", "no ship starts in the hex of its friend One"),
        "Three": ("T3.4", "no ship starts in the hex of its friend One"),
    }
