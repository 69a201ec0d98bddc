import django.db.models.deletion
import incursions.kit.ids
import tournaments.matches.fields
import tournaments.matches.game_kinds
import tournaments.players.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('cards', '0001_initial'),
        ('events', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='BoosterRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='Among those of the player, from 1')),
                ('seed', models.BinaryField(default=tournaments.players.models.new_seed, max_length=32)),
                ('commitment', models.CharField(editable=False, max_length=64)),
                ('stock', tournaments.matches.fields.PlainJSONField(help_text="As the game's sealed play writes it")),
                ('began_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='booster_runs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['user', 'number'],
                'constraints': [models.UniqueConstraint(fields=('user', 'number'), name='booster_run_once')],
            },
        ),
        migrations.CreateModel(
            name='CasualBooster',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='In its run, from 1')),
                ('given_at', models.DateTimeField()),
                ('opened_at', models.DateTimeField(null=True)),
                ('content', tournaments.matches.fields.PlainJSONField(null=True)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='matches.match')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='boosters', to='players.boosterrun')),
            ],
            options={
                'ordering': ['run', 'number'],
                'constraints': [models.UniqueConstraint(fields=('run', 'number'), name='casual_booster_once'), models.UniqueConstraint(fields=('run', 'match'), name='casual_booster_of_match_once')],
            },
        ),
        migrations.CreateModel(
            name='CollectedPiece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=60)),
                ('copies', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='collected', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['user', 'title'],
                'constraints': [models.UniqueConstraint(fields=('user', 'title'), name='collected_title_once')],
            },
        ),
        migrations.CreateModel(
            name='MatchRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=tournaments.matches.game_kinds.mode_choices, max_length=10)),
                ('with_bots', models.BooleanField()),
                ('is_casual', models.BooleanField()),
                ('is_struck', models.BooleanField(default=False)),
                ('is_due', models.BooleanField(default=False, help_text='Ratings are to be computed again since it was struck or restored')),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='record', to='matches.match')),
            ],
            options={
                'indexes': [models.Index(fields=['mode', 'with_bots', 'is_casual', 'id'], name='record_by_kind'), models.Index(condition=models.Q(('is_due', True)), fields=['id'], name='record_due')],
            },
        ),
        migrations.CreateModel(
            name='Award',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('badge', models.CharField(max_length=20)),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to=settings.AUTH_USER_MODEL)),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='awards', to='players.matchrecord')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'badge'), name='badge_once')],
            },
        ),
        migrations.CreateModel(
            name='Patch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=incursions.kit.ids.new_public_id, editable=False, max_length=16, unique=True)),
                ('kind', models.CharField(choices=[('winner', 'Winner'), ('finalist', 'Finalist'), ('race', 'Best of a race'), ('fair play', 'Fair play'), ('first event', 'First event')], max_length=12)),
                ('title', models.CharField(max_length=60)),
                ('race', models.CharField(blank=True, default='', max_length=20)),
                ('ship', models.CharField(blank=True, default='', max_length=60)),
                ('place', models.PositiveIntegerField(null=True)),
                ('reason', models.CharField(blank=True, default='', help_text='Why staff gave it', max_length=300)),
                ('at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='patches', to='events.entry')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='patches', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'patches',
                'ordering': ['-at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('entry', 'kind'), name='patch_once')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=tournaments.matches.game_kinds.mode_choices, max_length=10)),
                ('with_bots', models.BooleanField()),
                ('is_casual', models.BooleanField()),
                ('bot', models.CharField(blank=True, choices=tournaments.matches.game_kinds.bot_choices, default='', max_length=8)),
                ('mu', models.FloatField(default=25.0)),
                ('sigma', models.FloatField(default=8.333333333333334)),
                ('shown', models.IntegerField(default=1000, help_text='The number that people see')),
                ('matches', models.PositiveIntegerField(default=0)),
                ('number', models.PositiveIntegerField(default=0, help_text='Rises with every change')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['mode', 'with_bots', 'is_casual', '-shown'], name='rating_by_number')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'mode', 'with_bots', 'is_casual'), name='rating_of_user_once'), models.UniqueConstraint(condition=models.Q(('bot', ''), _negated=True), fields=('bot', 'mode', 'with_bots', 'is_casual'), name='rating_of_bot_once'), models.CheckConstraint(condition=models.Q(('bot', ''), ('user__isnull', True), _connector='OR'), name='rating_of_person_or_bot')],
            },
        ),
        migrations.CreateModel(
            name='SeatRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('bot', models.CharField(blank=True, choices=tournaments.matches.game_kinds.bot_choices, default='', max_length=8)),
                ('place', models.PositiveSmallIntegerField(help_text='1 is the best; shared ones are equal')),
                ('outcome', models.CharField(choices=[('won', 'won'), ('drawn', 'drawn'), ('lost', 'lost')], max_length=5)),
                ('ship', models.CharField(help_text='By title, as it was brought or dealt', max_length=60)),
                ('race', models.CharField(max_length=40)),
                ('starter', models.CharField(blank=True, default='', max_length=60)),
                ('ended_at', models.DateTimeField()),
                ('mu_before', models.FloatField()),
                ('sigma_before', models.FloatField()),
                ('mu_after', models.FloatField()),
                ('sigma_after', models.FloatField()),
                ('deck', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='cards.deck')),
                ('rating', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='records', to='players.rating')),
                ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='players.matchrecord')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='records', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-ended_at', '-id'], name='record_of_user')],
                'constraints': [models.UniqueConstraint(fields=('record', 'seat'), name='record_of_seat_once')],
            },
            bases=(tournaments.matches.fields.Sitting, models.Model),
        ),
    ]
