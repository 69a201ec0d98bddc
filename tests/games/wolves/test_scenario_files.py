"""Files of examples that do not keep to the format are refused with file, title and key."""

import pytest

from incursions.games.data_checks import DataError
from incursions.games.wolves.rules.examples.expectations import ROOM, VESSEL
from incursions.games.wolves.rules.examples.scenario_files import read_scenarios
from incursions.games.wolves.rules.examples.scenario_keys import ScenarioKeys
from incursions.games.wolves.rules.examples.scenarios import run_scenario
from tests.games.wolves.days import load_content

BOMB = "- &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"- &{new} [{', '.join([f'*{old}'] * 10)}]\n" for old, new in zip("abcdef", "bcdefg", strict=True)
)


def read_example(tmp_path, *lines):
    """Return the examples of a file with one, of these lines."""
    path = tmp_path / "some.yaml"
    path.write_text("- title: Some\n  rules: [W2.1]\n" + "".join(f"  {line}\n" for line in lines))
    return read_scenarios(path, load_content())


def run_example(tmp_path, *lines):
    """Return why the example of these lines does not hold, or None."""
    (scenario,) = read_example(tmp_path, *lines)
    return run_scenario(scenario, load_content())


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("bogus: 1", "bogus"),
        ("true: 1", "True"),
        ("given: []", "given"),
        ("given: {bogus: 1}", "given, bogus"),
        ("given: {phase: lunch}", "given, phase"),
        ("given: {phase: [team]}", "given, phase"),
        ("given: {left: 3}", "given, left"),
        ("given: {left: '3:75'}", "given, left"),
        ("given: {pursuit: 11}", "given, pursuit"),
        ("given: {pursuit: true}", "given, pursuit"),
        ("given: {last_turn: 1}", "given, last_turn"),
        ("given: {entries: many}", "given, entries"),
        ("given: {places: {Dione Cook: map}}", "given, places, Dione Cook"),
        ("given: {places: {Dione Captain: Nostromo}}", "given, places, Dione Captain"),
        ("given: {sickbay: {Dione Captain: map}}", "given, sickbay, Dione Captain"),
        ("given: {brig: [Dione Cook]}", "given, brig, 1"),
        ("given: {delegated: {Dione Captain: Dione Cook}}", "given, delegated, Dione Captain"),
        ("given: {council: away}", "given, council"),
        ("given: {motion: {votes: {FAS: yay}}}", "given, motion, text"),
        ("given: {motion: {text: Fuel, votes: {Mars: yay}}}", "given, motion, votes, Mars"),
        ("given: {motion: {text: Fuel, votes: {FAS: perhaps}}}", "given, motion, votes, FAS"),
        ("given: {laws: No shuttle flies}", "given, laws"),
        ("given: {news: bad}", "given, news"),
        ("given: {news: {Dione: 4}}", "given, news, Dione"),
        ("given: {news: {Nostromo: 1}}", "given, news, Nostromo"),
        ("given: {supply: {Dione: {food: plenty}}}", "given, supply, Dione, food"),
        ("given: {supply: {Dione: {fuel: low}}}", "given, supply, Dione, fuel"),
        ("given: {shuttles: {Dione Tender: Nostromo}}", "given, shuttles, Dione Tender"),
        ("given: {shuttles: {Narcissus: Dione}}", "given, shuttles, Narcissus"),
        ("given: {shuttles: {Dione Tender: {cargo: {food: 1}}}}", "given, shuttles, Dione Tender, at"),
        ("given: {shuttles: {Dione Tender: {at: Dione, cargo: {gold: 1}}}}", "cargo, gold"),
        ("given: {moved: {Aegis: 1}}", "given, moved, Aegis"),
        ("given: {moved: {Dione: 5}}", "given, moved, Dione"),
        ("given: {separated: [Nostromo]}", "given, separated, 1"),
        ("given: {left_behind: Vulcan}", "given, left_behind"),
        ("given: {fleet_at: Nowhere}", "given, fleet_at"),
        ("given: {fleet_at: '123'}", "given, fleet_at"),
        ("given: {all_mustered: please}", "given, all_mustered"),
        ("given: {all_fuel: -1}", "given, all_fuel"),
        ("given: {all_coordinates: ['35021']}", "given, all_coordinates"),
        ("given: {all_coordinates: ['35021', far]}", "given, all_coordinates, 2"),
        ("given: {damaged_units: [Marine 9]}", "given, damaged_units, 1"),
        ("given: {loyalty: {Ripley: Company}}", "given, loyalty, Ripley"),
        ("given: {attack: {rounds: 1}}", "given, attack, rounds"),
        ("given: {attack: {round: Wolf}}", "given, attack, round"),
        ("given: {attack: {round: ''}}", "given, attack, round"),
        ("given: {attack: {wolves: {5: {fighters: 1}}}}", "given, attack, wolves, 5"),
        ("given: {attack: {wolves: {4: {cubs: 1}}}}", "given, attack, wolves, 4, cubs"),
        ("given: {attack: {wolves: {4: {fighters: 1000000}}}}", "given, attack, wolves, 4, fighters"),
        ("given: {attack: {parties: {Dione: lots}}}", "given, attack, parties, Dione"),
        ("given: {attack: {at: {Marine 1: 1}}}", "given, attack, at, Marine 1"),
        ("given: {attack: {at_group: Nostromo}}", "given, attack, at_group"),
        ("given: {Nostromo: {morale: 1}}", "given, Nostromo"),
        ("given: {Dione: {mood: 1}}", "given, Dione, mood"),
        ("given: {Dione: {morale: 11}}", "given, Dione, morale"),
        ("given: {Dione: {hold: {gold: 1}}}", "given, Dione, hold, gold"),
        ("given: {Dione: {hold: {food: 1.5}}}", "given, Dione, hold, food"),
        ("given: {Dione: {crew: {Casino: 1 untrained}}}", "given, Dione, crew, Casino"),
        ("given: {Dione: {crew: {Bridge: 1 juggler}}}", "given, Dione, crew, Bridge"),
        ("given: {Dione: {crew: {Bridge: 999999999 untrained}}}", "given, Dione, crew, Bridge"),
        ("given: {Dione: {used: {Bridge: all}}}", "given, Dione, used, Bridge"),
        ("given: {Dione: {wounded: {Casino: 1}}}", "given, Dione, wounded, Casino"),
        ("given: {Dione: {damaged: {Bridge: Bad Luck}}}", "given, Dione, damaged, Bridge"),
        ("given: {Dione: {damaged: {Bridge: Fouled Filters}}}", "given, Dione, damaged, Bridge"),
        ("given: {Dione: {riots: [Casino]}}", "given, Dione, riots, 1"),
        ("given: {Dione: {coordinates: ['35021', 3]}}", "given, Dione, coordinates, 2"),
        ("given: {Dione: {sign: sideways}}", "given, Dione, sign"),
        ("given: {Dione: {hand: {Cook: [Gala Night]}}}", "given, Dione, hand, Cook"),
        ("given: {Dione: {hand: {Captain: [Ace of Spades]}}}", "given, Dione, hand, Captain, 1"),
        ("given: {Dione: {destinations: [Nowhere]}}", "given, Dione, destinations, 1"),
        ("given: {Dione: {docking: ajar}}", "given, Dione, docking"),
        ("given: {Dione: {rolled: never}}", "given, Dione, rolled"),
        ("given: {News Media: {morale: 5}}", "given, News Media, morale"),
        ("given: {News Media: {hand: {Editor: []}}}", "given, News Media, hand, Editor"),
        ("dice: 6", "dice"),
        ("dice: [7]", "dice, 1"),
        ("dice: [yes]", "dice, 1"),
        ("draws: {luck: [1]}", "draws, luck"),
        ("draws: {damage: [Bad Luck]}", "draws, damage"),
        ("draws: {damage: {Dione: [Bad Luck]}}", "draws, damage, Dione, 1"),
        ("draws: {destinations: [Nowhere]}", "draws, destinations, 1"),
        ("draws: {points: [1]}", "draws, points, 1"),
        ("draws: {quadrants: [0]}", "draws, quadrants, 1"),
        ("draws: {stations: {Dione: [Casino]}}", "draws, stations, Dione, 1"),
        ("draws: {crew: [juggler of Bridge]}", "draws, crew, 1"),
        ("draws: {units: [Marine 9]}", "draws, units, 1"),
        ("steps: {}", "steps"),
        ("steps: [look]", "steps, 1"),
        ("steps: [{by: Control}]", "steps, 1, do"),
        ("steps: [{do: look at Dione}]", "steps, 1, by"),
        ("steps: [{by: Dione Cook, do: look at Dione}]", "steps, 1, by"),
        ("steps: [{by: Control, do: [look]}]", "steps, 1, do"),
        ("steps: [{by: Control, do: 'a\tb'}]", "steps, 1, do"),
        ("steps: [{by: Control, do: look at Dione, then: 1}]", "steps, 1, then"),
        ("steps: [{by: Control, do: look at Dione, refused: T2.1}]", "steps, 1, refused"),
        ("steps: [{by: Control, do: look at Dione, refused: []}]", "steps, 1, refused"),
        ("expect: {bogus: 1}", "expect, bogus"),
        ("expect: {turn: two}", "expect, turn"),
        ("expect: {phase: lunch}", "expect, phase"),
        ("expect: {minutes_left: '12'}", "expect, minutes_left"),
        ("expect: {separated: Vulcan}", "expect, separated"),
        ("expect: {signs: [Nostromo]}", "expect, signs, 1"),
        ("expect: {counted: {Nostromo: 1}}", "expect, counted, Nostromo"),
        ("expect: {discards: [Ace of Spades]}", "expect, discards, 1"),
        ("expect: {prompts: [99]}", "expect, prompts, 1"),
        ("expect: {map: {5: {1: Dione}}}", "expect, map, 5"),
        ("expect: {map: {1: {7: Dione}}}", "expect, map, 1, 7"),
        ("expect: {map: {1: {1: Nostromo}}}", "expect, map, 1, 1"),
        ("expect: {units: {Marine 9: whole}}", "expect, units, Marine 9"),
        ("expect: {units: {Marine 1: tired}}", "expect, units, Marine 1"),
        ("expect: {unit_places: {Marine 1: 5}}", "expect, unit_places, Marine 1"),
        ("expect: {shuttles: {Dione Tender: {at: Dione, crew: 1}}}", "expect, shuttles, Dione Tender, crew"),
        ("expect: {votes: {maybe: 1}}", "expect, votes, maybe"),
        ("expect: {council: {FAS: Dione Cook}}", "expect, council, FAS"),
        ("expect: {notes: {Ripley: []}}", "expect, notes, Ripley"),
        ("expect: {public: {Dione: {colour: white}}}", "expect, public, Dione, colour"),
        ("expect: {motion: lost}", "expect, motion"),
        ("expect: {log: {}}", "expect, log"),
        ("expect: {hidden_from: {Ripley: [x]}}", "expect, hidden_from, Ripley"),
        ("expect: {Dione: {tried: [Bridge]}}", "expect, Dione, tried"),
        ("expect: {Dione: {at: Nowhere}}", "expect, Dione, at"),
        ("expect: {Dione: {supply: {food: plenty}}}", "expect, Dione, supply, food"),
        ("expect: {Dione: {told: W2.1.1.1}}", "expect, Dione, told"),
        ("expect: {Dione: {morale: null}}", "expect, Dione, morale"),
    ],
)
def test_what_is_not_documented_is_refused_with_file_title_and_key(tmp_path, line, key):
    with pytest.raises(DataError) as caught:
        read_example(tmp_path, line)
    assert (caught.value.file, caught.value.title) == ("some.yaml", "Some")
    assert caught.value.field.endswith(key)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("text", "title", "said"),
    [
        ("", "", "a list was expected"),
        ("scenarios: []", "", "a list was expected"),
        ("- 5", "example 1", "fields with values were expected"),
        ("- {rules: [W2.1]}", "example 1", "title: a text was expected"),
        ("- {title: 5, rules: [W2.1]}", "example 1", "title: a text was expected"),
        ("- {title: '', rules: [W2.1]}", "example 1", "title: a text was expected"),
        (f"- {{title: {'long ' * 100}, rules: [W2.1]}}", "example 1", "at most 300 characters"),
        ("- {title: One}", "One", "rules: this key is missing"),
        ("- {title: One, rules: W2.1}", "One", "rules: a list was expected"),
        ("- {title: One, rules: []}", "One", "rules: 1 to 80 entries were expected"),
        ("- {title: One, rules: [the first]}", "One", "rules, 1: a rule such as W8.5"),
        ("- {title: One, rules: [W2.1], rules: [W2.2]}", "", "appears twice"),
        ("- {title: One, rules: [W2.1]}\n- {title: Two, rules: [W2.1], dice: [0]}", "Two", "dice, 1"),
        ("- [", "", "this is not YAML"),
        ("- !!python/object/apply:os.getcwd []", "", "this is not YAML"),
        ("- &a [*a]", "", "an anchor contains itself"),
        (BOMB, "", "there are too many values"),
        ("- " + "[" * 5000 + "]" * 5000, "", "nested too deep"),
        ("- {title: One, rules: [W2.1], expect: {turn: " + "9" * 5000 + "}}", "", "this is not plain data"),
        ("- {? [1, 2] : 3}", "", "this is not YAML"),
        ("- {title: One, rules: [W2.1], dice: !!set {1, 2}}", "One", "dice: a list was expected"),
        ("- {title: One, rules: [W2.1], given: {pursuit: !!float .nan}}", "One", "given, pursuit"),
        ("- {title: One, rules: [W2.1], given: {laws: [!!binary aGVsbG8=]}}", "One", "given, laws, 1"),
    ],
)
def test_file_that_cannot_be_read_is_refused(tmp_path, text, title, said):
    path = tmp_path / "some.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_scenarios(path, load_content())
    assert (caught.value.file, caught.value.title) == ("some.yaml", title)
    assert said in str(caught.value)


