"""The log of moves is append-only: the database refuses to change or to delete an action.

SQLite drops the triggers of a table that a migration alters. Such a migration has to add them again; a test sees that
they are there.
"""

from django.db import migrations

REFUSAL = "the log of moves is append-only"
TRIGGERS = {
    "sqlite": [
        f"""
        CREATE TRIGGER action_is_not_{done} BEFORE {statement} ON matches_action
        BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END
        """
        for statement, done in (("UPDATE", "changed"), ("DELETE", "deleted"))
    ],
    "postgresql": [
        f"""
        CREATE FUNCTION refuse_change_of_log() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '{REFUSAL}' USING ERRCODE = 'restrict_violation'; END $$
        """,
        """
        CREATE TRIGGER action_is_not_changed BEFORE UPDATE OR DELETE ON matches_action
        FOR EACH ROW EXECUTE FUNCTION refuse_change_of_log()
        """,
    ],
}
REMOVED = {
    "sqlite": ["DROP TRIGGER action_is_not_changed", "DROP TRIGGER action_is_not_deleted"],
    "postgresql": ["DROP FUNCTION refuse_change_of_log() CASCADE"],
}


def add_triggers(apps, schema_editor):
    for statement in TRIGGERS[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def remove_triggers(apps, schema_editor):
    for statement in REMOVED[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [("matches", "0001_initial")]

    operations = [migrations.RunPython(add_triggers, remove_triggers)]
