"""A bot for beginners."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One choice more; it can be taken back while no ensign has sat down."""

    dependencies = [("tournaments", "0002_starters_and_modes")]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "nobody"),
                    ("ensign", "Ensign bot"),
                    ("captain", "Captain bot"),
                    ("random", "Random bot"),
                ],
                default="",
                max_length=8,
            ),
        ),
    ]
