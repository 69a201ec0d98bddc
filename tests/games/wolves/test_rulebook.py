"""The rulebook of Den of Wolves reads, is whole, and every rule of it is shown."""

import re
from pathlib import Path

import pytest

from incursions.games.wolves.commands import cover_rules
from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.rulebook import read_rulebook

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "wolves"
BOOK = read_rulebook(FOLDER)
CHAPTERS, RULES = 27, 236


def test_every_chapter_has_its_file_and_the_index_names_it():
    assert [section.number for section in BOOK.sections] == [f"W{number}" for number in range(1, CHAPTERS + 1)]
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    for section in BOOK.sections:
        last = section.rules[-1].number.partition(".")[2]
        assert f"| [{section.number} {section.title}]({section.file}) | {section.number}.1-{last} |" in index


def test_every_number_is_there_in_its_order():
    assert len(BOOK.rules) == RULES
    for section in BOOK.sections:
        places = [tuple(map(int, rule.number.removeprefix("W").split("."))) for rule in section.rules]
        assert places == sorted(places)
        own = [place[1] for place in places if len(place) == 2]
        assert own == list(range(1, len(own) + 1))


def test_every_number_that_a_text_refers_to_is_a_rule_or_a_chapter():
    known = {*BOOK.rules, *(section.number for section in BOOK.sections)}
    for rule in BOOK.rules.values():
        assert set(re.findall(r"\bW\d+(?:\.\d+)*", rule.text)) <= known, rule.number


@pytest.mark.parametrize(
    ("number", "is_ruling", "rulings"),
    [("W1.5", True, 1), ("W4.3.1", False, 1), ("W8.1", False, 0), ("W26.9", True, 2)],
)
def test_rulings_are_told_apart(number, is_ruling, rulings):
    rule = BOOK.rules[number]
    assert (rule.is_ruling, len(rule.rulings)) == (is_ruling, rulings)


def test_every_rule_that_a_command_is_about_stands_in_the_book():
    for command in load(ROOT).commands.values():
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
