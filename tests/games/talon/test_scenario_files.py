"""Scenario files that do not keep to the format are refused with file, title and key."""

import pytest

from incursions.games.data_checks import DataError
from incursions.games.talon.rules.examples.scenario_files import read_scenarios
from incursions.games.talon.rules.examples.scenarios import run_scenario
from tests.games.talon.battles import read_catalogue

AT = "at: {impulse: F, side: terran, step: movement}"
SHIPS = "ships: {Steadfast: {class: terran_ca, at: [0, 0]}}"
EXPECT = "expect: {Steadfast: {facing: 0}}"


def read(tmp_path, *lines):
    """Return the scenarios of a file with one, of these lines."""
    path = tmp_path / "some.yaml"
    path.write_text("scenarios:\n- title: Some\n  rules: [T1.1]\n" + "".join(f"  {line}\n" for line in lines))
    return read_scenarios(path, read_catalogue())


def run(tmp_path, *lines):
    """Return what is wrong with the match of a scenario of these lines, or None."""
    (scenario,) = read(tmp_path, *lines)
    return run_scenario(scenario, read_catalogue())


def given(more):
    """Return the lines of a scenario at a moment, with more in `given`."""
    return f"given: {{{AT}, {SHIPS}, {more}}}", EXPECT


def stepping(step):
    """Return the lines of a scenario with a step."""
    return f"given: {{{AT}, {SHIPS}}}", f"steps: [{step}]", EXPECT


def placing(ship):
    """Return the lines of a scenario with a ship that is given so."""
    return f"given: {{{AT}, ships: {{Steadfast: {{class: terran_ca, {ship}}}}}}}", EXPECT


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        (given("bogus: 1"), "given, bogus"),
        (given("rulings: {}"), "given, rulings"),
        (given("initiative: klingon"), "given, initiative"),
        (given("on: 1"), "given"),
        (given("terrain: {'0,0': star}"), "given, terrain, 0,0"),
        (given("terrain: {'0,0': [asteroid, nebula]}"), "given, terrain, 0,0"),
        (given("terrain: {'0,0': planet}"), "given, ships, Steadfast, at"),
        (given("special: [{dancing: [terran_ca]}]"), "given, special, 1"),
        (given("wins: {terran: [{side: terran, status: docked}]}"), "given, wins, terran, 1"),
        (given("objectives: [{each: {class: terran_ca, status: lost}, points: 1, to: terran}]"), "status"),
        (given("seats: {klingon: [[Steadfast]]}"), "given, seats, klingon"),
        (given("missiles: {1: {at: [1, 0], target: Nobody}}"), "given, missiles, 1, target"),
        (("given: {at: {impulse: F, side: terran, step: movement}}", EXPECT), "given, ships"),
        ((f"given: {{at: {{impulse: AB, side: terran, step: fire}}, {SHIPS}}}", EXPECT), "given, at, impulse"),
        ((f"given: {{at: {{impulse: A, side: terran, step: lunch}}, {SHIPS}}}", EXPECT), "given, at, step"),
        (("given: {at: set-up, ships: {no: {class: terran_ca, at: [0, 0]}}}", EXPECT), "given, ships"),
        (placing("at: [0, 0], off: 1"), "given, ships, Steadfast"),
        (placing("at: [0, 0], colour: red"), "given, ships, Steadfast, colour"),
        (placing("at: [0]"), "given, ships, Steadfast, at"),
        (placing("at: [0, 0], row: [9, 9, 9]"), "given, ships, Steadfast, row"),
        (placing("at: [0, 0], shields: {forward: 7}"), "given, ships, Steadfast, shields, forward"),
        (placing("at: [0, 0], marked: 6"), "given, ships, Steadfast, marked"),
        (placing("at: [0, 0], charge: {main: [1, 1]}"), "given, ships, Steadfast, charge, main"),
        (placing("at: [0, 0], afterburners: 1"), "given, ships, Steadfast, afterburners"),
        (placing("at: [0, 0], effects: [on fire]"), "given, ships, Steadfast, effects"),
        (placing("at: [0, 0], jump: soon"), "given, ships, Steadfast, jump"),
        (stepping("{side: terran, play: yes}"), "steps, 1, play"),
        (stepping("{side: klingon, play: end fire}"), "steps, 1, side"),
        (stepping("{seat: terran 2, play: end fire}"), "steps, 1, seat"),
        (stepping("{play: end fire}"), "steps, 1"),
        (stepping("{side: terran}"), "steps, 1"),
        (stepping("{side: terran, play: end fire, because: so}"), "steps, 1, because"),
        (stepping("{until: {impulse: G}}"), "steps, 1, until, impulse"),
        (stepping("{until: {side: klingon}}"), "steps, 1, until, side"),
        (stepping("{until: {when: now}}"), "steps, 1, until, when"),
        (stepping("{until: never}"), "steps, 1, until"),
        (stepping("{then: {Nobody: {at: [0, 0]}}}"), "steps, 1, then, Nobody"),
        (stepping("{preview: fire main of Steadfast at Justice, shows: {luck: 1}}"), "steps, 1, shows, luck"),
        (stepping("{same_view: [klingon]}"), "steps, 1, same_view"),
        ((*given("rounds: 3")[:1], "expect: {Steadfast: {mood: good}}"), "expect, Steadfast, mood"),
        ((*given("rounds: 3")[:1], "expect: {missile 1: {speed: 6}}"), "expect, missile 1, speed"),
        ((*given("rounds: 3")[:1], "expect: {marks: {on: 1}}"), "expect, marks"),
        ((*given("rounds: 3")[:1], "expect: {points: {klingon: 1}}"), "expect, points, klingon"),
        ((*given("rounds: 3")[:1], "expect: {result: victory}"), "expect, result"),
        ((*given("rounds: 3")[:1], "expect: {degree: tiny}"), "expect, degree"),
        ((*given("rounds: 3")[:1], "expect: {order: [dance Steadfast]}"), "expect, order"),
        ((*given("rounds: 3"), "dice: [7]"), "dice"),
        ((*given("rounds: 3"), "geometry: {}"), "given"),
        (("load: [duel]", "expect: {fleet: {ships: 8}}"), "expect, fleet"),
        (("load: [duel]", "expect: {duel: {last: talon}}"), "expect, duel, last"),
        (("geometry: {circles: []}",), "geometry, circles"),
        (("geometry: {arcs: []}", "steps: [{until: over}]"), "steps"),
        (("geometry: {arcs: []}", "expect: {Steadfast: {facing: 0}}"), "expect, Steadfast"),
        (("geometry: {arcs: [{facing: 6, to: [1, 0], arc: rear}]}",), "geometry, arcs, 1, facing"),
        (("geometry: {lines: [{to: [0, 0], through: [], spine: []}]}",), "geometry, lines, 1, to"),
        (("geometry: {lines: [{to: [2, -1], through: [], spine: [[1, 0]]}]}",), "geometry, lines, 1, spine"),
    ],
)
def test_what_is_not_documented_is_refused_with_file_title_and_key(tmp_path, lines, key):
    with pytest.raises(DataError) as caught:
        read(tmp_path, *lines)
    assert caught.value.file.endswith("some.yaml")
    assert caught.value.title == "Some"
    assert key in caught.value.field


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (stepping("{side: terran, preview: end fire}"), "step 1: 'end fire' has no preview"),
        (stepping("{preview: fire main of Nobody at Steadfast}"), "has no preview"),
        (stepping("{side: terran, play: move Nobody ahead}"), "is no option"),
        (stepping("{side: talon, timeout: true}"), "not asked"),
        ((*given("rounds: 3"), "dice: [1]"), "dice left over"),
        (("load: [nowhere]", "expect: {}"), "there is no battle nowhere"),
        (("geometry: {arcs: [{facing: 0, to: [1, 0], arc: rear}]}",), "lies in"),
    ],
)
def test_what_does_not_hold_is_told(tmp_path, lines, why):
    assert why in str(run(tmp_path, *lines))


