from datetime import UTC, datetime, timedelta

import pytest

from tournaments.matches.clocks import Clock, TurnRecord

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def later(**time: float) -> datetime:
    return NOON + timedelta(**time)


def test_free_seconds_are_used_before_the_bank():
    clock = Clock(0, 60_000).start(NOON, free_ms=20_000)
    assert clock.read_at(later(seconds=15)) == Clock(5_000, 60_000, later(seconds=15))
    assert clock.read_at(later(seconds=25)) == Clock(0, 55_000, later(seconds=25))


def test_reading_a_clock_twice_counts_no_time_twice():
    clock = Clock(20_000, 60_000, NOON)
    assert clock.read_at(later(seconds=7)).read_at(later(seconds=30)) == clock.read_at(later(seconds=30))


def test_clock_runs_out_after_free_seconds_and_bank():
    clock = Clock(20_000, 60_000, NOON)
    assert clock.free_until == later(seconds=20)
    assert clock.runs_out_at == later(seconds=80)
    assert [clock.has_run_out(later(seconds=second)) for second in (79.999, 80, 3600)] == [False, True, True]


def test_empty_bank_leaves_the_free_seconds():
    clock = Clock(0, 0).start(NOON, free_ms=20_000)
    assert clock.runs_out_at == later(seconds=20)
    assert clock.stop(later(seconds=10)).start(later(seconds=10), free_ms=20_000).runs_out_at == later(seconds=30)


def test_clock_never_falls_below_nothing_however_late_it_is_read():
    assert Clock(20_000, 60_000, NOON).stop(later(days=3)) == Clock(0, 0)


def test_stopping_keeps_the_bank_and_drops_the_free_seconds():
    assert Clock(20_000, 60_000, NOON).stop(later(seconds=3)) == Clock(0, 60_000)
    assert Clock(20_000, 60_000, NOON).stop(later(seconds=50)) == Clock(0, 30_000)


def test_standing_clock_loses_nothing():
    clock = Clock(0, 60_000)
    assert clock.read_at(later(days=1)) == clock
    assert (clock.runs_out_at, clock.free_until, clock.has_run_out(later(days=1))) == (None, None, False)


def test_clock_of_a_process_that_runs_behind_takes_nothing():
    assert Clock(20_000, 60_000, NOON).read_at(later(seconds=-2)) == Clock(20_000, 60_000, later(seconds=-2))


def test_starting_a_running_clock_first_takes_what_was_used():
    clock = Clock(20_000, 60_000, NOON).start(later(seconds=30), free_ms=20_000)
    assert clock == Clock(20_000, 50_000, later(seconds=30))


def test_time_given_back_has_not_run_and_never_more_than_ran():
    clock = Clock(20_000, 60_000, NOON)
    assert clock.give_back(3_000, later(seconds=50)).stop(later(seconds=50)) == Clock(0, 33_000)
    assert clock.give_back(3_000, later(seconds=1)).read_at(later(seconds=1)) == Clock(20_000, 60_000, later(seconds=1))
    assert clock.give_back(3_000, later(seconds=-1)) == clock
    assert Clock(0, 60_000).give_back(3_000, NOON) == Clock(0, 60_000)


def test_no_bank_runs_before_a_question_can_be_read():
    clock = Clock(0, 60_000).start(NOON, free_ms=1_000)
    assert clock.stop(later(seconds=1.5)) == Clock(0, 60_000)
    assert clock.stop(later(seconds=2)) == Clock(0, 59_500)


@pytest.mark.parametrize("turns", [1, 2])
def test_fewer_than_three_missed_turns_concede_nothing(turns):
    record = TurnRecord()
    for turn in range(turns):
        record = record.with_answer(turn, lapsed=True).after_turn(turn)
    assert (record.missed, record.has_conceded) == (turns, False)


def test_three_turns_in_a_row_that_passed_are_a_concession():
    record = TurnRecord()
    for turn in (4, 7, 10):
        record = record.with_answer(turn, lapsed=True).with_answer(turn, lapsed=True).after_turn(turn)
    assert record.has_conceded


def test_one_answer_in_a_turn_begins_the_count_anew():
    record = TurnRecord(missed=2)
    record = record.with_answer(9, lapsed=True).with_answer(9, lapsed=False).after_turn(9)
    assert record.missed == 0


def test_turn_in_which_the_seat_was_asked_nothing_counts_neither_way():
    assert TurnRecord(missed=2).after_turn(5) == TurnRecord(missed=2)
