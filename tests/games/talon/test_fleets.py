"""Fleets that players bring: the verdict on each fault, ready-made fleets, names, and texts to share."""

from functools import cache
from typing import Any

import pytest

from incursions.games.data_checks import LONGEST_NAME, DataError
from incursions.games.talon.fleet_texts import FleetTextError, parse_fleet, write_fleet
from incursions.games.talon.rules.catalogue import Catalogue, load
from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.rules.fleets import (
    FEWEST_POINTS,
    MOST_POINTS,
    NAMES,
    Fleet,
    FleetLimits,
    FleetShip,
    FleetVerdict,
    choose_ready_fleet,
    find_name_fault,
    judge_fleet,
    read_fleet,
    read_ready_fleet,
    separate_names,
    suggest_names,
)
from tests.games.talon.changes import GONE, ROOT, change

TERRAN, TALON = SIDES
DATA = {"side": "terran", "ships": [{"name": "Lantern", "class": "terran_ca"}]}
READY = {"side": "terran", "points": 300, "words": "One ship.", "ships": {"Lantern": "terran_ca"}}


@cache
def catalogue() -> Catalogue:
    return load(ROOT)


def classes() -> Any:
    return catalogue().definitions.classes


def make(side: str, *kinds: str) -> Fleet:
    """Return a fleet of these kinds, with names."""
    names = suggest_names(side, len(kinds))
    return Fleet(
        side, tuple(FleetShip(name, f"{side}_{kind.lower()}") for name, kind in zip(names, kinds, strict=True))
    )


def judge(fleet: Fleet, points: int = 300, bases: int = 0) -> FleetVerdict:
    return judge_fleet(fleet, FleetLimits(points, bases), classes())


def list_codes(verdict: FleetVerdict) -> list[tuple[str, str]]:
    return [(problem.code, problem.rule) for problem in verdict.errors]


@pytest.mark.rule("T3.7")
def test_classes_of_a_side_up_to_the_points_are_a_fleet():
    verdict = judge(make(TERRAN, "CA", "CL", "CL"))
    assert (verdict.is_legal, verdict.errors, verdict.warnings) == (True, (), ())
    assert (verdict.spent, verdict.left, verdict.affordable) == (291, 9, ())


@pytest.mark.rule("T3.7")
def test_class_may_be_taken_as_often_as_one_likes():
    assert judge(make(TALON, *["DD"] * 6)).is_legal


@pytest.mark.rule("T3.7")
def test_fleet_over_the_points_is_refused():
    verdict = judge(make(TERRAN, "CA", "CA", "CL"))
    assert list_codes(verdict) == [("points.over", "T3.7")]
    assert verdict.errors[0].sentence == "The fleet costs 318 points, and 300 are allowed. Save 18 or more."
    assert (verdict.left, verdict.affordable) == (-18, ())
    assert judge(make(TERRAN, "CA", "CA", "CL"), points=318).is_legal


@pytest.mark.rule("T3.7")
def test_class_of_the_other_side_is_refused():
    verdict = judge(Fleet(TALON, (FleetShip("Reckoning", "talon_ca"), FleetShip("Lantern", "terran_ca"))))
    assert list_codes(verdict) == [("class.other_side", "T3.7")]
    assert verdict.errors[0].ships == ("Lantern",)
    assert verdict.errors[0].sentence.startswith("Lantern is a Terran CA, and this is a fleet of the Talons.")


@pytest.mark.rule("T2.2")
def test_unknown_class_is_refused():
    verdict = judge(Fleet(TALON, (FleetShip("Reckoning", "talon_xx"),)))
    assert list_codes(verdict) == [("class.unknown", "T2.2")]
    assert "talon_xx" in verdict.errors[0].sentence


@pytest.mark.rule("T3.7")
@pytest.mark.parametrize(
    ("bases", "allowed", "sentence"),
    [
        (1, 0, "The fleet has a Base, and the table does not allow Bases. Take it out."),
        (2, 1, "The fleet has 2 Bases, and the table allows 1. Take out 1."),
        (1, 1, ""),
        (2, 2, ""),
    ],
)
def test_base_needs_the_consent_of_the_table(bases: int, allowed: int, sentence: str):
    verdict = judge(make(TERRAN, *["BASE"] * bases), points=400, bases=allowed)
    assert [problem.sentence for problem in verdict.errors] == ([sentence] if sentence else [])


