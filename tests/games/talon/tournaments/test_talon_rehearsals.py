"""Tournaments of Talon that bots play from registration to the last round, replayed, exported and restored."""

import json

import pytest

from tests.games.talon.tournaments.events import announced
from tests.tournaments.events.organizing.tournaments import again, play_all, replays
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.entries import enter_for
from tournaments.events.files.restoration import read_file, restore_tournament
from tournaments.events.files.tournament_file import dump_tournament, write_tournament_file
from tournaments.events.formats import Swiss
from tournaments.events.history import standings_of
from tournaments.events.models import Table
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance, sweep_tournaments
from tournaments.events.rehearsals import Rehearsal, announce, check_bots_in, rehearse_like, report
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.models import Match


def play_matches(row) -> None:
    """Let bots play every running match of the tournament to its end, without a wait."""
    running = Match.objects.running().filter(table__round__tournament=row)
    while matches := list(running.light()):
        for match in matches:
            assert play_bots(match.public_id, match.last_action, now=NOON) > 0


@pytest.fixture
def played(owner):
    """A Swiss of six bots, each battle of which was played to its end."""
    row = announced(owner, PhasePlan(Swiss.key, rounds=3), match_s=3600, pace_s=0.0)
    for bot in ("random", "steady") * 3:
        enter_for(row.public_id, owner, bot=bot)
    from tests.tournaments.events.organizing.tournaments import started

    row = started(row, owner)
    while not again(row).is_over:
        advance(row.public_id, NOON)
        play_matches(row)
        sweep_tournaments(NOON)
    return again(row)


@pytest.mark.long
def test_swiss_of_bots_is_played_to_its_end_replayed_and_restored(played, owner):
    assert report(played)["problems"] == []
    assert replays(played)
    tables = list(Table.objects.filter(round__tournament=played).select_related("match"))
    assert len(tables) == 9
    for table in tables:
        sides = [played.mode_kind.list_sides(2)[place.index] for place in table.list_places()]
        assert sides == ["Terrans", "Talons"]
        assert table.match.left == [place.left for place in table.list_places()]
    found = standings_of(played)
    assert [standing.values for standing in found] == sorted((one.values for one in found), reverse=True)
    assert any(standing.values[1] for standing in found)
    content = write_tournament_file(played)
    restored = again(restore_tournament(read_file(content), by=owner).tournament)
    assert (restored.mode, restored.game) == ("duel", "talon")
    assert standings_of(restored) == found
    assert dump_tournament(restored)["rounds"] == json.loads(content)["rounds"]


@pytest.mark.long
@pytest.mark.parametrize("players", [8, 33])
def test_event_is_rehearsed(owner, players):
    row = announced(owner, PhasePlan(Swiss.key), mode="fleet", match_s=3600)
    rehearsal = rehearse_like(row.public_id, owner, players, now=NOON)
    assert (rehearsal.mode, rehearsal.match_s) == ("fleet", 4)
    play_all(rehearsal, NOON)
    found = report(again(rehearsal))
    assert (found["problems"], found["players"]) == ([], players)
    assert found["rounds"] == (players - 1).bit_length()


def test_skirmish_is_rehearsed_with_ready_made_fleets(owner):
    row = announced(owner, PhasePlan(Swiss.key, rounds=2), mode="skirmish", game_terms={"fleet_points": 200})
    rehearsal = rehearse_like(row.public_id, owner, 5, now=NOON)
    play_all(rehearsal, NOON)
    assert report(again(rehearsal))["problems"] == []
    for table in Table.objects.filter(round__tournament=rehearsal).select_related("match"):
        assert sorted(seat["side"] for seat in table.match.setup["seats"]) == ["talon", "terran"]
        assert table.match.setup["rulings"]["fleet_points"] == 200


def test_command_rehearses_a_game_and_mode_that_are_named(owner):
    rehearsal = Rehearsal(players=4, rounds=1, cut_to=2, game="talon", mode="escape")
    row = announce(owner, rehearsal, now=NOON)
    advance(row.public_id, later(seconds=1))
    check_bots_in(row, owner)
    play_all(row, later(seconds=10))
    assert (again(row).mode, report(again(row))["problems"]) == ("escape", [])
