"""What the others may do about a player who is away longer than his grace, and his coming back."""

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play
from tournaments.live.presence.attendance import Attendances, record_web_process
from tournaments.matches.absence import claim_seat
from tournaments.matches.bot_moves import append_moves, choose_moves, play_bots
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.match_page import MatchPage
from tournaments.matches.models import Match
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_rows import game_of, table_for

GRACE = later(seconds=120)


@pytest.fixture
def left_alone(duel):
    """The seat that is asked is away since noon; the match, its player, and the one who is still there."""
    match, players = duel
    seat = asked(match)
    match.seats.update(came_at=NOON)
    match.seats.filter(index=seat).update(away_since=NOON)
    return match, players[seat], players[1 - seat], seat


def refusal(match, player, text, *, now=GRACE):
    before = everything(match)
    with pytest.raises(DomainError) as refused:
        claim_seat(match.public_id, player, text, now=now)
    assert everything(match) == before
    return refused.value.code


def test_seat_is_claimed_when_the_grace_is_over_and_not_before(left_alone):
    match, _, there, seat = left_alone
    assert refusal(match, there, f"strike seat {seat}", now=later(seconds=119)) == "has_grace"
    claim_seat(match.public_id, there, f"strike seat {seat}", now=GRACE)
    match.refresh_from_db()
    assert (match.is_over, match.result["winner"]) == (True, 1 - seat)
    assert list(match.actions.values_list("seat", "text")) == [(None, f"forfeit seat {seat}")]
    assert refusal(match, there, f"strike seat {seat}") == "match_over"


def test_with_three_the_others_play_on(catalogue):
    players = people(3)
    match = lay_match(players)
    claimant, gone = ((asked(match) + step) % 3 for step in (1, 2))
    match.seats.update(came_at=NOON)
    match.seats.filter(index=gone).update(away_since=NOON)
    claim_seat(match.public_id, players[claimant], f"strike seat {gone}", now=GRACE)
    match.refresh_from_db()
    assert match.is_running
    assert refusal(match, players[gone], f"strike seat {claimant}") == "spectator"
    assert refusal(match, players[claimant], f"strike seat {gone}") == "not_away"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("strike seat 9", "not_away"),
        ("strike seat OWN", "not_away"),
        ("captain for seat OWN", "not_away"),
        ("random for seat AWAY", "malformed"),
        ("strike seat", "malformed"),
        ("concede", "malformed"),
        ("strike seat ²", "malformed"),
    ],
)
def test_what_is_not_to_be_claimed_is_refused_and_changes_nothing(left_alone, text, code):
    match, _, there, seat = left_alone
    assert refusal(match, there, text.replace("OWN", str(1 - seat)).replace("AWAY", str(seat))) == code


def test_player_who_is_asked_claims_nothing(left_alone):
    match, _, there, seat = left_alone
    match.seats.filter(index=seat).update(away_since=None)
    match.seats.filter(index=1 - seat).update(away_since=NOON)
    player = User.objects.get(seats__match=match, seats__index=seat)
    assert refusal(match, player, f"strike seat {1 - seat}") == "your_turn"
    page = MatchPage(table_for(Match.objects.get(pk=match.pk), player, now=GRACE))
    assert [absent.choices for absent in page.absent_seats] == [()]
    assert there != player


@pytest.mark.parametrize("never_came", ["away", "there"])
def test_nobody_wins_before_both_have_been_at_the_table(left_alone, never_came):
    match, _, there, seat = left_alone
    match.seats.filter(index=seat if never_came == "away" else 1 - seat).update(came_at=None)
    assert refusal(match, there, f"strike seat {seat}") == "never_here"
    page = MatchPage(table_for(Match.objects.get(pk=match.pk), there, now=GRACE))
    assert [absent.choices for absent in page.absent_seats] == [()]


def test_player_whose_socket_is_open_is_not_away_whatever_the_mark_says(left_alone):
    match, back, there, seat = left_alone
    web = Attendances()
    record_web_process(web.server, NOON)
    web.come(match.room, back.pk)
    web.flush(later(seconds=1))
    match.seats.filter(index=seat).update(away_since=NOON)
    assert refusal(match, there, f"strike seat {seat}") == "not_away"


def test_deleted_account_is_away_from_that_moment(catalogue):
    players = people(2)
    match = lay_match(players, now=None)
    match.seats.update(came_at=timezone.now())
    seat = asked(match)
    players[seat].delete()
    since = match.seats.get(index=seat).away_since
    there = players[1 - seat]
    assert refusal(match, there, f"strike seat {seat}", now=since + timedelta(seconds=119)) == "has_grace"
    claim_seat(match.public_id, there, f"strike seat {seat}", now=since + timedelta(seconds=120))
    match.refresh_from_db()
    assert match.result["winner"] == 1 - seat


def test_watchers_and_players_of_no_match_claim_nothing(left_alone):
    match, _, _, seat = left_alone
    assert refusal(match, None, f"strike seat {seat}") == "spectator"
    with pytest.raises(DomainError):
        claim_seat("nosuchtable", None, "strike seat 1")