@pytest.mark.rule("T3.7")
@pytest.mark.parametrize(
    ("kinds", "sentence"),
    [
        (("FTR",), "The fleet has a squadron, and no CV to carry it. Add a CV, or take 1 out."),
        (("FTR", "FTR"), "The fleet has 2 squadrons, and no CV to carry them. Add a CV, or take 2 out."),
        (("CV", *["FTR"] * 5), "The fleet has 5 squadrons, and room for 4 aboard its CVs. Add a CV, or take 1 out."),
        (("CV", *["FTR"] * 4), ""),
        (("CV", "CV", *["FTR"] * 8), ""),
    ],
)
def test_each_carrier_has_at_most_four_squadrons(kinds: tuple[str, ...], sentence: str):
    verdict = judge(make(TERRAN, *kinds), points=600)
    assert [problem.sentence for problem in verdict.errors] == ([sentence] if sentence else [])


@pytest.mark.rule("T3.7")
def test_squadron_costs_its_points_once():
    assert judge(make(TERRAN, "CV", "FTR", "FTR")).spent == 70 + 2 * 44


@pytest.mark.rule("T3.7")
def test_fleet_without_ships_is_refused():
    assert list_codes(judge(Fleet(TERRAN))) == [("ships.none", "T3.7")]


@pytest.mark.rule("T3.9")
@pytest.mark.parametrize(("ships", "bases", "is_legal"), [(21, 0, True), (22, 0, False), (20, 2, True), (21, 1, True)])
def test_fleet_has_no_more_ships_than_its_rows_have_hexes(ships: int, bases: int, is_legal: bool):
    verdict = judge(make(TERRAN, *["TRAN"] * ships, *["BASE"] * bases), points=2000, bases=2)
    assert verdict.is_legal == is_legal
    assert is_legal or list_codes(verdict) == [("ships.over", "T3.9")]


@pytest.mark.rule("T25.12")
@pytest.mark.parametrize(
    ("names", "code"),
    [
        (("Lantern", "lantern"), "names.twice"),
        (("Man of War",), "names.fault"),
        (("Missile",), "names.fault"),
        (("Ship 2,3",), "names.fault"),
        (("Two  Blanks",), "names.fault"),
        (("x" * (LONGEST_NAME + 1),), "names.fault"),
        (("Jeanne d'Arc 2-b",), ""),
        (("Éclair",), ""),
    ],
)
def test_names_are_unique_and_can_be_told_in_options(names: tuple[str, ...], code: str):
    verdict = judge(Fleet(TERRAN, tuple(FleetShip(name, "terran_sc") for name in names)))
    assert list_codes(verdict) == ([(code, "T25.12")] if code else [])


def test_all_faults_are_told_at_once():
    ships = [FleetShip("Lantern", "terran_ca"), FleetShip("Lantern", "talon_dn"), FleetShip("Mote", "terran_ftr")]
    codes = [code for code, _ in list_codes(judge(Fleet(TERRAN, tuple(ships))))]
    assert codes == ["class.other_side", "points.over", "squadrons.over", "names.twice"]


def test_affordable_classes_would_leave_the_fleet_legal():
    verdict = judge(make(TERRAN, "CA"))
    assert verdict.left == 185
    assert verdict.affordable == tuple(f"terran_{kind}" for kind in ("bc", "ca", "cl", "cv", "dd", "sc", "tran")), (
        "no squadron without a CV, and no Base"
    )
    for fleet in (make(TERRAN, "CV"), make(TERRAN, "CV", *["FTR"] * 4), Fleet(TALON), make(TALON, "BASE")):
        verdict = judge(fleet, points=400, bases=1)
        for name in classes():
            larger = fleet._replace(ships=(*fleet.ships, FleetShip("Another", name)))
            assert (name in verdict.affordable) == judge(larger, points=400, bases=1).is_legal


def test_warnings_tell_of_points_left_and_of_an_empty_carrier():
    verdict = judge(make(TERRAN, "CV"))
    assert verdict.is_legal
    assert [problem.sentence for problem in verdict.warnings] == [
        "230 points are left. They are enough for a Terran BB.",
        "The CV carries no squadron. It can have four.",
    ]


