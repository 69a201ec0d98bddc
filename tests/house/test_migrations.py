"""Migrations: a database from before they were squashed is taken over as it is, or refused."""

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from support.populate import refuse_former_database
from tournaments.apps import find_former_databases


@pytest.mark.both_databases
@pytest.mark.django_db
def test_database_of_the_former_migrations_needs_no_new_table() -> None:
    loader = MigrationExecutor(connection).loader
    squashed = {key: migration for key, migration in loader.disk_migrations.items() if migration.replaces}
    rows = MigrationRecorder(connection).migration_qs
    for (app, name), migration in squashed.items():
        rows.filter(app=app, name=name).delete()
        for former_app, former_name in migration.replaces:
            rows.create(app=former_app, name=former_name)

    executor = MigrationExecutor(connection)

    assert {app for app, _ in squashed} == {"accounts", "cards"}
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert squashed.keys() <= executor.loader.applied_migrations.keys()


@pytest.mark.both_databases
@pytest.mark.django_db
def test_database_that_kept_all_rows_in_one_app_is_refused() -> None:
    assert find_former_databases(databases=["default"]) == []
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE tournaments_match (id integer)")
    (error,) = find_former_databases(databases=["default"])
    assert "earlier version" in error.msg
    with pytest.raises(CommandError, match="give this one a new database"):
        refuse_former_database()
