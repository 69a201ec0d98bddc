import django.core.validators
import django.db.models.deletion
import incursions.kit.ids
import tournaments.events.formats
import tournaments.events.models
import tournaments.matches.fields
import tournaments.matches.game_kinds
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Phase',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('format', models.CharField(choices=tournaments.events.formats.format_choices, max_length=20)),
                ('rounds', models.PositiveSmallIntegerField(default=0, help_text='0: as many as the field needs')),
                ('cut_to', models.PositiveSmallIntegerField(default=0, help_text='So many advance to it; 0: everybody')),
                ('seats', models.PositiveSmallIntegerField(default=2, help_text='At a table of pods')),
                ('match_s', models.PositiveIntegerField(default=0, help_text='0: as all others')),
                ('third_place', models.BooleanField(default=False)),
                ('is_double', models.BooleanField(default=False, help_text='A round robin that is played twice')),
                ('seeds', tournaments.matches.fields.PlainJSONField(default=list, help_text='Numbers of the players when it began')),
                ('has_begun', models.BooleanField(default=False)),
            ],
            options={
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('bot', models.CharField(blank=True, choices=tournaments.matches.game_kinds.bot_choices, default='', max_length=8)),
                ('called', models.CharField(help_text='The name when the player entered', max_length=80)),
                ('name_skeleton', models.TextField(default='', help_text='The same for all names that look like it')),
                ('has_namesake', models.BooleanField(default=False, help_text="Another player's name looks the same")),
                ('state', models.CharField(choices=[('waiting', 'on the waiting list'), ('registered', 'registered'), ('checked in', 'checked in'), ('playing', 'playing'), ('absent', 'was not there'), ('dropped', 'dropped'), ('disqualified', 'disqualified'), ('withdrawn', 'withdrawn')], default='registered', max_length=12)),
                ('entered_at', models.DateTimeField()),
                ('is_here', models.BooleanField(default=False, help_text='Says so, while still waiting for a place')),
                ('no_shows', models.PositiveSmallIntegerField(default=0)),
                ('reason', models.CharField(blank=True, default='', help_text='Of the state, if any', max_length=200)),
                ('loadout', tournaments.matches.fields.PlainJSONField(help_text='As it was submitted: later changes do not reach it', null=True)),
                ('deck_at', models.DateTimeField(null=True)),
                ('deck_problem', models.CharField(blank=True, default='', help_text='What the newest catalogue says', max_length=300)),
                ('pool', tournaments.matches.fields.PlainJSONField(help_text='What the player opened (rules 22)', null=True)),
                ('built_at', models.DateTimeField(help_text='When the deck from the pool was registered', null=True)),
                ('deck_checked_by', models.CharField(blank=True, default='', help_text='Who looked it through', max_length=150)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['tournament', 'number'],
                'indexes': [models.Index(fields=['user', 'state'], name='entry_by_user')],
            },
            bases=(tournaments.matches.fields.Sitting, models.Model),
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(null=True)),
                ('kind', models.CharField(choices=[('warning', 'Warning'), ('slow play', 'Slow play'), ('tardiness', 'Tardiness'), ('deck error', 'Deck error'), ('conduct', 'Unsporting conduct'), ('game loss', 'Game loss'), ('disqualification', 'Disqualification')], max_length=16)),
                ('reason', models.CharField(max_length=200)),
                ('by_name', models.CharField(max_length=150)),
                ('at', models.DateTimeField()),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='penalties', to='events.entry')),
            ],
            options={
                'verbose_name_plural': 'penalties',
                'ordering': ['at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='PoolBuild',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('content', tournaments.matches.fields.PlainJSONField()),
                ('number', models.PositiveIntegerField(default=1)),
                ('place', models.PositiveIntegerField(default=0)),
                ('saved_at', models.DateTimeField()),
                ('packs_opened', models.PositiveSmallIntegerField(default=0)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='build', to='events.entry')),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('in_phase', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('draft', 'paired, not published'), ('published', 'about to start'), ('running', 'being played'), ('over', 'over'), ('undone', 'undone')], default='draft', max_length=10)),
                ('pairing_seed', models.CharField(max_length=64)),
                ('warnings', tournaments.matches.fields.PlainJSONField(default=list)),
                ('paired_at', models.DateTimeField()),
                ('published_at', models.DateTimeField(null=True)),
                ('starts_at', models.DateTimeField(null=True)),
                ('began_at', models.DateTimeField(null=True)),
                ('ends_at', models.DateTimeField(help_text='When its matches have had their time, extensions apart', null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('tables_mailed_at', models.DateTimeField(help_text='When players who want it were told their tables', null=True)),
                ('results_mailed_at', models.DateTimeField(help_text='And when their results', null=True)),
                ('phase', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played', to='events.phase')),
            ],
            options={
                'ordering': ['tournament', 'number', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('why', models.CharField(blank=True, default='', help_text='Why these players meet', max_length=300)),
                ('bracket_match', models.PositiveSmallIntegerField(help_text='Its number in the bracket', null=True)),
                ('is_featured', models.BooleanField(default=False)),
                ('extension_s', models.PositiveIntegerField(default=0)),
                ('is_disputed', models.BooleanField(default=False, help_text='Its players have reported different results')),
                ('opened_at', models.DateTimeField(null=True)),
                ('no_show_at', models.DateTimeField(db_index=True, help_text='When whoever is not there has lost', null=True)),
                ('source', models.CharField(blank=True, choices=[('', 'there is none yet'), ('match', 'the match itself'), ('report', 'its players'), ('judge', 'a judge'), ('absence', 'nobody there to play')], default='', max_length=8)),
                ('result_at', models.DateTimeField(null=True)),
                ('ending', models.CharField(blank=True, default='', help_text='How it was decided, in words', max_length=300)),
                ('match', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='table', to='matches.match')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='events.round')),
            ],
            options={
                'ordering': ['round', 'number'],
                'indexes': [models.Index(condition=models.Q(('source', '')), fields=['round'], name='table_undecided')],
                'constraints': [models.UniqueConstraint(fields=('round', 'number'), name='table_number_once')],
            },
        ),
        migrations.CreateModel(
            name='Place',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('index', models.PositiveSmallIntegerField()),
                ('place', models.PositiveSmallIntegerField(help_text='1 is the first; equal places are shared', null=True)),
                ('left', models.PositiveSmallIntegerField(default=0, help_text='Hull and shields at the end')),
                ('is_no_show', models.BooleanField(default=False)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='events.entry')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='events.table')),
            ],
            options={
                'ordering': ['table', 'index'],
                'constraints': [models.UniqueConstraint(fields=('table', 'index'), name='place_index_once'), models.UniqueConstraint(fields=('table', 'entry'), name='place_of_entry_once')],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('places', tournaments.matches.fields.PlainJSONField()),
                ('left', tournaments.matches.fields.PlainJSONField()),
                ('at', models.DateTimeField()),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='events.entry')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='events.table')),
            ],
            options={
                'ordering': ['table', 'at'],
                'constraints': [models.UniqueConstraint(fields=('table', 'entry'), name='claim_once')],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(default=tournaments.matches.game_kinds.first_game, help_text='Which game it is, by name', max_length=20)),
                ('game_terms', tournaments.matches.fields.PlainJSONField(default=dict, help_text='The numbers that the mode lets players agree on, by name')),
                ('free_s', models.PositiveIntegerField(default=20, validators=[django.core.validators.MaxValueValidator(600)])),
                ('bank_s', models.PositiveIntegerField(default=900, validators=[django.core.validators.MaxValueValidator(10800)])),
                ('pace_s', models.FloatField(default=1.0, validators=[django.core.validators.MaxValueValidator(30)])),
                ('public_id', models.CharField(default=incursions.kit.ids.new_public_id, editable=False, max_length=16, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('description', models.TextField(blank=True, default='', max_length=4000)),
                ('state', models.CharField(choices=[('draft', 'being prepared'), ('open', 'open for players'), ('building', 'decks are built'), ('running', 'under way'), ('over', 'over'), ('cancelled', 'cancelled')], default='draft', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('starts_at', models.DateTimeField(help_text='Empty: when the organizer starts it', null=True)),
                ('started_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('is_listed', models.BooleanField(default=True)),
                ('kind', models.CharField(choices=[('constructed', 'Constructed'), ('sealed', 'Sealed')], default='constructed', max_length=12)),
                ('is_table_top', models.BooleanField(default=False, help_text='Played on tables; players report results')),
                ('rated', models.BooleanField(default=False)),
                ('decks_open', models.CharField(choices=[('start', 'from the first round on'), ('end', 'when the tournament is over')], default='end', max_length=8)),
                ('capacity', models.PositiveSmallIntegerField(help_text='Places; whoever comes later waits', null=True)),
                ('late_rounds', models.PositiveSmallIntegerField(default=0, help_text='So many rounds players may still enter')),
                ('is_automatic', models.BooleanField(default=True, help_text='Pairs and publishes the next round by itself')),
                ('match_s', models.PositiveIntegerField(default=2700)),
                ('check_in_s', models.PositiveIntegerField(default=1800, help_text='Before the start; 0 for none')),
                ('build_s', models.PositiveIntegerField(default=1800, help_text='To build a deck from a pool')),
                ('no_show_s', models.PositiveIntegerField(default=300, help_text='Who is not there by then has lost the round')),
                ('delay_s', models.PositiveIntegerField(default=60, help_text="From pairings published to the round's start")),
                ('break_s', models.PositiveIntegerField(default=0, help_text="From a round's end to the next pairings")),
                ('win_points', models.PositiveSmallIntegerField(default=3)),
                ('draw_points', models.PositiveSmallIntegerField(default=1)),
                ('loss_points', models.PositiveSmallIntegerField(default=0)),
                ('bye_points', models.PositiveSmallIntegerField(default=3)),
                ('tie_breaks', tournaments.matches.fields.PlainJSONField(default=list, help_text='What players are compared by, in order')),
                ('floor_percent', models.PositiveSmallIntegerField(default=33)),
                ('seed', models.BinaryField(default=tournaments.events.models.new_seed, max_length=32)),
                ('commitment', models.CharField(editable=False, max_length=64)),
                ('version', models.PositiveIntegerField(default=0)),
                ('due_at', models.DateTimeField(db_index=True, null=True)),
                ('check_in_opened', models.BooleanField(default=False)),
                ('builds_until', models.DateTimeField(null=True)),
                ('next_round_at', models.DateTimeField(help_text='When the break is over', null=True)),
                ('paused_at', models.DateTimeField(null=True)),
                ('paused_for', models.CharField(blank=True, default='', max_length=200)),
                ('catalogue', models.CharField(blank=True, default='', help_text='By which decks were judged last', max_length=32)),
            ],
            options={
                'ordering': ['-created_at'],
                'indexes': [models.Index(fields=['state', 'starts_at'], name='tournament_by_state')],
            },
        ),
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=incursions.kit.ids.new_public_id, editable=False, max_length=16, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('best', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='series', to=settings.AUTH_USER_MODEL)),
                ('tournaments', models.ManyToManyField(blank=True, related_name='series', to='events.tournament')),
            ],
            options={
                'verbose_name_plural': 'series',
                'ordering': ['-created_at'],
            },
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.tournament'),
        ),
        migrations.CreateModel(
            name='PoolStock',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('data', tournaments.matches.fields.PlainJSONField(help_text="As the game's sealed play writes it")),
                ('catalogue', models.CharField(help_text='The version that the titles were taken from', max_length=32)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='stock', to='events.tournament')),
            ],
        ),
        migrations.AddField(
            model_name='phase',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phases', to='events.tournament'),
        ),
        migrations.CreateModel(
            name='LogLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='Among those of the tournament, from 1')),
                ('at', models.DateTimeField()),
                ('by_name', models.CharField(help_text='As the person was called then; empty for the server itself', max_length=150)),
                ('role', models.CharField(blank=True, default='', max_length=12)),
                ('did', models.CharField(choices=[('created', 'Created'), ('changed', 'Changed'), ('opened', 'Opened'), ('cancelled', 'Cancelled'), ('appointed', 'Appointed'), ('dismissed', 'Dismissed'), ('entered', 'Entered'), ('player', 'Player'), ('deck', 'Deck'), ('pools', 'Pools'), ('started', 'Started'), ('phase', 'Phase'), ('paired', 'Paired'), ('rearranged', 'Rearranged'), ('published', 'Published'), ('begun', 'Begun'), ('result', 'Result'), ('closed', 'Closed'), ('undone', 'Undone'), ('extended', 'Extended'), ('featured', 'Featured'), ('paused', 'Paused'), ('resumed', 'Resumed'), ('penalty', 'Penalty'), ('finished', 'Finished'), ('awarded', 'Awarded'), ('claimed', 'Claimed')], max_length=12)),
                ('words', models.CharField(help_text='What was done, as staff read it', max_length=300)),
                ('before', tournaments.matches.fields.PlainJSONField(null=True)),
                ('after', tournaments.matches.fields.PlainJSONField(null=True)),
                ('reason', models.CharField(blank=True, default='', max_length=200)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='events.tournament')),
            ],
            options={
                'ordering': ['tournament', 'number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='log_line_number_once')],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.tournament'),
        ),
        migrations.CreateModel(
            name='Appointment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('head judge', 'Head judge'), ('judge', 'Judge'), ('scorekeeper', 'Scorekeeper'), ('commentator', 'Commentator')], max_length=12)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='events.tournament')),
            ],
            options={
                'ordering': ['tournament', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'user'), name='appointment_once')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(help_text='Among those of the tournament, from 1')),
                ('address', models.CharField(max_length=500)),
                ('secret', models.CharField(help_text='By which messages are signed', max_length=200)),
                ('form', models.CharField(choices=[('plain', 'The event as data'), ('discord', 'A sentence, as Discord takes it')], default='plain', max_length=8)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='events.tournament')),
            ],
            options={
                'ordering': ['tournament', 'number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='webhook_number_once')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(default=uuid.uuid4, help_text='The same each time it is sent', unique=True)),
                ('event', models.CharField(max_length=20)),
                ('body', tournaments.matches.fields.PlainJSONField()),
                ('at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'waits'), ('sent', 'was taken'), ('given up', 'was given up')], default='waiting', max_length=8)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('next_try_at', models.DateTimeField(db_index=True, null=True)),
                ('tried_at', models.DateTimeField(null=True)),
                ('status', models.PositiveSmallIntegerField(help_text='Of the last answer; empty where there was none', null=True)),
                ('answer', models.CharField(blank=True, default='', help_text='Its first words, or why none', max_length=300)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='events.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'ordering': ['webhook', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='BuildStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('content', tournaments.matches.fields.PlainJSONField()),
                ('build', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='events.poolbuild')),
            ],
            options={
                'ordering': ['build', 'place'],
                'constraints': [models.UniqueConstraint(fields=('build', 'place'), name='build_step_once')],
            },
        ),
        migrations.CreateModel(
            name='SitOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('bye', 'bye'), ('won', 'won without playing'), ('lost', 'lost without playing'), ('late', 'not there yet'), ('unpaired', 'not paired yet')], max_length=8)),
                ('why', models.CharField(blank=True, default='', max_length=300)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sit_outs', to='events.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sit_outs', to='events.round')),
            ],
            options={
                'ordering': ['round', 'entry'],
                'constraints': [models.UniqueConstraint(fields=('round', 'entry'), name='sit_out_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'undone'), _negated=True), fields=('tournament', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='phase',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='phase_number_once'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['tournament', 'name_skeleton'], name='entry_by_skeleton'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='entry_number_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('tournament', 'user'), name='entry_of_user_once', violation_error_message='A player enters a tournament once.'),
        ),
    ]
