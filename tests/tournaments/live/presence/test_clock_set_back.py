"""The computer's clock set back an hour: nothing stands still for an hour, and nobody has more time than before."""

from datetime import timedelta
from uuid import UUID

import pytest

from tests.tournaments.events.organizing.tournaments import announced, started, with_bots
from tests.tournaments.laid_matches import NOON, asked, everything, later, play
from tournaments.events.models import Tournament
from tournaments.events.tables import pause_tournament
from tournaments.live.models import House, Outage, WebServer
from tournaments.live.presence.attendance import Attendances, connected_users, record_web_process, record_worker
from tournaments.matches.clocks import Clock
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.models import Match

pytestmark = pytest.mark.both_databases

ONE, OTHER = UUID(int=1), UUID(int=2)
BACK = timedelta(hours=1)
STEP = BACK - timedelta(seconds=2)
"""Two seconds passed between the last beat before and the first one after."""


def set_back(seconds: int = 60) -> None:
    """Beat at so many seconds after noon, and two seconds later, when the clock shows an hour less."""
    record_web_process(ONE, later(seconds=seconds))
    record_web_process(ONE, later(seconds=seconds + 2) - BACK)


def test_clocks_limit_and_grace_go_on_where_they_were(duel):
    match, _ = duel
    seat = asked(match)
    match.seats.filter(index=1 - seat).update(away_since=later(seconds=10))
    before = match.seats.get(index=seat)
    set_back()
    after = Match.objects.get(pk=match.pk)
    now = later(seconds=62) - BACK
    assert after.deadline_at == match.deadline_at - STEP
    assert after.deadline_at - now == match.deadline_at - later(seconds=60)
    assert after.seats.get(index=seat).clock.read_at(now) == Clock(
        before.clock.read_at(later(seconds=60)).free_ms, before.clock.read_at(later(seconds=60)).bank_ms, now
    )
    assert after.seats.get(index=seat).runs_out_at == before.runs_out_at - STEP
    assert after.seats.get(index=1 - seat).away_since == later(seconds=10) - STEP
    assert (after.given_back_ms, after.revision, Outage.objects.count()) == (0, match.revision + 1, 0)


def test_what_is_due_lapses_when_its_time_has_passed(duel):
    match, _ = duel
    seat = match.seats.get(index=asked(match))
    seat.clock = Clock(5_000, 0, later(seconds=59))
    seat.save()
    set_back()
    due = later(seconds=64) - STEP
    assert sweep_deadlines(due - timedelta(milliseconds=1), queue=lambda *_: None) == 0
    assert sweep_deadlines(due, queue=lambda *_: None) == 1
    assert Match.objects.get(pk=match.pk).version > match.version


def test_move_after_the_clock_was_set_back_keeps_its_time(duel):
    match, players = duel
    record_web_process(ONE, later(seconds=60))
    moved_at = later(seconds=61) - BACK
    play(match, players[asked(match)], "decline", now=moved_at)
    since = Match.objects.get(pk=match.pk).seats.exclude(since=None).get()
    assert since.since == moved_at
    record_web_process(ONE, later(seconds=62) - BACK)
    same = Match.objects.get(pk=match.pk).seats.get(pk=since.pk)
    assert (same.since, same.runs_out_at) == (since.since, since.runs_out_at)


def test_small_corrections_move_nothing(duel):
    match, _ = duel
    record_web_process(ONE, later(seconds=60))
    before = everything(match)
    record_web_process(ONE, later(seconds=56))
    record_web_process(ONE, later(seconds=58))
    assert everything(match) == before


def test_paused_match_has_its_time_when_it_goes_on(duel):
    match, _ = duel
    Match.objects.filter(pk=match.pk).update(paused_at=later(seconds=30), paused_for="A look at the dice")
    set_back()
    after = Match.objects.get(pk=match.pk)
    assert (after.paused_at, after.deadline_at) == (later(seconds=30) - STEP, match.deadline_at - STEP)


@pytest.mark.django_db
def test_other_processes_are_not_taken_for_alive_for_an_hour():
    record_web_process(OTHER, later(seconds=60))
    record_worker(later(seconds=60))
    set_back()
    now = later(seconds=62) - BACK
    assert list(WebServer.objects.order_by("pk").values_list("seen_at", flat=True)) == [now, now]
    house = House.objects.get()
    assert (house.web_seen_at, house.worker_seen_at, house.web_since) == (now, now, now)


def test_tournament_starts_at_the_time_announced_and_its_rounds_move(owner):
    row = announced(owner, starts_at=later(days=1))
    running = started(with_bots(announced(owner), owner, 4), owner)
    pause_tournament(running.public_id, owner, reason="Lunch.", now=later(seconds=30))
    due = Tournament.objects.get(pk=running.pk).due_at
    set_back()
    assert Tournament.objects.get(pk=row.pk).starts_at == later(days=1)
    after = Tournament.objects.get(pk=running.pk)
    assert (after.paused_at, after.due_at) == (later(seconds=30) - STEP, due and due - STEP)


def test_clock_set_back_twice_is_followed_twice(duel):
    match, _ = duel
    set_back()
    record_web_process(ONE, NOON - 2 * BACK)
    last = Match.objects.get(pk=match.pk).deadline_at
    assert last - (NOON - 2 * BACK) == match.deadline_at - later(seconds=60)


def test_player_who_left_before_the_clock_was_set_back_is_gone(duel):
    match, (player, _) = duel
    web = Attendances(ONE)
    record_web_process(ONE, NOON)
    web.come(match.room, player.pk)
    web.flush(NOON)
    web.leave(match.room, player.pk, NOON)
    web.flush(NOON - BACK)
    assert connected_users(match.room) == set()
