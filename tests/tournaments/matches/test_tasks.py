"""The tasks and the command that run the clock, called as Celery and a terminal would."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from incursions.celery import app
from tests.tournaments.laid_matches import asked, lay_match, people, play
from tournaments import tasks

pytestmark = pytest.mark.both_databases


@pytest.fixture
def against_a_bot(catalogue):
    """A match in which a bot is asked, long since."""
    began = timezone.now() - timedelta(minutes=1)
    [player] = people(1)
    match = lay_match([player], bots=("captain",), pace_s=0, now=began)
    while asked(match) == 0:
        play(match, player, "decline", now=began)
    match.refresh_from_db()
    return match


def test_sweep_task_closes_what_is_due(catalogue):
    match = lay_match(people(2), now=timezone.now() - timedelta(minutes=16))
    tasks.sweep()
    match.refresh_from_db()
    assert (match.version, match.actions.get().lapsed) == (1, True)
    tasks.sweep()
    assert match.actions.count() == 1


def test_reconcile_task_finds_nothing_where_all_is_well(catalogue, django_assert_num_queries):
    lay_match(people(2), now=None)
    with django_assert_num_queries(4):
        tasks.reconcile()


def test_play_bot_task_plays_once(against_a_bot):
    match = against_a_bot
    for _ in range(2):
        tasks.play_bot(match.public_id, match.last_action)
    after = match.actions.count()
    assert after > match.version
    match.refresh_from_db()
    assert (match.version, asked(match)) == (after, 0)


def test_clock_command_lets_late_bots_play_without_celery(against_a_bot):
    match = against_a_bot
    call_command("tournament_clock", "--once")
    match.refresh_from_db()
    assert asked(match) == 0


def test_a_part_of_the_second_that_fails_keeps_no_other_from_running(monkeypatch):
    done = []

    def fail() -> None:
        done.append("find matches")
        raise RuntimeError("a row that nobody expected")

    monkeypatch.setattr(tasks, "record_worker", lambda now: done.append("note worker"))
    monkeypatch.setattr(tasks, "find_matches", fail)
    monkeypatch.setattr(tasks, "sweep_tournaments", lambda opener: done.append("sweep tournaments"))
    with pytest.raises(RuntimeError, match="a row that nobody expected"):
        tasks.advance()
    assert done == ["note worker", "find matches", "sweep tournaments"]


def test_beat_sends_the_tasks_that_there_are():
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    others = {"cards.tasks.find_lost"}
    assert scheduled == {
        tasks.sweep.name,
        tasks.advance.name,
        tasks.play_days.name,
        tasks.reconcile.name,
        tasks.find_lost_games.name,
        tasks.record_lost.name,
        tasks.recompute_ratings.name,
        tasks.judge_decks.name,
        tasks.mail_players.name,
        tasks.send_messages.name,
        tasks.drop_messages.name,
        *others,
    }
    assert tasks.play_bot.name == "tournaments.tasks.play_bot"
