"""A rehearsal, for real: a whole tournament of bots by processes of its own, some of which are killed meanwhile."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from support import instance, processes
from tests.instances import children_of, environment_of_its_own, fill
from tests.sampling import is_long

PATIENCE_S = 240
PLAYERS, SWISS, CUT, ROUNDS_OF_CUT = (32, 4, 8, 3) if is_long() else (8, 2, 4, 2)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    fill(tmp_path)
    process = instance.launch(tmp_path, environment=environment_of_its_own())
    try:
        instance.wait_until_ready(process, tmp_path)
        yield process
    finally:
        processes.stop(process)


@contextmanager
def rehearse(data: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, settings.ROOT / "manage.py", "rehearse", "--json", *options]
    environment = environment_of_its_own() | {"DATA_DIR": str(data), "LOG_LEVEL": "WARNING"}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_round(data: Path, number: int, ended: subprocess.Popen[str]) -> None:
    """Until that round is played."""
    begun = "select count(*) from tournaments_round where state = 'running' and number = ?"
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until and ended.poll() is None:
        with sqlite3.connect(f"file:{data / 'incursions.sqlite3'}?mode=ro", uri=True, timeout=30) as rows:
            if rows.execute(begun, [number]).fetchone()[0]:
                return
        time.sleep(0.05)
    raise AssertionError(f"Round {number} is not played: {ended.communicate(timeout=PATIENCE_S)}")


def kill_children(parent: int, *words: str) -> int:
    """Kill the children whose command has one of the words; how many."""
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in children_of(parent)}
    killed = [pid for pid, command in commands.items() if any(word in command for word in words)]
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    return len(killed)


@pytest.mark.long
def test_sealed_tournament_of_bots_is_played_to_its_end_while_workers_and_redis_are_killed(running, tmp_path):
    size = ("--players", str(PLAYERS), "--rounds", str(SWISS), "--cut", str(CUT), "--match-seconds", "3")
    with rehearse(tmp_path, *size) as rehearsal:
        wait_for_round(tmp_path, 1, rehearsal)
        assert kill_children(running.pid, "celery")
        wait_for_round(tmp_path, 2, rehearsal)
        assert kill_children(running.pid, "redis")
        wait_for_round(tmp_path, SWISS + 1, rehearsal)
        assert kill_children(running.pid, "celery", "redis")
        said, complaints = rehearsal.communicate(timeout=PATIENCE_S)
    assert rehearsal.returncode == 0, said + complaints
    found = json.loads(said)
    assert found["problems"] == []
    assert (found["players"], found["rounds"], found["errors"]) == (PLAYERS, SWISS + ROUNDS_OF_CUT, 0)
    assert found["matches"] == SWISS * PLAYERS // 2 + CUT - 1
