"""Decks of their own that players bring to a table."""

import django.db.models.deletion
from django.db import migrations, models

import tournaments.fields


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0008_decks"),
        ("tournaments", "0005_reasons"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="deck",
            field=models.ForeignKey(
                help_text="The player's own, where one was chosen",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="cards.deck",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="deck_content",
            field=tournaments.fields.PlainJSONField(
                help_text="The own deck as it was chosen, until the match starts with it", null=True
            ),
        ),
    ]
