"""Who is there: sockets counted in each web process, and what the rows say of all of them."""

from uuid import UUID

import pytest

from incursions.accounts.models import User
from tests.tournaments.laid_matches import NOON, asked, everything, later, people, play
from tournaments.live.models import Attendance, WebServer
from tournaments.live.presence.attendance import Attendances, forget_silent_servers, record_web_process
from tournaments.live.rooms import Room
from tournaments.matches.clocks import GRACE_MS
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.seating import find_holdup
from tournaments.players.models import MatchRecord
from tournaments.tables.open_tables import leave_table, release_absent_seats, set_ready

pytestmark = pytest.mark.both_databases


def server(number: int, now=NOON) -> Attendances:
    """Return a web process that has sent one heartbeat."""
    attendances = Attendances(UUID(int=number))
    record_web_process(attendances.server, now)
    return attendances


def away(match):
    return [seat.away_since for seat in match.seats.all()]


def watching(match):
    match.refresh_from_db()
    return match.watching


def test_seat_is_away_when_its_last_socket_is_closed_for_good(duel):
    match, players = duel
    web = server(1)
    for player in (*players, players[0]):
        web.come(match.room, player.pk)
    web.flush(NOON)
    web.leave(match.room, players[0].pk, later(seconds=1))  # a second tab
    web.flush(later(seconds=10))
    assert away(match) == [None, None]
    web.leave(match.room, players[0].pk, later(seconds=11))
    web.flush(later(seconds=12))
    assert away(match) == [None, None]
    web.flush(later(seconds=14))
    assert away(match) == [later(seconds=14), None]


@pytest.mark.parametrize("bots", [(), ("captain",)])
def test_watcher_without_a_session_marks_nobody_as_away(catalogue, bots):
    match = create_match(host=people(1)[0], rules=TableRules(seats=2, bots=bots), now=NOON)
    web = server(1)
    web.come(match.room, None)
    web.flush(NOON)
    web.leave(match.room, None, NOON)
    web.flush(later(seconds=10))
    assert away(match) == [None, None]
    assert [seat.came_at for seat in match.seats.all()] == [None, None]


def test_new_occupant_of_a_seat_inherits_no_absence(catalogue):
    host, first, second = people(3)
    match = create_match(host=host, rules=TableRules(seats=3), now=NOON)
    join_match(match.public_id, first, now=NOON)
    match.seats.filter(index=1).update(away_since=NOON, grace_ms=7, hears_take_backs=False)
    leave_table(match.public_id, first)
    assert away(match) == [None, None, None]
    match.seats.filter(index=1).update(away_since=NOON)  # whatever left the mark there
    join_match(match.public_id, second, now=later(hours=1))
    seat = match.seats.get(index=1)
    assert (seat.user, seat.away_since, seat.grace_ms, seat.hears_take_backs) == (second, None, GRACE_MS, True)


def test_player_at_the_open_table_is_there_when_the_match_begins(catalogue):
    players = people(2)
    match = create_match(host=players[0], rules=TableRules(), now=NOON)
    web = server(1)
    web.come(match.room, players[0].pk)
    web.flush(NOON)
    join_match(match.public_id, players[1], now=later(hours=1))
    assert [seat.came_at for seat in match.seats.all()] == [later(hours=1), None]


def test_reload_writes_nothing(duel, django_assert_num_queries):
    match, players = duel
    web = server(1)
    web.come(match.room, players[0].pk)
    web.flush(NOON)
    before = everything(match)
    web.leave(match.room, players[0].pk, later(seconds=1))
    with django_assert_num_queries(0):
        web.flush(later(seconds=2))
        web.come(match.room, players[0].pk)
        web.flush(later(seconds=3))
        web.flush(later(seconds=30))
    assert everything(match) == before


