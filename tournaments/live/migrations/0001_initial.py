import django.db.models.deletion
import incursions.kit.ids
import tournaments.live.rooms
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('accounts', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='House',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('web_seen_at', models.DateTimeField(null=True)),
                ('web_since', models.DateTimeField(help_text='Since when web processes have run without a gap', null=True)),
                ('worker_seen_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='RoomChat',
            fields=[
                ('room', tournaments.live.rooms.RoomField(max_length=32, primary_key=True, serialize=False)),
                ('table_said', models.PositiveIntegerField(default=0)),
                ('spectators_said', models.PositiveIntegerField(default=0)),
                ('guests_may_write', models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name='TableManners',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='table_manners', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('hears_spectators', models.BooleanField(default=False, help_text='While playing, where the match is not rated')),
                ('is_named_watching', models.BooleanField(default=False, help_text='Others see who watches')),
            ],
            options={
                'verbose_name_plural': 'table manners',
            },
        ),
        migrations.CreateModel(
            name='WebServer',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('seen_at', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('of', models.CharField(choices=[('web', 'web processes'), ('worker', 'workers')], max_length=6)),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('given_back_ms', models.PositiveBigIntegerField(help_text='To each of the matches, at most')),
                ('matches', models.PositiveIntegerField(help_text='So many running matches were given time')),
            ],
            options={
                'ordering': ['-ended_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('began_at__lt', models.F('ended_at'))), name='outage_takes_time', violation_error_message='An outage ends after it began.')],
            },
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', tournaments.live.rooms.RoomField(max_length=32)),
                ('channel', models.CharField(choices=[('table', 'Players'), ('spectators', 'Spectators')], max_length=10)),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField(help_text="The author's; none for who watches", null=True)),
                ('text', models.CharField(max_length=300)),
                ('key', models.CharField(blank=True, default='', max_length=64)),
                ('at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(null=True)),
                ('hidden_why', models.CharField(blank=True, default='', max_length=200)),
                ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='chat_messages', to=settings.AUTH_USER_MODEL)),
                ('hidden_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['room', 'channel', 'number'],
                'indexes': [models.Index(fields=['author', '-at'], name='chat_message_rate')],
                'constraints': [models.UniqueConstraint(fields=('room', 'channel', 'number'), name='chat_message_number_once'), models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('author', 'key'), name='chat_message_key_once'), models.CheckConstraint(condition=models.Q(models.Q(('hidden_at__isnull', True), ('hidden_why', '')), models.Q(('hidden_at__isnull', False), models.Q(('hidden_why', ''), _negated=True)), _connector='OR'), name='chat_message_hidden_for_reason', violation_error_message='A message is hidden for a reason.')],
            },
        ),
        migrations.CreateModel(
            name='MutedChannel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', tournaments.live.rooms.RoomField(max_length=32)),
                ('channel', models.CharField(choices=[('table', 'Players'), ('spectators', 'Spectators')], max_length=10)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_channels', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('by', 'room', 'channel'), name='muted_channel_once')],
            },
        ),
        migrations.CreateModel(
            name='MutedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_people', to=settings.AUTH_USER_MODEL)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'muted people',
                'ordering': ['-at', '-pk'],
                'constraints': [models.UniqueConstraint(fields=('by', 'person'), name='muted_person_once'), models.CheckConstraint(condition=models.Q(('by', models.F('person')), _negated=True), name='muted_person_is_another')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=incursions.kit.ids.new_public_id, editable=False, max_length=16, unique=True)),
                ('room', tournaments.live.rooms.RoomField(max_length=32)),
                ('kind', models.CharField(choices=[('table', 'a problem at the table'), ('chat', 'a message in the chat')], default='table', max_length=8)),
                ('seat', models.PositiveSmallIntegerField(help_text="The reporter's; none for who watches", null=True)),
                ('version', models.PositiveIntegerField(help_text='So many moves had been made')),
                ('moment', models.CharField(help_text='What was open then, as everybody could see it', max_length=200)),
                ('message', models.CharField(max_length=1000)),
                ('quoted', models.CharField(blank=True, default='', help_text='The message in the chat', max_length=1000)),
                ('state', models.CharField(choices=[('open', 'open'), ('taken', 'being looked at'), ('closed', 'answered')], default='open', max_length=8)),
                ('answer', models.CharField(blank=True, default='', max_length=1000)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
                'indexes': [models.Index(fields=['state', '-created_at', '-id'], name='filed_by_state'), models.Index(fields=['by', '-created_at', '-id'], name='filed_by_person')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', False), ('state', 'closed'), models.Q(('answer', ''), _negated=True)), models.Q(models.Q(('state', 'closed'), _negated=True), ('answer', ''), ('closed_at__isnull', True)), _connector='OR'), name='report_closed_has_answer', violation_error_message='A report that is closed has an answer, and no other has.')],
            },
        ),
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', tournaments.live.rooms.RoomField(db_index=True, max_length=32)),
                ('viewer', models.BigIntegerField(help_text='The user; empty for those whom nobody knows', null=True)),
                ('sockets', models.PositiveIntegerField(default=1)),
                ('server', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='live.webserver')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('server', 'room', 'viewer'), name='attendance_once')],
            },
        ),
    ]
