"""The rulebook of Talon reads and is whole."""

import re
from pathlib import Path

import pytest

from incursions.games.rule_coverage import marked_rules
from incursions.games.talon.rules.rulebook import read_rulebook

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "talon"
BOOK = read_rulebook(FOLDER)
CHAPTERS, RULES = 25, 248


def test_every_chapter_has_its_file_and_the_index_names_it():
    assert [section.number for section in BOOK.sections] == [f"T{number}" for number in range(1, CHAPTERS + 1)]
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    for section in BOOK.sections:
        last = section.rules[-1].number.partition(".")[2]
        assert f"| [{section.number} {section.title}]({section.file}) | {section.number}.1-{last} |" in index


def test_every_number_is_there_in_its_order():
    assert len(BOOK.rules) == RULES
    for section in BOOK.sections:
        numbers = [rule.number for rule in section.rules]
        assert numbers == [f"{section.number}.{place}" for place in range(1, len(numbers) + 1)]


def test_every_number_that_a_text_refers_to_is_a_rule_or_a_chapter():
    known = {*BOOK.rules, *(section.number for section in BOOK.sections)}
    for rule in BOOK.rules.values():
        assert set(re.findall(r"\bT\d+(?:\.\d+)*", rule.text)) <= known, rule.number


@pytest.mark.parametrize(
    ("number", "is_ruling", "rulings"), [("T1.5", True, 1), ("T8.10", False, 1), ("T8.7", False, 0), ("T25.4", True, 3)]
)
def test_rulings_are_told_apart(number, is_ruling, rulings):
    rule = BOOK.rules[number]
    assert (rule.is_ruling, len(rule.rulings)) == (is_ruling, rulings)


def test_what_holds_at_our_table_is_all_rulings():
    assert all(rule.is_ruling for rule in BOOK.sections[-1].rules)


def test_every_marked_test_names_a_rule_of_some_game():
    assert all(re.fullmatch(r"T?\d+(\.\d+)+", number) for number, _ in marked_rules(ROOT / "tests"))
