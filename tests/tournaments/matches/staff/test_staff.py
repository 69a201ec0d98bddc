"""What the staff do at a match: pauses, more time, stepping back, verdicts; their log, and who may not."""

import json
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play
from tournaments.matches.append_only import AppendOnlyError
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.deadlines import queue_late_bots, reconcile_matches, sweep_deadlines
from tournaments.matches.export import export_match
from tournaments.matches.models import Match, Seat
from tournaments.matches.staff.acting import MOST_MINUTES, NOBODY, Order, act_as_staff
from tournaments.matches.staff.models import Kind, StaffAct
from tournaments.matches.table_rows import table_for
from tournaments.matches.verification import first_difference
from tournaments.players.models import MatchRecord

WHY = "The hall's lights went out."


@pytest.fixture
def staff(db) -> User:
    return User.objects.create_user("quartermaster", password="secret word", is_staff=True)


def do(match: Match, staff: User, kind: Kind, *, now=NOON, seen: int | None = None, reason: str = WHY, **named):
    match.refresh_from_db()
    seen = match.staff_acts if seen is None else seen
    row = act_as_staff(match.public_id, staff, Order(kind, reason, **named), seen=seen, now=now)
    match.refresh_from_db()
    return row


def refused(match: Match, *args, **named) -> str:
    before = (everything(match), StaffAct.objects.count())
    with pytest.raises(DomainError) as refusal:
        do(match, *args, **named)
    assert (everything(match), StaffAct.objects.count()) == before
    return refusal.value.code


def test_pause_stops_clocks_moves_and_deadlines_until_it_ends(duel, staff):
    match, players = duel
    seat = asked(match)
    limit = match.deadline_at
    act = do(match, staff, Kind.PAUSE, now=later(seconds=30))
    assert (act.number, act.words, act.reason, act.by_name) == (1, "The staff paused the match", WHY, "quartermaster")
    clock = Seat.objects.get(match=match, index=seat)
    assert (clock.since, clock.runs_out_at, clock.free_ms, clock.bank_ms) == (None, None, 0, 890_000)
    assert table_for(match, None, now=later(minutes=1)).clocks.match_deadline is None
    with pytest.raises(DomainError) as stopped:
        play(match, players[seat], "decline", now=later(minutes=1))
    assert (stopped.value.code, WHY in stopped.value.message) == ("paused", True)
    before = everything(match)
    assert sweep_deadlines(later(hours=5), queue=lambda *_: None) == 0
    assert reconcile_matches(later(hours=5)) == 0
    assert everything(match) == before
    assert refused(match, staff, Kind.PAUSE, now=later(minutes=2)) == "paused"
    do(match, staff, Kind.RESUME, now=later(hours=1, seconds=30), reason="The lights are back.")
    clock.refresh_from_db()
    assert (clock.since, clock.bank_ms) == (later(hours=1, seconds=30), 890_000)
    assert (match.deadline_at - limit).total_seconds() == 3600
    assert refused(match, staff, Kind.RESUME, now=later(hours=1, minutes=1)) == "not_paused"
    play(match, players[seat], "decline", now=later(hours=1, seconds=40))
    assert Seat.objects.get(match=match, index=seat).bank_ms == 880_000


def test_bots_heed_a_pause(catalogue, staff):
    (player,) = people(1)
    match = lay_match([player], bots=("captain",), seed=bytes(32))
    while asked(match) == 0:
        play(match, player, "decline")
    do(match, staff, Kind.PAUSE)
    assert match.bot_due_at is None
    assert play_bots(match.public_id, match.last_action, now=later(seconds=9)) == 0
    assert queue_late_bots(later(hours=1), lambda *_: pytest.fail("a bot was hurried")) == 0
    do(match, staff, Kind.RESUME, now=later(minutes=1))
    assert match.bot_due_at is not None
    assert play_bots(match.public_id, match.last_action, now=later(minutes=1, seconds=2)) == 1


def test_more_time_for_the_match_and_for_a_seat(duel, staff):
    match, _ = duel
    seat = asked(match)
    limit, runs_out = match.deadline_at, Seat.objects.get(match=match, index=seat).runs_out_at
    act = do(match, staff, Kind.EXTEND_MATCH, amount=5)
    assert str(act) == f"The staff extended the match by 5 minutes: {WHY}"
    assert (match.deadline_at - limit).total_seconds() == 300
    do(match, staff, Kind.EXTEND_SEAT, seat=seat, amount=90)
    assert (Seat.objects.get(match=match, index=seat).runs_out_at - runs_out).total_seconds() == 90
    for wrong in ({}, {"amount": 0}, {"amount": MOST_MINUTES + 1}):
        assert refused(match, staff, Kind.EXTEND_MATCH, **wrong) == "malformed"
    for wrong in ({"amount": 5}, {"amount": 5, "seat": 2}, {"amount": 99999, "seat": 0}):
        assert refused(match, staff, Kind.EXTEND_SEAT, **wrong) == "malformed"


def test_step_back_and_verdict_are_in_the_file_of_the_match(duel, staff):
    match, players = duel
    for _ in range(4):
        play(match, players[asked(match)], "decline")
    do(match, staff, Kind.STEP_BACK, amount=2)
    assert (match.version, match.actions.last().text) == (5, "step back to 2")
    for wrong in (None, 3, 5, 99):
        assert refused(match, staff, Kind.STEP_BACK, amount=wrong) == "no_such_move"
    do(match, staff, Kind.PAUSE)
    do(match, staff, Kind.ADJUDICATE, seat=1, reason="Seat 1 was far ahead.")
    assert (match.state, match.result["winner"], match.result["rule"], match.paused_at) == ("over", 1, "21.11", None)
    for kind in (Kind.PAUSE, Kind.EXTEND_MATCH, Kind.ADJUDICATE, Kind.STEP_BACK):
        assert refused(match, staff, kind, seat=0, amount=1) == "match_over"
    assert first_difference(json.loads(json.dumps(export_match(match)))) is None
    do(match, staff, Kind.STRIKE)
    assert MatchRecord.objects.get(match=match).is_struck


