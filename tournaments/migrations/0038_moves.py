"""Number the actions that all are told of as moves. Every action so far is a move: links to replays hold."""

from django.db import migrations, models
from django.db.models import F


def count_actions_as_moves(apps, schema_editor):
    """Set the numbers of moves from those of actions."""
    apps.get_model("tournaments", "Match").objects.update(last_action=F("version"))
    apps.get_model("tournaments", "Action").objects.update(move=F("number"))
    apps.get_model("tournaments", "TakeBack").objects.update(to_move=F("to"))


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0037_kept_rematch'),
    ]

    operations = [
        migrations.AddField(
            model_name='action',
            name='back_to',
            field=models.PositiveIntegerField(help_text='Of a step back, the move after which the table stands', null=True),
        ),
        migrations.AddField(
            model_name='action',
            name='move',
            field=models.PositiveIntegerField(default=0, help_text='Its number among the moves that all are told of; 0 of a private action'),
        ),
        migrations.AddField(
            model_name='match',
            name='last_action',
            field=models.PositiveIntegerField(default=0, help_text='The number of its newest action, private ones counted: for nobody to see'),
        ),
        migrations.AddField(
            model_name='seat',
            name='owed_ms',
            field=models.PositiveIntegerField(default=0, help_text='What is given back for the stages of a line when the line is whole'),
        ),
        migrations.AddField(
            model_name='takeback',
            name='to_move',
            field=models.PositiveIntegerField(default=0, help_text='So many moves would be left as they are'),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='match',
            name='version',
            field=models.PositiveIntegerField(default=0, help_text='The number of its newest move, which all are told of'),
        ),
        migrations.AlterField(
            model_name='report',
            name='version',
            field=models.PositiveIntegerField(help_text='So many moves had been made'),
        ),
        migrations.AlterField(
            model_name='seat',
            name='passes_since',
            field=models.PositiveIntegerField(help_text='How many actions the match had when that was chosen', null=True),
        ),
        migrations.AlterField(
            model_name='staffact',
            name='version',
            field=models.PositiveIntegerField(help_text='So many moves had been made'),
        ),
        migrations.AlterField(
            model_name='takeback',
            name='to',
            field=models.PositiveIntegerField(help_text='So many actions would be left as they are'),
        ),
        migrations.AlterField(
            model_name='takeback',
            name='version',
            field=models.PositiveIntegerField(help_text='So many moves had been made'),
        ),
        migrations.RunPython(count_actions_as_moves, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name='action',
            index=models.Index(fields=['match', 'move'], name='action_by_move'),
        ),
    ]
