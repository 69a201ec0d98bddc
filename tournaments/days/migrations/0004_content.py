import django.db.models.deletion
from django.db import migrations, models

import tournaments.matches.fields


def name_days(apps, schema_editor):
    """Say of each content to which day it belongs."""
    contents = apps.get_model("days", "DayContent").objects
    for day in apps.get_model("days", "Day").objects.only("pk", "content_id"):
        contents.filter(pk=day.content_id).update(day=day)


class Migration(migrations.Migration):

    dependencies = [
        ("days", "0003_bots"),
    ]

    operations = [
        migrations.CreateModel(
            name="DayTurn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("turn", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("position", tournaments.matches.fields.PlainJSONField()),
                ("created_at", models.DateTimeField(auto_now=True)),
                (
                    "day",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="turns", to="days.day"
                    ),
                ),
            ],
            options={"ordering": ["-turn"]},
        ),
        migrations.AddConstraint(
            model_name="dayturn",
            constraint=models.UniqueConstraint(fields=("day", "turn"), name="one_position_of_a_turn"),
        ),
        migrations.AlterModelOptions(name="daycontent", options={"ordering": ["-number"]}),
        migrations.AddField(
            model_name="day",
            name="passes_notes",
            field=models.BooleanField(default=False, help_text="Notes pass by themselves in calm times"),
        ),
        migrations.AddField(
            model_name="daycontent",
            name="day",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="contents", to="days.day"
            ),
        ),
        migrations.AddField(
            model_name="daycontent",
            name="number",
            field=models.PositiveIntegerField(default=1),
        ),
        migrations.AddField(
            model_name="daycontent",
            name="seat",
            field=models.CharField(blank=True, default="", max_length=60),
        ),
        migrations.AlterField(
            model_name="dayentry",
            name="text",
            field=models.CharField(max_length=6600),
        ),
        migrations.AddConstraint(
            model_name="daycontent",
            constraint=models.UniqueConstraint(fields=("day", "number"), name="one_content_of_a_number"),
        ),
        migrations.RunPython(name_days, migrations.RunPython.noop),
    ]