def test_turns_that_were_stepped_back_over_are_not_counted(catalogue, staff):
    players = people(3)
    match = lay_match(players, free_s=5, bank_s=0, minutes=180)
    seat, moment = asked(match), NOON
    turns = {}
    while match.seats.get(index=seat).missed_turns < 3:
        turns.setdefault(match.seats.get(index=seat).missed_turns, match.version)
        moment += timedelta(seconds=3 if asked(match) != seat else 6)
        if asked(match) == seat:
            sweep_deadlines(moment, queue=lambda *_: None)
        else:
            play(match, players[asked(match)], "decline", now=moment)
        match.refresh_from_db()
    assert match.actions.filter(text=f"forfeit seat {seat}").exists()
    for missed in (2, 1):
        do(match, staff, Kind.STEP_BACK, amount=turns[missed], now=moment)
        assert match.seats.get(index=seat).missed_turns == missed
    while asked(match) != seat:
        play(match, players[asked(match)], "decline", now=moment)
    play(match, players[seat], "decline", now=moment)
    while asked(match) == seat:
        play(match, players[seat], "decline", now=moment)
    assert not match.actions.filter(text=f"forfeit seat {seat}", number__gt=match.version - 5).exists()
    assert match.seats.get(index=seat).missed_turns == 0


def test_drawn_and_struck(catalogue, staff):
    matches = [lay_match(players) for players in (people(2), [User.objects.create_user(name) for name in "ab"])]
    do(matches[0], staff, Kind.ADJUDICATE, seat=NOBODY)
    assert (matches[0].result["winner"], matches[0].result["places"]) == (None, [[0, 1]])
    do(matches[1], staff, Kind.STRIKE)
    assert (matches[1].state, MatchRecord.objects.get(match=matches[1]).is_struck) == ("over", True)


def test_who_may_not_and_what_comes_late_or_twice(duel, staff):
    match, players = duel
    assert refused(match, players[0], Kind.PAUSE) == "not_staff"
    User.objects.filter(pk=players[0].pk).update(is_staff=True)
    players[0].refresh_from_db()
    assert refused(match, players[0], Kind.PAUSE) == "at_the_table"
    for reason in ("", "  \n ", "x" * 201):
        assert refused(match, staff, Kind.PAUSE, reason=reason) == "malformed"
    do(match, staff, Kind.EXTEND_MATCH, amount=5, seen=0)
    match.refresh_from_db()
    assert refused(match, staff, Kind.EXTEND_MATCH, amount=5, seen=0) == "staff_moved_on"
    with pytest.raises(DomainError, match=r"quartermaster: The staff extended the match by 5 minutes"):
        do(match, staff, Kind.PAUSE, seen=0)


def test_the_log_is_only_ever_added_to(duel, staff):
    match, _ = duel
    row = do(match, staff, Kind.PAUSE)
    row.reason = "Another."
    for change in (row.save, row.delete, StaffAct.objects.all().delete, lambda: StaffAct.objects.update(reason="x")):
        with pytest.raises(AppendOnlyError):
            change()
    with pytest.raises(IntegrityError), transaction.atomic():
        StaffAct.objects.create(
            match=match, number=1, by_name="x", kind="pause", words="x", reason="x", version=0, at=NOON
        )
    staff.delete()
    assert StaffAct.objects.values_list("by", "by_name", "reason").get() == (None, "quartermaster", WHY)


def test_pages_and_json(catalogue, staff):
    players, now = people(2), timezone.now()
    match = lay_match(players, now=now)
    address, table = reverse("matches:staff", args=[match.public_id]), match.get_absolute_url()
    desk, player, stranger = (Client(headers={"accept": "text/html"}) for _ in range(3))
    desk.force_login(staff)
    player.force_login(players[0])
    assert [client.get(address).status_code for client in (desk, player, stranger)] == [200, 403, 302]
    assert address in read_page(desk.get(table))
    assert address not in read_page(player.get(table))
    wrong = desk.post(address, {"do": "extend match", "amount": "999", "reason": "Because <b>", "seen": "0"})
    assert (wrong.status_code, "Because &lt;b&gt;" in read_page(wrong)) == (400, True)
    assert desk.post(address, {"do": "pause", "reason": WHY, "seen": "0"}).status_code == 303
    for client in (desk, player, stranger):
        page = read_page(client.get(table))
        assert "The staff have paused the match" in page
        assert "The hall&#x27;s lights went out." in page or "The hall&#39;s lights went out." in page
    assert stranger.get(reverse("tables:state", args=[match.public_id])).json()["paused"] == WHY
    program = Client()
    program.force_login(staff)

    def post(**body):
        return program.post(address, json.dumps(body), content_type="application/json")

    late = post(do="resume", reason="On.", seen=0)
    assert (late.status_code, late.json()["code"]) == (409, "staff_moved_on")
    assert post(do="resume", reason="On.", seen=1).json() == {
        "code": "applied", "message": "", "rule": "", "version": 0, "acts": 2,
    }  # fmt: skip
    told = program.get(address).json()
    assert (told["acts"], [act["kind"] for act in told["done"]]) == (2, ["pause", "resume"])
    assert post(do="explode", reason="On.", seen=2).status_code == 400
    assert table_for(Match.objects.get(pk=match.pk), None).game.number == 0
    replay = read_page(player.get(reverse("matches:replay", args=[match.public_id])))
    assert "The staff paused the match" in replay
