"""Trying a day alone against bots, and giving teams of a day to bots."""

from __future__ import annotations

from django.urls import reverse

from incursions.accounts.models import User
from incursions.accounts.viewers import merge_guest
from tests.tournaments.days.seated_client import enter
from tournaments.days import trials
from tournaments.days.bots import list_bot_seats, set_bots
from tournaments.days.day_games import game_of
from tournaments.days.models import Day, DayBots
from tournaments.days.seats import make_day

TRY = {"game": "wolves", "seat": "Dione Captain", "speed": "quick"}


def test_guest_tries_a_seat_alone(client, db):
    page = client.get(reverse("days:days")).content.decode()
    assert "Try Den of Wolves alone" in page
    assert '<option value="Dione Captain" selected>' in page
    answer = client.post(reverse("days:try"), TRY)
    day = Day.objects.get()
    seat = day.seats.get(name="Dione Captain")
    assert answer.url == reverse("days:seat", args=[day.public_id, seat.place])
    assert day.host.is_guest
    assert day.is_started
    assert game_of(day).content.fleet.minutes == (1, 6, 4, 2)
    assert not seat.is_bot
    bots = list_bot_seats(day)
    assert "Control" in bots
    assert "News Media Reporter" in bots
    assert len(bots) == 41
    station = client.get(answer.url).content.decode()
    assert "Bots play 41 of 42 seats" in station
    assert "bots: First Officer, Chief Engineer, Council Member" in station


def test_who_tries_control_gets_the_desk_and_starts_by_himself(client, db):
    answer = client.post(reverse("days:try"), {**TRY, "seat": "Control"})
    day = Day.objects.get()
    assert answer.url == reverse("days:desk", args=[day.public_id])
    assert not day.is_started
    assert "Control" not in list_bot_seats(day)
    assert "Bots play 41 of 42 seats" in client.get(answer.url).content.decode()


def test_one_person_may_play_a_whole_team(client, db):
    client.post(reverse("days:try"), {**TRY, "team": "on"})
    day = Day.objects.get()
    own = day.seats.filter(team="Dione")
    assert not any(seat.is_bot for seat in own)
    assert all(client.get(reverse("days:seat", args=[day.public_id, seat.place])).status_code == 200 for seat in own)
    assert len(list_bot_seats(day)) == 38


def test_bots_of_an_earlier_trial_rest(client, db):
    client.post(reverse("days:try"), TRY)
    first = Day.objects.get()
    client.post(reverse("days:try"), TRY)
    assert first.bots.due_at is None
    assert DayBots.objects.filter(due_at__isnull=False).count() == 1


def test_too_many_trials_at_once_are_refused(client, db, monkeypatch):
    monkeypatch.setattr(trials, "MOST_TRIALS", 0)
    answer = client.post(reverse("days:try"), TRY)
    assert answer.status_code == 503
    assert "Try again in a few minutes" in answer.content.decode()
    assert not Day.objects.exists()


def test_unknown_seat_or_speed_makes_no_day(client, db):
    for change in ({"seat": "Nobody"}, {"speed": "at once"}, {"game": "chess"}):
        assert client.post(reverse("days:try"), {**TRY, **change}).status_code == 400
    assert not Day.objects.exists()


def give_form(client, day, **form):
    return client.post(reverse("days:bots", args=[day.public_id]), form)


def test_team_is_given_to_bots_and_taken_back(client, day, host):
    client.force_login(host)
    page = give_form(client, day, team="Dione", bot="true").url
    assert list_bot_seats(day) == [
        f"Dione {r}" for r in ("Captain", "First Officer", "Chief Engineer", "Council Member")
    ]
    assert "all bots" in client.get(page).content.decode()
    captain = day.seats.get(name="Dione Captain")
    give_form(client, day, seat=str(captain.place), bot="false")
    assert "Dione Captain" not in list_bot_seats(day)
    give_form(client, day, team="Dione", bot="false")
    assert list_bot_seats(day) == []
    give_form(client, day, team="Control", bot="true")
    assert list_bot_seats(day) == ["Control"]
    assert give_form(client, day, team="Nobody", bot="true").status_code == 404


def test_only_control_gives_seats_to_bots(client, day):
    enter(client, day, "Dione Captain")
    assert give_form(client, day, team="Dione", bot="true").status_code == 404
    assert list_bot_seats(day) == []


def test_team_that_nobody_fills_may_be_a_bots(client, host):
    small = make_day(host, "wolves", "A small day", 26)
    client.force_login(host)
    assert "Salvador" in client.get(reverse("days:seats", args=[small.public_id])).content.decode()
    give_form(client, small, team="Salvador", bot="true")
    assert "Salvador Captain" in list_bot_seats(small)


def test_day_may_begin_with_bots_until_players_come(client, host):
    client.force_login(host)
    client.post(reverse("days:days"), {"name": "Spring", "players": "30", "bots": "true"})
    day = Day.objects.get()
    assert "Control" not in list_bot_seats(day)
    assert "Dione Captain" in list_bot_seats(day)
    free = day.seats.get(name="Dione Captain")
    client.post(reverse("days:take", args=[day.public_id]), {"seat": str(free.place), "player": "Ada"})
    assert "Dione Captain" not in list_bot_seats(day)


def test_page_shows_bots_as_soon_as_they_come(client, day, host):
    client.force_login(host)
    desk = reverse("days:desk", args=[day.public_id])
    assert "Bots play" not in client.get(desk).content.decode()
    before = day.revision
    set_bots(day, [seat.place for seat in day.seats.filter(team="Lucas")], is_bot=True)
    day.refresh_from_db()
    assert day.revision == before + 1
    assert "<b>Lucas</b>: all bots" in client.get(desk).content.decode()


def test_days_of_a_guest_go_to_the_account(client, db):
    client.post(reverse("days:try"), TRY)
    account = User.objects.create_user("tobias", password="secret word")
    merge_guest(Day.objects.get().host, account=account)
    assert Day.objects.get().host == account
