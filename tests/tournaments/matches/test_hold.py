"""The hold: whoever is asked in a window and can do nothing is answered for, after a while that tells nothing."""

from datetime import timedelta

import pytest

from tests.games.incursions.rules.tables import laid
from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play
from tests.tournaments.matches.windows import is_window_with_a_choice, play_until
from tournaments.matches import holds
from tournaments.matches.bot_moves import BotMove, find_held_pass, play_bots
from tournaments.matches.clocks import Clock
from tournaments.matches.holds import can_do_nothing
from tournaments.matches.models import Match, Seat
from tournaments.matches.table_rows import game_of, read_clocks

pytestmark = pytest.mark.both_databases


@pytest.fixture
def table(db):
    players = people(3)
    return lay_match(players, mode="full"), players


def test_question_without_a_choice_is_due_after_the_hold(table):
    match, players = table
    game = play_until(match, players, can_do_nothing)
    assert list(game.decision.options) == [game.decision.least]
    assert timedelta() <= match.bot_due_at - NOON < timedelta(seconds=match.free_s)


def test_only_way_to_go_on_is_taken_after_the_hold_though_it_is_no_pass():
    game = laid({"ship": "Sol", "hand": ["Warp 2"] * 11}, {"ship": "Ruk'tor"}, mode="full")
    game.play("decline")
    game.play("decline")
    assert (game.decision.topic, game.decision.least) == ("discard", None)
    assert find_held_pass(game, [Seat(index=0), Seat(index=1)]) == [BotMove(0, "discard Warp 2", is_held=True)]


def test_question_with_a_choice_waits_for_its_player(table):
    match, players = table
    play_until(match, players, is_window_with_a_choice)
    assert match.bot_due_at is None
    before = everything(match)
    assert play_bots(match.public_id, match.last_action, now=later(seconds=1)) == 0
    assert everything(match) == before


def two_who_can_do_nothing(game):
    """Return True if two players are asked in turn in a window in which both can do nothing."""
    if not can_do_nothing(game) or game.decision.topic != "answer":
        return False
    copied = game.copy()
    window = copied.stack[-1]
    copied.play("pass")
    return copied.stack[-1:] == [window] and can_do_nothing(copied)


def test_hold_passes_one_after_the_other_in_a_window(table):
    match, players = table
    game = play_until(match, players, two_who_can_do_nothing)
    first, before = game.decision.seat, match.last_action
    assert play_bots(match.public_id, before, now=later(seconds=1)) == 1
    passed = match.actions.get(number=before + 1)
    assert (passed.seat, passed.text, passed.lapsed) == (first, "pass", False)
    match.refresh_from_db()
    assert asked(match) != first
    assert match.bot_due_at >= later(seconds=1)
    assert play_bots(match.public_id, match.last_action, now=match.bot_due_at) == 1


@pytest.mark.parametrize("is_held", [True, False])
@pytest.mark.parametrize(("drawn", "held_for"), [(0.99, 0), (0, 8)])
def test_next_seat_of_a_window_is_held_alike_whoever_passed_before(table, monkeypatch, is_held, drawn, held_for):
    match, players = table
    game = play_until(match, players, two_who_can_do_nothing)
    monkeypatch.setattr(holds.chance, "random", lambda: drawn)
    monkeypatch.setattr(holds, "draw_thought", lambda *_: 8.0)
    if is_held:
        play_bots(match.public_id, match.last_action, now=later(seconds=1))
    else:
        play(match, players[game.decision.seat], "pass", now=later(seconds=1))
    match.refresh_from_db()
    assert match.bot_due_at == later(seconds=1 + held_for)


def test_hold_says_nothing_of_who_is_there(table):
    match, players = table
    play_until(match, players, can_do_nothing)
    before = {seat.index: (seat.acted_turn, seat.lapsed_turn) for seat in match.seats.all()}
    play_bots(match.public_id, match.last_action, now=later(seconds=1))
    match = Match.objects.get(pk=match.pk)
    assert {seat.index: (seat.acted_turn, seat.lapsed_turn) for seat in match.seats.all()} == before
    assert match.is_running
    assert asked(match) in range(3)


@pytest.mark.parametrize(("is_halted", "free_ms"), [(False, 0), (True, 60_000)])
def test_clock_that_stands_shows_free_seconds_in_a_pause_alone(table, is_halted, free_ms):
    match, _ = table
    seats = list(match.seats.all())
    seats[0].clock, seats[1].clock = Clock(60_000, 9_000), Clock(0, 9_000)  # halted while asked, and not asked
    match.paused_at = NOON if is_halted else None
    shown = read_clocks(match, seats, NOON).seats
    assert [(clock.free_ms, clock.bank_ms) for clock in shown[:2]] == [(free_ms, 9_000), (0, 9_000)]


def test_hold_leaves_no_free_seconds_that_a_pause_would_show(table):
    match, players = table
    play_until(match, players, lambda game: can_do_nothing(game) and game.decision.topic == "answer")
    play_bots(match.public_id, match.last_action, now=match.bot_due_at)
    standing = match.seats.filter(since=None)
    assert standing.exists()
    assert set(standing.values_list("free_ms", flat=True)) == {0}


def test_stage_of_a_line_is_never_answered_by_the_hold(table):
    match, players = table
    play_until(match, players, lambda game: bool(game.decision.said))
    assert not can_do_nothing(game_of(match))
    assert match.bot_due_at is None


def test_basic_knows_no_hold(catalogue):
    match = lay_match(people(2))
    assert not can_do_nothing(game_of(match))
