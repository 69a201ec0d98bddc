"""Writes that fail: which errors say so, and what clients, pages, /healthz and a start say of a full disk.

What an instance does on one that fills up is in test_run.py, which has an instance.
"""

import errno
import json
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import psycopg.errors
import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from incursions.accounts.viewers import SessionStore
from incursions.celery import note_failed_write
from incursions.kit import health
from incursions.kit.api.problems import answer_problem, server_error
from incursions.kit.health import is_failed_write
from tests.instances import environment_of_its_own
from tests.markup import read_page
from tests.sampling import sample

LARGEST_FILE = 2**20
PATIENCE_S = 60


@pytest.fixture
def forgetting() -> Iterator[None]:
    """Let no other test meet the failed writes of this one."""
    yield
    health.failed_writes.forget()


def sqlite_full(folder: Path) -> sqlite3.Error:
    """Return the error of a database that may not grow."""
    database = sqlite3.connect(folder / "full.sqlite3")
    database.execute("CREATE TABLE facts (fact)")
    database.execute("PRAGMA max_page_count = 2")
    with pytest.raises(sqlite3.Error) as raised:
        database.execute("INSERT INTO facts VALUES (?)", ("x" * 100_000,))
    database.close()
    return raised.value


def sqlite_read_only(folder: Path) -> sqlite3.Error:
    sqlite3.connect(folder / "read.sqlite3").close()
    database = sqlite3.connect(f"file:{folder / 'read.sqlite3'}?mode=ro", uri=True)
    with pytest.raises(sqlite3.Error) as raised:
        database.execute("CREATE TABLE facts (fact)")
    database.close()
    return raised.value


def as_django_raises(cause: Exception) -> OperationalError:
    error = OperationalError(str(cause))
    error.__cause__ = cause
    return error


def test_full_and_read_only_disks_are_told_from_other_errors(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.Error) as missing:
        sqlite3.connect(":memory:").execute("SELECT * FROM facts")
    failing = [sqlite_full(tmp_path), sqlite_read_only(tmp_path), psycopg.errors.DiskFull("could not extend file")]
    assert [is_failed_write(as_django_raises(error)) for error in failing] == [True, True, True]
    assert [is_failed_write(OSError(number, "")) for number in (errno.ENOSPC, errno.EDQUOT, errno.EROFS)] == [True] * 3
    others = [missing.value, psycopg.errors.LockNotAvailable("locked"), FileNotFoundError(errno.ENOENT, "none")]
    assert [is_failed_write(as_django_raises(error)) for error in others] == [False, False, False]
    assert not is_failed_write(None)


def test_api_says_that_nothing_can_be_saved(tmp_path: Path, forgetting: None) -> None:
    problem = answer_problem(as_django_raises(sqlite_full(tmp_path)))
    assert problem is not None
    assert (problem.status_code, problem.data["code"], problem["Retry-After"]) == (503, "cannot_save", "30")
    busy = answer_problem(OperationalError("database is locked"))
    assert busy is not None
    assert (busy.status_code, busy.data["code"]) == (503, "busy")


@pytest.mark.parametrize(
    ("headers", "kind", "code"),
    [
        ({"accept": "application/json"}, "application/json", "cannot_save"),
        ({}, "application/json", "cannot_save"),
        ({"accept": "text/html,*/*"}, "text/html; charset=utf-8", None),
    ],
)
def test_error_outside_the_api_is_answered_as_the_client_reads(tmp_path, forgetting, headers, kind, code) -> None:
    try:
        raise as_django_raises(sqlite_full(tmp_path))
    except OperationalError:
        answer = server_error(RequestFactory().post("/matches", headers=headers))
    assert (answer.status_code, answer["Content-Type"], answer["Retry-After"]) == (503, kind, "30")
    if code is None:
        assert "<h1>Nothing can be saved</h1>" in read_page(answer)
    else:
        assert json.loads(answer.content)["code"] == code


def test_other_failures_are_json_for_programs_too() -> None:
    try:
        raise ImproperlyConfigured("nobody expected this")
    except ImproperlyConfigured:
        program = server_error(RequestFactory().post("/matches", headers={"accept": "application/json"}))
        browser = server_error(RequestFactory().post("/matches", headers={"accept": "text/html"}))
    assert (program.status_code, json.loads(program.content)["code"]) == (500, "failure")
    assert (browser.status_code, "Something went wrong" in read_page(browser)) == (500, True)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_healthz_says_that_a_write_failed_lately(client: Client, tmp_path: Path, forgetting: None) -> None:
    health.failed_writes.note(as_django_raises(sqlite_full(tmp_path)))
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {"status": "failing", "database": "ok", "redis": "ok", "writes": "failing"}
    health.failed_writes.forget()
    assert client.get("/healthz").status_code == 200


@pytest.mark.both_databases
@pytest.mark.django_db
def test_healthz_says_that_the_disk_has_no_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda folder: SimpleNamespace(free=4096))
    is_sqlite = connection.vendor == "sqlite"
    assert client.get("/healthz").json()["writes"] == ("failing" if is_sqlite else "ok")


@pytest.mark.django_db
def test_sqlite_commits_to_the_disk() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("of SQLite alone")
    with connection.cursor() as cursor:
        modes = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]  # 2 is FULL


@pytest.mark.django_db
def test_session_that_cannot_be_saved_is_a_failed_write_and_not_a_deleted_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = SessionStore()
    session.create()
    other = SessionStore(session.session_key)
    other["theme"] = "dark"
    with monkeypatch.context() as patch:
        patch.setattr(Session, "save", raise_disk_full(tmp_path))
        with pytest.raises(OperationalError) as failure:
            other.save()
    assert is_failed_write(failure.value)
    session.delete()
    with pytest.raises(UpdateError):
        other.save()


def raise_disk_full(folder: Path) -> Callable[..., None]:
    """Return a function that fails as a write to a full disk does."""

    def save(*_: object, **__: object) -> None:
        raise as_django_raises(sqlite_full(folder))

    return save


def test_failed_writes_of_workers_are_told_by_the_web_process(tmp_path: Path, forgetting: None, db: None) -> None:
    note_failed_write(exception=as_django_raises(sqlite_full(tmp_path)), sender=None)
    other_process = health.FailedWrites()
    assert other_process.are_recent()
    other_process.forget()
    note_failed_write(exception=ValueError("no write"))
    assert not other_process.are_recent()


@pytest.mark.parametrize("largest_file", [0, *sample([4096, LARGEST_FILE], 1)])
def test_start_on_a_full_disk_says_a_sentence(tmp_path: Path, largest_file: int) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))

    refused = subprocess.run(
        [sys.executable, "-B", "-m", "support.run", "--port", "0", "--data", str(tmp_path / "data")],
        env=environment_of_its_own(), capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        preexec_fn=limit,
    )  # fmt: skip
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert refused.stderr.count("\n") <= 2
    assert refused.stderr.endswith(
        (": File too large.\n", "could not be brought up to date; the output above says why.\n")
    )
