from typing import Any

from django.db import migrations, models


def mark_lessons(apps: Any, schema_editor: Any) -> None:
    """Set the version of the rests of voyages to 0: the position at which each began was not stored."""
    apps.get_model("matches", "Match").objects.filter(is_lesson=True).update(rules_version=0)


class Migration(migrations.Migration):
    dependencies = [("matches", "0003_lessons")]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="is_lesson",
            field=models.BooleanField(
                default=False, help_text="The rest of a voyage: it counts for nothing, and has no file"
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="rules_version",
            field=models.PositiveSmallIntegerField(help_text="0: it cannot be replayed by any rules", null=True),
        ),
        migrations.RunPython(mark_lessons, migrations.RunPython.noop),
    ]