def test_coming_back_takes_the_time_away_from_the_grace(duel):
    match, players = duel
    web = server(1)
    web.come(match.room, players[0].pk)
    web.flush(NOON)
    web.leave(match.room, players[0].pk, NOON)
    web.flush(later(seconds=10))
    web.come(match.room, players[0].pk)
    web.flush(later(seconds=40))
    seat = match.seats.get(index=0)
    assert (seat.away_since, seat.grace_ms) == (None, GRACE_MS - 30_000)


def test_whoever_moves_is_there_without_a_socket(duel):
    match, players = duel
    seat = asked(match)
    match.seats.update(away_since=NOON)
    play(match, players[seat], "decline", now=later(seconds=5))
    assert [since is None for since in away(match)] == [seat == 0, seat == 1]


def test_seat_that_never_had_a_socket_is_not_away(duel):
    match, players = duel
    web = server(1)
    web.come(match.room, players[0].pk)
    web.flush(NOON)
    assert away(match) == [None, None]


def test_watchers_are_counted_over_all_processes_and_nobody_twice(duel):
    match, players = duel
    watcher = User.objects.create_user("watcher")
    one, other = server(1), server(2)
    revision = match.revision
    for web in (one, other):
        web.come(match.room, watcher.pk)
        web.come(match.room, players[0].pk)
        web.come(match.room, None)
    other.come(match.room, None)
    one.flush(NOON)
    assert (watching(match), match.revision) == (2, revision + 1)
    other.flush(NOON)
    assert watching(match) == 4
    other.leave(match.room, watcher.pk, NOON)
    other.leave(match.room, None, NOON)
    other.flush(later(seconds=5))
    assert (watching(match), away(match)) == (3, [None, None])


def test_sockets_of_a_process_that_fell_silent_are_gone_unless_another_one_knows_better(duel):
    match, players = duel
    dead, alive = server(1), server(2)
    dead.come(match.room, players[0].pk)
    dead.come(match.room, players[1].pk)
    dead.come(match.room, None)
    dead.flush(NOON)
    alive.come(match.room, players[1].pk)
    alive.flush(NOON)
    for second in range(2, 14, 2):
        record_web_process(alive.server, later(seconds=second))
        forget_silent_servers(later(seconds=second))
    assert away(match) == [later(seconds=12), None]
    assert watching(match) == 0
    assert list(WebServer.objects.values_list("pk", flat=True)) == [alive.server]
    # It was only held up: what it still has open is written again.
    assert record_web_process(dead.server, later(seconds=13))
    dead.forget_written()
    dead.flush(later(seconds=13))
    assert (watching(match), away(match)) == (1, [None, None])


def test_after_an_outage_everybody_has_time_to_come_back(duel):
    match, players = duel
    web = server(1)
    web.come(match.room, players[0].pk)
    web.flush(NOON)
    new = server(2, later(minutes=5))
    forget_silent_servers(later(minutes=5))
    record_web_process(new.server, later(minutes=5, seconds=4))
    new.come(match.room, players[0].pk)
    new.flush(later(minutes=5, seconds=4))
    for second in (8, 12):
        record_web_process(new.server, later(minutes=5, seconds=second))
    forget_silent_servers(later(minutes=5, seconds=12))
    assert (away(match), match.seats.get(index=0).grace_ms) == ([None, None], GRACE_MS)
    assert Attendance.objects.count() == 1


def left_open_table():
    """Return an open table of two whose host has closed the page, the web process, and both players."""
    players = people(2)
    match = create_match(host=players[0], rules=TableRules(rated=True), now=NOON)
    web = server(1)
    web.come(match.room, players[0].pk)
    web.flush(NOON)
    web.leave(match.room, players[0].pk, NOON)
    web.flush(later(seconds=10))
    return match, web, players


def waits_for(match):
    match.refresh_from_db()
    return [find_holdup(match, seat) for seat in match.seats.all()]


