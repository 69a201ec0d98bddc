from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0002_longer_bot_names")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="mode",
            field=models.CharField(
                blank=True, default="", help_text="Of its matches; empty: the usual one", max_length=10
            ),
        ),
    ]
