from django.db import migrations, models


def clear_marks(apps, schema_editor):
    """Clear marks of absence that were set on seats without a person."""
    seats = apps.get_model("tournaments", "Seat").objects.filter(away_since__isnull=False, user__isnull=True)
    seats.exclude(bot="").update(away_since=None)
    seats.filter(match__state="open").update(away_since=None)


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0033_mail")]

    operations = [
        migrations.RunPython(clear_marks, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("bot", ""), ("away_since__isnull", True), _connector="OR"),
                name="seat_of_bot_never_away",
                violation_error_message="A bot is never away.",
            ),
        ),
    ]
