"""Every piece of the base set is played by a scenario as it is printed, and every part of it matters to one of them."""

import pytest

from tests.games.incursions.rules.pieces_shown import base_set, unshown


@pytest.mark.parametrize("title", base_set())
def test_every_part_of_the_piece_is_shown(title):
    assert unshown(title) == []
