"""Deleting an account: its open tables are left, and its seats in running matches are away."""

from tests.tournaments.laid_matches import NOON, later, lay_match, people
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match
from tournaments.matches.taking_back.models import TakeBack, TakeBackState


def test_open_table_of_a_deleted_host_goes_to_the_next_player(catalogue):
    host, guest = people(2)
    match = create_match(host=host, rules=TableRules(seats=3), now=NOON)
    join_match(match.public_id, guest, now=NOON)
    host.delete()
    match.refresh_from_db()
    assert (match.host, [seat.user for seat in match.seats.all()]) == (guest, [None, guest, None])


def test_open_table_at_which_nobody_is_left_is_gone(catalogue):
    [host] = people(1)
    create_match(host=host, rules=TableRules(seats=2), now=NOON)
    host.delete()
    assert not Match.objects.exists()


def test_running_match_shows_the_deleted_player_as_away(catalogue):
    players = people(3)
    match = lay_match(players)
    players[1].delete()
    after = Match.objects.get(pk=match.pk)
    assert [seat.away_since is not None for seat in match.seats.all()] == [False, True, False]
    assert (after.revision > match.revision, after.is_running) == (True, True)


def test_open_request_of_a_deleted_player_is_withdrawn(catalogue):
    players = people(2)
    match = lay_match(players)
    request = TakeBack.objects.create(
        match=match, seat=0, key="k", turn=1, version=0, to=0, to_move=0, asked_at=NOON, ends_at=later(seconds=45)
    )
    Match.objects.filter(pk=match.pk).update(take_back=request)
    players[0].delete()
    request.refresh_from_db()
    match.refresh_from_db()
    assert (request.state, match.take_back) == (TakeBackState.WITHDRAWN, None)
