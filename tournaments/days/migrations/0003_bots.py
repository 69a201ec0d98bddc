import django.db.models.deletion
from django.db import migrations, models

import tournaments.matches.fields


class Migration(migrations.Migration):
    dependencies = [("days", "0002_control")]

    operations = [
        migrations.AddField("dayseat", "is_bot", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="DayBots",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("memory", tournaments.matches.fields.PlainJSONField(default=dict)),
                ("orders", tournaments.matches.fields.PlainJSONField(default=list)),
                ("number", models.PositiveIntegerField(default=0)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("is_trial", models.BooleanField(default=False)),
                ("due_at", models.DateTimeField(db_index=True, null=True)),
                (
                    "day",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="bots", to="days.day"
                    ),
                ),
            ],
        ),
    ]
