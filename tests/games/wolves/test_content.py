"""Reading the content of Den of Wolves: the sample fleet is sound, and every fault has its file, title and field."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from incursions.games.data_checks import DataError
from incursions.games.wolves.rules.content.definitions import Content, Effect, WolfLevel
from incursions.games.wolves.rules.content.loading import examine_folder, load
from tests.games.wolves.days import ROOT, load_content


@cache
def content() -> Content:
    return load_content()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with a copy of the content that a test may spoil."""
    shutil.copytree(ROOT / "fixtures/wolves", tmp_path / "fixtures/wolves")
    return tmp_path


def test_sample_fleet_is_whole():
    counts, faults = examine_folder(ROOT / "fixtures/wolves")
    assert faults == []
    assert counts == {
        "vessels": 11,
        "stations": 115,
        "damage cards": 115,
        "designs of damage cards": 43,
        "action cards": 46,
        "destinations": 30,
        "prompts": 20,
        "strengths of attack": 11,
        "commands": 80,
    }


def test_vessel_has_what_is_printed_on_its_panel():
    dione = content().fleet.vessels["Dione"]
    assert (dione.nation, dione.size, dione.quadrant, dione.rations) == ("FAS", 2, 1, "large")
    assert dione.seats[0] == "Dione Captain"
    collectors = [each.title for each in content().fleet.vessels["Lucas"].stations if each.kind == "hydrogen_collector"]
    assert collectors == ["Hydrogen Collector 1", "Hydrogen Collector 2", "Hydrogen Collector 3"]
    drives = {
        vessel.name: station
        for vessel in content().fleet.vessels.values()
        for station in vessel.stations
        if station.kind == "jump_drive"
    }
    assert (drives["Lucas"].needs, drives["Lucas"].crew) == ({"any": 2}, {"untrained": 1})
    assert drives["Star Alpha"].needs == {"any": 1}


def test_seats_are_filled_in_an_order_from_26_to_41_players():
    fleet = content().fleet
    assert (len(fleet.seating_first), len(fleet.seating_then)) == (26, 15)
    assert not set(fleet.seating_first) & set(fleet.seating_then)
    assert fleet.council["President"] == "Star Alpha President"
    assert len(fleet.map_party) == 6


def test_cards_have_their_effects_as_values():
    scout = content().cards["State Visit"]
    assert scout.effects == (Effect("morale_roll", number=1, whom="other"),)
    assert content().damage["Fouled Filters"].still_outputs == {"water": 1}
    shoal = content().destinations["Ember Shoal"]
    assert shoal.arrive == (Effect("gain", amounts={"ore": 8}, to="Icebreaker"),)
    assert (shoal.risk_numbers, shoal.risk) == ((1,), (Effect("damage", number=1, to="Icebreaker"),))
    assert content().wolves.levels[10] == WolfLevel(17, 6, 3, 4)


