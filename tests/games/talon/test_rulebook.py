"""The rulebook of Talon tells its rulings apart."""

from pathlib import Path

import pytest

from incursions.games.talon.rules.rulebook import read_rulebook

BOOK = read_rulebook(Path(__file__).parents[3] / "docs" / "talon")


@pytest.mark.parametrize(
    ("number", "is_ruling", "rulings"), [("T1.5", True, 1), ("T8.10", False, 1), ("T8.7", False, 0), ("T25.4", True, 3)]
)
def test_rulings_are_told_apart(number, is_ruling, rulings):
    rule = BOOK.rules[number]
    assert (rule.is_ruling, len(rule.rulings)) == (is_ruling, rulings)


def test_what_holds_at_our_table_is_all_rulings():
    assert all(rule.is_ruling for rule in BOOK.sections[-1].rules)
