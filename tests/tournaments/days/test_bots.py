"""Bots in a day that runs: they play it alone, leave people's seats to people, and survive restarts and undoing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tournaments.days import bots
from tournaments.days.bots import MOST_ORDERS, list_bot_seats, set_bots, sweep_bots
from tournaments.days.day_games import game_of, games, load_game, make_setup
from tournaments.days.locked_day import give_command, sweep_days
from tournaments.days.models import Day, DayBots
from tournaments.days.seats import check_in, make_day
from tournaments.days.trials import list_seats

TURNS = 3
MINUTE = 60
TURN_S = 6 * MINUTE
"""The length of a turn at the speed `quicker`."""


@pytest.fixture
def quick_day(host):
    """A day with short phases that has not begun."""
    made = make_day(host, "wolves", "A day of bots", 41, speed="quicker")
    Day.objects.filter(pk=made.pk).update(epoch=made.epoch.replace(microsecond=0), seed=bytes(range(32)))
    made.refresh_from_db()
    return made


def give_all_but(day, *people):
    places = [seat.place for seat in list_seats(day) if seat.name not in people]
    set_bots(day, places, is_bot=True, now=day.epoch)


def give(day, seat, text):
    """Give a person's command at the second of the last one."""
    return give_command(day.public_id, seat, text, now=day.time_of(reload_game(day).last_at if day.number else 0))


def pass_on(day, seconds, until=None, step=1):
    """Let the sweeps of so many seconds run, or until `until(game)` is true."""
    first = reload_game(day).last_at
    for second in range(first, first + seconds, step):
        now = day.epoch + timedelta(seconds=second)
        sweep_days(now)
        sweep_bots(now)
        if until is not None and until(reload_game(day)):
            return


def reload_game(day):
    day.refresh_from_db(fields=["revision", "number", "is_over", "position", "due_at"])
    return game_of(day)


def list_texts(day, *seats):
    entries = day.entries.filter(seat__in=seats) if seats else day.entries
    return list(entries.values_list("text", flat=True))


@pytest.mark.long
def test_day_of_bots_plays_itself(quick_day):
    give_all_but(quick_day)
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, TURN_S * (TURNS + 1), until=lambda game: game.state.turn > TURNS, step=2)
    game, given = reload_game(quick_day), list_texts(quick_day)
    assert game.state.turn == TURNS + 1
    for words in ("use ", "supply food at", "broadcast:", "roll morale", "close the vote", "unload", "deliver note"):
        assert any(words in text for text in given), words
    assert list_texts(quick_day, "Dione Chief Engineer")
    log = [(entry.seat, entry.text, entry.at) for entry in load_game(quick_day).log]
    assert game.replay(make_setup(quick_day), bytes(quick_day.seed), log).to_data() == game.to_data()


def test_bots_give_few_orders_in_a_sweep(quick_day):
    give_all_but(quick_day)
    give(quick_day, "Control", "start the event")
    counts = []
    for second in range(65, 85):
        before = quick_day.entries.count()
        sweep_bots(quick_day.epoch + timedelta(seconds=second))
        counts.append(quick_day.entries.exclude(seat="Clock").count() - before)
    assert max(counts) == MOST_ORDERS


def test_captain_that_is_a_person_keeps_what_only_he_may_do(quick_day):
    give_all_but(quick_day, "Dione Captain")
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, TURN_S - 1, step=2)
    given = list_texts(quick_day, "Dione First Officer", "Dione Chief Engineer")
    assert list_texts(quick_day, "Dione Captain") == []
    assert any(text.startswith("use ") for text in given)
    assert any(text.startswith("supply ") for text in given)
    assert not any(words in text for text in given for words in ("Jump sign", "coordinates", "roll ", "the vessel"))
    assert {"Lucas Captain"} & set(quick_day.entries.filter(text="roll morale").values_list("seat", flat=True))


@pytest.mark.long
def test_engineer_that_is_a_person_keeps_the_stations(quick_day):
    give_all_but(quick_day, "Dione Chief Engineer")
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, TURN_S - 1, step=2)
    given = list_texts(quick_day, "Dione Captain", "Dione First Officer")
    assert not any(text.startswith(("use ", "repair ", "supply ")) for text in given)
    assert "roll morale" in given


def test_seat_that_a_player_enters_is_his(quick_day):
    give_all_but(quick_day)
    seat = quick_day.seats.get(name="Lucas Captain")
    check_in(seat)
    assert seat.name not in list_bot_seats(quick_day)
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, 100)
    assert list_texts(quick_day, "Lucas Captain") == []
    assert list_texts(quick_day, "Lucas Chief Engineer")


