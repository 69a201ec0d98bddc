from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from incursions.kit.refusals import DomainError
from tests.tournaments.days.day_rows import reload_day
from tournaments.days.day_games import game_of, games, load_game, make_setup
from tournaments.days.day_page import find_day
from tournaments.days.locked_day import LockedDay, sweep_days
from tournaments.days.models import Day, DayEntry
from tournaments.matches.append_only import AppendOnlyError

USE, SUPPLY = "use Water Plant", "supply food at low"


def list_texts(day):
    return list(day.entries.values_list("seat", "text"))


def read_again(day):
    """Return the game of the day as another process reads it."""
    day.refresh_from_db()
    return load_game(day)


def test_command_is_an_entry_and_changes_the_row(day, give):
    outcome = give("Control", "start the event")
    day.refresh_from_db()
    assert "Turn 1" in " ".join(outcome.said)
    assert (day.number, day.revision, day.is_started, day.is_over) == (1, 1, True, False)
    assert list_texts(day) == [("Control", "start the event")]
    assert day.due_at == day.epoch + timedelta(minutes=2)


def test_refusal_names_its_rule_and_changes_nothing(day, give):
    give("Control", "start the event")
    day.refresh_from_db()
    before = day.position
    with pytest.raises(DomainError) as refused:
        give("Lucas Captain", "use Water Plant of Dione", 5)
    day.refresh_from_db()
    assert (refused.value.rule, refused.value.status) == ("W3.12", 422)
    assert day.position == before
    assert day.number == 1


def test_request_sent_again_is_answered_as_it_was(day, give):
    give("Control", "start the event")
    first = give("Dione Chief Engineer", USE, 5, request="a1")
    again = give("Dione Chief Engineer", USE, 6, request="a1")
    assert again.number == first.number
    with pytest.raises(DomainError) as refused:
        give("Dione Chief Engineer", USE, 7, request="a2")
    assert refused.value.rule == "W11.2"
    games.clear()
    with pytest.raises(DomainError) as refused_again:
        give("Dione Chief Engineer", USE, 8, request="a2")
    assert str(refused_again.value) == str(refused.value)
    assert len(list_texts(day)) == 2


def test_request_sent_again_later_gets_the_number_and_the_words_of_the_first_answer(day, give):
    give("Control", "start the event")
    first = give("Dione Chief Engineer", USE, 5, request="a1")
    give("Control", "announce to the room: All hands", 6)
    for _ in ("from the cache", "as another process reads it"):
        again = give("Dione Chief Engineer", USE, 7, request="a1")
        assert (again.number, again.said) == (first.number, first.said)
        games.clear()
    assert first.said
    assert again.revision == reload_day(day).revision == 3


def test_order_sent_again_when_the_turn_has_ended_is_carried_out_once(day, give):
    give("Control", "start the event")
    for phase in ("action", "team", "close"):
        give("Control", f"begin {phase}")
    give("Control", "announce to the room: last words", 5, request="a1")
    give("Control", "begin turn overruling because of a test", 10)
    count = day.entries.count()
    give("Control", "announce to the room: last words", 15, request="a1")
    assert day.entries.count() == count


def test_phases_begin_by_themselves_each_as_an_entry_of_the_clock(day, give):
    give("Control", "start the event")
    sweep_days(day.epoch + timedelta(minutes=2))
    assert game_of(reload_day(day)).state.phase == "action"
    sweep_days(day.epoch + timedelta(minutes=28))
    assert [seat for seat, _ in list_texts(day)] == ["Control", "Clock", "Clock", "Clock"]
    assert list(day.entries.values_list("at", flat=True)) == [0, 120, 1080, 1620]
    assert game_of(reload_day(day)).state.phase == "close"
    count = day.entries.count()
    sweep_days(day.epoch + timedelta(minutes=28))
    assert day.entries.count() == count


def test_order_in_the_last_second_counts_and_the_next_is_too_late(day, give):
    give("Control", "start the event")
    give("Lucas Chief Engineer", "use Hydrogen Collector 1", 1079.9)
    with pytest.raises(DomainError) as refused:
        give("Lucas Chief Engineer", "use Hydrogen Collector 2", 1080)
    assert refused.value.rule == "W2.7"
    assert game_of(reload_day(day)).state.phase == "team"


def test_stopped_clock_is_due_for_nothing(day, give):
    give("Control", "start the event")
    give("Control", "pause the clock", 30)
    assert reload_day(day).due_at is None
    sweep_days(day.epoch + timedelta(hours=3))
    give("Control", "resume the clock", 3600)
    assert reload_day(day).due_at == day.epoch + timedelta(seconds=3600 + 90)


