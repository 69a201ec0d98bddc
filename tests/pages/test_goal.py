"""The goal of a match, in the head of its table."""

import pytest

from incursions.games.incursions.kind import MODES
from tests.markup import read_page
from tests.pages.full_matches import DECKS


@pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
def test_table_says_the_goal_of_its_mode(mode, stranger, lay):
    match = lay(mode=mode.name, starters=DECKS if mode.loadout else ())
    page = read_page(stranger.get(match.get_absolute_url()))
    assert f'<p class="goal"><b>Goal</b> {mode.goal}</p>' in page


def test_goal_of_every_mode_is_short():
    assert all(0 < len(mode.goal) <= 100 for mode in MODES)


def test_time_is_told_of_where_every_match_has_a_limit():
    assert {mode.name for mode in MODES if "At time" in mode.goal} == {"tournament"}
