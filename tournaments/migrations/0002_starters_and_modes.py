"""Full and Tournament: their modes, and the starter deck of each seat."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A wider mode, a column more for seats; both can be taken back while no such match has been laid."""

    dependencies = [("tournaments", "0001_matches")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="starter",
            field=models.CharField(
                blank=True,
                default="",
                help_text="The starter deck by title; Basic is played without",
                max_length=60,
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="mode",
            field=models.CharField(
                choices=[("basic", "Basic"), ("full", "Full"), ("tournament", "Tournament")],
                default="basic",
                max_length=10,
            ),
        ),
    ]
