"""Players who do not come to their tables (rules 21.13)."""

from uuid import uuid4

import pytest
from django.test import Client

from incursions.accounts.models import User
from tests.tournaments.events.organizing.tournaments import (
    QUICK,
    again,
    announced,
    lines,
    replays,
    started,
    with_people,
)
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.enums import EntryState
from tournaments.events.formats import Swiss
from tournaments.events.history import standings_of
from tournaments.events.models import Entry, Place, SitOut, Table
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance, sweep_tournaments
from tournaments.events.tables import pause_tournament, resume_tournament, strike_absent
from tournaments.live.presence.attendance import record_web_process
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.models import Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.staff.acting import Order, act_as_organizer
from tournaments.matches.staff.models import Kind
from tournaments.matches.table_rows import game_of


def came(match: Match, *players) -> None:
    Seat.objects.filter(match=match, user__in=players).update(came_at=NOON)


def quiet(row, now) -> None:
    """Let time pass in which nobody answers."""
    sweep_tournaments(now)


@pytest.fixture(scope="module")
def laid(module_owner):
    """A round of two tables of people has begun at noon."""
    row = announced(module_owner, PhasePlan(Swiss.key, rounds=3), bank_s=900)
    with_people(row, 4)
    row = started(row, module_owner)
    advance(row.public_id, NOON)
    return row


@pytest.fixture
def row(laid, db):
    return again(laid)


@pytest.fixture
def owner(module_owner, db) -> User:
    return User.objects.get(pk=module_owner.pk)


@pytest.mark.rule("21.13")
@pytest.mark.both_databases
def test_who_is_not_there_in_time_has_lost_and_the_other_has_won_without_playing(row):
    table = Table.objects.get(number=1)
    here, missing = (place.entry for place in table.places.order_by("index"))
    for other in Table.objects.all():
        came(other.match, *(place.entry.user for place in other.places.all() if place.entry != missing))
    quiet(row, later(seconds=QUICK["no_show_s"] - 1))
    assert not Table.objects.filter(source="match").exists()
    quiet(row, later(seconds=QUICK["no_show_s"]))
    table.refresh_from_db()
    assert (table.source, table.match.result["winner"]) == ("match", 0)
    assert list(table.places.order_by("index").values_list("place", "is_no_show")) == [(1, False), (2, True)]
    missing.refresh_from_db()
    assert (missing.no_shows, missing.state) == (1, EntryState.PLAYING)
    score = {each.player: each.score for each in standings_of(again(row))}
    assert (score[here.number].wins, score[here.number].byes, score[here.number].opponents) == (1, 1, ())
    assert (score[missing.number].losses, score[missing.number].opponents) == (1, ())
    assert f"{missing.name} was not at table 1 in time" in [line.words for line in lines(row)]
    assert replays(row)


@pytest.mark.rule("21.13")
def test_nobody_at_a_table_loses_for_both(row):
    for table in Table.objects.all():
        if table.number == 2:
            came(table.match, *(place.entry.user for place in table.places.all()))
    quiet(row, later(seconds=20))
    both = Table.objects.get(number=1)
    assert [place.is_no_show for place in both.places.all()] == [True, True]
    found = {each.player: each.score.points for each in standings_of(again(row))}
    assert [found[place.entry.number] for place in both.places.all()] == [0, 0]
    assert replays(row)


@pytest.mark.rule("21.13")
def test_second_absence_drops_a_player(row):
    Entry.objects.filter(number=1).update(no_shows=1)
    for table in Table.objects.all():
        came(table.match, *(place.entry.user for place in table.places.all() if place.entry.number != 1))
    quiet(row, later(seconds=20))
    sweep_deadlines(later(seconds=60), queue=lambda *_: None)
    quiet(row, later(seconds=60))
    one = Entry.objects.get(number=1)
    assert (one.no_shows, one.state) == (2, EntryState.DROPPED)
    assert {place.entry.number for place in Place.objects.filter(table__round__number=2)} == {2, 3, 4} - bye_of(2)
    assert replays(row)


def bye_of(number: int) -> set[int]:
    return set(SitOut.objects.filter(round__number=number).values_list("entry__number", flat=True))


def test_a_move_shows_that_its_player_is_there(row):
    match = Table.objects.get(number=1).match
    seat = Seat.objects.exclude(since=None).filter(match=match).first()
    assert seat.came_at is None
    play_move(match.public_id, seat.user, Move(None, least_of(match)), now=later(seconds=3))
    assert Seat.objects.get(pk=seat.pk).came_at == later(seconds=3)


