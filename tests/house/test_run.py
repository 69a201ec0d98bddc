"""script/run, for real: one instance on a free port, all that can be asked of it, a rehearsal, and its end."""

import json
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from django.conf import settings

import support.run
from support import instance, processes
from tests.instances import children_of, environment_of_its_own, fill
from tests.sampling import is_long

pytestmark = pytest.mark.main_path

LARGEST_FILE = 2**20
"""The log of the instance is smaller than that, its database larger."""
MOST_TRIES = 400
PATIENCE_S = 60
CHILDREN = 6
"""The processes of an instance besides its supervisor."""
REHEARSAL_PATIENCE_S = 240
PLAYERS, SWISS, CUT, ROUNDS_OF_CUT = (32, 4, 8, 3) if is_long() else (8, 2, 4, 2)
"""The tournament that is rehearsed."""
TABLE = {"mode": "basic", "seats": 2, "bots": 1, "pace_s": 0}


class Instance(NamedTuple):
    process: subprocess.Popen[bytes]
    address: str
    data: Path


class Answer(NamedTuple):
    status: int
    kind: str
    text: str


def ask(address: str, body: object = None, accept: str = "application/json") -> Answer:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Accept": accept}
    request = urllib.request.Request(address, data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return Answer(answer.status, answer.headers["Content-Type"], answer.read().decode())
    except urllib.error.HTTPError as refused:
        return Answer(refused.code, refused.headers["Content-Type"], refused.read().decode())


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run script/run's program, as after its installation, until it ends by itself."""
    return subprocess.run(
        [sys.executable, "-m", "support.run", *map(str, arguments)],
        env=environment_of_its_own(), capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Run `support.run.main` in this process on arguments that it refuses; return its exit code and its complaint."""
    for change in ("stop_on_signals", "allow_open_files"):
        monkeypatch.setattr(support.run, change, lambda: None)
    monkeypatch.setattr(support.run.os, "umask", lambda mask: None)

    def main(*arguments: str | Path) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["support.run", *map(str, arguments)])
        try:
            code = support.run.main()
        except SystemExit as ended:
            code = ended.code
        return code, capsys.readouterr().err

    return main


def is_alive(pid: int) -> bool:
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_until(holds: Callable[[], bool], patience_s: float) -> None:
    """Return when a condition holds, or when so many seconds are over."""
    deadline = time.monotonic() + patience_s
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Instance]:
    data = tmp_path_factory.mktemp("data")
    if not is_long():  # script/test has just filled such a folder from nothing
        fill(data)
    process = instance.launch(data, environment=environment_of_its_own())
    try:
        yield Instance(process, instance.wait_until_ready(process, data), data)
    finally:
        processes.stop(process)


def test_ready_line_tells_the_truth(running: Instance) -> None:
    with urllib.request.urlopen(f"{running.address}healthz") as answer:
        assert answer.status == 200


def test_static_files_have_hashed_names_kept_for_ever(running: Instance) -> None:
    with urllib.request.urlopen(running.address) as answer:
        page = answer.read().decode()
    style = re.search(r"/static/[\w./-]+\.[0-9a-f]{12}\.css", page)
    assert style, page
    request = urllib.request.Request(running.address.rstrip("/") + style[0], headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_second_run_on_the_same_data_says_so(running: Instance) -> None:
    refused = run("--port", "0", "--data", running.data)
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Incursions already runs on the data in {running.data}, at {running.address}. "
        "Stop it first, or start another one with --data and --port.\n"
    )


def test_busy_port_says_so(running: Instance, tmp_path: Path, refuse: Callable[..., tuple[int, str]]) -> None:
    port = running.address.rstrip("/").rpartition(":")[2]
    sentence = f"Cannot listen on 127.0.0.1, port {port}: Address already in use. Another --port may do.\n"
    assert refuse("--port", port, "--data", tmp_path) == (1, sentence)


def commands_of_children(running: Instance) -> dict[int, bytes]:
    return {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children_of(running.process.pid)}


def own_queues(running: Instance) -> set[int]:
    """Return the workers with a queue of their own."""
    return {pid for pid, command in commands_of_children(running).items() if b"--queues" in command}


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux limits another process")
def test_full_disk_loses_nothing_that_was_acknowledged_and_is_said(running: Instance) -> None:
    """The web server may write no further than a megabyte into any file, as if its disk were full."""
    address = running.address.rstrip("/")
    web = next(pid for pid, command in commands_of_children(running).items() if b"uvicorn" in command)
    unlimited = resource.prlimit(web, resource.RLIMIT_FSIZE)
    resource.prlimit(web, resource.RLIMIT_FSIZE, (LARGEST_FILE, unlimited[1]))
    made = []
    for _ in range(MOST_TRIES):
        answer = ask(f"{address}/matches", TABLE)
        if answer.status != 201:
            break
        made.append(json.loads(answer.text)["url"])
    assert (answer.status, answer.kind) == (503, "application/json"), answer.text
    assert json.loads(answer.text)["code"] == "cannot_save"
    page = ask(f"{address}/matches", TABLE, accept="text/html")
    assert (page.status, "Nothing can be saved" in page.text) == (503, True)
    health = ask(f"{address}/healthz")
    assert (health.status, json.loads(health.text)["writes"]) == (503, "failing")
    resource.prlimit(web, resource.RLIMIT_FSIZE, unlimited)
    assert [ask(f"{address}{url}/state").status for url in made] == [200] * len(made)
    assert ask(f"{address}/matches", TABLE).status == 201


def test_killed_child_comes_back(running: Instance) -> None:
    commands = commands_of_children(running).items()
    worker = next(pid for pid, command in commands if b"worker" in command and pid not in own_queues(running))
    os.kill(worker, signal.SIGKILL)
    restart = re.compile(r"^The Celery worker ended \(by SIGKILL\); it starts again in 1 s\.$", re.MULTILINE)
    instance.wait_for_line(restart, running.process, running.data)
    wait_until(lambda: len(children_of(running.process.pid)) == CHILDREN, PATIENCE_S)
    assert len(children_of(running.process.pid)) == CHILDREN


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
    """Wait until a round is played."""
    begun = "select count(*) from events_round where state = 'running' and number = ?"
    until = time.monotonic() + REHEARSAL_PATIENCE_S
    while time.monotonic() < until and ended.poll() is None:
        with sqlite3.connect(f"file:{data / 'incursions.sqlite3'}?mode=ro", uri=True, timeout=30) as rows:
            if rows.execute(begun, [number]).fetchone()[0]:
                return
        time.sleep(0.05)
    raise AssertionError(f"Round {number} is not played: {ended.communicate(timeout=REHEARSAL_PATIENCE_S)}")


def kill_children(running: Instance, *words: bytes) -> int:
    """Kill the children whose command has one of the words, and return how many they were.

    Only a long run kills the workers with queues of their own, because random bots do not use them.
    """
    found = {pid for pid, command in commands_of_children(running).items() if any(word in command for word in words)}
    killed = found if is_long() else found - own_queues(running)
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    return len(killed)


def test_sealed_tournament_of_bots_is_played_to_its_end_while_workers_and_redis_are_killed(running: Instance) -> None:
    size = ("--players", str(PLAYERS), "--rounds", str(SWISS), "--cut", str(CUT), "--match-seconds", "3")
    with rehearse(running.data, *size) as rehearsal:
        wait_for_round(running.data, 1, rehearsal)
        assert kill_children(running, b"celery")
        wait_for_round(running.data, 2, rehearsal)
        assert kill_children(running, b"redis")
        if is_long():
            wait_for_round(running.data, SWISS + 1, rehearsal)
            assert kill_children(running, b"celery", b"redis")
        said, complaints = rehearsal.communicate(timeout=REHEARSAL_PATIENCE_S)
    assert rehearsal.returncode == 0, said + complaints
    found = json.loads(said)
    assert found["problems"] == []
    assert (found["players"], found["rounds"], found["errors"]) == (PLAYERS, SWISS + ROUNDS_OF_CUT, 0)
    assert found["matches"] == SWISS * PLAYERS // 2 + CUT - 1


def test_ctrl_c_ends_everything(running: Instance) -> None:
    """The last test of this file: it ends the instance."""
    children = children_of(running.process.pid)
    os.kill(running.process.pid, signal.SIGINT)
    assert running.process.wait(PATIENCE_S) == 0
    assert [pid for pid in children if is_alive(pid)] == []
    assert instance.log_file(running.data).read_text().endswith("Incursions has stopped.\n")
    assert not (running.data / "redis.sock").exists()
    assert [log.stat().st_size for log in running.data.glob("incursions.sqlite3-wal")] in ([], [0])


def test_supervisor_that_is_killed_takes_its_children_along(tmp_path: Path) -> None:
    program = (
        "import os, sys; from support import processes; "
        "print(processes.start(['sleep', '60']).pid, flush=True); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program], env=environment_of_its_own(), capture_output=True, text=True, check=False
    )
    child = int(killed.stdout)
    wait_until(lambda: not is_alive(child), 5)
    assert not is_alive(child)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--port", "eighty"), "argument --port: 'eighty' is not a port: a number from 0 to 65535"),
        (("--port", "70000"), "argument --port: '70000' is not a port: a number from 0 to 65535"),
        (("--web", "0"), "argument --web: '0' is not a number of processes: 1 to 64"),
        (("--colour", "red"), "unrecognized arguments: --colour red"),
    ],
)
def test_wrong_argument_is_a_sentence(
    arguments: tuple[str, ...], sentence: str, refuse: Callable[..., tuple[int, str]]
) -> None:
    code, complaint = refuse(*arguments)
    assert code == 2
    assert complaint.splitlines()[-1] == f"script/run: error: {sentence}"


def test_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path, refuse: Callable[..., tuple[int, str]]) -> None:
    (tmp_path / "file").touch()
    refused = refuse("--port", "0", "--data", tmp_path / "file" / "data")
    assert refused == (1, f"Cannot keep data in {tmp_path}/file/data: Not a directory.\n")


@pytest.mark.parametrize(
    ("allowed", "most", "then"),
    [
        (256, resource.RLIM_INFINITY, support.run.OPEN_FILES),
        (256, 1024, 1024),
        (20_000, 20_000, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_limit_of_open_files_is_raised_for_a_hall_and_never_lowered(allowed, most, then, monkeypatch) -> None:
    limits = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (allowed, most))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limit: limits.append((what, limit)))
    support.run.allow_open_files()
    assert limits == ([] if then is None else [(resource.RLIMIT_NOFILE, (then, most))])


def test_damaged_database_is_a_sentence(tmp_path: Path) -> None:
    """One page of a table is damaged that no start reads."""
    fill(tmp_path)
    database = tmp_path / "incursions.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        named = "SELECT rootpage FROM sqlite_master WHERE name = ?"
        (page,), (size,) = (
            connection.execute(*each).fetchone() for each in ((named, ["days_dayentry"]), ("PRAGMA page_size",))
        )
    with database.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    ended = run("--port", "0", "--data", tmp_path)
    assert ended.returncode == 1
    assert ended.stderr.startswith("The database cannot be used: ")
    assert "docs/operations.md says how a backup is brought back." in ended.stderr


def test_foreign_address_is_a_sentence(tmp_path: Path, refuse: Callable[..., tuple[int, str]]) -> None:
    sentence = "Cannot listen on 192.0.2.1, port 0: Cannot assign requested address. Another --port may do.\n"
    assert refuse("--port", "0", "--host", "192.0.2.1", "--data", tmp_path) == (1, sentence)


def test_address_for_others_in_the_network_is_told() -> None:
    with support.run.bound(socket.AF_INET, ("0.0.0.0", 0)) as listener:
        port = listener.getsockname()[1]
        assert support.run.is_open_to_network(listener)
        told = support.run.describe_network(listener, "192.168.1.5")
        assert told == f"Others in the network open http://192.168.1.5:{port}/"
        assert support.run.describe_network(listener, "").startswith("This machine is in no network.")
    with support.run.bound(socket.AF_INET, ("127.0.0.1", 0)) as listener:
        assert not support.run.is_open_to_network(listener)
