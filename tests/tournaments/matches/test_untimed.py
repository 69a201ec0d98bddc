"""Matches without a clock (rules 21.3): against bots alone unless one is asked for, and where a table wants none."""

import pytest

from incursions.kit.refusals import DomainError
from tests.tournaments.laid_matches import NOON, SEED, asked, later, people, play, play_on, table_for
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.life import TableRules, create_match
from tournaments.matches.models import Match
from tournaments.matches.rematches import rematch_match
from tournaments.matches.staff.acting import Order, act_as_staff
from tournaments.matches.staff.models import Kind
from tournaments.matches.table_settings import clock_words
from tournaments.tables.open_tables import own_tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def untimed():
    """A match of Basic against a captain, with nothing said about clocks, and its player."""
    (player,) = people(1)
    return create_match(host=player, rules=TableRules(seats=2, bots=("captain",)), seed=SEED, now=NOON), player


def sweep(now):
    return sweep_deadlines(now, queue=lambda *bot: None)


@pytest.mark.parametrize(
    ("rules", "minutes"),
    [
        ({"seats": 2, "bots": ("captain",)}, 0),
        ({"seats": 3, "bots": ("captain", "ensign")}, 0),
        ({"seats": 3, "bots": ("captain",)}, 45),
        ({"seats": 2}, 45),
        ({"seats": 2, "bots": ("captain",), "minutes": 30}, 30),
        ({"seats": 2, "minutes": 0}, 0),
        ({"seats": 2, "mode": "full", "bots": ("captain",)}, 0),
        ({"seats": 2, "mode": "tournament", "bots": ("captain",)}, 45),
    ],
)
def test_clock_runs_unless_all_others_are_bots(rules, minutes):
    assert TableRules(**rules).minutes == minutes


def test_no_clock_runs_in_it(untimed):
    match, player = untimed
    assert clock_words(match) == "No clock"
    while asked(match) != 0:
        play_on(match, [player], 1)
    assert all(seat.runs_out_at is None for seat in match.seats.all())
    clocks = table_for(match, player).clocks
    assert (clocks.match_deadline, [seat.bank_ms for seat in clocks.seats]) == (None, [None, None])
    assert sweep(later(days=6)) == 0
    match.refresh_from_db()
    assert match.is_running


def test_match_in_which_nobody_moves_for_seven_days_is_decided_where_it_stands(untimed):
    match, player = untimed
    play_on(match, [player], 1, now=later(days=3))
    assert match.deadline_at == later(days=10)
    assert sweep(later(days=9)) == 0
    assert sweep(later(days=10)) == 1
    match.refresh_from_db()
    assert match.is_over
    assert match.actions.filter(seat=None).last().text == "time"


def test_it_is_listed_for_an_hour_after_a_move_and_for_its_player_as_his_turn(untimed):
    match, player = untimed
    assert list(Match.objects.under_way(later(minutes=59))) == [match]
    assert not Match.objects.under_way(later(minutes=61))
    (line,) = own_tables(player, later(hours=5))
    assert (line.state, line.left_ms) == (("your turn", None) if asked(match) == 0 else ("a bot is asked", None))


def test_staff_cannot_extend_what_has_no_clock(untimed, django_user_model):
    match, _ = untimed
    staff = django_user_model.objects.create_user("staff", password="secret word", is_staff=True)
    for kind, seat in ((Kind.EXTEND_MATCH, None), (Kind.EXTEND_SEAT, 0)):
        with pytest.raises(DomainError, match="No clock runs in this match") as refusal:
            act_as_staff(match.public_id, staff, Order(kind, "why", amount=5, seat=seat), seen=0, now=NOON)
        assert refusal.value.code == "no_clock"


def test_rematch_keeps_having_none(untimed):
    match, player = untimed
    play(match, player, "concede")
    following = rematch_match(match.public_id, player, now=NOON)
    assert following.minutes == 0


@pytest.mark.parametrize(
    ("chosen", "minutes"),
    [({}, 0), ({"minutes": ""}, 0), ({"minutes": "20"}, 20), ({"clocks": "usual"}, 45), ({"clocks": "none"}, 0)],
)
def test_request_for_a_table_names_its_limit(catalogue, client, chosen, minutes):
    client.post("/matches", {"seats": "2", "bots": "1"} | chosen)
    assert Match.objects.get().minutes == minutes


def test_rated_tables_and_tournament_have_clocks(catalogue, client):
    for chosen, why in (
        ({"rated": "on"}, "A rated match has clocks."),
        ({"mode": "tournament"}, "Tournament has a time limit (21.3)."),
    ):
        refused = client.post("/matches", {"seats": "2", "minutes": "0"} | chosen)
        assert (refused.status_code, refused.json()["code"]) == (400, "malformed")
        assert why in refused.content.decode()
    assert not Match.objects.exists()


def test_pages_of_it_show_no_clock(catalogue, client):
    client.post("/matches", {"seats": "2", "bots": "1"})
    match = Match.objects.get()
    page = client.get(match.get_absolute_url()).content.decode()
    assert "data-deadline" not in page
    assert "data-bank-ms" not in page
    assert client.get("/").status_code == 200
