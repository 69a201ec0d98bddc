"""Seating players on a day: new links, roles doubled up, and seats that are filled or left, mid-day too."""

from __future__ import annotations

import pytest
from django.urls import reverse

from incursions.kit.refusals import DomainError
from tests.tournaments.days.day_rows import reload_day
from tests.tournaments.days.seated_client import enter, order
from tournaments.days.day_games import game_of, load_game
from tournaments.days.files import find_difference, make_file
from tournaments.days.player_list import import_players
from tournaments.days.seating import double_seat, fill_seat, leave_seat, release_seat, renew_link
from tournaments.days.seats import find_seat_by_key, list_free_seats, make_day, name_player

CAPTAIN, OFFICER = "Dione Captain", "Dione First Officer"
MOVE = "move the vessel to quadrant 4"


def seat_of(day, name):
    return day.seats.select_related("day", "played_with").get(name=name)


def page_of(day, name):
    return reverse("days:seat", args=[day.public_id, day.seats.get(name=name).place])


# New links.


def test_new_link_takes_the_seat_from_all_devices_at_once(client, day, give):
    give("Control", "start the event")
    seat, page = enter(client, day, "Dione Chief Engineer")
    enter(client, day, CAPTAIN)
    renew_link(seat_of(day, seat.name), "Grace")
    assert client.get(page).status_code == 404
    assert order(client, day, seat, "use Water Plant").status_code == 404
    assert client.get(reverse("days:enter", args=[seat.key])).status_code == 404
    assert client.get(page_of(day, CAPTAIN)).status_code == 200
    new, page = enter(client, day, seat.name)
    assert (new.player, new.key != seat.key) == ("Grace", True)
    assert order(client, day, new, "use Water Plant").status_code == 200


def test_new_link_of_control_takes_the_desk(client, day):
    _, desk = enter(client, day, "Control 3")
    assert client.get(desk).status_code == 200
    renew_link(seat_of(day, "Control 3"), "")
    assert client.get(desk).status_code == 404


# One player, several seats.


def test_one_link_opens_all_seats_of_a_player(client, day):
    name_player(seat_of(day, CAPTAIN), "Ada")
    _, lost = enter(client, day, OFFICER)
    double_seat(seat_of(day, OFFICER), seat_of(day, CAPTAIN), "Control")
    assert client.get(lost).status_code == 404
    _, page = enter(client, day, CAPTAIN)
    assert page == reverse("days:day", args=[day.public_id])
    shown = client.get(page).content.decode()
    assert CAPTAIN in shown
    assert OFFICER in shown
    assert client.get(page_of(day, OFFICER)).status_code == 200
    assert seat_of(day, OFFICER).player == "Ada"


def test_released_seat_is_free_and_its_own_link_opens_it_alone(client, day):
    double_seat(seat_of(day, OFFICER), seat_of(day, CAPTAIN), "Control")
    enter(client, day, CAPTAIN)
    assert seat_of(day, OFFICER) not in list_free_seats(day)
    release_seat(seat_of(day, OFFICER))
    assert client.get(page_of(day, OFFICER)).status_code == 404
    assert client.get(page_of(day, CAPTAIN)).status_code == 200
    assert seat_of(day, OFFICER) in list_free_seats(day)
    client.logout()
    enter(client, day, OFFICER)
    assert client.get(page_of(day, OFFICER)).status_code == 200
    assert client.get(page_of(day, CAPTAIN)).status_code == 404


def test_seats_played_together_are_one_group_however_they_are_joined(client, day):
    double_seat(seat_of(day, OFFICER), seat_of(day, CAPTAIN), "Control")
    double_seat(seat_of(day, "Lucas Captain"), seat_of(day, OFFICER), "Control")
    double_seat(seat_of(day, CAPTAIN), seat_of(day, "Aegis Admiral"), "Control")
    held = {seat.name: seat.played_with and seat.played_with.name for seat in day.seats.select_related("played_with")}
    assert held[CAPTAIN] == held[OFFICER] == held["Lucas Captain"] == "Aegis Admiral"
    name_player(seat_of(day, "Aegis Admiral"), "Ada")
    assert seat_of(day, "Lucas Captain").player == "Ada"
    enter(client, day, OFFICER)
    assert client.get(page_of(day, "Aegis Admiral")).status_code == 200


