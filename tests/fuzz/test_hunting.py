"""What script/fuzz keeps of a game that fails a check: a match file that opens, up to where it failed."""

import pytest

from tests.fuzz.hunters import HUNTS
from tests.fuzz.hunting import hunted
from tournaments.matches.verification import first_difference

FAILS_AT = 3


@pytest.mark.parametrize(("game", "mode"), [(game, mode) for game, hunt in HUNTS.items() for mode in hunt.modes])
def test_a_failing_game_is_kept_as_a_match(game, mode):
    hunter = HUNTS[game].hunter(4, mode)

    def check(game, rng):
        assert game.number < FAILS_AT, "it failed"

    hunter.check = check
    looked_at, failure = hunted(4, hunter)
    assert (looked_at, failure.action, failure.kind) == (FAILS_AT, FAILS_AT, mode)
    assert str(failure.cause).startswith("it failed")
    assert [action["text"] for action in failure.record["actions"]][-1] == "time"
    assert failure.record["result"]["ending"] == "time"
    assert first_difference(failure.record) is None