FAULTS = (
    ("fleet", "vessel: Lucas", "vessel: Dione", ("Dione", "vessel", "this stands there twice")),
    ("fleet", "vessel: Aegis", "vessel: Agis", ("", "vessels", "the Aegis was expected among them (W13.1)")),
    ("fleet", "nation: Rosal", "nation: Rosa", ("Shepherd", "nation", "one of FAS")),
    ("fleet", "morale: 5", "morale: 11", ("Vulcan", "morale", "a whole number from 0 to 10 was expected, not 11")),
    ("fleet", "kind: cell_block", "kind: cellblock", ("Vulcan", "stations, 5, kind", "one of bridge")),
    ("fleet", "normal: 4,", "normal: 3,", ("", "rations, small", "each level was expected to cost more")),
    ("fleet", "muster_minutes: 2", "muster_minutes: 18", ("", "muster_minutes", "fewer than the whole Action phase")),
    ("fleet", "close_minutes: 3", "close_minutes: 12", ("", "close_minutes", "fewer than the whole Team phase")),
    ("fleet", "held_by: Dione Council Member", "held_by: Dione Cook", ("", "council, FAS, held_by", "one of ")),
    ("fleet", "map_party: [Aegis XO,", "map_party: [Aegis FWCO,", ("", "map_party", "each seat was expected once")),
    ("fleet", 'seats: "1-5"', 'seats: "5-1"', ("", "other_teams, News Media, seats", "two numbers such as 1-5")),
    ("stations", "timing: muster, crew", "timing: dawn, crew", ("jump_drive", "timing", "one of muster, action")),
    ("stations", "out: {food: 8}", "out: {foods: 8}", ("terrace_farm", "out, foods", "there is no such field")),
    ("stations", "{arm_jump: 1}", "{arm_jumps: 1}", ("jump_drive", "effects, 1, arm_jumps", "there is no such verb")),
    ("damage", "Lost Cutter Head: 3", "Lost Cutter Head: 2", ("Icebreaker", "", "3 cards of mining_rig were expected")),
    (
        "damage",
        "Star Alpha: {Presidential Silence: 1",
        "Star Alpha: {Blind Admiral: 1",
        ("Star Alpha", "Blind Admiral", "this card is printed for Aegis alone"),
    ),
    ("damage", "{lose: {fuel: 3}}", "{lose: 3}", ("Warped Field Coils", "instant, 1, lose", "fields with values")),
    ("actions", "number: 2,", "number: 1,", ("Night Shift in the Hangar", "number", "Flight Lessons has the same, 1")),
    ("actions", "team: Lucas", "team: Luca", ("Apprenticeship", "team", "one of Aegis")),
    ("actions", "{train: pilot}", "{train: untrained}", ("Flight Lessons", "effects, 1, train", "one of engineer")),
    ("destinations", '"41763"', '"4176"', ("Larkin's Shelf", "coordinates", "five digits were expected (W18.1)")),
    ("destinations", '"41763"', '"20958"', ("The Cold Porch", "coordinates", "Larkin's Shelf has the same, 20958")),
    ("destinations", "whom: fleet", "whom: fleet, to: Dione", ("The Cold Porch", "arrive, 1, to", "either whom or to")),
    ("prompts", "whom: Dione", "whom: Diane", ("The Stowaways", "whom", "one of Aegis")),
    ("wolves", "level: 3,", "level: 4,", ("level 3", "level", "3 was expected, not 4")),
    ("wolves", "battery_on: [4, 5, 6]", "battery_on: [4, 5, 7]", ("", "combat, battery_on", "from 1 to 6")),
    ("commands", "form: pause the clock", "form: resume the clock", ("resume", "form", "pause has the same")),
    ("commands", "command: pause,", "command: resume,", ("resume", "command", "this stands there twice")),
    ("briefings", "Warden: Convicts", "Warder: Convicts", ("", "roles, Warder", "there is no such field")),
    ("vocabulary", "verb: wound, value: number", "verb: wound, value: many", ("wound", "value", "one of number")),
)


@pytest.mark.parametrize(("name", "printed", "spoiled", "expected"), FAULTS)
def test_fault_names_file_title_and_field(root, name, printed, spoiled, expected):
    path = root / "fixtures/wolves" / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert printed in text
    path.write_text(text.replace(printed, spoiled, 1), encoding="utf-8")
    _, faults = examine_folder(path.parent)
    title, field, words = expected
    assert [fault for fault in faults if (fault.title, fault.field) == (title, field) and words in fault.expected], [
        str(fault) for fault in faults
    ]
    assert all(fault.file == f"wolves/{name}.yaml" for fault in faults)
    with pytest.raises(DataError):
        load(root)


def test_missing_file_and_missing_folder_are_named(root):
    (root / "fixtures/wolves/prompts.yaml").unlink()
    counts, faults = examine_folder(root / "fixtures/wolves")
    assert counts == {}
    assert [fault.file for fault in faults] == ["wolves/prompts.yaml"]
    assert "a folder with vocabulary.yaml" in examine_folder(root / "nowhere")[1][0].expected


def test_every_faulty_vessel_is_named(root):
    path = root / "fixtures/wolves/fleet.yaml"
    path.write_text(path.read_text().replace("morale: 6", "morale: 11"), encoding="utf-8")
    _, faults = examine_folder(path.parent)
    assert [fault.title for fault in faults] == ["Dione", "Icebreaker", "Lucas", "Shepherd", "Quellon", "Refinery 124"]


def spoil(root, name, *changes):
    """Write a file of the content with texts replaced by others, and return all faults as texts."""
    path = root / "fixtures/wolves" / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    for printed, spoiled in changes:
        assert printed in text, printed
        text = text.replace(printed, spoiled, 1)
    path.write_text(text, encoding="utf-8")
    return [(fault.title, fault.field, fault.expected) for fault in examine_folder(path.parent)[1]]


