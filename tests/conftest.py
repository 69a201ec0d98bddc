"""What all tests share: a real Redis, and marks that say which tests need a database or a browser."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_django
import redis
from django.conf import settings
from django.db import connection

from support import processes, redis_server
from support.test import LONG, ON_BOTH_DATABASES, PREPARED_DATA

pytest_plugins = ("tests.shared_fixtures",)

DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}
BROWSER_TESTS = Path(__file__).parent / "browser"
# What pages and API answer is the same on any database: that they answer there at all, tests/walk asks on each.
ON_ONE_DATABASE = (
    "tests/balance/test_pages.py",
    "tests/cards/api",
    "tests/cards/deck_pages",
    "tests/cards/test_admin.py",
    "tests/cards/test_picture_pages.py",
    "tests/cards/test_search_help.py",
    "tests/cards/test_search_page.py",
    "tests/pages",
    "tests/tournaments/flights/test_flight_pages.py",
    "tests/tournaments/tournament_api/test_changing.py",
    "tests/tournaments/test_table_parts.py",
    "tests/tournaments/tournament_api/test_files.py",
    "tests/tournaments/tournament_api/test_reading.py",
    "tests/tournaments/tournament_api/test_restoring.py::test_damaged_file_restores_nothing",
    "tests/tournaments/tournament_api/test_showing.py",
    "tests/walk/test_hostile_bodies.py",
    "tests/walk/test_private_decks.py",
    "tests/walk/test_secrets.py",
)
# It sends thousands of requests, and what is asked of pages besides is asked on SQLite.
ON_POSTGRES_ALONE = ("tests/walk/test_every_address.py",)
TOGETHER = (
    ("tests/cards/api/test_schemathesis.py",),
    ("tests/house/test_run.py",),
    ("tests/pages/test_full_table.py", "tests/pages/test_option_folds.py"),
    ("tests/pictures/",),
)
"""Tests that share what takes long to make: one process runs all of a line, first of all. None empties tables."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep those together. The marks of xdist's own groups do nothing: pytest does not take the names they make."""
    from xdist.scheduler import LoadScopeScheduling

    class KeptTogether(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return next((starts[0] for starts in TOGETHER if nodeid.startswith(starts)), nodeid)

    return KeptTogether(config, log) if config.getvalue("dist") == "loadgroup" else None


def _with_room(run: Callable[..., bool], *arguments: Any) -> bool:
    return run(*arguments)


# Python 3.11 maps memory for frames 16 KiB at a time, and gives it back when the last frame there returns: some tests
# go to and fro there, a hundred thousand times in ten seconds. This frame has more room beside it than they need.
_with_room.__code__ = _with_room.__code__.replace(co_stacksize=60_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test as pytest does, from a frame with room for what it calls: it takes a twentieth less time."""
    return _with_room(item.config.pluginmanager.get_plugin("runner").pytest_runtest_protocol, item, nextitem)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what script/test runs apart: tests with a database run on each kind, those of pages and a browser once.

    Long ones come first: at the end one would run alone, while other processes have nothing left to do.
    """
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
        elif item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")
            if item.nodeid.startswith(ON_POSTGRES_ALONE):
                item.add_marker("postgres_alone")
            elif item.nodeid.startswith(ON_ONE_DATABASE):
                item.add_marker("one_database")
            elif not item.nodeid.startswith(ON_BOTH_DATABASES):
                raise pytest.UsageError(f"{item.nodeid} has a database, and script/test does not ask PostgreSQL there.")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None) -> bool:
    """On SQLite the tables are those that script/test has prepared, where it has; else as pytest was asked."""
    prepared = Path(os.environ.get(PREPARED_DATA, "nowhere")) / "incursions.sqlite3"
    is_prepared = connection.vendor == "sqlite" and prepared.is_file()
    if is_prepared:
        shutil.copyfile(prepared, connection.settings_dict["TEST"]["NAME"])
    return is_prepared or django_db_keepdb


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> None:
    """The database of the tests holds the catalogue, as that of an installation does."""
    from tests.catalogue_rows import fill_catalogue  # when there are settings and apps

    with django_db_blocker.unblock():
        fill_catalogue()


@pytest.fixture(scope="session")
def sample_size() -> Callable[[int, int], int]:
    """Choose between the size of a sample and that of `script/test --long`."""
    return lambda sample, long: long if os.environ.get(LONG) else sample


@pytest.fixture(scope="session", autouse=True)
def private_redis() -> Iterator[None]:
    """A Redis of this test process's own, at the address that the settings name by themselves."""
    data = Path(settings.DATA_DIR)
    server = redis_server.start(data)
    try:
        redis_server.wait_until_ready(data, server)
        yield
    finally:
        processes.stop(server)


@pytest.fixture
def refusing_redis() -> Iterator[None]:
    """Let the private Redis answer reads and refuse all writes, as it does when its memory is full."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.config_set("maxmemory", 1)
        try:
            with pytest.raises(redis.exceptions.OutOfMemoryError):
                client.set("refused", 1)
            yield
        finally:
            client.config_set("maxmemory", 0)
