"""The schedule of a day: what forms say, how it reads, and where it is shown."""

from __future__ import annotations

from datetime import date, time

import pytest
from django.urls import reverse

from incursions.kit.refusals import DomainError
from incursions.kit.requests import Fields
from tournaments.days.models import Day
from tournaments.days.schedule import NOT_PLANNED, Schedule, read_schedule, write_schedule

PAGE = {"Accept": "text/html"}
TYPED = {"date": "2026-12-05", "starts": "10:00", "ends": "17:30"}
WORDS = "Saturday, 5 December 2026, 10:00 to 17:30 (7 hours 30 minutes)"


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({}, ""),
        (TYPED, WORDS),
        ({"date": "2026-12-05"}, "Saturday, 5 December 2026"),
        ({"date": "", "starts": "10:00"}, "from 10:00"),
        ({"starts": "20:00", "ends": "02:00"}, "20:00 to 02:00 (6 hours)"),
    ],
)
def test_schedule_reads_as_people_say_it(typed, words):
    schedule = read_schedule(Fields(typed))
    assert str(schedule) == words
    assert bool(schedule) == bool(words)
    assert read_schedule(Fields(write_schedule(schedule))) == schedule


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"date": "tomorrow"}, "Date: give a date like 2026-12-05, or leave it empty."),
        ({"date": "0001-01-01"}, "Date: give a year from 1900 on."),
        ({"starts": "10:00+02:00"}, "Starts at: give a time like 10:00, or leave it empty."),
        ({"starts": "10:00", "ends": "25:00"}, "Ends at: give a time like 17:00, or leave it empty."),
        ({"ends": "17:00"}, "Say when the day starts, too, or leave its end empty."),
        ({"starts": "10:00", "ends": "10:00"}, "The day ends when it starts. Change one of the two times."),
        ({"date": 5}, "date is not text."),
    ],
)
def test_schedule_that_cannot_be_says_what_to_change(typed, message):
    with pytest.raises(DomainError) as refused:
        read_schedule(Fields(typed))
    assert refused.value.message == message


def test_day_is_held_with_its_schedule_which_its_pages_show(client, db):
    address = reverse("days:days")
    made = client.post(address, {"name": "Winter", "players": "30", **TYPED}, headers=PAGE)
    row = Day.objects.get(name="Winter")
    assert row.schedule == Schedule(date(2026, 12, 5), time(10), time(17, 30))
    for page in (
        made.url,
        address,
        row.get_absolute_url(),
        *(reverse(f"days:{name}", args=[row.public_id]) for name in ("links", "briefings")),
    ):
        assert WORDS in client.get(page).content.decode(), page


def test_refused_day_keeps_what_was_typed(client, db):
    address = reverse("days:days")
    page = client.post(address, {"name": "Winter & Co", "players": "12", "strict": "on", **TYPED}, headers=PAGE)
    assert page.status_code == 400
    shown = page.content.decode()
    assert "Den of Wolves is for 26 to 41 players." in shown
    assert 'value="Winter &amp; Co"' in shown
    assert 'value="2026-12-05"' in shown
    assert 'name="strict" checked' in shown
    assert not Day.objects.exists()
    assert client.post(address, {"players": "30"}).json()["code"] == "malformed"


def test_schedule_changes_on_switches_until_the_start(client, day, give):
    client.get(reverse("days:enter", args=[day.seats.get(name="Control").key]))
    address = reverse("days:switches", args=[day.public_id])
    assert client.post(address, {"name": day.name, **TYPED}, headers=PAGE).status_code == 302
    day.refresh_from_db()
    assert str(day.schedule) == WORDS
    shown = client.get(address).content.decode()
    assert all(f'value="{value}"' in shown for value in TYPED.values())
    refused = client.post(address, {"name": day.name, "date": "soon"}, headers=PAGE)
    assert refused.status_code == 400
    assert 'value="soon"' in refused.content.decode()
    assert client.post(address, {"name": day.name}, headers=PAGE).status_code == 302
    day.refresh_from_db()
    assert day.schedule == NOT_PLANNED
