"""What must hold when things go wrong: races between processes, a worker killed, Redis gone."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from urllib.parse import quote

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection

from incursions.accounts.models import User
from incursions.games.incursions.rules import Game
from support import processes
from support.run import UNCHECKED, worker_command
from tests.sampling import is_long
from tests.tournaments.laid_matches import NOON, SEED, asked, later, lay_match, people, play, version_for
from tournaments.matches.models import Match
from tournaments.matches.moves import Move, play_move
from tournaments.matches.table_rows import table_for

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
ROUNDS = 4
PATIENCE_S = 60


def environment() -> dict[str, str]:
    """Return the environment of a process that uses the database and the Redis of this test."""
    here = connection.settings_dict
    if connection.vendor == "sqlite":
        address = f"sqlite:///{here['NAME']}"
    else:
        user = quote(here["USER"]) + (f":{quote(here['PASSWORD'])}" if here["PASSWORD"] else "")
        host = quote(here["HOST"], safe="") + (f":{here['PORT']}" if here["PORT"] else "")
        address = f"postgres://{user}@{host}/{here['NAME']}"
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "incursions.settings",
        "DATABASE_URL": address,
        "REDIS_URL": settings.REDIS_URL,
        "PYTHONPATH": os.pathsep.join([str(settings.ROOT), str(settings.ROOT / "script")]),
        "LOG_LEVEL": "ERROR",
    }


class Racers:
    """Two processes that start on the same word."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.tournaments.matches.racer"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.both = [subprocess.Popen(command, env=environment(), cwd=settings.ROOT, **pipes) for _ in range(2)]

    def race(self, *jobs: dict, now: datetime = NOON) -> list:
        """Run the two jobs at once and return their results."""
        for racer, job in zip(self.both, jobs, strict=True):
            self.say(racer, json.dumps(job | {"now": now.isoformat()}))
        assert [racer.stdout.readline().strip() for racer in self.both] == ["ready"] * 2
        for racer in self.both:
            self.say(racer, "go")
        return [json.loads(racer.stdout.readline()) for racer in self.both]

    def say(self, racer: subprocess.Popen, line: str) -> None:
        racer.stdin.write(line + "\n")
        racer.stdin.flush()

    def end(self) -> None:
        for racer in self.both:
            racer.stdin.close()
            racer.wait(PATIENCE_S)
            racer.stdout.close()


@pytest.fixture(scope="module")
def racers(django_db_setup, private_redis) -> Iterator[Racers]:
    running = Racers()
    yield running
    running.end()


def a_move(match: Match, **other) -> dict:
    """Return the job of declining the current question."""
    match.refresh_from_db()
    user = match.seats.get(index=asked(match)).user_id
    job = {"do": "play", "match": match.public_id, "user": user, "version": match.version, "text": "decline"}
    return job | {"key": "one"} | other


def test_two_processes_racing_for_one_question_one_wins_and_the_other_sees_a_fresh_table(duel, racers):
    match, _ = duel
    for number in range(ROUNDS):
        answers = racers.race(a_move(match, key=f"a{number}"), a_move(match, key=f"b{number}"))
        after = number + 1
        assert sorted(answers) == [["applied", after, after], ["table_moved_on", after, after]]
    assert list(match.actions.values_list("number", flat=True)) == list(range(1, ROUNDS + 1))


def test_two_processes_racing_with_one_key_are_answered_alike_and_play_once(duel, racers):
    match, _ = duel
    for number in range(ROUNDS):
        answers = racers.race(a_move(match, key=f"key{number}"), a_move(match, key=f"key{number}"))
        after = number + 1
        assert sorted(answers) == [["applied", after, after], ["repeated", after, after]]
    assert match.actions.count() == ROUNDS


def test_taking_back_races_with_moves_answers_and_itself_and_the_staff_with_each_other(duel, racers):
    match, players = duel
    seat = asked(match)
    play(match, players[seat], "decline")
    back = {"do": "take back", "match": match.public_id, "user": players[seat].pk, "version": 1, "key": "back"}
    assert sorted(racers.race(back, back)) == ["done", "repeated"]
    assert list(match.actions.values_list("number", flat=True)) == [1, 2]
    explores = next(text for text in table_for(match, None).game.decision.options if text.startswith("explore"))
    play(match, players[seat], explores)
    assert racers.race(back | {"version": 3, "key": "b"}, back | {"version": 3, "key": "c"}).count("asked") == 1
    match.refresh_from_db()
    say = {"do": "answer", "match": match.public_id, "user": players[1 - seat].pk, "request": match.take_back_id}
    agreed, declined = racers.race(say | {"said": "agree"}, say | {"said": "decline"})
    assert (agreed, declined) in {("done", "no_such_request"), ("no_such_request", "declined")}
    match.refresh_from_db()
    assert (match.version, match.take_back) == (4 if agreed == "done" else 3, None)
    staff = {"do": "staff", "match": match.public_id, "user": User.objects.create_user("q", is_staff=True).pk}
    assert sorted(racers.race(staff, staff)) == ["applied", "staff_moved_on"]
    assert match.acts_of_staff.count() == 1


