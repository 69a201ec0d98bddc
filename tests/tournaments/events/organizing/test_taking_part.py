"""Who stands in the standings: who plays, and who has gone after a round with a table or a bye (rules 21.13)."""

from typing import NamedTuple

import pytest
from django.test import Client

from incursions.accounts.models import User
from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    lines,
    play_all,
    play_round,
    replays,
    some_loadout,
    started,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.entries import disqualify, drop, enter
from tournaments.events.formats import SingleElimination, Swiss
from tournaments.events.history import LoggedLine, final_places, phase_places, replay, standings_of
from tournaments.events.models import Entry, SitOut, Tournament
from tournaments.events.pages.overview import list_tournaments
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance
from tournaments.events.rehearsals import find_problems
from tournaments.events.rounds import pair_round, publish_round, undo_round
from tournaments.events.series import add_tournament, create_series, table_of
from tournaments.players.models import Patch
from tournaments.players.patch_views import details_of

WHY = "A die of one's own."


def standing(row) -> list[int]:
    """Who stands there, by number; the log has to say the same."""
    assert replays(row)
    return sorted(one.player for one in standings_of(again(row)))


def placed(row) -> list[int]:
    return sorted(player for together in final_places(again(row)) for player in together)


class Early(NamedTuple):
    """A tournament of two rounds, and who stood there before the first of them."""

    row: Tournament
    stood: list[int]


@pytest.fixture(scope="module")
def laid(module_owner) -> Early:
    """Of six players 1 is disqualified before the start and 2 drops after it, before a round was paired."""
    row = announced(module_owner, PhasePlan(Swiss.key, rounds=2), is_automatic=False)
    users = with_people(row, 2)
    with_bots(row, module_owner, 4)
    disqualify(row.public_id, module_owner, 1, reason=WHY)
    row, now = started(row, module_owner), NOON
    drop(row.public_id, users[1], now=now)
    stood = standing(row)
    for _ in range(2):
        pair_round(row.public_id, module_owner, now=now)
        publish_round(row.public_id, module_owner, now=now)
        now = play_round(row, now)
    return Early(row, stood)


@pytest.fixture
def owner(module_owner, db) -> User:
    return User.objects.get(pk=module_owner.pk)


@pytest.fixture
def early(laid, db) -> Tournament:
    row = again(laid.row)
    assert row.is_over
    return row


@pytest.mark.rule("21.13")
def test_who_is_gone_before_the_first_round_stands_nowhere(laid, early):
    assert laid.stood == [3, 4, 5, 6]
    assert standing(early) == [3, 4, 5, 6] == placed(early)
    played = replay(LoggedLine(line.did, line.after) for line in lines(early))
    assert played.places == final_places(again(early)) == played.told_places
    assert list(find_problems(again(early))) == []
    assert not Patch.objects.filter(entry__number__in=(1, 2)).exists()
    assert "of 4 players" in details_of(Patch.objects.first())


def test_pages_know_nobody_who_took_no_part(early):
    client = Client()
    names = [entry.name for entry in Entry.objects.filter(tournament=early).order_by("number")]
    for address in ("standings/", "places/", "decks/", "export/standings.csv", "export/results.trf"):
        text = read_page(client.get(f"/tournaments/{early.public_id}/{address}"))
        assert [name in text for name in names] == [False, False, True, True, True, True], address
    assert client.get(f"/tournaments/{early.public_id}/standings/1/").status_code == 404
    assert client.get(f"/tournaments/{early.public_id}/standings/3/").status_code == 200
    assert "<b>4</b> played" in read_page(client.get(f"/tournaments/{early.public_id}/"))
    assert [line.players for line in list_tournaments(None).over] == [4]


def test_api_knows_nobody_who_took_no_part(early):
    client = Client()
    address = f"/api/v1/tournaments/{early.public_id}/"
    assert sorted(one["number"] for one in client.get(f"{address}standings/").json()["results"]) == [3, 4, 5, 6]
    places = client.get(f"{address}places/").json()["places"]
    assert sorted(player for one in places for player in one["players"]) == [3, 4, 5, 6]


def test_log_of_older_times_that_places_somebody_who_took_no_part_is_read_as_it_is_now(early):
    told = [LoggedLine(line.did, line.after) for line in lines(early)]
    (end,) = (number for number, line in enumerate(told) if line.did == "finished")
    told[end] = LoggedLine("finished", {"places": [*told[end].after["places"], [2], [1]]})
    assert replay(told).places == final_places(again(early))


def test_series_counts_nobody_who_took_no_part(early, owner):
    series = create_series(owner, "Lantern Nights", 0)
    add_tournament(series.public_id, owner, early.public_id)
    assert table_of(series).lines == []


@pytest.mark.rule("21.13")
def test_who_has_been_paired_stands_there_from_the_beginning_of_the_round(owner):
    row = started(with_bots(announced(owner, delay_s=30), owner, 5), owner)
    advance(row.public_id, NOON)
    (bye,) = SitOut.objects.filter(kind="bye").values_list("entry__number", flat=True)
    gone = next(number for number in range(1, 6) if number != bye)
    disqualify(row.public_id, owner, gone, reason=WHY)
    drop(row.public_id, owner, bye, reason="Had to go.")
    assert standing(row) == sorted({1, 2, 3, 4, 5} - {gone, bye})
    play_all(row, row.started_at)
    assert standing(row) == [1, 2, 3, 4, 5] == placed(row)
    assert final_places(again(row))[-1] == [gone]


@pytest.mark.rule("21.13")
def test_round_that_was_undone_let_nobody_take_part(owner):
    row = started(with_bots(announced(owner), owner, 4), owner)
    play_round(row, NOON)
    drop(row.public_id, owner, 1, reason="Had to go.")
    assert standing(row) == [1, 2, 3, 4]
    while again(row).rounds.exclude(state="undone").exists():
        undo_round(row.public_id, owner, reason="Wrong hall.")
    assert standing(row) == [2, 3, 4]


@pytest.mark.rule("21.13")
def test_who_came_late_and_went_before_playing_has_lost_nothing(owner):
    row = started(with_bots(announced(owner, late_rounds=2, delay_s=30), owner, 4), owner)
    advance(row.public_id, NOON)
    first, second = (User.objects.create_user(name) for name in ("maren", "tobias"))
    for user in (first, second):
        enter(row.public_id, user, loadout=some_loadout(), now=NOON)
    advance(row.public_id, later(seconds=30))
    assert standing(row) == [1, 2, 3, 4, 5, 6]
    drop(row.public_id, first, now=later(seconds=40))
    assert standing(row) == [1, 2, 3, 4, 6]
    assert {one.player: one.score.losses for one in standings_of(again(row))}[6] == 1
    assert Client().get(f"/tournaments/{row.public_id}/standings/").status_code == 200
    play_all(row, later(seconds=30))
    assert standing(row) == [1, 2, 3, 4, 6] == placed(row)


@pytest.mark.rule("21.13")
def test_phase_places_nobody_who_was_never_in_it(owner):
    row = with_bots(announced(owner, PhasePlan(SingleElimination.key)), owner, 4)
    disqualify(row.public_id, owner, 4, reason=WHY)
    row = started(row, owner)
    play_all(row)
    assert standing(row) == [1, 2, 3] == placed(row)
    assert len(phase_places(row.phases.get())) == 3
