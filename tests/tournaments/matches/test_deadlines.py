import pytest

from incursions.kit.refusals import DomainError
from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play, version_for
from tournaments.matches.deadlines import reconcile_matches, sweep_deadlines
from tournaments.matches.models import Match, Seat
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_rows import game_shelf, table_for

pytestmark = pytest.mark.both_databases


def sweep(now):
    queued = []
    return sweep_deadlines(now, queue=lambda *bot: queued.append(bot)), queued


def clock_of(match, seat):
    return match.seats.get(index=seat)


def test_clock_of_the_seat_asked_runs_and_no_other(duel):
    match, _ = duel
    seat = asked(match)
    assert clock_of(match, seat).runs_out_at == later(seconds=20 + 900)
    assert clock_of(match, 1 - seat).runs_out_at is None
    assert match.deadline_at == later(minutes=45)


def test_answer_within_the_free_seconds_costs_no_bank(duel):
    match, players = duel
    seat = asked(match)
    play(match, players[seat], "decline", now=later(seconds=19))
    assert clock_of(match, seat).bank_ms == 900_000


def test_answer_after_the_free_seconds_costs_the_rest(duel):
    match, players = duel
    seat = asked(match)
    play(match, players[seat], "decline", now=later(seconds=50))
    assert clock_of(match, seat).bank_ms == 870_000


def test_new_question_to_the_same_seat_has_free_seconds_anew(duel):
    match, players = duel
    seat = asked(match)
    play(match, players[seat], "decline", now=later(seconds=30))
    assert asked(match) == seat
    assert clock_of(match, seat).runs_out_at == later(seconds=30 + 20 + 890)


def test_stages_of_one_line_share_their_free_seconds(duel):
    match, players = duel
    seat = asked(match)
    weapon = next(text for text in table_for(match, None).game.decision.options if text.startswith("fire"))
    for text in (weapon, "back", weapon):
        play(match, players[seat], text, now=later(seconds=15))
        assert clock_of(match, seat).runs_out_at == later(seconds=20 + 900)
    assert (asked(match), version_for(match, players[seat])) == (seat, 3)
    assert match.version == 3  # in Basic nothing is secret


def test_question_out_of_time_is_answered_with_the_least(duel):
    match, _ = duel
    seat = asked(match)
    assert sweep(later(seconds=919.9)) == (0, [])
    assert sweep(later(seconds=920)) == (1, [])
    action = match.actions.get()
    assert (action.seat, action.text, action.lapsed) == (seat, "decline", True)
    assert clock_of(match, seat).bank_ms == 0


def test_line_half_said_when_the_time_is_over_is_answered_with_the_least(duel):
    match, players = duel
    seat = asked(match)
    weapon = next(text for text in table_for(match, None).game.decision.options if text.startswith("fire"))
    play(match, players[seat], weapon)
    sweep(later(seconds=920))
    assert [(action.text, action.lapsed) for action in match.actions.all()] == [(weapon, False), ("decline", True)]


def test_empty_bank_is_no_forfeit_but_leaves_the_free_seconds(duel):
    match, _ = duel
    seat = asked(match)
    sweep(later(seconds=920))
    assert (asked(match), Match.objects.get(pk=match.pk).state) == (seat, "running")
    assert clock_of(match, seat).runs_out_at == later(seconds=940)
    sweep(later(seconds=940))
    assert list(match.actions.values_list("seat", "lapsed")) == [(seat, True)] * 2


def test_sweeping_late_twice_or_after_a_restart_finds_nothing_to_do(duel):
    match, _ = duel
    assert sweep(later(seconds=925)) == (1, [])
    before = everything(match)
    assert sweep(later(seconds=925)) == (0, [])
    assert sweep(later(seconds=926)) == (0, [])
    assert everything(match) == before


def test_move_after_the_time_finds_the_question_answered(duel):
    match, players = duel
    seat = asked(match)
    with pytest.raises(DomainError) as refusal:
        play_move(match.public_id, players[seat], Move(0, "explore north", "late"), now=later(seconds=921))
    assert (refusal.value.code, refusal.value.version) == ("table_moved_on", 1)
    assert [(action.text, action.lapsed) for action in match.actions.all()] == [("decline", True)]


def test_three_turns_in_a_row_that_passed_concede_the_match(catalogue):
    players = people(2)
    match = lay_match(players, bank_s=0, free_s=10, minutes=180)
    away = asked(match)
    now = NOON
    while match.is_running:
        seat = asked(match)
        if seat == away:
            now = clock_of(match, seat).runs_out_at
            sweep(now)
        else:
            play(match, players[seat], "decline", now=now)
        match.refresh_from_db()
    assert (match.result["ending"], match.result["winner"]) == ("concession", 1 - away)
    last = match.actions.order_by("-number").first()
    assert (last.seat, last.text) == (None, f"forfeit seat {away}")
    assert match.actions.filter(seat=away, lapsed=True).count() == 6