def test_notes_are_for_readers_everywhere(tmp_path):
    lines = (
        "source: 14",
        "note: all",
        f"given: {{{AT}, note: it, ships: {{Steadfast: {{class: terran_ca, at: [0, 0], note: so}}}}}}",
        "steps: [{until: {impulse: F, note: now}, note: then}]",
        "expect: {note: end, Steadfast: {at: [0, 0], note: here}}",
    )
    assert run(tmp_path, *lines) is None


@pytest.mark.parametrize("form", ["geometry: {arcs: [{facing: 0, to: [1, 0], arc: forward}]}", "load: [duel]"])
def test_forms_without_steps_may_say_so(tmp_path, form):
    assert run(tmp_path, form, "steps: []", "expect: {}") is None


def test_what_is_expected_may_be_said_in_the_steps_alone(tmp_path):
    assert run(tmp_path, given("rounds: 3")[0], "steps: [{then: {Steadfast: {at: [0, 0]}}}]") is None


def test_a_set_up_of_which_nothing_is_left_ends(tmp_path):
    lines = (
        "given: {at: set-up, ships: {Steadfast: {class: terran_ca, at: [0, 0]}}, terrain: {'0,0': planet}}",
        "setup_refused: {Steadfast: T3.4}",
        "expect: {order: ['place 0,0']}",
    )
    assert run(tmp_path, *lines) is None


def test_classes_of_a_file_belong_to_the_side_of_their_name(tmp_path):
    path = tmp_path / "some.yaml"
    path.write_text(
        "classes:\n  talon_gunship: {like: terran_bb}\n  talon_gunboat: {like: talon_gunship, points: 9}\n"
        "scenarios:\n- title: Some\n  rules: [T17.2]\n"
        "  given: {at: {impulse: C, side: talon, step: fire}, ships: {Tyrant: {class: talon_gunboat, at: [0, 0]},"
        " Steadfast: {class: terran_ca, at: [2, 0], facing: 3}}}\n"
        "  dice: [2, 3, 4]\n  steps: [{side: talon, play: fire main of Tyrant at Steadfast}]\n"
        "  expect: {Steadfast: {destroyed: false, at: [3, 0], marked: 4}}\n"
    )
    (scenario,) = read_scenarios(path, read_catalogue())
    assert run_scenario(scenario, read_catalogue()) is None
