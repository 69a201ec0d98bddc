"""Matches, seats and actions."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.fields
import tournaments.models


class Migration(migrations.Migration):
    """The tables of a match."""

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=tournaments.models.new_public_id, editable=False, max_length=16, unique=True
                    ),
                ),
                ("mode", models.CharField(choices=[("basic", "Basic")], default="basic", max_length=8)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "waiting for players"), ("running", "running"), ("over", "over")],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("minutes", models.PositiveSmallIntegerField(default=45)),
                ("free_s", models.PositiveSmallIntegerField(default=20)),
                ("bank_s", models.PositiveSmallIntegerField(default=900)),
                ("pace_s", models.FloatField(default=1.0)),
                ("deadline_at", models.DateTimeField(db_index=True, null=True)),
                ("bot_due_at", models.DateTimeField(db_index=True, null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("rules_version", models.PositiveSmallIntegerField(null=True)),
                ("commitment", models.CharField(max_length=64)),
                ("seed", models.BinaryField(max_length=32)),
                ("setup", tournaments.fields.PlainJSONField(null=True)),
                ("state_data", tournaments.fields.PlainJSONField(null=True)),
                ("opening", tournaments.fields.PlainJSONField(default=list)),
                ("result", tournaments.fields.PlainJSONField(null=True)),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted_matches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch_of",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="Action",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("text", models.CharField(max_length=200)),
                ("dice", tournaments.fields.PlainJSONField(default=list)),
                ("events", tournaments.fields.PlainJSONField(default=list)),
                ("key", models.CharField(blank=True, default="", max_length=64)),
                ("lapsed", models.BooleanField(default=False)),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="actions", to="tournaments.match"
                    ),
                ),
            ],
            options={
                "ordering": ["match", "number"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveSmallIntegerField()),
                (
                    "bot",
                    models.CharField(
                        blank=True,
                        choices=[("", "nobody"), ("captain", "Captain bot"), ("random", "Random bot")],
                        default="",
                        max_length=8,
                    ),
                ),
                ("free_ms", models.PositiveIntegerField(default=0)),
                ("bank_ms", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField(null=True)),
                ("runs_out_at", models.DateTimeField(db_index=True, null=True)),
                ("asked", models.PositiveIntegerField(default=0)),
                ("acted_turn", models.PositiveIntegerField(null=True)),
                ("lapsed_turn", models.PositiveIntegerField(null=True)),
                ("missed_turns", models.PositiveSmallIntegerField(default=0)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seats", to="tournaments.match"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["match", "index"],
            },
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["state", "-created_at"], name="match_by_state"),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state", "open"),
                    models.Q(
                        ("deadline_at__isnull", False), ("rules_version__isnull", False), ("started_at__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="match_begun_has_clock",
                violation_error_message="A match that has begun has a clock.",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at__isnull", False), ("result__isnull", False), ("state", "over")),
                    models.Q(
                        models.Q(("state", "over"), _negated=True), ("ended_at__isnull", True), ("result__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="match_over_has_result",
                violation_error_message="A match has a result when it is over, and only then.",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("pace_s__gte", 0), ("pace_s__lte", 30)),
                name="match_pace_at_most_30_s",
                violation_error_message="A bot waits at most 30 seconds.",
            ),
        ),
        migrations.AddConstraint(
            model_name="action",
            constraint=models.UniqueConstraint(fields=("match", "number"), name="action_number_once"),
        ),
        migrations.AddConstraint(
            model_name="action",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True), fields=("match", "seat", "key"), name="action_key_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(fields=("match", "index"), name="seat_index_once"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("match", "user"),
                name="seat_of_user_once",
                violation_error_message="A player has one seat at a table.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("bot", ""), ("user__isnull", True), _connector="OR"),
                name="seat_of_person_or_bot",
                violation_error_message="A seat is a person's or a bot's.",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("runs_out_at__isnull", True), ("since__isnull", True)),
                    models.Q(("runs_out_at__isnull", False), ("since__isnull", False)),
                    _connector="OR",
                ),
                name="seat_clock_whole",
                violation_error_message="A clock that runs runs out.",
            ),
        ),
    ]
