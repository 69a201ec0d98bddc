from datetime import timedelta

import pytest

from tests.tournaments.laid_matches import NOON, later
from tournaments.matches.spectators.models import USUAL, Delay, Turn, Unit

TURNS = [Turn(number, later(minutes=minutes)) for number, minutes in [(40, 20), (31, 12), (20, 11), (9, 3)]]


@pytest.mark.parametrize(("after", "shown"), [(1, 30), (2, 19), (3, 8), (4, None), (60, None)])
def test_so_many_whole_turns_have_passed(after, shown):
    assert Delay(after, Unit.TURNS).find_last_shown(TURNS, NOON) == shown


@pytest.mark.parametrize(("after", "shown"), [(1, 39), (5, 39), (6, 30), (13, 30), (14, 19), (22, 8), (23, None)])
def test_so_many_minutes_have_passed(after, shown):
    assert Delay(after, Unit.MINUTES).find_last_shown(TURNS, NOON + timedelta(minutes=25)) == shown


@pytest.mark.parametrize("text", ["", "0 turns", "61 turns", "6", "6 hours", "-1 turns", "٣ turns", "6 turns "])
def test_parse_refuses_what_is_no_delay(text):
    with pytest.raises(ValueError, match="1 to 60 turns or minutes"):
        Delay.parse(text)


def test_delays_read_as_they_are_said():
    assert [Delay.parse(str(delay)) for delay in USUAL] == list(USUAL)
    assert str(Delay(1, Unit.TURNS)) == "1 turn"
