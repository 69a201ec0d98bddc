"""The shelf: which games there are, and what each answers for itself."""

import json
from dataclasses import replace
from io import BytesIO

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command

from incursions.games.incursions.kind import KIND
from incursions.games.shelf import Commands
from tests.games.duel.kind import KIND as DUEL
from tests.tournaments.laid_matches import people
from tests.tournaments.players.records import RECORD
from tournaments.matches.game_kinds import find_by_format, find_printing, first_game, game_kinds
from tournaments.matches.life import create_match
from tournaments.matches.verification import UnverifiableFileError, read_match_file

FIRST_BADGE = KIND.records.badges[0].slug


def test_games_are_those_of_the_settings():
    assert list(game_kinds()) == ["incursions", "talon"]
    assert first_game() == "incursions"
    assert find_by_format("incursions-match-1") is KIND
    assert find_by_format("chess-match-1") is None
    assert find_by_format(["incursions-match-1"]) is None


def test_game_that_there_is_not_is_named(settings):
    settings.GAMES = ["incursions.games.chess.kind.KIND"]
    with pytest.raises(ImproperlyConfigured) as refusal:
        game_kinds.__wrapped__()
    assert str(refusal.value) == (
        "GAMES names a game that cannot be imported, 'incursions.games.chess.kind.KIND': "
        "No module named 'incursions.games.chess'."
    )


@pytest.mark.parametrize(
    ("changes", "collision"),
    [
        ({"name": "incursions"}, "key of one name: incursions"),
        ({"modes": [replace(DUEL.modes[0], name="basic"), *DUEL.modes[1:]]}, "mode of one name: basic"),
        ({"bots": [replace(DUEL.bots[0], name="ensign")]}, "bot of one name: ensign"),
        ({"records": replace(DUEL.records, badges=KIND.records.badges[:1])}, f"badge of one name: {FIRST_BADGE}"),
    ],
    ids=["name", "mode", "bots", "badge"],
)
def test_games_that_share_a_name_are_refused(changes, collision, settings, monkeypatch):
    monkeypatch.setattr("tests.games.duel.kind.KIND", replace(DUEL, **changes))
    settings.GAMES = ["incursions.games.incursions.kind.KIND", "tests.games.duel.kind.KIND"]
    with pytest.raises(ImproperlyConfigured) as refusal:
        game_kinds.__wrapped__()
    assert str(refusal.value) == f"GAMES names two games, Incursions and Duel, with a {collision}."


def test_games_may_share_a_bot(settings, monkeypatch):
    monkeypatch.setattr("tests.games.duel.kind.KIND", replace(DUEL, bots=KIND.bots))
    settings.GAMES = ["incursions.games.incursions.kind.KIND", "tests.games.duel.kind.KIND"]
    assert list(game_kinds.__wrapped__()) == ["incursions", "duel"]


def test_file_of_a_game_that_is_not_played_here_is_refused_by_its_format():
    other = json.dumps({**RECORD, "format": "chess-match-1"}).encode()
    with pytest.raises(UnverifiableFileError, match="format is not incursions-match-1"):
        read_match_file(BytesIO(other))


def test_unknown_bot_is_refused_with_those_there_are():
    with pytest.raises(ValueError, match="there is no bot called 'hunter'; there are cadet, ensign, captain"):
        KIND.make_bot("hunter", 1)
    assert KIND.thinking_bots == {"admiral"}


@pytest.mark.parametrize(
    ("command", "lacks"),
    [(["rules_coverage"], "rulebook"), (["run_scenarios", "."], "scenarios"), (["simulate"], "simulations")],
)
def test_game_may_lack_what_commands_need(command, lacks):
    bare = replace(KIND, title="Duel", commands=Commands)
    with pytest.raises(CommandError, match=f"Duel has no {lacks}") as refused:
        call_command(*command, game=bare)
    assert refused.value.returncode == 2


def test_prints_are_those_of_the_first_game_where_a_game_has_none():
    assert find_printing(replace(KIND, printing=None)) == find_printing(KIND)


@pytest.mark.django_db
def test_match_names_its_game():
    match = create_match(host=people(1)[0])
    match.refresh_from_db()
    assert match.game == "incursions"
    assert match.kind is KIND