def test_bot_stands_in_and_the_clock_of_the_player_stands(left_alone):
    match, _, there, seat = left_alone
    claim_seat(match.public_id, there, f"captain for seat {seat}", now=GRACE)
    match.refresh_from_db()
    row = match.seats.get(index=seat)
    assert (row.stand_in, row.since, row.bank_ms) == ("captain", None, 800_000)
    assert refusal(match, there, f"strike seat {seat}") == "not_away"
    assert match.bot_due_at is not None
    version = match.version
    while asked(match) == seat:
        match.refresh_from_db()
        assert play_bots(match.public_id, match.last_action, now=later(seconds=130)) > 0
    match.refresh_from_db()
    assert match.version > version
    assert match.seats.get(index=seat).missed_turns == 0


def test_player_who_is_back_is_asked_himself_and_the_bot_s_answer_comes_too_late(left_alone):
    match, back, there, seat = left_alone
    claim_seat(match.public_id, there, f"captain for seat {seat}", now=GRACE)
    match.refresh_from_db()
    moves = choose_moves(match.kind, game_of(match), {seat: "captain"}, 1)
    web = Attendances()
    record_web_process(web.server, later(seconds=140))
    web.come(match.room, back.pk)
    web.flush(later(seconds=140))
    assert append_moves(match.public_id, match.last_action, moves, later(seconds=141)) == len(moves)
    row = match.seats.get(index=seat)
    assert (row.stand_in, row.away_since, row.grace_ms, row.runs_out_at) == ("", None, 0, later(seconds=140 + 820))
    match.refresh_from_db()
    assert (match.version, match.bot_due_at) == (0, None)
    play(match, back, "decline", now=later(seconds=142))


def test_player_without_scripts_is_back_with_his_move(left_alone):
    match, back, there, seat = left_alone
    claim_seat(match.public_id, there, f"ensign for seat {seat}", now=GRACE)
    with pytest.raises(DomainError):
        play_move(match.public_id, back, Move(0, "no such thing"), now=later(seconds=125))
    row = match.seats.get(index=seat)
    assert (row.stand_in, row.runs_out_at) == ("", later(seconds=125 + 820))
    assert Match.objects.get(pk=match.pk).bot_due_at is None


def test_rated_match_knows_no_stand_in(left_alone):
    match, _, there, seat = left_alone
    Match.objects.filter(pk=match.pk).update(rated=True)
    assert refusal(match, there, f"captain for seat {seat}") == "rated"
    claim_seat(match.public_id, there, f"strike seat {seat}", now=GRACE)


def test_page_tells_everybody_and_offers_a_claim_to_the_players_who_are_there(left_alone):
    match, away, there, seat = left_alone
    pages = {
        who: MatchPage(table_for(Match.objects.get(pk=match.pk), user, now=later(seconds=75)))
        for who, user in (("away", away), ("there", there), ("watcher", None))
    }
    assert pages["away"].absent_seats == []
    [seen], [watched] = pages["there"].absent_seats, pages["watcher"].absent_seats
    assert (seen.seat, seen.who, seen.left_ms, seen.is_over) == (seat, away.username, 45_000, False)
    texts = [f"strike seat {seat}", *(f"{bot} for seat {seat}" for bot in ("ensign", "captain", "admiral"))]
    assert [choice.text for choice in seen.choices] == texts
    assert (watched.left_ms, watched.choices) == (45_000, ())


def test_claim_by_form_and_by_json(catalogue):
    players = people(2)
    match = lay_match(players, now=None)
    seat = asked(match)
    away, there = players[seat], players[1 - seat]
    since = timezone.now() - timedelta(seconds=600)
    match.seats.update(came_at=since)
    match.seats.filter(index=seat).update(away_since=since)
    client = Client()
    client.force_login(there)
    address = f"/matches/{match.public_id}/absent"
    page = read_page(client.get(match.get_absolute_url()))
    assert f"{away.username}</b>" in page
    assert f'value="strike seat {seat}"' in page
    state = client.get(f"/matches/{match.public_id}/state").json()["seats"][seat]
    assert datetime.fromisoformat(state["grace_ends_at"]) - datetime.fromisoformat(state["away_since"]) == GRACE - NOON
    answer = client.post(address, {"text": f"captain for seat {seat}"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (200, "applied")
    assert "Captain bot plays until the player is back." in read_page(client.get(match.get_absolute_url()))
    answer = client.post(address, {"text": f"strike seat {seat}"}, headers={"Accept": "text/html"})
    assert answer.status_code == 409
    assert "A bot plays for" in read_page(answer)


def pause(match, *, at):
    """Pause the match as staff do."""
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id, at)
        locked.halt("A look at the dice")
        locked.match.save(update_fields=["paused_at", "paused_for"])
        locked.save()


def test_pause_stops_grace_and_claims(left_alone):
    match, _, there, seat = left_alone
    pause(match, at=later(seconds=50))
    assert refusal(match, there, f"strike seat {seat}", now=later(seconds=500)) == "paused"
    assert MatchPage(table_for(Match.objects.get(pk=match.pk), there, now=later(seconds=500))).absent_seats == []
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id, later(seconds=600))
        locked.resume()
    assert match.seats.get(index=seat).absence.grace_ends_at == later(seconds=670)


def test_coming_back_in_a_pause_takes_no_more_grace_than_until_it_began(left_alone):
    match, back, _, seat = left_alone
    pause(match, at=later(seconds=50))
    web = Attendances()
    record_web_process(web.server, later(seconds=500))
    web.come(match.room, back.pk)
    web.flush(later(seconds=500))
    assert match.seats.get(index=seat).grace_ms == 70_000