def test_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "some.yaml"
    path.write_bytes(b"- title: \xff")
    with pytest.raises(DataError, match="not UTF-8"):
        read_scenarios(path, load_content())


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("dice: [1]",), "left over: [1]"),
        (("draws: {points: ['12345']}",), "left over: ['12345']"),
        (("steps: [{by: Control, do: dance}]",), "There is no command like 'dance'"),
        (("steps: [{by: Clock, do: 1 minutes pass, shows: fireworks}]",), "without 'fireworks'"),
        (("steps: [{by: Clock, do: 1 minutes pass, shows: [fireworks]}]",), "without 'fireworks'"),
        (("steps: [{by: Clock, do: 1 minutes pass, refused: W2.1}]",), "is not refused by W2.1"),
        (("steps: [{by: Dione Captain, do: begin team, refused: W2.1}]",), "(W26.4), not by W2.1"),
        (("steps: [{by: Dione Captain, do: begin team, refused: W26.4, shows: fireworks}]",), "without 'fireworks'"),
        (("steps: [{by: Control, do: declare an attack}]",), "nothing is left to draw"),
        (("given: {Dione: {used: {Water Plant: 2}}}",), "given, Dione, used, Water Plant: the crew there is 1, not 2"),
        (("given: {Dione: {wounded: {Bridge: 1}}}",), "given, Dione, wounded, Bridge: the crew there is 0, not 1"),
        (("expect: {turn: 3}",), "turn is 2, not 3"),
        (("expect: {Dione: {morale: 1}}",), "Dione: morale is 6, not 1"),
        (("expect: {log: fireworks}",), "log is"),
    ],
)
def test_what_does_not_hold_is_told(tmp_path, lines, why):
    assert why in run_example(tmp_path, *lines)


