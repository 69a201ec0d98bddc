"""Every scenario of tests/scenarios is one test; and their runner itself fails what does not hold, in words."""

from pathlib import Path

import pytest
import yaml

from incursions.games.incursions.rules.examples.scenario_files import ScenarioFileError, read_scenarios
from incursions.games.incursions.rules.examples.scenarios import run_scenario
from tests.games.incursions.rules.house_scenarios import FOLDER, all_scenarios
from tests.games.incursions.rules.tables import CATALOGUE

SCENARIOS = all_scenarios()

PLAIN = {"title": "A table", "rules": ["10.3"], "seats": [{"ship": "Sol"}, {"ship": "Ruk'tor"}]}


def name_of(scenario):
    return f"{Path(scenario.file).stem}: {scenario.title}"


@pytest.mark.parametrize("scenario", SCENARIOS, ids=name_of)
def test_scenario(scenario):
    assert run_scenario(scenario, CATALOGUE) is None


def test_each_scenario_has_a_title_of_its_own_and_names_its_rules():
    titles = [scenario.title for scenario in SCENARIOS]
    assert sorted(set(titles)) == sorted(titles)
    assert [scenario.place for scenario in SCENARIOS if not scenario.rules] == []


def written(folder, text):
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_example_of_the_description_holds(tmp_path):
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    (scenario,) = read_scenarios(written(tmp_path, text.split("```yaml\n")[1].split("```")[0]))
    assert run_scenario(scenario, CATALOGUE) is None


def outcome(folder, **keys):
    """Run one scenario of these keys and return its fault, if any."""
    (scenario,) = read_scenarios(written(folder, yaml.safe_dump([PLAIN | keys])))
    return run_scenario(scenario, CATALOGUE)


HIT = [{"seat": 0, "play": "fire phasers at seat 1"}, {"seat": 1, "play": "take the hit"}]

