"""What all tests share: a real Redis, and marks that say which tests need a database or a browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import pytest_django
from django.conf import settings

from support import processes, redis_server

DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}
TESTS = Path(__file__).parent
BROWSER_TESTS = TESTS / "browser"
# What pages and API answer is the same on any database: that they answer there at all, tests/walk asks on each.
ON_ONE_DATABASE = (TESTS / "pages", TESTS / "cards/deck_pages", TESTS / "cards/api")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what script/test runs apart: tests with a database run on each kind, those of pages and a browser once."""
    for item in items:
        if item.path.is_relative_to(BROWSER_TESTS):
            item.add_marker("browser")
        elif item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")
            if any(item.path.is_relative_to(folder) for folder in ON_ONE_DATABASE):
                item.add_marker("one_database")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker) -> None:
    """The database of the tests holds the catalogue, as that of an installation does."""
    from tests.catalogue_rows import fill_catalogue  # when there are settings and apps

    with django_db_blocker.unblock():
        fill_catalogue()


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