def least_of(match: Match) -> str:
    return game_of(Match.objects.get(pk=match.pk)).least


def halt(number: int, owner, **time: float) -> None:
    """Pause one table as a judge."""
    act_as_organizer(at(number).match.public_id, owner, Order(Kind.PAUSE, "A look at the dice."), now=later(**time))


def let_go_on(number: int, owner, **time: float) -> None:
    act_as_organizer(at(number).match.public_id, owner, Order(Kind.RESUME, "Go on."), now=later(**time))


def at(number: int) -> Table:
    return Table.objects.select_related("match").get(round__number=1, number=number)


def is_struck(number: int, **time: float) -> bool:
    """Whether those who have not come to a table have lost by then."""
    sweep_tournaments(later(**time))
    return at(number).source != ""


@pytest.mark.rule("21.13")
@pytest.mark.both_databases
def test_pause_of_everything_takes_nobodys_time_to_come(row, owner):
    pause_tournament(row.public_id, owner, reason="The lights went out.", now=later(seconds=10))
    assert not is_struck(1, minutes=5)
    resume_tournament(row.public_id, owner, now=later(minutes=5))
    assert [at(1).no_show_at, at(2).no_show_at] == [later(minutes=5, seconds=10)] * 2
    assert not is_struck(1, minutes=5, seconds=9)
    assert is_struck(1, minutes=5, seconds=10)


@pytest.mark.rule("21.13")
@pytest.mark.both_databases
def test_pause_of_one_table_takes_nobodys_time_to_come_there(row, owner):
    halt(1, owner, seconds=10)
    assert not is_struck(1, minutes=5)
    assert is_struck(2, seconds=20)
    let_go_on(1, owner, minutes=5)
    assert not is_struck(1, minutes=5, seconds=9)
    assert is_struck(1, minutes=5, seconds=10)


@pytest.mark.rule("21.13")
@pytest.mark.both_databases
def test_table_that_was_paused_before_everything_was_stays_so_and_is_given_all_of_its_time(row, owner):
    halt(1, owner, seconds=5)
    pause_tournament(row.public_id, owner, reason="The lights went out.", now=later(seconds=10))
    resume_tournament(row.public_id, owner, now=later(minutes=5))
    assert (at(1).match.is_halted, at(2).match.is_halted) == (True, False)
    assert is_struck(2, minutes=5, seconds=10)
    assert not is_struck(1, minutes=9)
    let_go_on(1, owner, minutes=10)
    assert not is_struck(1, minutes=10, seconds=14)
    assert is_struck(1, minutes=10, seconds=15)


@pytest.mark.rule("21.13")
@pytest.mark.both_databases
def test_table_that_goes_on_while_everything_is_paused_is_given_the_time_it_stood_still(row, owner):
    pause_tournament(row.public_id, owner, reason="The lights went out.", now=later(seconds=10))
    let_go_on(1, owner, minutes=1)
    resume_tournament(row.public_id, owner, now=later(minutes=1, seconds=4))
    assert [at(1).no_show_at, at(2).no_show_at] == [later(minutes=1, seconds=10), later(minutes=1, seconds=14)]
    assert not is_struck(1, minutes=1, seconds=9)
    assert is_struck(1, minutes=1, seconds=10)


@pytest.mark.rule("21.13")
@pytest.mark.both_databases
def test_pause_that_comes_while_the_absent_are_looked_for_leaves_them_their_time(row, owner):
    halt(1, owner, seconds=20)
    assert not strike_absent(at(1).pk, later(seconds=20))
    assert strike_absent(at(2).pk, later(seconds=20))
    assert [at(1).match.is_running, at(2).match.is_running] == [True, False]


@pytest.mark.both_databases
def test_time_in_which_the_house_is_shut_is_given_once_to_come(row, owner):
    halt(1, owner, seconds=10)
    server = uuid4()
    record_web_process(server, later(seconds=11))
    record_web_process(server, later(seconds=71))
    assert [at(1).no_show_at, at(2).no_show_at] == [later(seconds=20), later(seconds=80)]
    let_go_on(1, owner, seconds=100)
    assert at(1).no_show_at == later(seconds=110)


def test_page_of_the_table_shows_that_its_player_is_there(row):
    table = Table.objects.get(number=1)
    player = table.places.first().entry.user
    client = Client()
    client.force_login(player)
    client.get(table.match.get_absolute_url())
    assert set(Seat.objects.exclude(came_at=None).values_list("user", flat=True)) == {player.pk}
    Client().get(table.match.get_absolute_url())
    assert Seat.objects.exclude(came_at=None).count() == 1
