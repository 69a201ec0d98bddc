"""The rulebooks of games whose numbers have a letter are whole: an index, every number, and no dead reference."""

import re
from pathlib import Path

import pytest

from incursions.games.rule_coverage import marked_rules
from incursions.games.talon.rules.rulebook import read_rulebook as read_talon
from incursions.games.wolves.rules.rulebook import read_rulebook as read_wolves

DOCS = Path(__file__).parents[2] / "docs"
TALON, WOLVES = DOCS / "talon", DOCS / "wolves"
FOLDERS = pytest.mark.parametrize(
    ("folder", "book"), [(TALON, read_talon(TALON)), (WOLVES, read_wolves(WOLVES))], ids=["talon", "wolves"]
)
SIZES = {TALON: (25, 248), WOLVES: (27, 236)}
"""The numbers of chapters and of rules."""


@FOLDERS
def test_every_chapter_has_its_file_and_the_index_names_it(folder, book):
    assert [section.number for section in book.sections] == [
        f"{book.letter}{number}" for number in range(1, SIZES[folder][0] + 1)
    ]
    index = (folder / "README.md").read_text(encoding="utf-8")
    for section in book.sections:
        last = section.rules[-1].number.partition(".")[2]
        assert f"| [{section.number} {section.title}]({section.file}) | {section.number}.1-{last} |" in index


@FOLDERS
def test_every_number_is_there_in_its_order(folder, book):
    assert len(book.rules) == SIZES[folder][1]
    for section in book.sections:
        places = [tuple(map(int, rule.number.split(".")[1:])) for rule in section.rules]
        assert places == sorted(set(places))
        for place in places:  # 4.3.2 follows 4.3 and 4.3.1
            assert place[-1] == 1 or (*place[:-1], place[-1] - 1) in places
            assert len(place) == 1 or place[:-1] in places


@FOLDERS
def test_every_number_that_a_text_refers_to_is_a_rule_or_a_chapter(folder, book):
    known = {*book.rules, *(section.number for section in book.sections)}
    for rule in book.rules.values():
        assert set(re.findall(rf"\b{book.letter}\d+(?:\.\d+)*", rule.text)) <= known, rule.number


def test_every_marked_test_names_a_rule_of_some_game():
    for number, test in marked_rules(DOCS.parent / "tests"):
        assert re.fullmatch(r"[TW]?\d+(\.\d+)+", number), test
