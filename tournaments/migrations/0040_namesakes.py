from django.conf import settings
"""Tell players apart whose names look the same."""

from collections import Counter

from django.db import migrations, models

from incursions.accounts.lookalikes import skeleton


def tell_players_apart(apps, schema_editor):
    """Store the skeletons of names, and which of them stand twice in a tournament."""
    entries = list(apps.get_model("tournaments", "Entry").objects.only("tournament", "called"))
    for entry in entries:
        entry.name_skeleton = skeleton(entry.called)
    alike = Counter((entry.tournament_id, entry.name_skeleton) for entry in entries)
    for entry in entries:
        entry.has_namesake = alike[entry.tournament_id, entry.name_skeleton] > 1
    columns = ["name_skeleton", "has_namesake"]
    apps.get_model("tournaments", "Entry").objects.bulk_update(entries, columns, batch_size=200)


class Migration(migrations.Migration):

    dependencies = [
        ('cards', '0009_names_of_decks'),
        ('tournaments', '0039_window_pauses'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='has_namesake',
            field=models.BooleanField(default=False, help_text="Another player's name looks the same"),
        ),
        migrations.AddField(
            model_name='entry',
            name='name_skeleton',
            field=models.TextField(default='', help_text='The same for all names that look like it'),
        ),
        migrations.RunPython(tell_players_apart, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['tournament', 'name_skeleton'], name='entry_by_skeleton'),
        ),
    ]
