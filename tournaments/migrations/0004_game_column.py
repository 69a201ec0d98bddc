"""Matches and match files name their game."""

from django.db import migrations, models

import tournaments.matches.game_kinds


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0003_append_only_log")]

    operations = [
        migrations.AddField(
            model_name=model,
            name="game",
            field=models.CharField(
                default=tournaments.matches.game_kinds.first_game, help_text="Which game it is, by name", max_length=20
            ),
        )
        for model in ("match", "matchfile")
    ]