FAILURES = [
    ({"expect": {"seat 0": {"hull": 1}}}, "at the end: seat 0 hull: expected 1, found 26"),
    ({"expect": {"seat 0": {"out": True}}}, "seat 0 out: expected True, found None"),
    ({"expect": {"seat 0": {"hand": ["Fire"]}}}, "seat 0 hand: expected ['Fire'], and Basic has none"),
    ({"expect": {"seat 4": {"hull": 1}}}, "there is no seat 4 at this table"),
    ({"expect": {"seat 0": {"sails": 1}}}, "there is no 'sails'"),
    ({"expect": {"winds": 1}}, "expect: there is no 'winds'; there are seat N, decision, result"),
    ({"expect": {"decision": None}}, "decision: expected none, but seat 0 is asked: Your first maneuver"),
    ({"expect": {"decision": {"seat": 1}}}, "decision seat: expected 1, found 0"),
    ({"expect": {"decision": {"kind": "hex"}}}, "decision kind: expected 'hex', found 'one, about maneuver'"),
    ({"expect": {"decision": {"options": ["decline"]}}}, "options: expected ['decline'], found ['fire phasers'"),
    ({"expect": {"result": {"winner": 0}}}, "result: expected {'winner': 0}, found None"),
    ({"expect": {"map": {"1,0": "Open Space"}}}, "map 1,0: expected 'Open Space', found None"),
    ({"expect": {"map": {"here": "Open Space"}}}, "a hex such as"),
    ({"expect": {"pile": ["Open Space"]}}, "pile: expected ['Open Space'], found []"),
    ({"expect": {"placed": {"1,0": "Large Mines"}}}, "placed: expected {'1,0': 'Large Mines'}, found []"),
    ({"expect": {"round": 2}}, "round: expected 2, found 1"),
    ({"expect": {"turn": 1}}, "turn: expected 1, found 0"),
    ({"expect": {"events": ["explored"]}}, "events: 'explored' did not happen in this order"),
    ({"steps": HIT, "dice": [5], "expect": {"events": ["damaged", "scored"]}}, "'scored' did not happen in this order"),
    ({"steps": HIT, "dice": [5], "expect": {"events": [{"kind": "scored", "score": 9}]}}, "of its kind there were"),
    ({"steps": HIT, "dice": []}, "step 1: there are too few dice"),
    ({"steps": HIT, "dice": [5, 6]}, "1 of the dice were not thrown: 6"),
    ({"steps": HIT, "dice": [7]}, "dice: a list of numbers from 1 to 6"),
    ({"steps": HIT[1:]}, "step 1: seat 1 may not play 'take the hit'"),
    ({"steps": [{"seat": 0, "play": "sing"}]}, "the options were: fire phasers, fire torpedoes, decline"),
    ({"steps": [HIT[0] | {"refused": "10.3"}], "dice": [5]}, "should be refused by rule 10.3, but seat 0 played it"),
    ({"steps": [HIT[0] | {"refused": "10.3"}]}, "should be refused by rule 10.3, but seat 0 played it"),
    ({"steps": [HIT[1] | {"refused": "10.3"}]}, "should be refused by rule 10.3, and rule 6.1 refused it"),
    ({"steps": [{"seat": 0, "play": "sing", "refused": "10.3"}]}, "and no rule at all refused it"),
    ({"steps": [{"expect": {"seat 0": {"hull": 1}}}]}, "step 1: seat 0 hull: expected 1, found 26"),
    ({"steps": [{"play": "decline"}]}, "step 1: it does not say which seat plays"),
    ({"steps": [{"seat": 0}]}, "step 1: it plays nothing and expects nothing"),
    ({"steps": [{"seat": 0, "says": "decline"}]}, "step 1: there is no 'says'"),
    ({"steps": [{"seat": "me", "play": "decline"}]}, "step 1: seat: a number was expected"),
    ({"steps": [{"seat": 0, "play": 5}]}, "play: a line was expected, not 5"),
    ({"steps": {"seat": 0}}, "steps: a list was expected"),
    ({"steps": ["decline"]}, "step 1: {seat: 0, play: explore north} is one, 'decline' is not"),
    ({"expect": ["seat 0"]}, "expect: fields with values were expected"),
    ({}, "it has neither steps nor anything to expect"),
    ({"winds": 1, "steps": HIT}, "a scenario has no 'winds'"),
    ({"mode": "chess", "steps": HIT}, "mode 'chess' is not known"),
    ({"seats": 2, "steps": HIT}, "seats: a list of seats was expected, not 2"),
    ({"seats": [{"ship": "Sol"}], "steps": HIT}, "seats: a list of 2 to 6 seats"),
    ({"seats": [{"ship": "Sol"}, {"ship": "Titanic"}], "steps": HIT}, "there is no piece called 'Titanic'"),
    ({"seats": [{"ship": "Sol"}, {"ship": ["Sol"]}], "steps": HIT}, "seat 1 ship: a title was expected"),
    ({"seats": [{"ship": "Sol"}, {"ship": "Sol", "sails": 1}], "steps": HIT}, "seat 1: there is no 'sails'"),
    ({"seats": [{"ship": "Sol"}, {"ship": "Sol", "hand": ["Fire"]}], "steps": HIT}, "seat 1 hand: Basic has none"),
    ({"seats": [{"ship": "Sol"}, {"ship": "Sol", "at": "9,9"}], "steps": HIT}, "seat 1: no tile lies at 9,9"),
    ({"seats": [{"ship": "Sol"}, {"ship": "Sol", "at": "here"}], "steps": HIT}, "seat 1 at: a hex such as"),
    ({"seats": [{"ship": "Sol"}, {"ship": "Sol", "power": 9}], "steps": HIT}, "power: a whole number up to 4"),
    ({"map": ["1,0"], "steps": HIT}, "map: hexes with titles was expected"),
    ({"map": {"1,0": 7}, "steps": HIT}, "map: a title was expected, not 7"),
    ({"pile": "Open Space", "steps": HIT}, "pile: a list was expected"),
    ({"placed": {"1,0": "Large Mines"}, "steps": HIT}, "placed: a list was expected"),
    ({"placed": [{"title": "Mines", "at": "0,0"}], "steps": HIT}, "placed: Basic has no placed pieces"),
    ({"windows": "open", "steps": HIT}, "windows: able or public was expected"),
    ({"first": 5, "steps": HIT}, "first: seat 5 is not in the game"),
    ({"pieces": [{"title": "Titanic", "hull": 5}], "steps": HIT}, "pieces, Titanic, race: this field is missing"),
    ({"pieces": ["Sol"], "steps": HIT}, "a piece with fields was expected"),
]


