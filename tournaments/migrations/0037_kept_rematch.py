"""Rematches whose seats are kept for the players of the match before."""

from django.db import migrations, models

import tournaments.fields


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0036_waiting_for_players")]

    operations = [
        migrations.AddField(
            "match",
            "kept_until",
            models.DateTimeField(
                null=True, help_text="Until when the seats of a rematch are kept for the players of the match before"
            ),
        ),
        migrations.AddField(
            "match",
            "declined",
            tournaments.fields.PlainJSONField(
                default=list, help_text="Keys of the players who have declined this rematch"
            ),
        ),
    ]
