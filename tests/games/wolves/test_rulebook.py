"""The rulebook of Den of Wolves: its rulings, what code and commands cite, and that every rule is shown."""

import re

import pytest

from incursions.games.wolves.commands import cover_rules
from incursions.games.wolves.rules.rulebook import read_rulebook
from tests.games.wolves.days import ROOT, load_content

FOLDER = ROOT / "docs" / "wolves"
BOOK = read_rulebook(FOLDER)


@pytest.mark.parametrize(
    ("number", "is_ruling", "rulings"),
    [("W1.5", True, 1), ("W4.3.1", False, 1), ("W8.1", False, 0), ("W26.9", True, 2)],
)
def test_rulings_are_told_apart(number, is_ruling, rulings):
    rule = BOOK.rules[number]
    assert (rule.is_ruling, len(rule.rulings)) == (is_ruling, rulings)


def test_every_rule_that_a_command_is_about_stands_in_the_book():
    for command in load_content().commands.values():
        assert {*command.rules} <= BOOK.rules.keys(), command.command


def test_every_rule_that_the_code_refuses_by_stands_in_the_book():
    for path in sorted((ROOT / "incursions" / "games" / "wolves").rglob("*.py")):
        named = set(re.findall(r'"(W\d+(?:\.\d+)+)"', path.read_text(encoding="utf-8")))
        assert named <= BOOK.rules.keys(), path


def test_index_names_designer_publisher_and_permission():
    index = " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())
    for words in ("John Mizon", "South West Megagames", "ask them for permission"):
        assert words in index


def test_every_rule_of_the_book_is_shown():
    assert cover_rules(ROOT).faults == []