FULL = {
    "mode": "full",
    "pieces": [{"title": "Elira", "nature": "Crew", "position": "Helm"}, {"title": "Fire", "nature": "Command"}],
    "seats": [{"ship": "Sol", "hand": ["Fire"], "tabled": ["Elira"]}, {"ship": "Ruk'tor"}],
}


def seated(**keys):
    return FULL | {"seats": [{"ship": "Sol"} | keys, {"ship": "Ruk'tor"}], "steps": HIT}


FAILURES += [
    (FULL | {"expect": {"seat 0": {"hand": ["Elira"]}}}, "seat 0 hand: expected ['Elira'], found ['Fire']"),
    (FULL | {"expect": {"seat 0": {"tabled": 2}}}, "seat 0 tabled: expected 2, found 1"),
    (FULL | {"expect": {"seat 0": {"deck": ["Fire"]}}}, "seat 0 deck: expected ['Fire'], found []"),
    (FULL | {"expect": {"seat 1": {"aux": False}}}, "seat 1 aux: expected False, found True"),
    (FULL | {"expect": {"seat 1": {"captain": "Elira"}}}, "seat 1 captain: expected 'Elira', found None"),
    (FULL | {"expect": {"seat 1": {"holds": "seat 0"}}}, "seat 1 holds: expected 'seat 0', found None"),
    (FULL | {"expect": {"placed": {"1,0": "Mines"}}}, "placed: expected {'1,0': 'Mines'}, found []"),
    (seated(hand="Fire"), "seat 0 hand: a list of titles was expected, not 'Fire'"),
    (seated(hand=[7]), "seat 0 hand: a title was expected, not 7"),
    (seated(deck=["Ice"]), "seat 0 deck: there is no piece called 'Ice'"),
    (seated(aux="yes"), "seat 0 aux: true or false was expected, not 'yes'"),
    (seated(hidden=True), "seat 0: there is no 'hidden'"),
    (seated(tabled=[{"title": "Ash"}]), "seat 0 tabled: there is no piece called 'Ash'"),
    (FULL | {"expect": {"seat 0": {"tabled": [{"title": "Elira", "down": True}]}}}, "seat 0 tabled: expected"),
    (seated(captain="Elira"), "seat 0 captain: there is no piece called 'Elira'"),
    (FULL | {"pile": ["Open Space"], "steps": HIT}, "in Full each seat has a pile of its own"),
    (
        FULL | {"pieces": [{"title": "Ash", "nature": "Crew"}], "steps": HIT},
        "pieces, Ash, position: this field is missing",
    ),
]


@pytest.mark.parametrize(("keys", "said"), FAILURES)
def test_what_does_not_hold_is_said_with_its_place(tmp_path, keys, said):
    found = outcome(tmp_path, **keys)
    assert found is not None
    assert found.startswith(f"{tmp_path / 'table.yaml'}, line 1, 'A table'")
    assert said in found