def test_limits_say_what_is_allowed():
    assert FleetLimits().words == "at most 300 points and no Base"
    assert FleetLimits(500, 1).words == "at most 500 points and 1 Base"
    assert FleetLimits(500, 2).words == "at most 500 points and 2 Bases"
    assert FleetLimits(500).short_words == "500 points"


# Plain data, and the ready-made fleets.


def test_fleet_is_plain_data():
    fleet = read_fleet(DATA)
    assert fleet == Fleet(TERRAN, (FleetShip("Lantern", "terran_ca"),))
    assert fleet.to_data() == DATA


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("side",), "romulan", "fleet: side: one of terran, talon was expected"),
        (("side",), GONE, "fleet: side: this field is missing"),
        (("ships",), {}, "fleet: ships: a list was expected"),
        (("ships",), DATA["ships"] * 41, "fleet: ships: 0 to 40 entries were expected"),
        (("ships", 0), "Lantern", "fleet: ships, 0: fields with values were expected"),
        (("ships", 0, "name"), "x" * 41, "fleet: ships, 0, name: at most 40 characters"),
        (("ships", 0, "class"), 3, "fleet: ships, 0, class: a text was expected"),
        (("owner",), "me", "fleet: owner: there is no such field"),
    ],
)
def test_data_that_is_no_fleet_is_refused(path: tuple[object, ...], value: Any, expected: str):
    with pytest.raises(DataError, match=expected):
        read_fleet(change(DATA, path, value))


@pytest.mark.rule("T3.7")
def test_ready_made_fleets_are_legal_and_there_are_some_for_every_table():
    fleets = catalogue().fleets
    for ready in fleets.values():
        verdict = judge(ready.fleet, points=ready.points)
        assert verdict.is_legal, ready.title
        assert not [problem for problem in verdict.warnings if problem.code == "points.left"] or ready.points < 100
    for side in SIDES:
        usual = [ready for ready in fleets.values() if ready.fleet.side == side and ready.points == 300]
        assert len(usual) == 5
        for points in range(FEWEST_POINTS, MOST_POINTS + 1, 50):
            ready = choose_ready_fleet(fleets.values(), side, FleetLimits(points))
            assert ready.points <= points
        assert choose_ready_fleet(fleets.values(), side, FleetLimits(599)).points == 450
        with pytest.raises(ValueError, match="no ready-made fleet"):
            choose_ready_fleet(fleets.values(), side, FleetLimits(49))


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("points",), 49, "fleets.yaml: Lamp: points: a whole number from 50 to 1000"),
        (("ships",), {}, r"fleets.yaml: Lamp: ships: The fleet has no ship. Add one. \(T3.7\)"),
        (("ships", "Lantern"), "terran_xx", "fleets.yaml: Lamp: ships, Lantern: one of"),
        (("ships", "Sabre"), "talon_cl", r"fleets.yaml: Lamp: ships: Sabre is a Talon CL.*\(T3.7\)"),
        (("ships", "Hearth"), "terran_bb", r"fleets.yaml: Lamp: ships: The fleet costs 309 points"),
        (("words",), "", "fleets.yaml: Lamp: words: a text was expected"),
    ],
)
def test_faulty_ready_made_fleet_is_refused(path: tuple[object, ...], value: Any, expected: str):
    with pytest.raises(DataError, match=expected):
        read_ready_fleet("Lamp", change(READY, path, value), classes(), "fleets.yaml")


# Names.


@pytest.mark.rule("T25.12")
def test_names_on_offer_are_names_and_no_side_has_one_of_the_other():
    for side in SIDES:
        assert not [fault for name in NAMES[side] if (fault := find_name_fault(name))]
        assert len({name.casefold() for name in NAMES[side]}) == len(NAMES[side]) >= 30
    assert not {*NAMES[TERRAN]} & {*NAMES[TALON]}


@pytest.mark.rule("T25.12")
def test_suggested_names_are_new_however_many_are_asked_for():
    assert suggest_names(TALON, 2, ["reckoning"]) == ["Tyrant", "Gauntlet"]
    names = suggest_names(TERRAN, 100, ["Steadfast 2"])
    assert len({name.casefold() for name in [*names, "Steadfast 2"]}) == 101
    assert not [fault for name in names if (fault := find_name_fault(name))]