def test_answering_in_one_of_three_turns_concedes_nothing(catalogue):
    players = people(2)
    match = lay_match(players, bank_s=0, free_s=10, minutes=180)
    away, now, answered = asked(match), NOON, 0
    while answered < 2:
        seat = asked(match)
        if seat == away and clock_of(match, seat).missed_turns < 2:
            now = clock_of(match, seat).runs_out_at
            sweep(now)
        else:
            answered += seat == away
            play(match, players[seat], "decline", now=now)
        match.refresh_from_db()
        assert match.is_running
    assert clock_of(match, away).missed_turns in (0, 2)


def test_match_at_its_limit_is_adjudicated_where_it_stands(catalogue):
    players = people(2)
    match = lay_match(players, bank_s=7200)
    play(match, players[asked(match)], "decline", now=later(minutes=44))
    assert sweep(later(minutes=44, seconds=59.9))[0] == 0
    assert sweep(later(minutes=45))[0] == 1
    match.refresh_from_db()
    assert (match.state, match.result["ending"], match.ended_at) == ("over", "time", later(minutes=45))
    assert (match.actions.last().seat, match.actions.last().text) == (None, "time")
    before = everything(match)
    assert sweep(later(minutes=46))[0] == 0
    assert everything(match) == before


def test_move_after_the_limit_finds_the_match_over(catalogue):
    players = people(2)
    match = lay_match(players, bank_s=7200)
    play(match, players[asked(match)], "decline", now=later(minutes=44))
    with pytest.raises(DomainError) as refusal:
        play_move(match.public_id, players[asked(match)], Move(1, "decline", "late"), now=later(minutes=45))
    assert refusal.value.code == "match_over"
    assert Match.objects.get(pk=match.pk).is_over


def test_what_fell_due_before_the_limit_is_done_before_it(catalogue):
    players = people(2)
    match = lay_match(players, minutes=1, bank_s=30, free_s=20)
    sweep(later(minutes=5))
    assert list(match.actions.values_list("text", flat=True)) == ["decline", "time"]


def test_defence_out_of_time_takes_the_hit(catalogue):
    players = people(2)
    for number in range(20):
        match = lay_match(players, seed=bytes([number]) * 32)
        seat = asked(match)
        weapon = next(text for text in table_for(match, None).game.decision.options if text.startswith("fire"))
        play(match, players[seat], f"{weapon} at seat {1 - seat}")
        if asked(match) != seat:
            break
    sweep(clock_of(match, 1 - seat).runs_out_at)
    lapsed = match.actions.get(lapsed=True)
    assert (lapsed.seat, lapsed.text) == (1 - seat, "take the hit")
    assert clock_of(match, 1 - seat).lapsed_turn is None


def test_match_that_cannot_be_settled_holds_up_no_other(duel, catalogue, caplog):
    match, players = duel
    other = lay_match([players[0], type(players[0]).objects.create_user("third")])
    Match.objects.filter(pk=match.pk).update(state_data={"broken": True})
    game_shelf.clear()
    assert sweep(later(seconds=920))[0] == 1
    other.refresh_from_db()
    assert other.version == 1


def test_late_bot_is_queued_again_every_two_seconds(catalogue):
    [player] = people(1)
    match = lay_match([player], bots=("captain",), pace_s=5)
    if asked(match) == 0:
        while asked(match) == 0:
            play(match, player, "decline")
    match.refresh_from_db()
    assert match.bot_due_at == later(seconds=5)
    assert sweep(later(seconds=6.9)) == (0, [])
    assert sweep(later(seconds=7)) == (1, [(match.public_id, match.last_action)])
    assert sweep(later(seconds=8)) == (0, [])
    assert sweep(later(seconds=9)) == (1, [(match.public_id, match.last_action)])


def test_no_clock_runs_while_a_bot_is_asked(catalogue):
    [player] = people(1)
    match = lay_match([player], bots=("captain",))
    while asked(match) == 0:
        play(match, player, "decline")
    assert list(match.seats.exclude(runs_out_at=None)) == []


def test_reconciling_starts_the_clock_of_a_match_in_which_none_runs(duel):
    match, _ = duel
    Seat.objects.filter(match=match).update(since=None, runs_out_at=None)
    assert sweep(later(hours=0.5)) == (0, [])
    assert reconcile_matches(later(minutes=30)) == 1
    assert clock_of(match, asked(match)).runs_out_at == later(minutes=30, seconds=920)
    assert reconcile_matches(later(minutes=30)) == 0


def test_reconciling_settles_what_the_sweep_left(duel):
    match, _ = duel
    assert reconcile_matches(later(seconds=924)) == 0
    assert reconcile_matches(later(seconds=925)) == 1
    assert match.actions.get().lapsed


@pytest.mark.parametrize("matches", [1, 3])
def test_sweep_with_nothing_due_costs_two_queries(catalogue, django_assert_num_queries, matches):
    players = people(2)
    for _ in range(matches):
        lay_match(players)
    with django_assert_num_queries(2):
        sweep(later(seconds=1))