def test_notes_are_for_readers_everywhere(tmp_path):
    lines = (
        "note: all",
        "given: {note: it, Dione: {morale: 5, note: so}}",
        "steps: [{by: Clock, do: 1 minutes pass, note: then}]",
        "expect: {note: end, Dione: {morale: 5, note: here}}",
    )
    assert run_example(tmp_path, *lines) is None


@pytest.mark.parametrize("part", ["given", "dice", "draws", "steps", "expect"])
def test_parts_may_be_empty_or_left_out(tmp_path, part):
    assert run_example(tmp_path) is None
    assert run_example(tmp_path, f"{part}:") is None


def test_digits_without_quotes_are_digits(tmp_path):
    lines = (
        "given: {fleet_at: 99001, Vulcan: {coordinates: [35021, short]}}",
        "expect: {fleet_at: 99001, Vulcan: {at: 99001, coordinates: [35021, short]}}",
    )
    assert run_example(tmp_path, *lines) is None


def test_control_may_be_several_people(tmp_path):
    assert run_example(tmp_path, "steps: [{by: Control Anna, do: begin team}]", "expect: {phase: team}") is None


def test_every_key_that_may_be_expected_is_read():
    keys = ScenarioKeys(load_content())
    vessels = load_content().fleet.vessels
    assert keys.list_expected_checks().keys() == {*ROOM, "squadrons_home", *vessels, "News Media"}
    for vessel in vessels.values():
        assert keys.list_vessel_expected_checks(vessel).keys() == VESSEL.keys()
