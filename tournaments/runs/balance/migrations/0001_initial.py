"""Create every table of this app. A database at commit 64b9793 has them: it has the migration in `replaces`."""

import django.db.models.deletion
import tournaments.matches.fields
import incursions.kit.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('balance', '0001_balance_reports')]

    initial = True

    dependencies = [
        ('accounts', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='BalanceReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=incursions.kit.ids.new_public_id, editable=False, max_length=16, unique=True)),
                ('state', models.CharField(choices=[('running', 'Running'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], default='running', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('touched_at', models.DateTimeField(help_text='When games were last counted, or queued again')),
                ('ended_at', models.DateTimeField(null=True)),
                ('played', models.PositiveIntegerField(default=0)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='balance_reports', to=settings.AUTH_USER_MODEL)),
                ('titles', tournaments.matches.fields.PlainJSONField(help_text='The decks by title')),
                ('seats', tournaments.matches.fields.PlainJSONField(help_text='At how many seats they are played')),
                ('games', models.PositiveIntegerField(help_text='Of each number of seats')),
                ('seed', models.PositiveIntegerField(default=1)),
                ('deck_set', tournaments.matches.fields.PlainJSONField(help_text='Decks and pieces as they were when the report was asked for')),
                ('tallies', tournaments.matches.fields.PlainJSONField(default=list)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
                'indexes': [models.Index(fields=['state', 'touched_at'], name='report_by_state')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state', 'running')), models.Q(models.Q(('state', 'running'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='report_ended_has_time', violation_error_message='A report that has ended says when, and no other does.'), models.CheckConstraint(condition=models.Q(('games__gt', 0)), name='report_has_games', violation_error_message='A report is made of games.')],
            },
        ),
    ]