@pytest.mark.parametrize(
    ("seat", "other", "words"),
    [
        (CAPTAIN, CAPTAIN, "same player"),
        ("Control 2", CAPTAIN, "nobody's seat"),
        (CAPTAIN, "Control 2", "nobody's seat"),
        (CAPTAIN, "News Media Reporter 5", "Nobody plays"),
    ],
)
def test_seats_that_do_not_fit_are_not_doubled(day, seat, other, words):
    with pytest.raises(DomainError, match=words):
        double_seat(seat_of(day, seat), seat_of(day, other), "Control")
    assert not day.seats.exclude(played_with=None).exists()


def test_doubled_seat_has_no_player_and_link_of_its_own(day):
    double_seat(seat_of(day, OFFICER), seat_of(day, CAPTAIN), "Control")
    for change in (lambda seat: renew_link(seat, "Grace"), lambda seat: name_player(seat, "Grace")):
        with pytest.raises(DomainError, match="Release it first"):
            change(seat_of(day, OFFICER))
    with pytest.raises(DomainError, match="played alone"):
        release_seat(seat_of(day, CAPTAIN))


# Filled and left, before the start.


def test_seats_are_filled_and_left_in_the_setup_before_the_start(host):
    day = make_day(host, "wolves", "Spring", 26)
    assert OFFICER in day.seats_filled
    name_player(seat_of(day, OFFICER), "Ada")
    leave_seat(seat_of(day, OFFICER), "Control")
    fill_seat(seat_of(day, "Dione Chief Engineer"), "Control")
    reload_day(day)
    assert OFFICER not in day.seats_filled
    assert "Dione Chief Engineer" in day.seats_filled
    assert len(day.seats_filled) == 26
    assert seat_of(day, OFFICER).player == ""
    assert day.entries.count() == 0
    empty = game_of(day).state.empty_seats
    assert (OFFICER in empty, "Dione Chief Engineer" in empty) == (True, False)
    assert load_game(day).state.empty_seats == empty


def test_named_player_fills_a_seat_that_nobody_filled(host):
    day = make_day(host, "wolves", "Spring", 26)
    assert import_players(day, "Ada, Dione Chief Engineer\nGrace, Dione Captain") == 2
    assert "Dione Chief Engineer" in reload_day(day).seats_filled
    assert seat_of(day, "Dione Chief Engineer").is_filled


@pytest.mark.parametrize(
    ("change", "name"), [(fill_seat, CAPTAIN), (leave_seat, "Control 2"), (fill_seat, "Control 2")]
)
def test_seat_is_not_filled_twice_and_control_is_always_open(day, change, name):
    with pytest.raises(DomainError):
        change(seat_of(day, name), "Control")
    assert reload_day(day).revision == 0


# Filled and left, after the start.


def test_seat_that_gets_its_player_mid_day_has_all_its_duties(day, give):
    leave_seat(seat_of(day, CAPTAIN), "Control")
    give("Control", "start the event")
    give("Control", "begin action")
    give(OFFICER, "go to map", 5)
    give(OFFICER, MOVE, 6)
    give("Control", "Dione Chief Engineer stands in for Dione Captain", 7)
    fill_seat(seat_of(day, CAPTAIN), "Control 2")
    entry = day.entries.last()
    assert (entry.seat, entry.text) == ("Control 2", "set player of Dione Captain to here because the seat is filled")
    game = game_of(reload_day(day))
    assert CAPTAIN not in game.state.empty_seats
    assert game.state.stand_ins == {}
    with pytest.raises(DomainError) as refused:
        give(OFFICER, "close docking", 8)
    assert refused.value.rule == "W3.11"
    give(CAPTAIN, "close docking", 9)


