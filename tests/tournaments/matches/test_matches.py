import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest, merge_guest
from incursions.games.incursions.rules import RULES_VERSION, commitment
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, SEED, asked, everything, later, lay_match, people, play, printed_pieces
from tournaments.matches.life import TableRules, concede_match, create_match, join_match, open_late_rematches
from tournaments.matches.models import Match, Seat
from tournaments.matches.rematches import decline_rematch, rematch_match
from tournaments.matches.table_rows import table_for
from tournaments.tables.open_tables import change_settings, seat_bot

pytestmark = pytest.mark.both_databases


def test_open_table_has_its_commitment_and_no_game(catalogue):
    [host] = people(1)
    match = create_match(host=host, rules=TableRules(seats=3), seed=SEED, now=NOON)
    assert (match.state, match.version, match.commitment) == ("open", 0, commitment(SEED))
    assert (match.setup, match.state_data, match.deadline_at, match.published_seed) == (None, None, None, None)
    table = table_for(match, host, now=NOON)
    assert (table.game, table.seat, [seat.is_free for seat in table.seats]) == (None, 0, [False, True, True])


def test_seed_is_random_unless_given(catalogue):
    [host] = people(1)
    first, second = (create_match(host=host) for _ in range(2))
    assert len(bytes(first.seed)) == 32
    assert bytes(first.seed) != bytes(second.seed)


@pytest.mark.parametrize(("seats", "bots"), [(1, ()), (7, ()), (2, ("captain", "captain"))])
def test_impossible_table_is_refused(catalogue, seats, bots):
    [host] = people(1)
    with pytest.raises(ValueError, match="no table"):
        create_match(host=host, rules=TableRules(seats=seats, bots=bots))
    assert Match.objects.count() == 0


def test_match_starts_when_the_last_seat_is_taken(catalogue):
    players = people(3)
    match = create_match(host=players[0], rules=TableRules(seats=3, minutes=30), now=NOON)
    join_match(match.public_id, players[1], now=later(seconds=20))
    assert Match.objects.get(pk=match.pk).is_open
    join_match(match.public_id, players[2], now=later(minutes=1))
    match.refresh_from_db()
    assert (match.state, match.started_at, match.deadline_at) == ("running", later(minutes=1), later(minutes=31))
    assert match.rules_version == RULES_VERSION == match.setup["rules_version"]
    assert match.opening[0]["kind"] == "started"
    assert [seat.bank_ms for seat in match.seats.all()] == [900_000] * 3


def test_setup_carries_every_definition(duel):
    match, _ = duel
    assert len(match.setup["ships"]) == len(printed_pieces().ships)
    assert {tile["title"] for tile in match.setup["tiles"]} >= set(match.setup["pile"])


def test_bots_sit_in_the_last_seats(catalogue):
    match = lay_match(people(2), bots=("captain", "random"))
    assert [(seat.bot, seat.name) for seat in match.seats.all()] == [
        ("", "player-0"),
        ("", "player-1"),
        ("captain", "Captain bot"),
        ("random", "Random bot"),
    ]


def test_joining_twice_is_sitting_once(catalogue):
    players = people(2)
    match = create_match(host=players[0], rules=TableRules(seats=3))
    for _ in range(2):
        join_match(match.public_id, players[1])
    assert list(match.seats.values_list("user", flat=True)) == [players[0].pk, players[1].pk, None]


def test_joining_a_running_match_is_refused_and_changes_nothing(duel):
    match, _ = duel
    before = everything(match)
    with pytest.raises(DomainError) as refusal:
        join_match(match.public_id, create_guest())
    assert refusal.value.code == "already_started"
    assert everything(match) == before


def test_rematch_has_the_same_rules_and_another_seed(catalogue):
    players = people(2)
    match = lay_match(players, bots=("captain",), minutes=20, bank_s=60, free_s=7, pace_s=2)
    for player in players:
        match.refresh_from_db()
        concede_match(match.public_id, player, version=match.version, now=NOON)
    following = rematch_match(match.public_id, players[1], now=NOON)
    assert (following.minutes, following.bank_s, following.free_s, following.pace_s) == (20, 60, 7, 2)
    assert [(seat.user, seat.bot) for seat in following.seats.all()] == [
        (players[1], ""),
        (None, ""),
        (None, "captain"),
    ]
    assert bytes(following.seed) != SEED
    assert rematch_match(match.public_id, players[0], now=NOON) == following
    following.refresh_from_db()
    assert following.is_running


