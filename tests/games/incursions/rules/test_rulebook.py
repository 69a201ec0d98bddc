"""The rulebook reads, is whole, and every rule is shown by somebody."""

import ast
import json
import re

import pytest
from django.core.management import CommandError, call_command

from incursions.games.incursions.commands import cover_rules
from incursions.games.incursions.rules.rulebook import BASIC, DUE, read_rulebook
from incursions.games.rule_coverage import marked_rules
from incursions.games.rulebooks import RulebookError, number_key
from tests.games.incursions.rules.book import BOOK, FOLDER, ROOT


def test_every_section_has_a_file_and_the_index_names_it():
    assert [section.number for section in BOOK.sections] == [str(number) for number in range(1, 24)]
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    for section in BOOK.sections:
        last = section.rules[-1].number.partition(".")[2]
        assert f"| [{section.number} {section.title}]({section.file}) | {section.number}.1-{last} |" in index


def test_no_number_of_a_section_is_left_out():
    for section in BOOK.sections:
        numbers = [rule.number for rule in section.rules]
        assert numbers == sorted(numbers, key=number_key)
        last = int(numbers[-1].split(".")[1])
        assert {f"{section.number}.{place}" for place in range(1, last + 1)} <= {*numbers}


def test_every_number_that_does_not_hold_in_basic_says_why():
    for section in BOOK.sections:
        assert {rule.number for rule in section.rules if BASIC not in rule.modes} == section.exceptions.keys()


def test_every_number_that_a_text_refers_to_is_a_rule_or_a_section():
    sections = {section.number for section in BOOK.sections}
    for number, text in [(rule.number, rule.text) for rule in BOOK.rules.values()] + [*BOOK.exceptions.items()]:
        assert set(re.findall(r"\b\d+(?:\.\d+)+", text)) <= BOOK.rules.keys(), number
        assert set(re.findall(r"\b[Ss]ections? (\d+)\b(?!\.\d)", text)) <= sections, number


def test_rulings_are_told_apart():
    rules = BOOK.rules
    assert rules["10.5"].is_ruling
    assert not rules["10.3"].is_ruling
    assert rules["10.3"].rulings == ("Torpedoes reach the same hex too.",)
    assert not rules["10.7"].rulings
    assert rules["10.16"].is_ruling, "its example is none of the rule"
    assert rules["10.3"].modes == ("Basic", "Full", "Tournament")
    assert rules["20.4"].modes == ("Basic",)


