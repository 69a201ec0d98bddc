"""Test flights of users' decks, and the fields that they are flown against."""

import django.db.models.deletion
import tournaments.fields
import tournaments.public_ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0009_names_of_decks"),
        ("tournaments", "0006_decks_of_players"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FlightField",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token", models.CharField(help_text="Of the version of the catalogue", max_length=32, unique=True)),
                ("data", tournaments.fields.PlainJSONField(help_text="Decks and pieces")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Flight",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "public_id",
                    models.CharField(
                        default=tournaments.public_ids.new_public_id, editable=False, max_length=16, unique=True
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("running", "Running"), ("finished", "Finished"), ("cancelled", "Cancelled")],
                        default="running",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("touched_at", models.DateTimeField(help_text="When games were last counted, or queued again")),
                ("ended_at", models.DateTimeField(null=True)),
                ("played", models.PositiveIntegerField(default=0)),
                ("name", models.CharField(help_text="Of the deck", max_length=100)),
                ("content", tournaments.fields.PlainJSONField(help_text="Of the deck")),
                ("opponents", tournaments.fields.PlainJSONField(help_text="The decks of the field by title")),
                ("games", models.PositiveSmallIntegerField(default=60)),
                ("seed", models.PositiveIntegerField()),
                ("outcomes", tournaments.fields.PlainJSONField(default=list, help_text="What came of each game")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="flights", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "deck",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="flights", to="cards.deck"
                    ),
                ),
                (
                    "field",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.RESTRICT,
                        related_name="flights",
                        to="tournaments.flightfield",
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-pk"],
                "indexes": [
                    models.Index(fields=["by", "-created_at", "-id"], name="flight_of"),
                    models.Index(fields=["state", "touched_at"], name="flight_by_state"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("state", "running")),
                            models.Q(models.Q(("state", "running"), _negated=True), ("ended_at__isnull", False)),
                            _connector="OR",
                        ),
                        name="flight_ended_has_time",
                        violation_error_message="A flight that has ended says when, and no other does.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("games__gte", 1), ("games__lte", 240)), name="flight_has_games"
                    ),
                ],
            },
        ),
    ]
