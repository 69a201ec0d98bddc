"""The command that runs files of scenarios and of matches."""

import json
import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from incursions.games.incursions.kind import KIND
from incursions.games.incursions.rules import basic_setup
from tests.games.incursions.rules.tables import CATALOGUE
from tournaments.matches.export import add_digest, export_replay

SCENARIOS = Path(__file__).parents[3] / "scenarios"
HOLDS = "- {title: It holds, seats: [{ship: Sol}, {ship: Sol}], expect: {round: 1}}\n"
FAILS = "- {title: It fails, seats: [{ship: Sol}, {ship: Sol}], expect: {round: 2}}\n"


def run(capsys, *files):
    """Run the command; return its output, its summary last, and its exit code."""
    try:
        call_command("run_scenarios", *map(str, files))
    except CommandError as problem:
        return f"{capsys.readouterr().out}{problem}", problem.returncode
    return capsys.readouterr().out.strip(), 0


def write(folder, name, text):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def a_match():
    setup = basic_setup(2, list(CATALOGUE.ships.values()), list(CATALOGUE.tiles.values()))
    return export_replay(KIND, add_digest(setup), bytes(32), [(1, "concede")])


def test_scenarios_of_the_house_hold_by_folder_and_by_file(capsys, tmp_path):
    for name in ("01-goal.yaml", "11-defence.yaml"):
        shutil.copy(SCENARIOS / name, tmp_path)
    printed, code = run(capsys, tmp_path, SCENARIOS / "20-basic.yaml")
    assert code == 0
    assert printed.endswith("examples: all hold.")
    assert int(printed.split()[-4]) > 10


def test_folder_in_a_folder_is_left_out(capsys, tmp_path):
    write(tmp_path, "own.yaml", HOLDS)
    (tmp_path / "talon").mkdir()
    write(tmp_path / "talon", "other.yaml", "scenarios: []")
    assert run(capsys, tmp_path) == ("1 example: all hold.", 0)


def test_voyages_are_played_like_scenarios(capsys, tmp_path):
    voyages = SCENARIOS.parents[1] / "fixtures" / "voyages"
    assert run(capsys, voyages, SCENARIOS / "01-goal.yaml")[1] == 0
    wrong = (
        (voyages / "1-first.yaml")
        .read_text()
        .replace("expect: {seat 0: {power: 2}}", "expect: {seat 0: {power: 3}}", 1)
    )
    printed, code = run(capsys, write(tmp_path, "wrong.yaml", wrong))
    assert code == 1
    assert "'First voyage'" in printed
    assert "power: expected 3, found 2" in printed


def test_what_fails_is_printed_and_the_rest_is_run(capsys, tmp_path):
    printed, code = run(capsys, write(tmp_path, "table.yaml", HOLDS + FAILS + HOLDS))
    assert code == 1
    assert f"{tmp_path / 'table.yaml'}, line 2, 'It fails', at the end: round: expected 2, found 1" in printed
    assert printed.endswith("3 examples: 2 hold, 1 fail.")


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_run(capsys, tmp_path):
    good, bad = write(tmp_path, "good.yaml", HOLDS), write(tmp_path, "bad.yaml", "title: [")
    printed, code = run(capsys, bad, tmp_path / "none.yaml", good)
    assert code == 2
    assert f"{bad}, line 1: this is not YAML" in printed
    assert f"{tmp_path / 'none.yaml'}: the file cannot be read (No such file or directory)" in printed
    assert printed.endswith("1 example: all hold; 2 files cannot be read.")


@pytest.mark.parametrize("name", ["m.json", "m"])
def test_a_match_is_replayed(capsys, tmp_path, name):
    assert run(capsys, write(tmp_path, name, json.dumps(a_match()))) == ("1 example: all hold.", 0)


def test_a_match_that_differs_fails(capsys, tmp_path):
    match = a_match()
    match["actions"][0]["seat"] = 0
    printed, code = run(capsys, write(tmp_path, "m.json", json.dumps(match)))
    assert code == 1
    assert printed.startswith(f"{tmp_path / 'm.json'}: ")


def test_a_match_without_its_seed_cannot_be_run(capsys, tmp_path):
    printed, code = run(capsys, write(tmp_path, "m.json", json.dumps(a_match() | {"seed": None})))
    assert code == 2
    assert "The seed of the match is not published yet" in printed