def test_every_number_that_a_refusal_or_a_question_names_is_in_the_rulebook():
    """Numbers stand in the code as texts of their own."""
    named = set()
    for path in (ROOT / "incursions" / "games" / "incursions" / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                named |= set(re.findall(r"^\d+\.\d+$", node.value))
    assert len(named) > 20
    assert named <= set(BOOK.rules)


WRONG = [
    ("Attacks\n", "line 1: a title such as"),
    ("# 10 Attacks\n\n### Reach\n", "line 3: a heading such as"),
    ("# 10 Attacks\n\n### 10.3 Reach\n\nPhasers reach.\n", "line 3: under 10.3 a line 'Modes:"),
    ("# 10 Attacks\n\n### 10.3 Reach\nModes: Chess\n\nPhasers reach.\n", "line 3: under 10.3 a line 'Modes:"),
    ("# 10 Attacks\n\n### 10.3 Reach\nModes: Basic\n", "line 3: 10.3 says nothing"),
    ("# 10 Attacks\n\n### 11.3 Reach\nModes: Basic\n\nPhasers reach.\n", "11.3 is no number of section 10"),
    ("# 10 Attacks\n\n## Not in Basic\n\n10.8\n", "line 5: a line such as"),
    ("# 10 Attacks\n\n## Not in Basic\n\n- 10.7-9: cards.\n- 10.8: cards.\n", "line 6: 10.8 appears twice"),
    ("# 10 Attacks\n\n### 10.8 A\nModes: Full\n\nA.\n\n### 10.8 B\nModes: Full\n\nB.\n", "10.8 appears twice"),
    ("# 10 Attacks\n\n### 10.8 A\nModes: Full\n\nA.\n\n## Not in Basic\n\n- 11.8: cards.\n", "11.8 is no number of"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_not_in_the_form_is_named_with_its_line(tmp_path, text, said):
    (tmp_path / "10-attacks.md").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError) as problem:
        read_rulebook(tmp_path)
    assert said in str(problem.value)


def test_without_files_there_is_no_rulebook(tmp_path):
    with pytest.raises(RulebookError, match="there is no rulebook"):
        read_rulebook(tmp_path)


def test_marks_are_read_without_running_the_tests(tmp_path):
    (tmp_path / "test_a.py").write_text(
        '@pytest.mark.rule("5.6", "20.6")\ndef test_start(): raise\n\n@pytest.mark.slow\ndef test_other(): ...\n'
    )
    assert list(marked_rules(tmp_path)) == [("5.6", "test_a.py::test_start"), ("20.6", "test_a.py::test_start")]


@pytest.fixture
def root(tmp_path):
    """A repository with the rulebook, and neither scenarios nor tests."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rulebook").symlink_to(FOLDER)
    (tmp_path / "tests" / "scenarios" / "talon").mkdir(parents=True)
    return tmp_path


def test_coverage_finds_what_nobody_shows_and_what_is_no_rule(root):
    (root / "tests" / "scenarios" / "a.yaml").write_text("- {title: T, rules: [10.3, 99.1]}")
    found = cover_rules(root)
    assert found.rules["10.3"].scenarios == ("a.yaml: T",)
    assert "10.5" in found.missing
    assert "10.3" not in found.missing
    assert list(found.unknown) == ["99.1"]
    assert found.faults


def test_coverage_leaves_scenarios_and_marks_of_other_games_out(root):
    (root / "tests" / "scenarios" / "talon" / "a.yaml").write_text("scenarios: [{title: T, rules: [T10.3, 10.3]}]")
    (root / "tests" / "test_a.py").write_text('@pytest.mark.rule("T10.3", "10.5")\ndef test_shot(): ...\n')
    found = cover_rules(root)
    assert found.rules["10.3"].names == ""
    assert found.rules["10.5"].names == "test_a.py::test_shot"
    assert not found.unknown


def test_coverage_does_not_miss_what_is_due(root):
    (root / "tests" / "scenarios" / "a.yaml").write_text("- {title: T, rules: ['4.6']}")
    found = cover_rules(root)
    assert found.due == DUE, "each is a number of the rulebook"
    assert not DUE.keys() & {*found.missing}
    assert found.to_data()["due"]["2.9"] == {"part": "the faces of cards", "scenarios": (), "tests": ()}
    assert found.to_data()["due"]["4.6"]["scenarios"] == ("a.yaml: T",)


def test_the_command_finds_every_rule_shown_that_is_not_due(capsys):
    call_command("rules_coverage", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["missing"] == []
    assert found["unknown"] == {}
    assert found["due"].keys() == DUE.keys()
    call_command("rules_coverage")
    printed = capsys.readouterr().out
    shown = sum(1 for by in found["rules"].values() if by["scenarios"] or by["tests"])
    assert f"{len(BOOK.rules)} rules, {shown} of them shown." in printed
    assert "Due: 2.9 (the faces of cards), 4.6 " in printed


def test_the_command_fails_where_a_rule_has_nobody(settings, root):
    settings.ROOT = root
    with pytest.raises(CommandError, match=r"nobody shows 1\.1; nobody shows 1\.2") as problem:
        call_command("rules_coverage", "--json")
    assert problem.value.returncode == 1
    settings.ROOT = root / "nowhere"
    with pytest.raises(CommandError, match="there is no rulebook") as problem:
        call_command("rules_coverage")
    assert problem.value.returncode == 2
