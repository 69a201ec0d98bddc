"""Commands take Den of Wolves where they ask for no matches: its examples, its rules and its content."""

import json
import shutil

import pytest
from django.core.management import CommandError, call_command

from incursions.games.wolves.commands import cover_rules, tell_events
from tests.games.wolves.days import ROOT
from tournaments.matches.game_kinds import game_kinds

HOLDS = "- {title: It holds, rules: [W2.1], expect: {turn: 2}}\n"
FAILS = "- {title: It fails, rules: [W2.1], expect: {turn: 3}}\n"
STRANGE = "- {title: It is strange, rules: [W2.1], expect: {moon: 1}}\n"


def run(capsys, *arguments):
    """Run a command; return its output with its summary, and its exit code."""
    try:
        call_command(*map(str, arguments))
    except CommandError as problem:
        return f"{capsys.readouterr().out}{problem}", problem.returncode
    return capsys.readouterr().out.strip(), 0


def write(folder, text):
    path = folder / "some.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "said", "code"),
    [
        (HOLDS, "1 example: all hold.", 0),
        (HOLDS + FAILS, "some.yaml: It fails: turn is 2, not 3\n2 examples: 1 hold, 1 fail.", 1),
        (HOLDS + STRANGE, "some.yaml: It is strange: expect, moon: there is no such key; there are turn, ", 2),
        ("[", "some.yaml: this is not YAML", 2),
    ],
)
def test_examples_of_a_file_are_run(text, said, code, tmp_path, capsys):
    printed, returned = run(capsys, "run_scenarios", "--game", "wolves", write(tmp_path, text))
    assert printed.startswith(said)
    assert returned == code


def test_file_that_is_not_there_is_named(tmp_path, capsys):
    printed, code = run(capsys, "run_scenarios", "--game", "wolves", tmp_path / "none.yaml")
    assert code == 2
    assert "none.yaml: the file cannot be read (No such file or directory)" in printed
    assert printed.endswith("No example was run: 1 file cannot be read.")


def test_every_rule_is_shown(capsys):
    printed, code = run(capsys, "rules_coverage", "--game", "wolves")
    assert (printed.splitlines()[-1], code) == ("236 rules, 236 of them shown.", 0)
    listed = json.loads(run(capsys, "rules_coverage", "--game", "wolves", "--json")[0])
    assert (len(listed["rules"]), listed["missing"], listed["unknown"]) == (236, [], {})


def test_rules_without_an_example_are_missing(tmp_path):
    (tmp_path / "docs" / "wolves").mkdir(parents=True)
    (tmp_path / "tests" / "scenarios" / "wolves").mkdir(parents=True)
    book = "# W8 Units\n\n### W8.1 Squadrons\n\nThey fly.\n\n### W8.2 On foot\n\nThey walk.\n"
    (tmp_path / "docs" / "wolves" / "08-units.md").write_text(book, encoding="utf-8")
    (tmp_path / "tests" / "scenarios" / "wolves" / "units.yaml").write_text("- {title: A, rules: [W8.2, W9.1]}")
    assert cover_rules(tmp_path).faults == ["nobody shows W8.1", "W9.1 is not a rule of the rulebook (units.yaml: A)"]


def test_content_is_counted_and_its_faults_are_named(tmp_path, capsys):
    printed, code = run(capsys, "check_catalogue", "--game", "wolves")
    assert (printed.partition(",")[0], code) == ("vessels 11", 0)
    shutil.copytree(ROOT / "fixtures" / "wolves", tmp_path / "wolves")
    prompts = tmp_path / "wolves" / "prompts.yaml"
    prompts.write_text(prompts.read_text().replace("number: 1,", "number: one,", 1))
    printed, code = run(capsys, "check_catalogue", "--game", "wolves", tmp_path / "wolves")
    assert "wolves/prompts.yaml" in printed
    assert code == 1


@pytest.mark.parametrize("command", [["simulate"], ["balance"], ["rehearse"]])
def test_commands_about_matches_name_games_of_matches_alone(command, capsys):
    printed, code = run(capsys, *command, "--game", "wolves")
    assert code == 1
    assert printed.endswith("there is no game called 'wolves'; there are incursions, talon")


def test_unknown_game_is_refused_with_all_that_there_are(capsys):
    printed, _ = run(capsys, "rules_coverage", "--game", "chess")
    assert printed.endswith("there is no game called 'chess'; there are incursions, talon, wolves")


def test_megagame_is_no_game_of_matches(client):
    assert "wolves" not in game_kinds()
    assert client.get("/games/wolves/").status_code == 404


@pytest.mark.long
def test_events_of_the_examples_are_told_as_control_reads_them():
    told = dict(tell_events(ROOT))
    assert told["The event is over."] == "The event is over."
    assert not any("{" in sentence for sentence in told.values())
