"""Reports from the first game to the last: parts that end soon, and none counted twice."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from cards.models import Piece, StarterDeck
from cards.storing import pieces, starters
from incursions.games.incursions.bots.trials import runs as trial_runs
from incursions.games.incursions.bots.trials.games import DeckSet
from incursions.games.incursions.bots.trials.report import report_of
from incursions.games.incursions.bots.trials.tally import measure
from tests.tournaments.runs.balance.decks import DECKS
from tournaments import tasks
from tournaments.runs import background as runs
from tournaments.runs import models
from tournaments.runs.background import LOST_AFTER
from tournaments.runs.models import BalanceReport

pytestmark = pytest.mark.both_databases


def expected(seats: list[int], games: int, seed: int = 2) -> dict:
    """Return the command's report of the same games."""
    decks = DeckSet(tuple(starters()[title] for title in DECKS), pieces())
    return report_of(measure(decks, seats, games, seed, processes=1), decks.decks, seed)


def test_report_is_played_a_part_after_the_other(ask, play, sent):
    report = ask(seats=[3, 2], games=2)
    assert sent == [(report.public_id, 0)]
    for played in range(4):
        assert report.is_running
        assert play(report, played)
        assert report.played == played + 1
    assert (report.state, report.ended_at is not None) == ("finished", True)
    assert sent == [(report.public_id, played) for played in range(4)]
    assert report.report == expected([2, 3], 2)


def test_report_counts_no_game_twice(ask, play, sent):
    report = ask()
    assert play(report, 0)
    assert not play(report, 0)
    assert (report.played, len(sent)) == (1, 2)


def test_report_drops_games_that_another_worker_counted_first(ask, monkeypatch):
    report = ask()
    play_game = trial_runs.play_game

    def overtaken(*arguments):
        BalanceReport.objects.filter(pk=report.pk).update(played=1)
        return play_game(*arguments)

    monkeypatch.setattr(trial_runs, "play_game", overtaken)
    assert not runs.play_on(BalanceReport, report.public_id, 0, goes_on=lambda: False)
    report.refresh_from_db()
    assert (report.played, report.tallies[0]["games"]) == (1, 0)


def test_report_lost_with_its_worker_is_played_again(ask, play, sent):
    report = ask()
    play(report, 0)
    del sent[:]
    assert runs.queue_lost() == 0
    late = timezone.now() + LOST_AFTER + timedelta(seconds=1)
    assert runs.queue_lost(late) == 1
    assert runs.queue_lost(late) == 0
    assert sent == [(report.public_id, 1)]
    while report.is_running:
        play(report, report.played)
    assert report.report == expected([2], 3)
    assert runs.queue_lost(late + timedelta(days=1)) == 0


def test_report_cancelled_keeps_what_was_played(ask, play, sent):
    report = ask()
    play(report, 0)
    assert runs.cancel(report)
    assert not runs.cancel(report)
    assert not play(report, 1)
    assert (report.state, report.played, report.report["2"]["games"]) == ("cancelled", 1, 1)


def test_report_cancelled_meanwhile_counts_nothing_more(ask, monkeypatch):
    report = ask()
    play_game = trial_runs.play_game

    def cancelled(*arguments):
        runs.cancel(report)
        return play_game(*arguments)

    monkeypatch.setattr(trial_runs, "play_game", cancelled)
    assert not runs.play_on(BalanceReport, report.public_id, 0, goes_on=lambda: False)
    report.refresh_from_db()
    assert (report.state, report.played) == ("cancelled", 0)


def test_report_plays_the_decks_as_they_were_when_it_was_asked_for(ask, play):
    report = ask(games=1)
    StarterDeck.objects.all().delete()
    Piece.objects.update(definition={})
    models._decks_of.cache_clear()
    assert play(report, 0)
    assert report.report == expected([2], 1)


def test_report_tells_of_games_that_fail(ask, play, monkeypatch):
    monkeypatch.setattr("incursions.games.incursions.bots.captain.CaptainBot.answer", lambda *_: 1 / 0)
    report = ask(games=1)
    assert play(report, 0)
    level = report.report["2"]
    assert (report.state, level["games"], level["errors"]) == ("finished", 1, 1)
    assert level["failures"] == ["game 0 of 2 seats: ZeroDivisionError: division by zero"]


def test_report_queries_of_a_part(ask, django_assert_num_queries):
    report = ask()
    models._decks_of(report.public_id)
    with django_assert_num_queries(4):  # read; then savepoint, write, release
        assert runs.play_on(BalanceReport, report.public_id, 0, goes_on=lambda: False)


def test_tasks_play_and_find_what_was_lost(ask, sent, django_capture_on_commit_callbacks, monkeypatch):
    report = ask(games=1)
    monkeypatch.setattr(BalanceReport, "seconds_at_once", 0.0)
    BalanceReport.objects.update(touched_at=timezone.now() - 2 * LOST_AFTER)
    tasks.find_lost_games()
    assert sent == [(report.public_id, 0)] * 2
    tasks.play_games("runs.BalanceReport", report.public_id, 0)
    report.refresh_from_db()
    assert report.state == "finished"
    tasks.play_games("runs.BalanceReport", "nosuchone", 0)


def test_report_that_has_ended_says_when(ask):
    report = ask()
    with pytest.raises(IntegrityError), transaction.atomic():
        BalanceReport.objects.filter(pk=report.pk).update(state="finished")
    with pytest.raises(IntegrityError), transaction.atomic():
        BalanceReport.objects.filter(pk=report.pk).update(games=0)
