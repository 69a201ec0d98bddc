"""Migrations: a database from before they were squashed is taken over as it is."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder


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

    assert {app for app, _ in squashed} == {"accounts", "balance", "cards", "tournaments"}
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []
    assert squashed.keys() <= executor.loader.applied_migrations.keys()