def test_player_who_is_ready_and_left_since_is_away_from_the_start(catalogue):
    match, _, players = left_open_table()
    join_match(match.public_id, players[1], now=later(seconds=50))
    assert away(match) == [later(seconds=50), None]
    assert [seat.came_at for seat in match.seats.all()] == [None, None]


def test_match_does_not_start_without_the_host_who_closed_the_page(catalogue):
    match, web, players = left_open_table()
    join_match(match.public_id, players[1], now=later(hours=1))
    assert (waits_for(match), match.is_open) == (["presence", ""], True)
    revision = match.revision
    web.come(match.room, players[0].pk)
    web.flush(later(hours=1, seconds=30))
    match.refresh_from_db()
    assert (match.is_running, match.started_at) == (True, later(hours=1, seconds=30))
    assert match.revision > revision
    assert [seat.came_at for seat in match.seats.all()] == [later(hours=1, seconds=30), None]


def test_player_without_a_socket_says_ready(catalogue):
    match, _, players = left_open_table()
    join_match(match.public_id, players[1], now=later(hours=1))
    set_ready(match.public_id, players[0], is_ready=True, now=later(hours=1, seconds=59))
    match.refresh_from_db()
    assert match.is_running


def test_ready_lasts_a_minute(catalogue):
    match, _, players = left_open_table()
    join_match(match.public_id, players[1], now=later(hours=1))
    set_ready(match.public_id, players[0], is_ready=True, now=later(hours=1, seconds=61))
    assert waits_for(match) == ["", "presence"]


def test_seat_of_a_player_who_stays_away_is_free_after_five_minutes_without_a_result(catalogue):
    match, _, players = left_open_table()
    join_match(match.public_id, players[1], now=later(hours=1))
    assert release_absent_seats(later(hours=1, minutes=4, seconds=59)) == 0
    assert [release_absent_seats(later(hours=1, minutes=5)) for _ in range(2)] == [1, 0]
    match.refresh_from_db()
    assert (match.is_open, match.host) == (True, players[1])
    assert [seat.user for seat in match.seats.all()] == [None, players[1]]
    assert not MatchRecord.objects.exists()


def test_table_at_which_somebody_leaves_waits_for_nobody(catalogue):
    match, _, players = left_open_table()
    join_match(match.public_id, players[1], now=later(hours=1))
    leave_table(match.public_id, players[1])
    assert waits_for(match) == ["", ""]
    assert release_absent_seats(later(hours=9)) == 0


def test_table_that_is_gone_and_match_that_is_over_are_no_trouble(duel):
    match, players = duel
    web = server(1)
    for room in (match.room, Room("match", "nosuchtable")):
        web.come(room, players[0].pk)
    web.flush(NOON)
    play(match, players[0], "concede")
    web.leave(match.room, players[0].pk, NOON)
    web.leave(Room("match", "nosuchtable"), players[0].pk, NOON)
    web.flush(later(seconds=5))
    assert away(match) == [None, None]
    assert not Attendance.objects.exists()


def test_lag_is_written_where_it_is_another_and_for_seats_alone(duel, django_assert_num_queries):
    match, players = duel
    web = server(1)
    for lag_ms, queries in ((437, 4), (441, 0), (520, 0), (620, 4)):  # with what begins and ends a transaction
        web.record_lag(match.room, players[1].pk, lag_ms)
        with django_assert_num_queries(queries):
            web.flush(NOON)
    web.record_lag(match.room, 12345, 100)
    web.flush(NOON)
    assert [seat.lag_ms for seat in match.seats.all()] == [0, 620]


def test_who_looks_on_at_an_open_table_changes_nothing_for_those_who_arrange_it(catalogue):
    host, friend = people(2)
    match = create_match(host=host, rules=TableRules(seats=2))
    web = server(1)
    web.come(match.room, friend.pk)
    web.flush(NOON)
    after = Match.objects.get(pk=match.pk)
    assert (after.watching, after.revision) == (1, match.revision)