def test_all_faults_of_an_entry_are_named_at_once(root):
    faults = spoil(
        root,
        "fleet",
        ("  class: cruise liner\n", ""),
        ("morale: 6\n  hold: {ore: 0, fuel: 6", "morale: 11\n  speed: 3\n  hold: {ore: -1, fuel: many"),
        (
            "{kind: galley_garden, count: 2, crew: {untrained: 1}}",
            "{kind: garden, count: 99, crew: {cook: 1, pilot: -1}}",
        ),
        ("held_by: Dione Council Member", "held_by: Dione Cook"),
    )
    assert [(title, field) for title, field, _ in faults] == [
        ("Dione", "speed"),
        ("Dione", "class"),
        ("Dione", "morale"),
        ("Dione", "hold, ore"),
        ("Dione", "hold, fuel"),
        ("Dione", "stations, 7, kind"),
        ("Dione", "stations, 7, count"),
        ("Dione", "stations, 7, crew, cook"),
        ("Dione", "stations, 7, crew, pilot"),
        ("", "council, FAS, held_by"),
    ]
    assert faults[1][2] == "this field is missing"
    assert faults[4][2] == "a whole number from 0 to 999 was expected, not 'many'"


@pytest.mark.parametrize(
    ("name", "changes", "places"),
    [
        (
            "stations",
            [
                ("{kind: pasture, title: Pasture, timing: action", "{kind: pasture, title: P@, timing: late"),
                ("timing: combat", "timing: x"),
            ],
            [("battery", "timing"), ("pasture", "title"), ("pasture", "timing")],
        ),
        (
            "damage",
            [
                (
                    "ongoing: [{lock: map}], repair: {engineers: 1, materials: 2}",
                    "ongoing: [{locks: map}, {lose: {}}], repair: {engineers: 10}",
                )
            ],
            [
                ("Shattered Canopies", "ongoing, 1, locks"),
                ("Shattered Canopies", "ongoing, 2, lose"),
                ("Shattered Canopies", "repair, materials"),
                ("Shattered Canopies", "repair, engineers"),
            ],
        ),
        (
            "actions",
            [
                (
                    "number: 2, title: Night Shift in the Hangar, team: Aegis, kind: retained",
                    "number: x, title: Night Shift in the Hangar, team: Us, kind: free",
                )
            ],
            [("Night Shift in the Hangar", field) for field in ("number", "team", "kind")],
        ),
        (
            "destinations",
            [
                ('distance: short, coordinates: "73316"', "distance: near, coordinates: 73316"),
                ("risk: {numbers: [1]", "risk: {numbers: [7]"),
            ],
            [("Ember Shoal", "distance"), ("Ember Shoal", "coordinates"), ("Ember Shoal", "risk, numbers")],
        ),
        (
            "prompts",
            [
                (
                    "number: 1, title: The Stowaways, when: action, whom: Dione",
                    "number: -1, title: The Stowaways, when: now, whom: D",
                )
            ],
            [("The Stowaways", field) for field in ("number", "when", "whom")],
        ),
        (
            "wolves",
            [
                ("hits: 3, attacks: 2", "hits: 0, attacks: -1"),
                ("fighters: 3, boarding: 2", "fighters: -3, boarding: x"),
            ],
            [
                ("", "combat, ship, hits"),
                ("", "combat, ship, attacks"),
                ("level 1", "fighters"),
                ("level 1", "boarding"),
            ],
        ),
        (
            "briefings",
            [("    FAS:", "    FAZ:"), ("Warden:", "Warder:")],
            [("", field) for field in ("guide, powers, FAZ", "guide, powers, FAS", "roles, Warder", "roles, Warden")],
        ),
    ],
)
def test_all_faults_of_a_file_are_named_at_once(root, name, changes, places):
    assert [(title, field) for title, field, _ in spoil(root, name, *changes)] == places


def test_faults_of_several_files_are_named_together(root):
    spoil(root, "wolves", ("hits: 3", "hits: 0"))
    spoil(root, "stations", ("timing: combat", "timing: x"))
    faults = spoil(root, "fleet", ("pursuit: {start: 2", "pursuit: {start: 22"))
    assert [(title, field) for title, field, _ in faults] == [
        ("battery", "timing"),
        ("", "pursuit, start"),
        ("", "combat, ship, hits"),
    ]