@pytest.mark.parametrize("who", ["player", "stranger"])
def test_rematch_of_a_running_match_is_refused(duel, who):
    match, players = duel
    with pytest.raises(DomainError) as refusal:
        rematch_match(match.public_id, players[0] if who == "player" else create_guest())
    assert refusal.value.code == ("not_over" if who == "player" else "spectator")
    assert Match.objects.count() == 1


def test_guest_who_signs_in_takes_the_seats_along(catalogue):
    guest, [account, other] = create_guest(), people(2)
    match = lay_match([guest, other])
    merge_guest(guest, account=account)
    match.refresh_from_db()
    assert (match.host, match.seats.get(index=0).user) == (account, account)
    while asked(match) == 1:
        play(match, other, "decline")
    assert play(match, account, "decline").code == "applied"


def test_guest_who_played_against_the_own_account_leaves_the_seat_behind(catalogue):
    guest, [account] = create_guest(), people(1)
    match = lay_match([account, guest])
    merge_guest(guest, account=account)
    assert [(seat.user, seat.name) for seat in match.seats.all()] == [(account, "player-0"), (None, "a former player")]


def test_deleted_account_leaves_its_matches_under_a_former_player(duel):
    match, players = duel
    players[1].delete()
    players[0].delete()
    match.refresh_from_db()
    assert (match.host, [seat.name for seat in match.seats.all()]) == (None, ["a former player"] * 2)


@pytest.mark.parametrize(
    "change",
    [
        {"state": "over"},
        {"started_at": None},
        {"deadline_at": None},
        {"result": {"winner": 0}},
        {"pace_s": 31},
        {"pace_s": -1},
    ],
)
def test_database_refuses_a_match_that_cannot_be(duel, change):
    match, _ = duel
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.filter(pk=match.pk).update(**change)


