from django.db import migrations, models

from incursions.search.folding import fold


def fold_names(apps, schema_editor):
    decks = apps.get_model("cards", "Deck").objects
    for deck in decks.only("name").iterator():
        decks.filter(pk=deck.pk).update(folded_name=fold(deck.name))


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0008_decks"),
    ]

    operations = [
        migrations.AddField(
            model_name="deck",
            name="folded_name",
            field=models.TextField(default="", help_text="As it is searched"),
            preserve_default=False,
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
    ]
