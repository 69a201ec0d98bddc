"""Presence at a day: seats of which a page is open, teams without any, and sockets of seats that have a new link."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.days.day_socket import DaySocket
from tests.tournaments.live.sockets import PATIENCE_S, in_database, run
from tournaments.days.day_page import draw_page, find_day
from tournaments.days.presence import list_present, list_silent_teams, room_of_seats
from tournaments.days.seating import double_seat, leave_seat, renew_link
from tournaments.live.consumers import GONE
from tournaments.live.models import Attendance, WebServer
from tournaments.live.presence.attendance import attendances


def seat_of(day, name):
    return day.seats.select_related("day", "played_with").get(name=name)


@pytest.fixture
def server(db):
    return WebServer.objects.create(pk=attendances.server, seen_at=timezone.now())


def come(day, server, *names):
    room = room_of_seats(day.public_id)
    for name in names:
        Attendance.objects.create(server=server, room=room, viewer=seat_of(day, name).place)


def test_teams_without_a_phone_are_told_while_the_day_runs(day, give, server):
    assert list_silent_teams(day) == ()
    give("Control", "start the event")
    day.refresh_from_db()
    assert "Dione" in list_silent_teams(day)
    come(day, server, "Dione Captain", "Lucas Captain", "Control")
    silent = list_silent_teams(day)
    assert not {"Dione", "Lucas", "Control"} & {*silent}
    assert {"Aegis", "News Media"} <= {*silent}


def test_team_without_players_is_not_missed(day, give):
    for seat in day.seats.filter(team="Vulcan"):
        leave_seat(seat_of(day, seat.name), "Control")
    give("Control", "start the event")
    day.refresh_from_db()
    assert "Vulcan" not in list_silent_teams(day)


def test_team_of_bots_is_not_missed(day, give):
    give("Control", "start the event")
    day.refresh_from_db()
    day.seats.filter(team="Vulcan").update(is_bot=True)
    day.seats.filter(name="Dione Captain").update(is_bot=True)
    silent = list_silent_teams(day)
    assert "Vulcan" not in silent
    assert "Dione" in silent


def test_player_of_several_seats_is_there_for_all(day, give, server):
    double_seat(seat_of(day, "Vulcan Captain"), seat_of(day, "Dione Captain"), "Control")
    give("Control", "start the event")
    day.refresh_from_db()
    come(day, server, "Dione Captain")
    assert {seat_of(day, name).place for name in ("Dione Captain", "Vulcan Captain")} == list_present(day)
    assert "Vulcan" not in list_silent_teams(day)


def test_desk_shows_a_team_that_goes_and_comes_without_a_command(day, give, server):
    give("Control", "start the event")
    day = find_day(day.public_id)
    before = draw_page(day, "desk", "Control")
    assert "No phone on" in before.parts["inbox"]
    come(day, server, *(seat.name for seat in day.seats.all()))
    after = draw_page(day, "desk", "Control")
    assert after.revision == before.revision
    assert "No phone on" not in after.parts["inbox"]


@pytest.mark.django_db(transaction=True)
def test_socket_counts_its_seat_and_loses_it_with_the_link(day, give, server):
    seat = seat_of(day, "Dione Captain")

    async def test():
        socket = DaySocket(day, "seat", seat.place, [seat.key])
        await socket.open()
        await socket.hear_update()
        now = timezone.now()
        await in_database(attendances.flush)(now)
        assert await in_database(list_present)(day) == {seat.place}
        await in_database(renew_link)(seat, "Grace")
        closed = await socket.receive_output(timeout=PATIENCE_S)
        assert (closed["type"], closed["code"]) == ("websocket.close", GONE)
        await socket.send_input({"type": "websocket.disconnect", "code": GONE})
        await socket.wait(timeout=PATIENCE_S)
        await in_database(attendances.flush)(now + timedelta(minutes=1))
        assert await in_database(list_present)(day) == set()

    run(test)


@pytest.mark.django_db(transaction=True)
def test_new_link_closes_no_socket_of_others(day, give):
    captain, officer = seat_of(day, "Dione Captain"), seat_of(day, "Dione First Officer")

    async def test():
        socket = DaySocket(day, "seat", captain.place, [captain.key])
        await socket.open()
        await socket.hear_update()
        await in_database(renew_link)(officer, "Grace")
        assert (await socket.hear_update())["revision"] == 1
        await socket.close()

    run(test)
