import django.db.models.deletion
import incursions.kit.ids
import tournaments.matches.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('cards', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='FlightField',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(help_text='Of the version of the catalogue', max_length=32, unique=True)),
                ('data', tournaments.matches.fields.PlainJSONField(help_text='Decks and pieces')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
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
                ('titles', tournaments.matches.fields.PlainJSONField(help_text='The decks by title')),
                ('seats', tournaments.matches.fields.PlainJSONField(help_text='At how many seats they are played')),
                ('games', models.PositiveIntegerField(help_text='Of each number of seats')),
                ('seed', models.PositiveIntegerField(default=1)),
                ('deck_set', tournaments.matches.fields.PlainJSONField(help_text='Decks and pieces as they were when the report was asked for')),
                ('tallies', tournaments.matches.fields.PlainJSONField(default=list)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='balance_reports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
                'indexes': [models.Index(fields=['state', 'touched_at'], name='report_by_state')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state', 'running')), models.Q(models.Q(('state', 'running'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='report_ended_has_time', violation_error_message='A report that has ended says when, and no other does.'), models.CheckConstraint(condition=models.Q(('games__gt', 0)), name='report_has_games', violation_error_message='A report is made of games.')],
            },
        ),
        migrations.CreateModel(
            name='Flight',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=incursions.kit.ids.new_public_id, editable=False, max_length=16, unique=True)),
                ('state', models.CharField(choices=[('running', 'Running'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], default='running', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('touched_at', models.DateTimeField(help_text='When games were last counted, or queued again')),
                ('ended_at', models.DateTimeField(null=True)),
                ('played', models.PositiveIntegerField(default=0)),
                ('name', models.CharField(help_text='Of the deck', max_length=100)),
                ('content', tournaments.matches.fields.PlainJSONField(help_text='Of the deck')),
                ('opponents', tournaments.matches.fields.PlainJSONField(help_text='The decks of the field by title')),
                ('games', models.PositiveSmallIntegerField(default=60)),
                ('seed', models.PositiveIntegerField()),
                ('outcomes', tournaments.matches.fields.PlainJSONField(default=list, help_text='What came of each game')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='flights', to=settings.AUTH_USER_MODEL)),
                ('deck', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='flights', to='cards.deck')),
                ('field', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='flights', to='runs.flightfield')),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
                'indexes': [models.Index(fields=['by', '-created_at', '-id'], name='flight_of'), models.Index(fields=['state', 'touched_at'], name='flight_by_state')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('ended_at', None), ('state', 'running')), models.Q(models.Q(('state', 'running'), _negated=True), ('ended_at__isnull', False)), _connector='OR'), name='flight_ended_has_time', violation_error_message='A flight that has ended says when, and no other does.'), models.CheckConstraint(condition=models.Q(('games__gte', 1), ('games__lte', 240)), name='flight_has_games')],
            },
        ),
    ]