@pytest.mark.long
def test_bots_tell_a_captain_in_whole_sentences_to_jump_and_wait_for_him(quick_day):
    give_all_but(quick_day, "Dione Captain")
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, 2 * TURN_S, until=lambda game: game.flagship.sign, step=2)
    game = reload_game(quick_day)
    told = [note.text for note in game.state.notes if note.reader == "Dione Captain" and note.state == "delivered"]
    assert any(text.startswith("We jump this turn. Crew your Jump Drive") for text in told)
    assert game.state.turn == 1
    clock, minutes = game.state.clock, game.content.fleet.minutes
    assert 1 - clock.left / ((minutes.action - minutes.muster) * MINUTE) >= 0.6
    pass_on(quick_day, 20)
    told = [note.text for note in reload_game(quick_day).state.notes if note.reader == "Dione Captain"]
    assert any(text.startswith("My sign is up") for text in told)


@pytest.mark.long
def test_person_as_control_has_no_notes_between_bots_in_the_inbox(quick_day):
    give_all_but(quick_day, "Control", "Dione Captain")
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, 150)
    notes = reload_game(quick_day).state.notes
    assert {note.state for note in notes if note.reader != "Dione Captain"} == {"delivered"}
    assert {note.state for note in notes if note.reader == "Dione Captain"} == {"with Control"}
    assert list_texts(quick_day, "Control bot")
    assert list_texts(quick_day, "Control") == ["start the event"]


def test_orders_planned_for_a_seat_taken_back_are_lost(quick_day):
    give_all_but(quick_day)
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, 100, until=lambda game: bool(DayBots.objects.get().orders))
    seats = {seat for seat, _ in DayBots.objects.get().orders}
    assert seats
    before = quick_day.entries.count()
    set_bots(quick_day, quick_day.seats.filter(name__in=seats).values_list("place", flat=True), is_bot=False)
    sweep_bots(quick_day.epoch + timedelta(seconds=reload_game(quick_day).last_at + 2))
    assert not quick_day.entries.filter(number__gt=before, seat__in=seats).exists()


@pytest.mark.long
def test_bots_survive_a_restart(quick_day):
    give_all_but(quick_day)
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, 90)
    before = quick_day.entries.exclude(seat__in=("Clock", "Control")).count()
    games.clear()
    pass_on(quick_day, 60)
    assert quick_day.entries.exclude(seat__in=("Clock", "Control")).count() > before
    notes = list(quick_day.entries.filter(text__startswith="write to").values_list("seat", "text"))
    assert len(notes) == len(set(notes))


@pytest.mark.long
def test_bots_do_again_what_was_undone(quick_day):
    give_all_but(quick_day)
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, TURN_S, until=lambda game: game.state.phase == "team")
    number = reload_game(quick_day).number
    pass_on(quick_day, 20)
    assert reload_game(quick_day).vessel("Lucas").supply
    give(quick_day, "Control", f"undo to entry {number} because of a test")
    assert not reload_game(quick_day).vessel("Lucas").supply
    pass_on(quick_day, 40)
    assert all(vessel.supply for vessel in reload_game(quick_day).state.alive)


def test_bots_rest_while_the_clock_is_stopped(quick_day):
    give_all_but(quick_day, "Control")
    give(quick_day, "Control", "start the event")
    pass_on(quick_day, 70)
    give(quick_day, "Control", "pause the clock")
    pass_on(quick_day, 3)  # what was planned is still given
    before = quick_day.entries.count()
    pass_on(quick_day, 30)
    assert quick_day.entries.count() == before


def test_refused_order_changes_nothing_and_is_not_given_again(quick_day):
    give_all_but(quick_day)
    give(quick_day, "Control", "start the event")
    now = quick_day.epoch + timedelta(seconds=5)
    orders = [["Lucas Captain", "use Bridge"], ["Lucas Captain", "hide the panel"]]
    DayBots.objects.update(orders=orders, number=1, due_at=now)
    sweep_bots(now)
    assert list_texts(quick_day)[1:] == ["hide the panel"]
    assert DayBots.objects.get().orders == []


def test_fault_of_a_bot_stops_no_other_day(quick_day, host, monkeypatch):
    give_all_but(quick_day)
    give(quick_day, "Control", "start the event")
    monkeypatch.setattr(bots, "plan_orders", lambda row, now: 1 / 0)
    sweep_bots(quick_day.epoch + timedelta(seconds=3))
    assert DayBots.objects.get().due_at == quick_day.epoch + timedelta(seconds=33)


def test_day_without_bots_is_never_due(quick_day):
    give_all_but(quick_day)
    set_bots(quick_day, quick_day.seats.values_list("place", flat=True), is_bot=False)
    assert DayBots.objects.get().due_at is None
    give(quick_day, "Control", "start the event")
    sweep_bots(quick_day.epoch + timedelta(seconds=100))
    assert quick_day.entries.count() == 1
