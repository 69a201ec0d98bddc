from __future__ import annotations

import pytest
from django.urls import reverse

from incursions.kit.refusals import DomainError
from tournaments.days.player_list import FaultyListError, import_players
from tournaments.days.seats import (
    check_in,
    find_day_by_code,
    find_seat_by_key,
    list_free_seats,
    make_day,
    name_player,
)


@pytest.mark.parametrize("players", [26, 33, 41])
def test_as_many_seats_are_filled_as_players_come(host, players):
    day = make_day(host, "wolves", "Spring", players)
    filled = day.seats.filter(is_filled=True).exclude(team="Control")
    assert filled.count() == players
    assert set(day.seats_filled) == {seat.name for seat in filled}
    assert day.seats.filter(team="Control").count() == 6


@pytest.mark.parametrize(("name", "players"), [("", 30), (" ", 30), ("x" * 81, 30), ("Spring", 25), ("Spring", 42)])
def test_day_without_a_name_or_with_too_few_is_refused(host, name, players):
    with pytest.raises(DomainError):
        make_day(host, "wolves", name, players)


def test_personal_links_and_the_code_lead_to_the_day(day):
    seat = day.seats.get(name="Dione Captain")
    assert find_seat_by_key(seat.key) == seat
    assert find_day_by_code(f" {day.code.upper()} ") == day
    with pytest.raises(DomainError, match="no seat"):
        find_seat_by_key("nothing")


def test_players_of_a_list_are_set_whole_or_not_at_all(day):
    assert import_players(day, "Ada, Dione Captain\n\n Hopper, Grace\taegis\u00a0admiral") == 2
    assert day.seats.get(name="Aegis Admiral").player == "Hopper, Grace"
    with pytest.raises(FaultyListError) as refused:
        import_players(day, "Mary, Lucas Captain\nJohn, Lucas Cook")
    assert refused.value.faults[0].startswith("Line 2: there is no seat called 'Lucas Cook'.")
    assert day.seats.get(name="Lucas Captain").player == ""


def test_each_faulty_line_of_a_list_is_named_as_it_was_typed(day):
    lines = [
        "Mary, Lucas Captain",
        "",
        "Bo; Dione Captain",
        "Cy, Dione Captian",
        ", Dione Captain",
        "Di, lucas captain",
    ]
    with pytest.raises(FaultyListError) as refused:
        import_players(day, "\r\n".join([*lines, f"{'x' * 61}, Dione Captain"]))
    assert refused.value.message == "No player was set: 5 lines cannot be read."
    assert refused.value.faults == [
        "Line 3: write a name, a comma and a seat of this day, not 'Bo; Dione Captain'.",
        "Line 4: there is no seat called 'Dione Captian'. Did you mean Dione Captain?",
        "Line 5: write a name, a comma and a seat of this day, not ', Dione Captain'.",
        "Line 6: Lucas Captain has a player in line 1 already.",
        "Line 7: A name has at most 60 printable characters.",
    ]
    with pytest.raises(DomainError, match="The list is empty"):
        import_players(day, " \n")


def test_list_with_a_fault_stays_on_the_page_as_it_was_typed(client, day, host):
    client.force_login(host)
    address = reverse("days:seats", args=[day.public_id])
    answer = client.post(address, {"list": "Ada, Dione Captain\nBo, Nowhere"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "No player was set: one line cannot be read." in page
    assert "Line 2: there is no seat called &#x27;Nowhere&#x27;." in page
    assert ">Ada, Dione Captain\nBo, Nowhere</textarea>" in page
    answer = client.post(address, {"list": "Ada, Dione Captain"}, follow=True)
    assert "1 player set." in answer.content.decode()


def test_named_seat_is_no_longer_free(day):
    seat = day.seats.get(name="Dione Captain")
    assert seat in list_free_seats(day)
    name_player(seat, "Ada")
    check_in(seat)
    assert seat not in list_free_seats(day)
    assert seat.checked_in_at is not None
    with pytest.raises(DomainError, match="60"):
        name_player(seat, "x" * 61)
