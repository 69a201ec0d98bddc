"""Who is seated with whom, and that nobody is seated twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest, merge_guest
from incursions.kit.refusals import DomainError
from tests.catalogue_rows import fill_catalogue
from tests.sampling import is_long
from tests.tournaments.laid_matches import NOON, later, lay_match, people
from tournaments.live.presence.attendance import Attendances, record_web_process
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.models import Match, Seat
from tournaments.players.models import Rating
from tournaments.tables.matchmaking import (
    Wish,
    enter_queue,
    find_matches,
    groups,
    leave_queue,
    play_bot_instead,
    prospect,
    record_seen,
    seat_together,
)
from tournaments.tables.models import Seeker
from tournaments.tables.open_tables import set_ready

pytestmark = pytest.mark.both_databases


def seeker(key: int, mu: float = 25.0, sigma: float = 1.0, waited: float = 0.0, seats: int = 2) -> Seeker:
    """One who looks for a match, in no database."""
    return Seeker(pk=key, user_id=key, mu=mu, sigma=sigma, seats=seats, since=later(seconds=-waited), seen_at=NOON)


def paired(*alike: Seeker) -> list[list[int]]:
    return [[one.pk for one in together] for together in groups(alike, NOON)]


def test_the_nearest_in_rating_sit_down_together():
    assert paired(seeker(1, 25, waited=9), seeker(2, 27), seeker(3, 25.5), seeker(4, 27.2)) == [[1, 3], [2, 4]]
    assert paired(seeker(1, 20), seeker(2, 30)) == []
    assert paired(seeker(1)) == []


def test_waiting_widens_for_who_waits_and_newcomers_are_wide_at_once():
    assert paired(seeker(1, 20, waited=600), seeker(2, 30)) == []
    assert paired(seeker(1, 20, waited=600), seeker(2, 30, waited=75)) == [[1, 2]]
    assert paired(seeker(1, 20, sigma=8.3), seeker(2, 30, sigma=8.3)) == [[1, 2]]


def test_everybody_of_a_larger_table_fits_everybody():
    three = [seeker(1, 25, waited=3, seats=3), seeker(2, 27.5, seats=3), seeker(3, 22.5, seats=3)]
    assert paired(*three) == []
    assert paired(*three, seeker(4, 24.5, seats=3)) == [[1, 4, 2]]


def test_two_who_fit_are_led_to_one_match(db):
    players = people(3)
    wishes = [Wish(mode="full", rated=True, clocks="quick")] * 2 + [Wish(mode="full")]
    for player, wish in zip(players, wishes, strict=True):
        enter_queue(player, wish, now=NOON)
    assert find_matches(later(seconds=2)) == 1
    assert find_matches(later(seconds=3)) == 0
    match = Match.objects.get()
    assert (match.state, match.mode, match.rated, match.minutes, match.host) == (
        "running",
        "full",
        True,
        20,
        players[0],
    )
    assert {seat.user for seat in match.seats.all()} == set(players[:2])
    assert [one.match for one in Seeker.objects.order_by("pk")] == [match, match, None]
    assert prospect(Seeker.objects.get(user=players[0]), later(seconds=3)).usual_s == 2


def test_who_is_away_keeps_the_place_and_is_seated_when_back(db):
    players = people(2)
    for player in players:
        enter_queue(player, Wish(), now=NOON)
    assert find_matches(later(seconds=31)) == 0
    for one in Seeker.objects.all():
        record_seen(one, later(seconds=40))
    assert [one.since for one in Seeker.objects.all()] == [NOON, NOON]
    assert find_matches(later(seconds=41)) == 1


def test_who_never_comes_back_leaves_the_queue(db):
    enter_queue(people(1)[0], Wish(), now=NOON)
    find_matches(later(minutes=31))
    assert not Seeker.objects.exists()


def test_looking_again_for_the_same_keeps_the_place(db):
    [player] = people(1)
    enter_queue(player, Wish(mode="full"), now=NOON)
    assert enter_queue(player, Wish(mode="full"), now=later(minutes=1)).since == NOON
    assert enter_queue(player, Wish(mode="basic"), now=later(minutes=2)).since == later(minutes=2)
    assert leave_queue(player)
    assert not leave_queue(player)


def test_who_plays_elsewhere_is_not_seated(db):
    players = people(3)
    enter_queue(players[0], Wish(), now=NOON)
    enter_queue(players[1], Wish(), now=NOON)
    lay_match([players[0], players[2]])
    assert [one.user for one in Seeker.objects.all()] == [players[1]]
    with pytest.raises(DomainError) as refusal:
        enter_queue(players[0], Wish())
    assert refusal.value.code == "under_way"
    with pytest.raises(DomainError) as refusal:
        enter_queue(create_guest(), Wish(rated=True))
    assert refusal.value.code == "accounts_only"


def test_seekers_who_are_gone_are_not_seated_and_leave_the_others_waiting(db):
    players = people(2)
    keys = [enter_queue(player, Wish(), now=NOON).pk for player in players]
    leave_queue(players[0])
    assert seat_together(keys, NOON) is None
    assert (Match.objects.count(), Seeker.objects.waiting().count()) == (0, 1)


def test_trouble_with_one_match_holds_up_no_other(db):
    players = people(4)
    for player, seats in zip(players, ("full", "full", "basic", "basic"), strict=True):
        enter_queue(player, Wish(mode=seats), now=NOON)
    Seeker.objects.filter(user=players[0]).update(loadout={"deck": None, "content": {"nonsense": 1}})
    assert find_matches(NOON) == 1
    assert [match.mode for match in Match.objects.all()] == ["basic"]
    assert Seeker.objects.waiting().count() == 2


@pytest.mark.django_db(transaction=True)
def test_of_sweeps_at_once_one_seats_everybody_once():
    fill_catalogue()  # a test before may have emptied the database
    players = people(6)
    for player in players:
        enter_queue(player, Wish(), now=NOON)

    def sweep(_: int) -> int:
        try:
            return find_matches(NOON)
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        assert sum(threads.map(sweep, range(4))) == 3
    seated = list(Seat.objects.values_list("user", flat=True))
    assert (sorted(seated), Match.objects.count()) == (sorted(player.pk for player in players), 3)


def test_bot_instead_is_of_the_own_strength_and_casual(db):
    [player] = people(1)
    Rating.objects.create(user=player, mode="full", with_bots=False, is_casual=False, mu=31, sigma=2, matches=20)
    enter_queue(player, Wish(mode="full", seats=3, rated=True))
    match = play_bot_instead(player)
    assert (match.is_running, match.rated, [seat.bot for seat in match.seats.all()]) == (
        True,
        False,
        ["", "admiral", "admiral"],
    )
    assert not Seeker.objects.exists()
    with pytest.raises(DomainError) as refusal:
        play_bot_instead(player)
    assert refusal.value.code == "not_found"


def test_account_looks_on_for_what_its_guest_looked_for(db):
    guest, [account] = create_guest(), people(1)
    enter_queue(guest, Wish(seats=4), now=NOON)
    merge_guest(guest, account=account)
    assert [(one.user, one.seats) for one in Seeker.objects.all()] == [(account, 4)]


def test_open_table_of_somebody_who_is_seated_stays(db):
    players = people(2)
    table = create_match(host=players[0], rules=TableRules(seats=3))
    join_match(table.public_id, players[1])
    for player in players:
        enter_queue(player, Wish(), now=NOON)
    assert find_matches(NOON) == 1
    table.refresh_from_db()
    assert table.is_open


def test_who_was_found_a_match_joins_and_lays_no_other_table(db):
    players = people(3)
    for player in players[:2]:
        enter_queue(player, Wish(), now=NOON)
    table = create_match(host=players[2], rules=TableRules())
    assert find_matches(NOON) == 1
    for seat in (
        lambda: join_match(table.public_id, players[0]),
        lambda: create_match(host=players[0], rules=TableRules(bots=("random",))),
    ):
        with pytest.raises(DomainError) as refusal:
            seat()
        assert refusal.value.code == "under_way"
    assert Seat.objects.filter(user=players[0]).count() == 1


def test_open_page_of_who_plays_elsewhere_starts_no_second_match(db):
    players = people(3)
    table = create_match(host=players[0], rules=TableRules(), now=NOON)
    lay_match(players[:2], now=later(seconds=10))
    attendances = Attendances(UUID(int=1))
    record_web_process(attendances.server, NOON)
    attendances.come(table.room, players[0].pk)
    attendances.flush(NOON)
    assert not join_match(table.public_id, players[2], now=later(seconds=20)).is_running
    assert set_ready(table.public_id, players[0], is_ready=True, now=later(seconds=30)).is_running


@pytest.mark.django_db(transaction=True)
def test_joining_and_the_search_at_once_seat_nobody_twice():
    fill_catalogue()
    for number in range(12 if is_long() else 5):
        players = [User.objects.create_user(f"{name}-{number}") for name in ("seeker", "other", "host")]
        table = create_match(host=players[2], rules=TableRules())
        for player in players[:2]:
            enter_queue(player, Wish(), now=NOON)
        both = Barrier(2)

        def act(
            name: str, public_id: str = table.public_id, player: User = players[0], both: Barrier = both
        ) -> str | None:
            both.wait()
            try:
                join_match(public_id, player) if name == "join" else find_matches(NOON)
            except DomainError as refused:
                return refused.code
            finally:
                connection.close()
            return None

        with ThreadPoolExecutor(2) as threads:
            assert set(threads.map(act, ("search", "join"))) <= {None, "under_way"}
        assert Seat.objects.filter(user=players[0]).count() == 1
