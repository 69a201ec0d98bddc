"""The clock of a day over times in which the server slept, and over jumps of the machine's clock."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from tests.tournaments.days.day_rows import reload_day
from tournaments.days import locked_day
from tournaments.days.bots import set_bots, sweep_bots
from tournaments.days.locked_day import LockedDay, game_of, sweep_days
from tournaments.days.models import DayBots
from tournaments.days.seats import make_day
from tournaments.live.presence.attendance import record_web_process

SERVER = UUID(int=1)
START, SLEEPS_AT, WAKES_AT = 0, 60, 2_460
"""Seconds of the day: it starts, the laptop falls asleep a minute later, and wakes up after forty minutes."""


@pytest.fixture
def beat(day):
    """Record the heartbeat of the web process at a second of the day, as the clock of the machine counts them."""

    def beat_at(seconds):
        record_web_process(SERVER, day.epoch + timedelta(seconds=seconds))

    return beat_at


def test_no_phase_ends_while_the_server_sleeps_or_before_its_time_is_given_back(day, give, beat):
    give("Control", "start the event")
    beat(SLEEPS_AT)
    sweep_days(day.epoch + timedelta(seconds=WAKES_AT))
    give("Control", "announce to the room: awake again", WAKES_AT)
    beat(WAKES_AT)
    assert [each.at for each in day.entries.all()] == [START, SLEEPS_AT]
    woke_at, day = day.epoch + timedelta(seconds=WAKES_AT), reload_day(day)
    assert game_of(day).state.phase == "muster"
    assert day.due_at - woke_at == timedelta(seconds=120 - SLEEPS_AT)


def test_phase_that_was_due_before_the_server_slept_begins(day, give, beat):
    give("Control", "start the event")
    beat(121)
    sweep_days(day.epoch + timedelta(seconds=WAKES_AT))
    assert day.entries.last().at == 120


def test_day_that_is_made_before_the_time_is_given_back_counts_from_now(host):
    now = timezone.now()
    record_web_process(SERVER, now - timedelta(hours=1))
    made = make_day(host, "wolves", "Winter in the Fleet", 41)
    record_web_process(SERVER, now)
    assert reload_day(made).epoch == now


def test_bots_wait_while_the_server_sleeps(day, give, beat):
    beat(START)
    set_bots(day, [day.seats.get(name="Dione Captain").place], is_bot=True, now=day.epoch)
    give("Control", "start the event")
    sweep_bots(day.epoch + timedelta(seconds=WAKES_AT))
    assert DayBots.objects.get(day=day).due_at == day.epoch


def test_bots_go_on_when_the_clock_is_set_back(day, give, beat):
    beat(WAKES_AT)
    set_bots(day, [day.seats.get(name="Dione Captain").place], is_bot=True, now=day.epoch + timedelta(seconds=WAKES_AT))
    beat(START)
    assert DayBots.objects.get(day=day).due_at == day.epoch


def test_day_that_fails_holds_up_no_other(day, host, give, monkeypatch):
    other = make_day(host, "wolves", "Winter in the Fleet", 41)
    settle = LockedDay.settle
    for each in (day, other):
        locked_day.give_command(each.public_id, "Control", "start the event", now=each.epoch)

    def fail_first(locked):
        if locked.day.pk == day.pk:
            raise ValueError("a broken day")
        settle(locked)

    monkeypatch.setattr(LockedDay, "settle", fail_first)
    sweep_days(other.epoch + timedelta(minutes=3))
    assert game_of(reload_day(other)).state.phase == "action"
