"""Lengths of time as people type them."""

import pytest

from tournaments.events.desk.length_field import format_length, parse_length


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("45", 2700), ("1:30", 90), (" 90 s ", 90), ("90S", 90), ("2 h", 7200), ("3d", 259200), ("5 min", 300), ("0", 0)],
)
def test_length_is_read_in_every_way_it_may_be_typed(said, seconds):
    assert parse_length(said) == seconds


@pytest.mark.parametrize("said", ["", "long", "1:60", "-5", "1.5", "٣", "45 weeks", "1:2:3", "9999999"])
def test_what_is_no_length_is_none(said):
    assert parse_length(said) is None


@pytest.mark.parametrize("seconds", [0, 1, 59, 60, 90, 2700, 3600, 86400, 86401, 604800])
def test_words_are_read_back(seconds):
    assert parse_length(format_length(seconds)) == seconds
