"""Bots that think: in their own queue, for a while that the match allows, and no table waits for them."""

from functools import partial

import pytest
from celery import current_app

from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play
from tournaments import tasks
from tournaments.matches import bot_moves
from tournaments.matches.bot_moves import THINKING_AT_PACE_0_S, THINKING_S, compute_thinking_time, play_bots
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.models import Match
from tournaments.matches.pushes import queue_hurried_bots
from tournaments.matches.table_rows import table_for


@pytest.fixture
def against_an_admiral(catalogue):
    """A match of one person and an admiral, who is asked."""
    [player] = people(1)
    match = lay_match([player], bots=("admiral",), pace_s=1)
    while asked(match) == 0:
        play(match, player, "decline")
    match.refresh_from_db()
    return match


@pytest.fixture
def sent(monkeypatch):
    """What is sent to Celery: task, arguments, queue."""
    messages = []

    def send_task(name, args, kwargs=None, queue=None, **_):
        messages.append((name, args, kwargs or {}, queue))

    monkeypatch.setattr(current_app, "send_task", send_task)
    return messages


def test_admiral_is_passed_on_to_those_who_think(against_an_admiral, sent):
    match = against_an_admiral
    before = everything(match)
    tasks.play_bot(match.public_id, match.last_action)
    assert sent == [(tasks.think.name, [match.public_id, match.last_action], {}, "thinking")]
    assert everything(match) == before


def test_captain_is_not_passed_on(catalogue):
    [player] = people(1)
    match = lay_match([player], bots=("captain",), pace_s=1)
    while asked(match) == 0:
        play(match, player, "decline")
    match.refresh_from_db()
    assert play_bots(match.public_id, match.last_action, now=NOON, pass_on=pytest.fail) == 1


def test_thinking_task_plays_on(against_an_admiral):
    match = against_an_admiral
    played = play_bots(match.public_id, match.last_action, now=later(seconds=1))
    after = Match.objects.get(pk=match.pk)
    assert after.last_action == match.last_action + played > match.last_action
    assert table_for(after, None).game.decision.said == ()
    assert after.bot_due_at == (later(seconds=2) if asked(after) == 1 else None)


def test_admiral_that_is_late_answers_at_once_in_the_usual_queue(against_an_admiral, sent, monkeypatch):
    match = against_an_admiral
    assert sweep_deadlines(later(seconds=3)) == 1
    assert sent == [("tournaments.tasks.play_bot", [match.public_id, match.last_action], {"hurried": True}, None)]
    thought = []
    monkeypatch.setattr(tasks, "play_bots", lambda *_, **how: thought.append(how))
    tasks.play_bot(*sent[0][1], **sent[0][2])
    assert thought == [{"thinking_s": 0}]


def test_admiral_without_time_answers_like_a_captain(against_an_admiral):
    match = against_an_admiral
    assert play_bots(match.public_id, match.last_action, now=NOON, thinking_s=0) == 1


def test_thinking_twice_does_nothing_the_second_time(against_an_admiral):
    match = against_an_admiral
    hurried = partial(play_bots, match.public_id, match.last_action, now=NOON)
    assert hurried(thinking_s=0) == 1
    before = everything(match)
    assert hurried() == 0
    assert everything(match) == before


def test_admiral_that_fails_does_the_least(against_an_admiral, monkeypatch):
    match = against_an_admiral

    def fail(*_):
        raise RuntimeError("lost in thought")

    monkeypatch.setattr("incursions.games.incursions.bots.admiral.AdmiralBot.answer", fail)
    assert play_bots(match.public_id, match.last_action, now=NOON) == 1


@pytest.mark.parametrize(
    ("pace_s", "now", "seconds"),
    [
        (1, NOON, THINKING_S),
        (0, NOON, THINKING_AT_PACE_0_S),
        (1, later(minutes=45, seconds=-5), 0.1),
        (1, later(minutes=46), 0.0),
    ],
)
def test_time_to_think_follows_pace_and_the_time_left(catalogue, pace_s, now, seconds):
    match = lay_match(people(1), bots=("admiral",), pace_s=pace_s)
    assert compute_thinking_time(match, now) == pytest.approx(seconds)


@pytest.mark.long
def test_match_with_an_admiral_goes_on_to_its_end(catalogue, monkeypatch):
    monkeypatch.setattr(bot_moves, "THINKING_AT_PACE_0_S", 0.002)
    [player] = people(1)
    match = lay_match([player], bots=("admiral", "captain"), pace_s=0)
    for _ in range(200):
        if asked(match) == 0:
            play(match, player, table_for(match, player).game.least)
        else:
            play_bots(match.public_id, match.last_action, now=NOON)
        match.refresh_from_db()
        if not match.is_running:
            break
    assert match.last_action > 50 or match.result is not None


def test_hurrying_names_the_usual_task(sent):
    queue_hurried_bots("table", 3)
    assert sent == [("tournaments.tasks.play_bot", ["table", 3], {"hurried": True}, None)]