TWO = "seats: [{ship: Sol}, {ship: Sol}]"
FORMS = [
    (
        "{title: T, seats: [{ship: Sol, at: 1,0}, {ship: Sol, at: -1,2}], map: {'1,0': Nova, '-1,2': Nova}, "
        "pieces: [{title: Nova}], expect: {seat 0: {at: '1,0'}, seat 1: {at: [-1, 2]}}}"
    ),
    (
        "title: T\nseats:\n- {ship: Sol, at: [1, 0]}\n- ship: Sol\n  at: 1,0\nmap: {'1,0': Open Space}\n"
        "expect:\n  seat 1:\n    at: 1,0\n"
    ),
    (
        "- {title: T, rules: 10.10, seats: [{ship: Sol, hand: [], captain: null}, {ship: Sol}], dice: [[5]], "
        "placed: [], expect: {turn: 0, decision: {kind: maneuver}}, "
        "steps: [{seat: 0, play: '  fire  phasers at seat 1'}, {seat: seat 1, play: take the hit, expect: {round: 1}}]}"
    ),
    (
        f"---\ntitle: T\n{TWO}\nsteps: [{{seat: null, play: forfeit seat 1}}]\n"
        "expect: {result: {winner: 0, places: [0, 1], rule: 19.4}}\n---\n"
    ),
    "- {title: T, seats: [{ship: Sol, hull: 40}, {ship: Sol}], expect: {seat 0: {hull: 40}}}",
    (
        "- {title: T, mode: Basic, seats: [{ship: Sol, aux: true}, {ship: Sol}, {ship: Sol, out: true}], "
        "pieces: [{title: Sol, shields: 11}], expect: {seat 0: {shields: 11, at: 0,0}, seat 2: {out: true}}}"
    ),
    (  # a line that is only begun takes the least for what it leaves unsaid, once something else follows
        "- {title: T, mode: full, seats: [{ship: Sol, hand: [Hop], power: 4}, {ship: Sol, hand: [Hop]}], "
        "pieces: [{title: Hop, nature: Defence, answers: attack, effects: [{on: played, do: try_evasion, bonus: 9}]}], "
        "dice: [1, 1, 1, 1, 1, 1], steps: [{seat: 0, play: fire phasers at seat 1}, {seat: 1, play: play Hop}, "
        "{seat: 0, refused: 8.4, play: explore north}, {seat: 0, play: fire phasers at seat 1}, "
        "{seat: 1, play: evade with 1 power}], expect: {seat 1: {discard: [Hop]}, turn: 1}}"
    ),
    (  # also where the same seat goes on with another line
        "- {title: T, mode: full, seats: [{ship: Sol, at: '1,0'}, {ship: Sol}], map: {'1,0': Open Space}, "
        "pieces: [{title: Sol, systems: {mines: {damage: 1D6}, warp: {hexes: 1}}}], "
        "steps: [{seat: 0, play: lay mine}, {seat: 0, play: 'warp to 0,0'}], expect: {placed: [{dice: 1}], turn: 1}}"
    ),
    f"- {{title: T, {TWO}, map: , pile: , steps: [{{seat: 0, refused: 10.14, play: fire phasers at seat 0}}]}}",
]


@pytest.mark.parametrize("text", FORMS)
def test_a_form_that_can_only_mean_one_thing_is_taken(tmp_path, text):
    for scenario in read_scenarios(written(tmp_path, text)):
        assert run_scenario(scenario, CATALOGUE) is None


def test_a_number_with_a_point_keeps_its_last_nought(tmp_path):
    (scenario,) = read_scenarios(written(tmp_path, "[{title: T, rules: [10.10, 10.1, 8]}]"))
    assert scenario.rules == ("10.10", "10.1", "8")


UNREADABLE = [
    ("", "holds no scenario"),
    ("# nothing\n", "holds no scenario"),
    ("title: [", "line 1: this is not YAML"),
    ("- title: A\n  title: B\n", "line 1: 'title' appears twice"),
    ("- &a [*a]\n", "line 1: an anchor contains itself"),
    ("- {title: T}\n- decline\n", "line 2: a scenario with its keys was expected, not 'decline'"),
    ("- {title: T, when: !!python/object:os.system {}}", "this is not YAML"),
    ("[" * 5000, "nested deeper than any scenario"),
    ("- {steps: " + "[" * 900 + "]" * 900 + "}", "nested deeper than any scenario"),
    ("- {dice: [" + "9" * 5000 + "]}", "cannot be read"),
    (
        "- a0: &a0 [1]" + "".join(f"\n  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)),
        "too many values",
    ),
]


@pytest.mark.parametrize(("text", "said"), UNREADABLE, ids=[said for _, said in UNREADABLE])
def test_a_file_that_cannot_be_read_is_named_with_the_reason(tmp_path, text, said):
    path = written(tmp_path, text)
    with pytest.raises(ScenarioFileError, match=f"^{path}") as problem:
        read_scenarios(path)
    assert said in str(problem.value)
    assert len(str(problem.value)) < 400


def test_a_missing_file_a_folder_and_no_text_are_named(tmp_path):
    (tmp_path / "bytes.yaml").write_bytes(b"\xff\xfe\x00\x80")
    for name, said in (("none.yaml", "No such file"), ("", "Is a directory"), ("bytes.yaml", "not UTF-8")):
        with pytest.raises(ScenarioFileError, match=said):
            read_scenarios(tmp_path / name)