def test_day_is_the_same_read_from_its_rows_and_replayed(day, give):
    give("Control", "start the event")
    give("Dione Chief Engineer", USE, 10)
    give("Control", "declare an attack", 20)
    give("Control", "close the Fleet round", 30)
    give("Control", "play the Wolf round", 40)
    game, again = game_of(reload_day(day)), read_again(day)
    assert again.to_data() == game.to_data()
    log = [(entry.seat, entry.text, entry.at) for entry in again.log]
    assert again.replay(make_setup(day), bytes(day.seed), log).to_data() == game.to_data()


def test_undo_of_a_day_read_from_its_rows(day, give):
    give("Control", "start the event")
    give("Dione Chief Engineer", USE, 10)
    games.clear()
    give("Control", "undo to entry 1 because of a test", 20)
    assert game_of(reload_day(day)).vessel("Dione").stations["Water Plant"].uses == 0
    assert game_of(day).struck == [2]


def test_lines_of_an_entry_name_their_readers(day, give):
    give("Control", "start the event")
    give("Dione Chief Engineer", USE, 10)
    entry = day.entries.get(number=2)
    sentence, readers = entry.lines[0]
    assert "Water Plant" in sentence
    assert "Dione Captain" in readers
    assert "Lucas Captain" not in readers


def test_entries_are_never_changed(day, give):
    give("Control", "start the event")
    entry = DayEntry.objects.get()
    with pytest.raises(AppendOnlyError), transaction.atomic():
        entry.save()


def test_error_within_a_command_leaves_no_trace(day, give, monkeypatch):
    give("Control", "start the event")
    before = reload_day(day).position

    def fail(self):
        raise OSError("the disk is full")

    monkeypatch.setattr(LockedDay, "save", fail)
    with pytest.raises(OSError, match="full"):
        give("Dione Chief Engineer", USE, 10)
    monkeypatch.undo()
    assert game_of(reload_day(day)).to_data() == before
    give("Dione Chief Engineer", USE, 11)


def test_ended_day_is_over(day, give):
    give("Control", "start the event")
    give("Control", "end the event", 5)
    assert reload_day(day).is_over
    assert day.due_at is None


def test_game_of_an_earlier_revision_takes_the_entries_since_from_the_rows(day, give):
    give("Control", "start the event")
    earlier = game_of(reload_day(day))
    give("Dione Chief Engineer", USE, 10)
    give("Control", "announce to the room: All hands", 20)
    later = load_game(reload_day(day), earlier)
    assert later.log == load_game(day).log
    assert later.to_data() == load_game(day).to_data()
    assert (
        later.read_log("Dione Captain")
        == load_game(day).read_log("Dione Captain")
        == game_of(day).read_log("Dione Captain")
    )
    assert set(later.snapshots) == {0}


def test_log_that_seats_read_outlives_the_process(day, give):
    give("Control", "start the event")
    give("Dione Chief Engineer", USE, 10)
    before = {seat: game_of(reload_day(day)).read_log(seat) for seat in ("Dione Captain", "Lucas Captain", "Control")}
    games.clear()
    assert {seat: game_of(day).read_log(seat) for seat in before} == before
    assert before["Dione Captain"] != before["Lucas Captain"]


def test_game_in_memory_is_not_changed_by_a_command(day, give):
    give("Control", "start the event")
    seen = game_of(reload_day(day))
    before = seen.to_data()
    give("Dione Chief Engineer", USE, 10)
    assert seen.to_data() == before
    assert game_of(reload_day(day)) is not seen


def test_later_game_is_not_replaced_by_an_earlier_one(day, give):
    give("Control", "start the event")
    earlier, game = Day.objects.get(pk=day.pk), game_of(reload_day(day))
    give("Dione Chief Engineer", USE, 10)
    games.keep(earlier.public_id, earlier.revision, game)
    assert games.find(earlier.public_id, earlier.revision) is None
    assert games.find(day.public_id, reload_day(day).revision) is not None


def test_position_is_read_with_its_revision(day, give):
    give("Control", "start the event")
    seen = find_day(day.public_id)
    give("Dione Chief Engineer", USE, 10)
    games.clear()
    assert game_of(seen).number == seen.number == 2
    assert seen.revision == 2


def test_answer_names_the_revision_that_shows_it(day, give):
    assert give("Control", "start the event").revision == reload_day(day).revision
    assert give("Dione Chief Engineer", USE, 10).revision == reload_day(day).revision
