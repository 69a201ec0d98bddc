"""Reading what is printed: the fixtures are sound, and every fault is refused with its file, title and field."""

import json
import shutil
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from incursions.games.data_checks import DataError
from incursions.games.talon.rules.catalogue import Catalogue, load, read_definitions, read_folder
from incursions.games.talon.rules.definitions import BASE, FIGHTERS, KINDS, SIDES, Row
from tests.games.talon.changes import GONE, ROOT, change


@cache
def fixtures() -> Catalogue:
    return load(ROOT)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with a copy of the fixtures that a test may spoil."""
    shutil.copytree(ROOT / "fixtures/talon", tmp_path / "fixtures/talon")
    return tmp_path


def test_fixtures_hold_nineteen_classes_six_weapons_and_four_battles():
    catalogue = fixtures()
    assert len(catalogue.definitions.classes) == 19
    assert len(catalogue.definitions.weapons) == 6
    assert list(catalogue.definitions.criticals) == list(range(2, 13))
    assert list(catalogue.battles) == ["duel", "fleet", "convoy", "escape"]


@pytest.mark.rule("T2.1", "T2.2", "T2.4")
def test_each_kind_of_ship_is_there_with_what_is_printed_on_it():
    classes = fixtures().definitions.classes
    assert {each.kind for each in classes.values()} == set(KINDS)
    assert {each.side for each in classes.values()} == set(SIDES)
    cruiser = classes["terran_ca"]
    assert (cruiser.title, cruiser.side, cruiser.kind, cruiser.points) == ("Terran CA", "terran", "CA", 115)
    assert cruiser.shields == (6, 5, 4, 5)
    assert cruiser.curve == (Row(1, 5, 3), Row(2, 4, 2), Row(3, 3, 2), Row(4, 2, 1), Row(5, 1, 1))
    assert cruiser.curve[cruiser.start] == Row(3, 3, 2)
    assert (cruiser.hull, cruiser.critical_boxes, cruiser.explosion) == ((0, 0, -1, -1, -1, -2), {4}, 3)
    assert (cruiser.battery, cruiser.afterburners, cruiser.carries_fighters, cruiser.squadron) == (1, 0, False, 0)
    assert [group.name for group in cruiser.groups] == ["left", "main", "right"]
    main = cruiser.groups[1]
    assert (main.weapon.name, main.weapons, main.red, main.yellow, main.arcs) == ("torpedo", 1, 2, 2, {"forward"})
    assert [name for name, each in classes.items() if each.battery and each.afterburners] == []


def test_bases_squadrons_and_carriers_are_told_apart():
    classes = fixtures().definitions.classes.values()
    assert {each.kind for each in classes if all(row.radius is None for row in each.curve)} == {BASE}
    assert {each.kind for each in classes if each.squadron or not each.has_shields} == {FIGHTERS}
    assert [each.name for each in classes if each.carries_fighters] == ["terran_cv"]


@pytest.mark.rule("T8.8", "T8.9", "T15.1", "T15.8", "T17.1", "T18.1", "T18.6")
def test_weapons_have_damage_by_range_and_die():
    weapons = fixtures().definitions.weapons
    assert weapons["phaser"].damage == {1: (1, 2, 2, 2, 2, 2), 2: (1, 1, 1, 2, 2, 2), 3: (0, 0, 0, 0, 1, 1)}
    assert (weapons["torpedo"].ranges, weapons["disruptor"].ranges) == ((2, 3, 4), (1, 2, 3, 4))
    missile = weapons["missile"]
    assert (missile.ranges, missile.damage, missile.hit, missile.dies_at) == ((1, 2, 3, 4), {}, 2, 3)
    assert [weapon.name for weapon in weapons.values() if weapon.displaces] == ["wave motion gun"]
    assert [(weapon.name, weapon.spares) for weapon in weapons.values() if weapon.is_cone] == [
        ("fusion cannon", ("FTR",))
    ]


@pytest.mark.rule("T4.3", "T4.4")
def test_chart_says_which_numbers_act_in_an_impulse():
    acts = fixtures().definitions.acts
    by_number = {number: "".join(letter for letter in acts if number in acts[letter]) for number in range(7)}
    assert by_number == {0: "", 1: "F", 2: "CF", 3: "BDF", 4: "ACDF", 5: "ABCDF", 6: "ABCDEF"}


@pytest.mark.rule("T10.2", "T10.3", "T10.4", "T10.5", "T10.6", "T10.7", "T10.9")
def test_criticals_have_their_effects():
    printed = fixtures().definitions.criticals
    usual = type(printed[7])("")._asdict()
    differing = {
        total: {name: value for name, value in critical._asdict().items() if value != usual[name]}
        for total, critical in printed.items()
    }
    assert differing == {
        2: {"name": "hull breach", "hull": 3},
        3: {"name": "shields down", "shields_down": True, "is_repairable": True, "stack": 1},
        4: {"name": "helm down", "helm_down": True, "is_repairable": True, "stack": 1},
        5: {"name": "weapons lost", "loses_group": True},
        6: {"name": "thrusters", "radius": 1, "stack": 2},
        7: {"name": "no effect"},
        8: {"name": "power drop", "power": -1},
        9: {"name": "weapons lost", "loses_group": True},
        10: {"name": "drive hit", "hull": 1, "jump_offline": True},
        11: {"name": "power loss", "power_zero": True, "is_repairable": True, "stack": 1},
        12: {"name": "ship destroyed", "destroys": True},
    }


def test_data_survives_json_and_says_the_same():
    catalogue = fixtures()
    data = json.loads(json.dumps(catalogue.data))
    assert data == catalogue.data
    assert read_definitions(data) == catalogue.definitions
    assert "note" not in data["criticals"]["2"]


BB, FTR, BASE_CLASS = ("classes", "terran_bb"), ("classes", "terran_ftr"), ("classes", "talon_base")
LEFT = (*BB, "groups", "left")
PHASER, CANNON, LAUNCHER = ("weapons", "phaser"), ("weapons", "fusion cannon"), ("weapons", "missile")
DOWN = ("criticals", "3")

FAULTS = [
    # a whole section
    (("classes",), GONE, "definitions: classes: this field is missing"),
    (("prices",), {}, "definitions: prices: there is no such field; there are classes, weapons, criticals, impulses"),
    (("classes",), [], "classes: fields with values were expected, not []"),
    (("classes",), {f"c{number}": {} for number in range(201)}, "classes: at most 200 entries were expected, not 201"),
    (("classes", 7), {}, "classes: a text was expected as a name, not 7"),
    (("weapons",), None, "weapons: fields with values were expected, not None"),
    # a class
    (("classes", "terran bb"), {}, "classes: terran bb: letters, digits and underscores were expected"),
    (("classes", "évil"), {}, "classes: évil: letters, digits and underscores were expected"),
    (("classes", "_"), {}, "classes: _: letters, digits and underscores were expected"),
    (("classes", "x" * 41), {}, "letters, digits and underscores were expected"),
    (BB, 3, "classes: terran_bb: fields with values were expected, not 3"),
    ((*BB, "speed"), 3, "classes: terran_bb: speed: there is no such field; there are name, side, kind, points"),
    ((*BB, "hull"), GONE, "classes: terran_bb: hull: this field is missing"),
    ((*BB, "note"), 3, "classes: terran_bb: note: a text was expected, not 3"),
    ((*BB, "note"), "n" * 401, "classes: terran_bb: note: at most 400 characters were expected, not 401"),
    ((*BB, "name"), 3, "classes: terran_bb: name: a text was expected, not 3"),
    ((*BB, "name"), " ", "classes: terran_bb: name: a text was expected, not ' '"),
    ((*BB, "name"), "Terran\nBB", "classes: terran_bb: name: a text was expected"),
    ((*BB, "name"), "Terran <BB>", "classes: terran_bb: name: letters, digits, blanks, hyphens and apostrophes"),
    ((*BB, "name"), "Terran  BB", "classes: terran_bb: name: letters, digits, blanks, hyphens and apostrophes"),
    ((*BB, "name"), "x" * 41, "classes: terran_bb: name: at most 40 characters were expected, not 41"),
    ((*BB, "side"), "romulan", "classes: terran_bb: side: one of terran, talon was expected, not 'romulan'"),
    ((*BB, "kind"), "bb", "classes: terran_bb: kind: one of BASE, DN, BB"),
    ((*BB, "kind"), [], "classes: terran_bb: kind: one of BASE, DN, BB"),
    ((*BB, "points"), 0, "classes: terran_bb: points: a whole number from 1 to 999 was expected, not 0"),
    ((*BB, "points"), 10**30, "classes: terran_bb: points: a whole number from 1 to 999 was expected"),
    ((*BB, "points"), True, "classes: terran_bb: points: a whole number from 1 to 999 was expected, not True"),
    ((*BB, "points"), 194.0, "classes: terran_bb: points: a whole number from 1 to 999 was expected, not 194.0"),
    ((*BB, "explosion"), -1, "classes: terran_bb: explosion: a whole number from 0 to 20 was expected, not -1"),
    ((*BB, "battery"), 2, "classes: terran_bb: battery: a whole number from 0 to 1 was expected, not 2"),
    ((*BB, "afterburners"), 10, "classes: terran_bb: afterburners: a whole number from 0 to 9 was expected, not 10"),
    ((*BB, "carries"), "ships", "classes: terran_bb: carries: fighters was expected, not 'ships'"),
    ((*BB, "squadron"), 3, "classes: terran_bb: squadron: fighters, and no other ships, have this field"),
    ((*FTR, "squadron"), GONE, "classes: terran_ftr: squadron: fighters, and no other ships, have this field"),
    ((*FTR, "squadron"), 0, "classes: terran_ftr: squadron: a whole number from 1 to 9 was expected, not 0"),
    # shields
    ((*BB, "shields"), [8, 7, 7, 7], "classes: terran_bb: shields: fields with values were expected"),
    ((*BB, "shields", "rear"), GONE, "classes: terran_bb: shields, rear: this field is missing"),
    (
        (*BB, "shields", "rear"),
        -1,
        "classes: terran_bb: shields, rear: a whole number from 0 to 30 was expected, not -1",
    ),
    ((*BB, "shields", "aft"), 7, "classes: terran_bb: shields, aft: there is no such field"),
    ((*FTR, "shields", "left"), 1, "classes: terran_ftr: shields, left: 0 was expected, not 1"),
    # the power curve
    ((*BB, "curve"), [], "classes: terran_bb: curve: 1 to 6 entries were expected, not 0"),
    ((*BB, "curve"), [[3, 3, 2]] * 7, "classes: terran_bb: curve: 1 to 6 entries were expected, not 7"),
    ((*BB, "curve", 0), [0, 5], "classes: terran_bb: curve: 3 entries were expected, not 2"),
    ((*BB, "curve", 0), "0-5-3", "classes: terran_bb: curve: a list was expected, not '0-5-3'"),
    ((*BB, "curve", 0), [7, 5, 3], "classes: terran_bb: curve, Power: a whole number from 0 to 6 was expected, not 7"),
    ((*BB, "curve", 0), [0, 7, 3], "classes: terran_bb: curve, Speed: a whole number from 1 to 6 was expected, not 7"),
    ((*BB, "curve", 4), [6, 0, 1], "classes: terran_bb: curve, Speed: a whole number from 1 to 6 was expected, not 0"),
    (
        (*BB, "curve", 0),
        [0, 5, None],
        "classes: terran_bb: curve, Turn Radius: a whole number from 0 to 6 was expected",
    ),
    (
        (*BB, "curve", 0),
        [0, 4, 3],
        "classes: terran_bb: curve: the fastest row first was expected, not 2-4-3 after 0-4-3",
    ),
    ((*BASE_CLASS, "curve", 0), [6, 3, 1], "classes: talon_base: curve: 2 entries were expected, not 3"),
    ((*BB, "start"), [3, 3, 3], "classes: terran_bb: start: a row of the curve was expected, not 3-3-3"),
    (
        (*BB, "start"),
        [3, True, 2],
        "classes: terran_bb: start, Speed: a whole number from 1 to 6 was expected, not True",
    ),
    # the hull
    ((*BB, "hull"), [], "classes: terran_bb: hull: 1 to 40 entries were expected, not 0"),
    ((*BB, "hull"), [0] * 41, "classes: terran_bb: hull: 1 to 40 entries were expected, not 41"),
    ((*BB, "hull", 2), 1, "classes: terran_bb: hull: a whole number from -9 to 0 was expected, not 1"),
    (
        (*BB, "critical_boxes"),
        [10],
        "classes: terran_bb: critical_boxes: a whole number from 1 to 9 was expected, not 10",
    ),
    (
        (*BB, "critical_boxes"),
        [0],
        "classes: terran_bb: critical_boxes: a whole number from 1 to 9 was expected, not 0",
    ),
    ((*BB, "critical_boxes"), [5, 5], "classes: terran_bb: critical_boxes: 5 appears twice"),
    # groups of weapons
    ((*BB, "groups"), [], "classes: terran_bb: groups: fields with values were expected, not []"),
    ((*BB, "groups"), {f"g{number}": {} for number in range(9)}, "groups: at most 8 entries were expected, not 9"),
    ((*BB, "groups", "left at"), {}, "groups, left at: a name without the word 'at' was expected (T25.12)"),
    ((*BB, "groups", "To port"), {}, "groups, To port: a name without the word 'to' was expected (T25.12)"),
    ((*BB, "groups", "a;b"), {}, "groups, a;b: letters, digits, blanks, hyphens and apostrophes were expected"),
    ((*BB, "groups", ""), {}, "classes: terran_bb: groups, : a text was expected, not ''"),
    ((*LEFT, "weapon"), "laser", "groups, left, weapon: one of phaser, disruptor, torpedo"),
    ((*LEFT, "count"), 0, "groups, left, count: a whole number from 1 to 6 was expected, not 0"),
    ((*LEFT, "red"), -1, "groups, left, red: a whole number from 0 to 12 was expected, not -1"),
    ((*LEFT, "yellow"), "2", "groups, left, yellow: a whole number from 0 to 12 was expected, not '2'"),
    (LEFT, {"weapon": "phaser", "count": 1, "red": 0, "yellow": 0, "arcs": ["left"]}, "at least one box was expected"),
    ((*LEFT, "arcs"), [], "groups, left, arcs: 1 to 4 entries were expected, not 0"),
    ((*LEFT, "arcs"), ["port"], "groups, left, arcs: one of forward, right, rear, left was expected, not 'port'"),
    ((*LEFT, "arcs"), ["left", "left"], "groups, left, arcs: 'left' appears twice"),
    ((*LEFT, "range"), 3, "groups, left, range: there is no such field"),
    # weapons
    (PHASER, GONE, "weapons: phaser: this field is missing"),
    (("weapons", "laser"), {}, "weapons: laser: there is no such field; there are phaser, disruptor"),
    ((*PHASER, "damage"), {}, "weapons: phaser: damage: damage at some range was expected"),
    ((*PHASER, "damage", "0"), [1] * 6, "weapons: phaser: damage, 0: there is no such field"),
    ((*PHASER, "damage", "21"), [1] * 6, "weapons: phaser: damage, 21: there is no such field"),
    ((*PHASER, "damage", "1"), [1] * 5, "weapons: phaser: damage, 1: 6 entries were expected, not 5"),
    ((*PHASER, "damage", "1", 5), -2, "weapons: phaser: damage, 1: a whole number from 0 to 99 was expected, not -2"),
    ((*PHASER, "displaces"), 2, "weapons: phaser: displaces: a whole number from 0 to 1 was expected, not 2"),
    ((*PHASER, "launch"), [1], "weapons: phaser: launch: there is no such field"),
    ((*CANNON, "area"), "ring", "weapons: fusion cannon: area: cone was expected, not 'ring'"),
    ((*CANNON, "spares"), ["fighters"], "weapons: fusion cannon: spares: one of BASE, DN"),
    ((*LAUNCHER, "hit"), GONE, "weapons: missile: hit: this field is missing"),
    ((*LAUNCHER, "dies_at"), 0, "weapons: missile: dies_at: a whole number from 1 to 99 was expected, not 0"),
    ((*LAUNCHER, "launch"), [0, 1], "weapons: missile: launch: a whole number from 1 to 20 was expected, not 0"),
    ((*LAUNCHER, "speed"), 5, "weapons: missile: speed: 6 was expected, not 5"),
    ((*LAUNCHER, "damage"), {}, "weapons: missile: damage: there is no such field"),
    # the chart of impulses
    (("impulses", "G"), [6], "impulses: G: there is no such field"),
    (("impulses", "A"), GONE, "impulses: A: this field is missing"),
    (("impulses", "A"), [0], "impulses: A: numbers: a whole number from 1 to 6 was expected, not 0"),
    (("impulses", "A"), [4, 4], "impulses: A: numbers: 4 appears twice"),
    # the critical table
    (("criticals", "12"), GONE, "criticals: 12: this field is missing"),
    (("criticals", "13"), {}, "criticals: 13: there is no such field"),
    ((*DOWN, "repair"), 1, "criticals: 3: repair: true or false was expected, not 1"),
    ((*DOWN, "stack"), 0, "criticals: 3: stack: a whole number from 1 to 6 was expected, not 0"),
    ((*DOWN, "id"), "", "criticals: 3: id: a text was expected, not ''"),
    ((*DOWN, "effect"), "down", "criticals: 3: effect: fields with values were expected, not 'down'"),
    ((*DOWN, "effect", "shields"), "up", "criticals: 3: effect, shields: down was expected, not 'up'"),
    (
        (*DOWN, "effect", "reinforcements"),
        GONE,
        "criticals: 3: effect: shields and reinforcements were expected together",
    ),
    ((*DOWN, "effect", "crew"), "lost", "criticals: 3: effect, crew: there is no such field"),
    ((*DOWN, "effect", "power"), "none", "criticals: 3: effect, power: a whole number from -6 to 0 was expected"),
    ((*DOWN, "effect", "hull"), -1, "criticals: 3: effect, hull: a whole number from 0 to 40 was expected, not -1"),
    ((*DOWN, "effect", "turn_radius"), 7, "criticals: 3: effect, turn_radius: a whole number from 0 to 6 was expected"),
]


@pytest.mark.parametrize(("path", "value", "message"), FAULTS, ids=[f"{number:03}" for number in range(len(FAULTS))])
def test_faulty_definitions_are_refused_where_the_fault_is(path: tuple[object, ...], value: Any, message: str):
    data = change(fixtures().data, path, value)
    with pytest.raises(DataError) as refusal:
        read_definitions(data)
    assert message in str(refusal.value)


@pytest.mark.parametrize("data", [None, [], "classes", 3])
def test_definitions_that_are_no_mapping_are_refused(data: Any):
    with pytest.raises(DataError, match="definitions: fields with values were expected"):
        read_definitions(data)


def test_long_and_unprintable_keys_are_cut_in_messages():
    data = deepcopy(fixtures().data)
    data["classes"]["terran_bb"]["\x1b" * 5000] = 1
    with pytest.raises(DataError) as refusal:
        read_definitions(data)
    assert "\x1b" not in str(refusal.value)
    assert len(str(refusal.value)) < 400


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("ships.yaml", "hull: [0, -1]", "hull: [0, x]", "fixtures/talon/ships.yaml: terran_sc: hull: a whole number"),
        ("ships.yaml", "terran_bb:", "terran_bc:", "fixtures/talon/ships.yaml: 'terran_bc' appears twice (line"),
        ("ships.yaml", "points: 194", "points: 194\n  points: 1", "fixtures/talon/ships.yaml: 'points' appears twice"),
        ("ships.yaml", "points: 194", "points: 194.5", "ships.yaml: terran_bb: points: a whole number from 1 to 999"),
        ("ships.yaml", "name: Terran BB", "name: [", "fixtures/talon/ships.yaml: this is not YAML"),
        ("ships.yaml", "kind: BB", "kind: no", "fixtures/talon/ships.yaml: terran_bb: kind: one of BASE"),
        ("ships.yaml", "left: 7}", "left: 7, 1: 2}", "ships.yaml: terran_base: shields, 1: there is no such field"),
        ("weapons.yaml", "weapons:", "guns:", "fixtures/talon/weapons.yaml: guns: there is no such field"),
        ("weapons.yaml", "A: [4, 5, 6]", "A: 4", "fixtures/talon/weapons.yaml: A: numbers: a list was expected, not 4"),
        ("weapons.yaml", "      4: [0, 0, 0, 0, 4, 4]", "      3: [1]", "weapons.yaml: '3' appears twice (line"),
        ("criticals.yaml", "repair: false", "repair: perhaps", "criticals.yaml: 2: repair: true or false was expected"),
        ("battles.yaml", "rounds: 20", "rounds: 0", "fixtures/talon/battles.yaml: duel: rounds: a whole number from 1"),
    ],
)
def test_fault_in_a_file_names_file_title_and_field(root: Path, file: str, old: str, new: str, message: str):
    path = root / "fixtures/talon" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as refusal:
        load(root)
    assert message in str(refusal.value)


def test_missing_file_is_named(root: Path):
    (root / "fixtures/talon/criticals.yaml").unlink()
    with pytest.raises(DataError, match=r"^fixtures/talon/criticals\.yaml: the file cannot be read"):
        load(root)


def test_all_faults_of_a_folder_are_found_and_the_rest_is_read(root: Path):
    folder = root / "fixtures/talon"
    for file, old, new in (
        ("ships.yaml", "points: 194", "points: many"),
        ("ships.yaml", "points: 218", "points: many"),
        ("criticals.yaml", "repair: false", "repair: perhaps"),
        ("battles.yaml", "rounds: 20", "rounds: 0"),
    ):
        path = folder / file
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    catalogue, faults = read_folder(folder)
    titles = [(fault.file, fault.title) for fault in faults]
    assert ("talon/ships.yaml", "terran_bb") in titles
    assert ("talon/ships.yaml", "talon_dn") in titles
    assert ("talon/criticals.yaml", "12") in titles
    assert ("talon/battles.yaml", "duel") in titles
    assert len(catalogue.definitions.classes) == 17
    assert "convoy" in catalogue.battles