def test_database_refuses_two_seats_of_one_user_and_a_bot_with_a_user(duel):
    match, players = duel
    for change in ({"user": players[0]}, {"bot": "captain"}, {"index": 0}, {"runs_out_at": NOON, "since": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(match=match, index=1).update(**change)


def test_lists_of_matches(catalogue):
    players = people(2)
    waiting = create_match(host=players[0])
    running, over = lay_match(players), lay_match(players)
    concede_match(over.public_id, players[0], version=0, now=NOON)
    assert list(Match.objects.open_tables()) == [waiting]
    assert list(Match.objects.running()) == [running]
    assert list(Match.objects.finished()) == [over]
    assert set(Match.objects.with_player(players[1])) == {running, over}


@pytest.mark.parametrize("matches", [1, 3])
def test_list_of_matches_costs_the_same_queries(catalogue, django_assert_num_queries, matches):
    players = people(2)
    for _ in range(matches):
        lay_match(players)
    with django_assert_num_queries(2):
        assert [[seat.name for seat in match.seats.all()] for match in Match.objects.running().light().with_seats()]


def ended_duel(players: list[User], **settings) -> Match:
    match = lay_match(players, **settings)
    concede_match(match.public_id, players[0], version=match.version, now=NOON)
    return match


def refused_code(call, *args, **named) -> str:
    with pytest.raises(DomainError) as refusal:
        call(*args, **named)
    return refusal.value.code


def test_seats_of_a_rematch_are_kept_for_its_players_for_five_minutes(catalogue):
    *players, stranger = people(3)
    match = ended_duel(players)
    following = rematch_match(match.public_id, players[1])
    assert following not in Match.objects.open_tables()
    assert refused_code(join_match, following.public_id, stranger) == "seats_kept"
    Match.objects.filter(pk=following.pk).update(kept_until=timezone.now())
    assert list(Match.objects.open_tables()) == [following]
    assert join_match(following.public_id, stranger).is_running


def test_page_of_a_kept_rematch_offers_its_seats_to_its_players_alone(catalogue):
    *players, stranger = people(3)
    match = ended_duel(players)
    following = rematch_match(match.public_id, players[1])
    pages = [read_page(browser(user).get(following.get_absolute_url())) for user in (players[0], stranger)]
    assert ["Sit down" in page for page in pages] == [True, False]
    assert "kept for the players of the match before" in pages[1]
    assert refused_code(seat_bot, following.public_id, players[1], 1, "captain") == "seats_kept"


def test_rematch_that_is_declined_is_an_ordinary_open_table(catalogue):
    *players, stranger = people(3)
    match = ended_duel(players)
    assert refused_code(decline_rematch, match.public_id, players[0]) == "not_found"
    following = rematch_match(match.public_id, players[1])
    assert refused_code(decline_rematch, match.public_id, stranger) == "spectator"
    assert refused_code(decline_rematch, match.public_id, players[1]) == "seat_taken"
    decline_rematch(match.public_id, players[0])
    assert list(Match.objects.open_tables()) == [following]
    assert join_match(following.public_id, stranger).is_running


def test_changed_rematch_is_joined_by_who_has_seen_its_settings(catalogue):
    players = people(2)
    match = ended_duel(players)
    following = rematch_match(match.public_id, players[1])
    change_settings(following.public_id, players[1], TableRules(minutes=10, rated=True), seats=2)
    assert refused_code(rematch_match, match.public_id, players[0]) == "terms_changed"
    page = read_page(browser(players[0]).get(f"/matches/{match.public_id}"))
    assert "The settings of the rematch have changed: Basic; rated; 10 minutes" in page
    assert rematch_match(match.public_id, players[0], terms=1).is_running


def test_page_of_the_match_before_is_told_of_changed_settings(catalogue, django_capture_on_commit_callbacks):
    players = people(2)
    match = ended_duel(players)
    following = rematch_match(match.public_id, players[1])
    before = Match.objects.get(pk=match.pk).revision
    with django_capture_on_commit_callbacks(execute=True):
        change_settings(following.public_id, players[1], TableRules(minutes=10, rated=True), seats=2)
    assert Match.objects.get(pk=match.pk).revision == before + 1


def test_seats_are_open_to_all_when_their_time_is_over_and_both_tables_show_it(
    catalogue, django_capture_on_commit_callbacks
):
    players = people(2)
    match = ended_duel(players)
    following = rematch_match(match.public_id, players[1], now=NOON)
    state = browser(players[1]).get(f"/matches/{following.public_id}/state").json()
    assert state["kept_until"] == "2026-11-21T12:05:00Z"
    assert open_late_rematches(later(minutes=4, seconds=59)) == 0
    before = [Match.objects.get(pk=each.pk).revision for each in (match, following)]
    with django_capture_on_commit_callbacks(execute=True):
        assert open_late_rematches(later(minutes=5)) == 1
    assert open_late_rematches(later(minutes=5)) == 0
    assert [Match.objects.get(pk=each.pk).revision for each in (match, following)] == [before[0] + 1, before[1] + 1]
    assert browser(players[1]).get(f"/matches/{following.public_id}/state").json()["kept_until"] is None


def test_who_watched_is_shown_the_way_to_the_rematch(catalogue):
    players = people(2)
    match = ended_duel(players)
    following = rematch_match(match.public_id, players[1])
    page = read_page(Client().get(f"/matches/{match.public_id}"))
    assert f'href="{following.get_absolute_url()}">To the rematch</a>' in page
    lobby = read_page(browser(players[1]).get(f"/matches/{following.public_id}"))
    assert "The free seats are kept for the players of the match before" in lobby


def test_rematch_is_declined_at_its_address(catalogue):
    players = people(2)
    match = ended_duel(players)
    rematch_match(match.public_id, players[1])
    address = f"/matches/{match.public_id}/rematch"
    answer = browser(players[0]).post(address, {"decline": True}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (200, "declined")
    answer = browser(players[0]).post(address, {"decline": "often"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client
