"""The shelf: which games there are, and what each answers for itself."""

import json
from io import BytesIO

import pytest

from incursions.games.incursions.kind import KIND
from tests.tournaments.matches import people
from tests.tournaments.records import RECORD
from tournaments.matches.game_kinds import find_by_format, first_game, game_kinds
from tournaments.matches.life import create_match
from tournaments.matches.verification import UnverifiableFileError, read_match_file


def test_games_are_those_of_the_settings():
    assert list(game_kinds()) == ["incursions"]
    assert first_game() == "incursions"
    assert find_by_format("incursions-match-1") is KIND
    assert find_by_format("talon-match-1") is None
    assert find_by_format(["incursions-match-1"]) is None


def test_file_of_a_game_that_is_not_played_here_is_refused_by_its_format():
    other = json.dumps({**RECORD, "format": "talon-match-1"}).encode()
    with pytest.raises(UnverifiableFileError, match="format is not incursions-match-1"):
        read_match_file(BytesIO(other))


def test_unknown_bot_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="there is no bot called 'hunter'; there are random, ensign"):
        KIND.make_bot("hunter", 1)
    assert KIND.thinking_bots == {"admiral"}


@pytest.mark.django_db
def test_match_names_its_game():
    match = create_match(host=people(1)[0])
    match.refresh_from_db()
    assert match.game == "incursions"
    assert match.kind is KIND
