"""Coverage of Talon's rules by scenarios and tests."""

from pathlib import Path

import pytest

from incursions.games.rulebooks import RulebookError
from incursions.games.talon.commands import cover_rules

ROOT = Path(__file__).parents[3]
CHAPTER = (
    "# T8 Firing\n\n### T8.1 Once\n\nFire.\n\n### T8.2 Empty\n\n**Ruling.** It is empty.\n\n### T8.10 Arc\n\nAn arc.\n"
)
SCENARIOS = """\
classes: {}
scenarios:
- {title: A shot, rules: [T8.10, T8.99]}
- {title: A line, rules: [T8.10, T8.10], geometry: {}}
"""
TESTS = '@pytest.mark.rule("T8.1", "10.3", "T9.1")\ndef test_group(): ...\n'


@pytest.fixture
def root(tmp_path):
    """A repository with three rules."""
    (tmp_path / "docs" / "talon").mkdir(parents=True)
    (tmp_path / "docs" / "talon" / "08-firing.md").write_text(CHAPTER, encoding="utf-8")
    (tmp_path / "tests" / "scenarios" / "talon").mkdir(parents=True)
    return tmp_path


def test_rules_are_shown_by_scenarios_and_marked_tests(root):
    (root / "tests" / "scenarios" / "talon" / "fire.yaml").write_text(SCENARIOS, encoding="utf-8")
    (root / "tests" / "test_fire.py").write_text(TESTS, encoding="utf-8")
    found = cover_rules(root)
    assert list(found.rules) == ["T8.1", "T8.2", "T8.10"]
    assert found.rules["T8.1"].tests == ("test_fire.py::test_group",)
    assert found.rules["T8.10"].scenarios == ("fire.yaml: A shot", "fire.yaml: A line")
    assert found.missing == ("T8.2",)
    assert found.faults == [
        "nobody shows T8.2",
        "T8.99 is not a rule of the rulebook (fire.yaml: A shot)",
        "T9.1 is not a rule of the rulebook (test_fire.py::test_group)",
    ]
    assert found.to_text().splitlines()[-2:] == ["    fire.yaml: A line", "3 rules, 2 of them shown."]


def test_scenarios_of_other_games_show_nothing(root):
    (root / "tests" / "scenarios" / "a.yaml").write_text("- {title: T, rules: [T8.1]}", encoding="utf-8")
    assert cover_rules(root).missing == ("T8.1", "T8.2", "T8.10")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {title: T, rules: [T8.1]}", "scenarios, each with title and rules, were expected"),
        ("scenarios: [{title: T}]", "scenarios, each with title and rules, were expected"),
        ("", "scenarios, each with title and rules, were expected"),
        ("scenarios: [", "this is not YAML"),
    ],
)
def test_file_that_cannot_be_read_is_named(root, text, said):
    (root / "tests" / "scenarios" / "talon" / "fire.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=rf"fire\.yaml: {said}"):
        cover_rules(root)


@pytest.mark.parametrize(
    "text", ["# 8 Firing\n", "# T8 Firing\n\n### 8.1 Once\n\nFire.\n", "# T8 Firing\n\n### T9.1 A\n\nB.\n"]
)
def test_chapter_without_its_letter_is_refused(root, text):
    (root / "docs" / "talon" / "08-firing.md").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match=r"T8|T10"):
        cover_rules(root)


def test_every_rule_of_the_book_is_shown():
    assert cover_rules(ROOT).faults == []
