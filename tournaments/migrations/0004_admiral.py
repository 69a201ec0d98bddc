"""A bot that thinks ahead."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One choice more; it can be taken back while no admiral has sat down."""

    dependencies = [("tournaments", "0003_ensign")]

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
                    ("admiral", "Admiral bot"),
                    ("random", "Random bot"),
                ],
                default="",
                max_length=8,
            ),
        ),
    ]
