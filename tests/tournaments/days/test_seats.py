from __future__ import annotations

import pytest

from incursions.kit.refusals import DomainError
from tournaments.days.seats import (
    check_in,
    find_day_by_code,
    find_seat_by_key,
    import_players,
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
    assert import_players(day, "Ada, Dione Captain\n\n Grace Hopper , aegis admiral") == 2
    assert day.seats.get(name="Aegis Admiral").player == "Grace Hopper"
    with pytest.raises(DomainError, match=r"Line 2: .*Lucas Cook"):
        import_players(day, "Mary, Lucas Captain\nJohn, Lucas Cook")
    assert day.seats.get(name="Lucas Captain").player == ""


def test_named_seat_is_no_longer_free(day):
    seat = day.seats.get(name="Dione Captain")
    assert seat in list_free_seats(day)
    name_player(seat, "Ada")
    check_in(seat)
    assert seat not in list_free_seats(day)
    assert seat.checked_in_at is not None
    with pytest.raises(DomainError, match="60"):
        name_player(seat, "x" * 61)
