"""What all tests share: a database with the catalogue, a real Redis, and the pool that runs them."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_django
import redis
from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import TransactionTestCase

from support import processes, redis_server
from support.test import LEFT_TO_LONG, POSTGRES_ID, PREPARED_DATA
from tests import parsed_yaml
from tests.append_only import log_unlocked
from tests.long_tests import is_first, is_left, leave_long_tests
from tests.pool import is_for_other_workers, worker_kind

pytest_plugins = ("tests.shared_fixtures",)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Return the scheduler for the pool of script/test; None leaves other runs to xdist's own."""
    from tests.pool import PoolScheduling, is_pool

    return PoolScheduling(config, log) if is_pool(config) else None


def pytest_configure() -> None:
    """Read catalogue and content once in each process. A worker imports without a search for garbage: there is none."""
    parsed_yaml.use_caches()
    if worker_kind() is not None:
        gc.disable()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what other workers of a pool run."""
    return is_for_other_workers(collection_path) or None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make two tests of one that is marked for both kinds of database."""
    if metafunc.definition.get_closest_marker("both_databases"):
        metafunc.fixturenames.append("database_kind")
        metafunc.parametrize("database_kind", ["on SQLite", POSTGRES_ID])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put long tests first, and leave most of them to `--long`. Outside of a pool, one kind of database is left out."""
    items.sort(key=lambda item: not is_first(item))
    leave_long_tests(items)
    if worker_kind() is None:
        other = [item for item in items if (POSTGRES_ID in item.nodeid) != (connection.vendor == "postgresql")]
        left_out = [item for item in other if item.get_closest_marker("both_databases")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_report_teststatus(report: pytest.TestReport | pytest.CollectReport) -> tuple[str, str, str] | None:
    """Count long tests that were left out apart from other skipped tests, and do not list them."""
    return (LEFT_TO_LONG, "", "") if is_left(report) else None


def pytest_collection_finish() -> None:
    """Let the garbage collector skip what collecting made, and run as seldom as in a web process of the product."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)
    gc.enable()


def _with_room(run: Callable[..., bool], *arguments: Any) -> bool:
    return run(*arguments)


# Python 3.11 maps memory for frames 16 KiB at a time, and gives it back when the last frame there returns: some tests
# go to and fro there, a hundred thousand times in ten seconds. This frame has more room beside it than they need.
_with_room.__code__ = _with_room.__code__.replace(co_stacksize=60_000)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test as pytest does, from a frame with room for what it calls: it takes a twentieth less time."""
    return _with_room(item.config.pluginmanager.get_plugin("runner").pytest_runtest_protocol, item, nextitem)


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
        _keep_catalogue()


def _keep_catalogue() -> None:
    """Let tests that commit delete their rows alone at their end, as long as the catalogue is as it was.

    To write it again, and what Django's `flush` makes again, takes longer than most of these tests.
    """
    from django.contrib.auth.models import Permission
    from django.contrib.contenttypes.models import ContentType

    from cards.models import CardSet, CatalogueVersion, Entry, Ruling

    of_all_tests = (CardSet, CatalogueVersion, ContentType, Entry, Permission, Ruling)
    kept = {model._meta.db_table for model in apps.get_models() if issubclass(model, of_all_tests)}
    tables = [table for table in connection.introspection.django_table_names() if table not in kept]
    version, flush = CatalogueVersion.objects.values().get(), TransactionTestCase._fixture_teardown

    def delete_rows(case: TransactionTestCase) -> None:
        with log_unlocked():
            if CatalogueVersion.objects.values().first() == version:
                connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))
            else:
                flush(case)

    TransactionTestCase._fixture_teardown = delete_rows


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> Iterator[None]:
    """Keep the rows that fixtures of a module write until its end. Each of its tests with a database is a savepoint."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


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