def test_two_sweeps_at_once_close_a_question_once(duel, racers):
    match, _ = duel
    now = later(seconds=920)
    for number in range(ROUNDS):
        counts = racers.race({"do": "sweep"}, {"do": "sweep"}, now=now)
        assert sorted(counts) == [0, 1]
        assert match.actions.count() == number + 1
        match.refresh_from_db()
        if match.is_over:
            break
        now = match.seats.get(index=asked(match)).runs_out_at


def test_two_sweeps_at_once_end_a_match_once(catalogue, racers):
    match = lay_match(people(2), minutes=5)
    assert sorted(racers.race({"do": "sweep"}, {"do": "sweep"}, now=later(minutes=5))) == [0, 1]
    assert list(match.actions.values_list("number", "seat", "text")) == [(1, None, "time")]


def test_move_and_sweep_racing_at_the_deadline_answer_the_question_once(duel, racers):
    match, _ = duel
    job = a_move(match)
    answer, _ = racers.race(job, {"do": "sweep"}, now=later(seconds=920))
    assert answer == ["table_moved_on", 1, 1]
    assert [(action.number, action.lapsed) for action in match.actions.all()] == [(1, True)]


def test_two_workers_with_the_same_task_let_the_bots_play_once(catalogue, racers):
    [player] = people(1)
    match = lay_match([player], bots=("captain",) * 3, pace_s=0)
    for _ in range(ROUNDS):
        while match.is_running and asked(match) == 0:
            # Bots have chance of their own, so the person may be asked anything here.
            play(match, player, table_for(match, player).game.least)
            match.refresh_from_db()
        if not match.is_running:
            break
        job = {"do": "bots", "match": match.public_id, "version": match.last_action}
        counts = racers.race(job, job)
        match.refresh_from_db()
        assert (min(counts), max(counts) > 0) == (0, True)
        assert list(match.actions.values_list("number", flat=True)) == list(range(1, match.last_action + 1))


@contextmanager
def worker_to_kill() -> Iterator[None]:
    """Run a Celery worker as the product starts it, and kill it at the end.

    It is started anew, not forked: what two processes hold together, a lock or a connection, outlives one of them.
    """
    command = worker_command("4", celery=UNCHECKED)
    worker = processes.start(command, environment=environment(), output=subprocess.DEVNULL)
    try:
        yield
    finally:
        processes.signal_group(worker, signal.SIGKILL)
        ended_by = -worker.wait()
    assert ended_by == signal.SIGKILL


@pytest.mark.long
def test_killing_the_worker_in_mid_match_loses_and_duplicates_nothing(catalogue):
    [player] = people(1)
    match = lay_match([player], bots=("captain", "random", "captain"), pace_s=0.05, now=None)
    accepted, rng, kill_after = [], random.Random(7), [6, 12, 18] if is_long() else [6, 12]
    last = kill_after[-1]
    give_up = time.monotonic() + PATIENCE_S
    while kill_after:
        with worker_to_kill():
            while match.is_running and match.version < kill_after[0]:
                assert time.monotonic() < give_up, f"stuck at version {match.version}"
                accepted += _answer_if_asked(match, player, rng)
                # What beat does, which nobody kills here.
                current_app.send_task("tournaments.tasks.sweep", expires=2)
                time.sleep(0.15)
                match.refresh_from_db()
        kill_after.pop(0)
    match.refresh_from_db()
    assert match.version >= last or match.is_over
    actions = list(match.actions.order_by("number"))
    assert [action.number for action in actions] == list(range(1, match.last_action + 1))
    assert [(action.text, action.key) for action in actions if action.seat == 0] == accepted
    replayed = Game.replay(match.setup, SEED, [(action.seat, action.text) for action in actions])
    assert json.dumps(replayed.to_data()) == json.dumps(match.state_data)


def _answer_if_asked(match: Match, player, rng: random.Random) -> list[tuple[str, str]]:
    """Play a move for the person if it is their turn; return its text and key."""
    question = table_for(match, player).game.question_for(0)
    if question is None:
        return []
    text, key = rng.choice(question.options), f"key-{match.last_action}"
    play_move(match.public_id, player, Move(version_for(match, player), text, key))
    return [(text, key)]
