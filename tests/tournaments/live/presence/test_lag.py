"""What is not the player's time: the way there and back as we measured it, our own work, and the hold."""

import asyncio

import pytest
from asgiref.testing import ApplicationCommunicator

from incursions.kit.asgi_layers import arrival_of, record_arrival
from tests.tournaments.laid_matches import asked, later, lay_match, people, play
from tests.tournaments.matches.windows import play_until, with_stages
from tournaments.live.presence.lag import LatencyMeter
from tournaments.matches.clocks import BUCKET_MS, MOST_FOR_A_MOVE_MS, REFILL_MS, Lag
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.models import Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_rows import game_of, table_for


def answer(match, players, *, at, arrived=None, text="decline"):
    """Whoever is asked answers; what is left of the bank."""
    match.refresh_from_db()
    seat = asked(match)
    play_move(match.public_id, players[seat], Move(None, text), arrived=arrived, now=at)
    return match.seats.get(index=seat).bank_ms


def slow(match, lag_ms, **columns):
    match.seats.update(lag_ms=lag_ms, **columns)


def test_lag_is_bounded_for_a_move_and_by_the_bucket():
    assert Lag(300).allowed_ms == 300
    assert Lag(90_000).allowed_ms == MOST_FOR_A_MOVE_MS
    lag, given = Lag(90_000), []
    for _ in range(9):
        given.append(lag.allowed_ms)
        lag = lag.after_move(is_answered=True)
    assert sum(given) <= BUCKET_MS + 9 * REFILL_MS
    assert given[-1] == REFILL_MS


def test_stages_to_and_fro_fill_no_bucket():
    lag = Lag(MOST_FOR_A_MOVE_MS)
    for _ in range(9):
        lag = lag.after_move(is_answered=False)
    assert lag == Lag(MOST_FOR_A_MOVE_MS, 0)


def test_line_counts_only_the_newest_ping_and_once():
    line = LatencyMeter()
    old = line.ping(0).replace("ping", "pong")
    new = line.ping(10).replace("ping", "pong")
    said = [line.pong(text, 10.2) for text in ("", "pong ", "pong guessed", old, new, new)]
    assert said == [False, False, False, False, True, False]
    assert line.lag_ms == 200
    line.drew(0.1)
    assert line.lag_ms == 300


def test_measured_lag_is_given_back_with_the_move(duel):
    match, players = duel
    slow(match, 300)
    assert answer(match, players, at=later(seconds=30)) == 890_300


def test_server_s_own_work_is_given_back_and_no_more_than_there_was(duel):
    match, players = duel
    assert answer(match, players, at=later(seconds=30), arrived=later(seconds=28)) == 892_000
    assert answer(match, players, at=later(seconds=40), arrived=later(seconds=50)) == 892_000


def test_answer_that_came_in_time_is_not_too_late_for_our_work_or_the_line(duel):
    match, players = duel
    slow(match, 500)
    before = match.version
    assert sweep_deadlines(later(seconds=920.4), queue=lambda *_: None) == 0
    answer(match, players, at=later(seconds=922), arrived=later(seconds=920.4))
    assert list(match.actions.values_list("number", "lapsed")) == [(before + 1, False)]


def test_lag_delays_the_end_of_a_question_by_a_second_at_most(duel):
    match, _ = duel
    slow(match, 60_000)
    assert sweep_deadlines(later(seconds=920.9), queue=lambda *_: None) == 0
    assert sweep_deadlines(later(seconds=921.1), queue=lambda *_: None) == 1


def test_refused_moves_and_stages_give_back_no_more_than_the_bucket_holds(duel):
    match, players = duel
    seat = asked(match)
    slow(match, 1000, lag_bucket_ms=1500)
    weapon = next(text for text in table_for(match, None).game.decision.options if text.startswith("fire"))
    for number, text in enumerate((weapon, "back", weapon, "back")):
        play(match, players[seat], text, now=later(seconds=30 + number))
    clock = match.seats.get(index=seat)
    assert (clock.runs_out_at, clock.lag_bucket_ms) == (later(seconds=921.5), 0)


def test_private_stages_are_given_back_with_their_whole_line(catalogue):
    players = people(2)
    match = lay_match(players, mode="full")
    game = play_until(match, players, with_stages)
    seat = game.decision.seat
    slow(match, 1000, lag_bucket_ms=1500)
    before = match.seats.get(index=seat).runs_out_at
    for number, text in enumerate((with_stages(game), "back", with_stages(game))):
        play(match, players[seat], text, now=later(seconds=30 + number))
    clock = match.seats.get(index=seat)
    assert (clock.runs_out_at, clock.lag_bucket_ms, clock.owed_ms) == (before, 0, 1500)
    while game_of(Match.objects.get(pk=match.pk)).decision.said:
        play(match, players[seat], game_of(match).decision.options[0], now=later(seconds=33))
        match.refresh_from_db()
    assert match.seats.get(index=seat).owed_ms == 0


def test_hold_takes_no_bank_however_late_it_comes(catalogue):
    players = people(2)
    match = lay_match(players, free_s=1)
    locked = LockedMatch.lock(match.public_id, later(seconds=100))
    seat = locked.game.decision.seat
    locked.act(seat, "decline", held=True)
    locked.save()
    assert Seat.objects.get(match=match, index=seat).bank_ms == 900_000


@pytest.mark.parametrize("parts", [1, 3])
def test_request_has_come_in_when_all_of_it_is_here(parts):
    seen = {}

    async def pages(scope, receive, send):
        for part in range(parts):
            assert ("arrived_at" in scope) is False
            await receive()
            seen[part] = scope.get("arrived_at")

    async def send_slowly():
        application = ApplicationCommunicator(record_arrival(pages), {"type": "http"})
        for part in range(parts):
            await application.send_input({"type": "http.request", "more_body": part < parts - 1})
        await application.wait()

    asyncio.run(send_slowly())
    assert [moment is None for moment in seen.values()] == [True] * (parts - 1) + [False]


def test_request_without_a_note_of_it_came_in_nobody_knows_when(rf):
    assert arrival_of(rf.post("/")) is None