def test_seat_that_is_left_mid_day_falls_to_its_team_and_undo_brings_it_back(client, day, give):
    give("Control", "start the event")
    give("Control", "begin action")
    _, page = enter(client, day, CAPTAIN)
    leave_seat(seat_of(day, CAPTAIN), "Control")
    assert client.get(page).status_code == 404
    assert not seat_of(day, CAPTAIN).is_filled
    give(OFFICER, "go to map", 5)
    give(OFFICER, MOVE, 6)
    give("Control", "undo to entry 2 because he is back", 7)
    assert CAPTAIN not in game_of(reload_day(day)).state.empty_seats
    assert seat_of(day, CAPTAIN).is_filled
    give("Control", "end the event", 8)
    assert find_difference(make_file(reload_day(day))) is None


def test_command_in_words_changes_the_row_of_the_seat(day, give):
    give("Control", "start the event")
    give("Control", "set player of Lucas Captain to away because he went home", 5)
    assert not seat_of(day, "Lucas Captain").is_filled
    with pytest.raises(DomainError) as refused:
        give("Control", "set player of Lucas Captain to away because he went home", 6)
    assert refused.value.rule == "W3.14"
    give("Control", "set player of Lucas Captain to here because he came back", 7)
    assert seat_of(day, "Lucas Captain").is_filled


# The page.


def change_seat_by_form(client, day, name, **fields):
    place = day.seats.get(name=name).place
    return client.post(reverse("days:change_seat", args=[day.public_id, place]), fields)


def test_control_changes_seats_by_the_page(client, host, day):
    client.force_login(host)
    page = reverse("days:seats", args=[day.public_id])
    old = seat_of(day, CAPTAIN).key
    captain, officer = (f"{page}#seat-{seat_of(day, name).place}" for name in (CAPTAIN, OFFICER))
    assert change_seat_by_form(client, day, CAPTAIN, act="renew", player="Ada").url == captain
    assert seat_of(day, CAPTAIN).key != old
    assert change_seat_by_form(client, day, OFFICER, act="double", **{"with": " dione captain "}).url == officer
    shown = client.get(page).content.decode()
    assert "with Dione Captain" in shown
    assert shown.count(seat_of(day, CAPTAIN).key) == 4
    assert len(shown.encode()) < 140_000
    assert change_seat_by_form(client, day, OFFICER, act="release").url == officer
    assert change_seat_by_form(client, day, OFFICER, act="leave").url == officer
    assert change_seat_by_form(client, day, OFFICER, act="fill").url == officer
    assert find_seat_by_key(seat_of(day, OFFICER).key).is_filled


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 400),
        ({"act": "sell"}, 400),
        ({"act": "renew", "player": "x" * 61}, 400),
        ({"act": "renew", "player": "a\x07"}, 400),
        ({"act": "double"}, 400),
        ({"act": "double", "with": "Dione Cook"}, 404),
        ({"act": "double", "with": "a\x07"}, 400),
        ({"act": "double", "with": CAPTAIN}, 409),
        ({"act": "double", "with": "Control"}, 409),
        ({"act": "release"}, 409),
        ({"act": "fill"}, 409),
    ],
)
def test_bad_change_of_a_seat_is_refused(client, host, day, fields, status):
    client.force_login(host)
    before = day.seats.values_list()
    assert change_seat_by_form(client, day, CAPTAIN, **fields).status_code == status
    assert list(day.seats.values_list()) == list(before)


def test_players_and_strangers_change_no_seat(client, day):
    key = seat_of(day, CAPTAIN).key
    assert change_seat_by_form(client, day, CAPTAIN, act="renew").status_code == 404
    enter(client, day, CAPTAIN)
    assert change_seat_by_form(client, day, CAPTAIN, act="renew").status_code == 404
    assert seat_of(day, CAPTAIN).key == key


def test_list_of_several_lines_is_read_by_the_page(client, host, day):
    client.force_login(host)
    page = reverse("days:seats", args=[day.public_id])
    assert client.post(page, {"list": "Ada, Dione Captain\r\nGrace, Aegis Admiral\r\n"}).url == f"{page}#main"
    assert seat_of(day, "Aegis Admiral").player == "Grace"
