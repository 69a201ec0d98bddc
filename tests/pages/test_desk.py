"""The first page of the desk of a tournament: the next thing to do, and what holds for all of its pages."""

import pytest
from django.utils import timezone

from tests.markup import read_page
from tests.pages.at_desk import act, again, announced, browser, desk_of, running, shown, told
from tests.tournaments.events.organizing.tournaments import plan, some_loadout, with_people
from tests.tournaments.laid_matches import people
from tournaments.events.entries import enter, enter_for
from tournaments.events.enums import RoundState, TournamentState
from tournaments.events.models import Entry, LogLine, Round, Tournament
from tournaments.events.plans import create_tournament
from tournaments.events.progress import advance, start_tournament
from tournaments.events.rounds import pair_round, publish_round
from tournaments.events.tables import open_tables
from tournaments.matches.models import Seat

pytestmark = pytest.mark.django_db


def test_next_thing_to_do_leads_from_the_draft_to_the_round(owner):
    row = create_tournament(owner, plan(is_automatic=False))
    for button, do, state in (
        ("Announce it", "announce", TournamentState.OPEN),
        ("Start now", "start", TournamentState.RUNNING),
        ("Pair round 1", "pair", TournamentState.RUNNING),
        ("Publish round 1", "publish", TournamentState.RUNNING),
    ):
        if do == "start":
            assert act(owner, row, "enter bots", bot="random", count="4").status_code == 303
        page = shown(owner, desk_of(row))
        assert button in page[page.index('id="next-act"') :]
        assert act(owner, row, do, seen=str(again(row).version)).status_code == 303
        assert again(row).state == state
    assert Round.objects.get().state == RoundState.PUBLISHED


def test_pause_and_resume(owner):
    row = running(owner)
    act(owner, row, "pause", reason="The power is out.")
    page = shown(owner, desk_of(row))
    assert "The power is out." in page
    assert "Resume the tournament" in page
    assert again(row).paused_at is not None
    act(owner, row, "resume")
    assert again(row).paused_at is None


def test_end_of_building_is_said_at_the_desk(owner):
    row = announced(owner, bots=2, kind="sealed")
    act(owner, row, "start")
    assert again(row).state == TournamentState.BUILDING
    assert "End building now" in shown(owner, desk_of(row))
    before = again(row).builds_until
    assert act(owner, row, "end building").status_code == 303
    assert again(row).builds_until < before


def test_desk_says_what_it_waits_for(owner):
    row = announced(owner, bots=1, capacity=3)
    ada, ben, cem = people(3)
    enter(row.public_id, ada)
    enter(row.public_id, ben, loadout=some_loadout())
    enter(row.public_id, cem)
    page = shown(owner, desk_of(row))
    assert "1 without a deck" in page
    assert "1 on the waiting list" in page
    Entry.objects.filter(user=ben).update(deck_problem="Too many mines.")
    assert "1 with a deck that is no longer legal" in shown(owner, desk_of(row))
    played = running(owner)
    assert "2 tables without a result" in shown(owner, desk_of(played))


def test_cancelling_asks_once_more_and_why(owner):
    row = announced(owner, bots=2)
    assert "This cannot be undone" in shown(owner, desk_of(row, "cancel"))
    refused = act(owner, row, "cancel", "cancel", reason=" ")
    assert (refused.status_code, again(row).state) == (400, TournamentState.OPEN)
    act(owner, row, "cancel", "cancel", reason="The hall is flooded.")
    assert again(row).state == TournamentState.CANCELLED
    assert LogLine.objects.last().reason == "The hall is flooded."


def test_desk_that_has_not_changed_is_not_sent_again(owner):
    row = announced(owner)
    client = browser(owner)
    tag = client.get(desk_of(row))["ETag"]
    assert client.get(desk_of(row), headers={"If-None-Match": tag}).status_code == 304
    act(owner, row, "enter bots", bot="random", count="1")
    assert client.get(desk_of(row), headers={"If-None-Match": tag}).status_code == 200
    looks_again = {
        page: "data-version" in shown(owner, desk_of(row, page)) for page in ("", "round", "log", "settings")
    }
    assert looks_again == {"": True, "round": True, "log": False, "settings": False}


def test_desk_is_sent_again_when_tables_open_and_players_come(owner):
    """No line of the log says so."""
    row = announced(owner)
    with_people(row, 1)
    enter_for(row.public_id, owner, bot="random")
    start_tournament(row.public_id, owner)
    pair_round(row.public_id, owner)
    publish_round(row.public_id, owner)
    opened: list[int] = []
    advance(row.public_id, opener=opened.extend)
    client = browser(owner)
    tags = [client.get(desk_of(row))]
    open_tables(opened)
    tags.append(client.get(desk_of(row)))
    Seat.objects.filter(user__isnull=False).update(came_at=timezone.now())
    tags.append(client.get(desk_of(row)))
    assert len({answer["ETag"] for answer in tags}) == 3
    assert ["data-waits" in read_page(answer) for answer in tags] == [True, True, False]


def test_program_is_told_what_came_of_it(owner):
    row = announced(owner)
    answer = browser(owner, "application/json").post(
        desk_of(row), {"do": "enter bots", "bot": "random", "count": 2}, content_type="application/json"
    )
    assert answer.json() == {"code": "done", "message": "", "rule": "", "version": again(row).version}
    assert told(owner, row, "swap", player=[1, "x"]) == (400, "malformed")
    assert told(owner, row, "swap", player=[[1]]) == (400, "malformed")
    assert told(owner, row, "nothing") == (400, "malformed")
    assert told(owner, row, "pair") == (409, "wrong_state")


def test_event_is_rehearsed_from_its_desk(owner):
    row = announced(owner, bots=2)
    answer = browser(owner).post(desk_of(row), {"do": "rehearse", "count": "200", "seen": row.version})
    assert (answer.status_code, Tournament.objects.count()) == (400, 1)
    assert 'value="200"' in read_page(answer)
    answer = browser(owner).post(desk_of(row), {"do": "rehearse", "count": "4", "seen": row.version}, follow=True)
    assert "Rehearsal: " in read_page(answer)
    rehearsal = Tournament.objects.exclude(pk=row.pk).get()
    assert (rehearsal.is_listed, Entry.objects.filter(tournament=rehearsal).count()) == (False, 4)
