"""Why a bot did what it did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column beside the action; taking it back loses the reasons alone."""

    dependencies = [("tournaments", "0004_admiral")]

    operations = [
        migrations.AddField(
            model_name="action",
            name="reason",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
    ]