@pytest.mark.rule("T25.12")
def test_later_fleet_gives_way_where_names_meet():
    first = Fleet(TERRAN, (FleetShip("Echo", "terran_ca"), FleetShip("Echo 3", "terran_dd")))
    second = Fleet(TALON, (FleetShip("ECHO", "talon_ca"), FleetShip("Echo 2", "talon_dd")))
    unchanged, renamed = separate_names([first, second])
    assert unchanged == first
    assert [ship.name for ship in renamed.ships] == ["ECHO 4", "Echo 2"]
    long = Fleet(TERRAN, (FleetShip("x" * LONGEST_NAME, "terran_ca"),))
    names = [fleet.ships[0].name for fleet in separate_names([long, long])]
    assert len({*names}) == 2
    assert not find_name_fault(names[1])


# Texts.


def test_text_has_a_line_for_each_ship():
    fleet = Fleet(TALON, (FleetShip("Reckoning", "talon_ca"), FleetShip("Thorn", "talon_ff")))
    text = "Talon CA: Reckoning\nTalon FF: Thorn\n"
    assert write_fleet(fleet, classes()) == text
    assert parse_fleet(text, classes()) == fleet


def test_every_ready_made_fleet_survives_as_a_text():
    for ready in catalogue().fleets.values():
        assert parse_fleet(write_fleet(ready.fleet, classes()), classes()) == ready.fleet


@pytest.mark.parametrize(
    "text",
    [
        "2 Talon DD: Viper\nTalon CA: Old Grudge, Spite",
        "# my fleet\n\n2x talon dd : Viper\n  CA: Old Grudge , Spite \n",
        "2 talon_dd:Viper\r\nca: Old Grudge\r\nca: Spite",
    ],
)
def test_counts_names_and_short_forms_are_understood(text: str):
    fleet = parse_fleet(text, classes())
    assert fleet.side == TALON
    assert fleet.ships == (
        FleetShip("Viper", "talon_dd"),
        FleetShip("Reckoning", "talon_dd"),
        FleetShip("Old Grudge", "talon_ca"),
        FleetShip("Spite", "talon_ca"),
    )


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", ["Line 1: There is no ship. Write a line for each ship, such as “Talon CA: Reckoning”."]),
        ("# nothing\n", ["Line 1: There is no ship. Write a line for each ship, such as “Talon CA: Reckoning”."]),
        ("Talon CX", ["Line 1: There is no class “Talon CX”. Did you mean “Talon"]),
        ("zzzzzz", ["Line 1: There is no class “zzzzzz”."]),
        ("\nCA: Lantern", ["Line 2: The side of “CA” is missing. Write “Terran CA” or “Talon CA”."]),
        ("0 Talon CA", ["Line 1: 0 ships are not possible. Write a number from 1 to 40."]),
        ("1 Talon CA: A, B", ["Line 1: There are 2 names for 1 of the ships. Give each ship one name."]),
        ("Talon CA: Man of War", ["Line 1: “Man of War” cannot be a name, because it has the word “of”."]),
        (": Lantern", ["Line 1: This is no ship. Write its class, and its name after a colon."]),
        ("30 Talon FF\n30 Talon DD", ["Line 2: The fleet has more than 40 ships. Take some out."]),
        ("x\n" * 9000, ["Line 1: The text is too long. Use at most 8000 characters."]),
        ("Talon CX\nTalon CA\n0 Talon DD", ["Line 1: There is no class", "Line 3: 0 ships are not possible."]),
    ],
)
def test_text_that_is_no_fleet_is_refused_line_by_line(text: str, faults: list[str]):
    with pytest.raises(FleetTextError) as refused:
        parse_fleet(text, classes())
    told = [f"Line {fault.line}: {fault.sentence}" for fault in refused.value.faults]
    assert len(told) == len(faults)
    for said, expected in zip(told, faults, strict=True):
        assert said.startswith(expected)


def test_text_may_hold_a_fleet_that_is_against_the_rules():
    fleet = parse_fleet("Terran CA: Lantern\nTalon CA: Reckoning\nTerran BB: Lantern", classes())
    assert [code for code, _ in list_codes(judge(fleet))] == ["class.other_side", "points.over", "names.twice"]
