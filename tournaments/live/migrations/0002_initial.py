import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('accounts', '__first__'),
        ('live', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='TableChat',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='chat', serialize=False, to='matches.match')),
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
        migrations.AddField(
            model_name='attendance',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='matches.match'),
        ),
        migrations.AddField(
            model_name='chatmessage',
            name='author',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='chat_messages', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='chatmessage',
            name='hidden_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='chatmessage',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chat_messages', to='matches.match'),
        ),
        migrations.AddField(
            model_name='mutedperson',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_people', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='mutedperson',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='mutedroom',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='muted_rooms', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='mutedroom',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='matches.match'),
        ),
        migrations.AddConstraint(
            model_name='outage',
            constraint=models.CheckConstraint(condition=models.Q(('began_at__lt', models.F('ended_at'))), name='outage_takes_time', violation_error_message='An outage ends after it began.'),
        ),
        migrations.AddField(
            model_name='report',
            name='about',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='matches.match'),
        ),
        migrations.AddField(
            model_name='report',
            name='taken_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='attendance',
            name='server',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attendances', to='live.webserver'),
        ),
        migrations.AddIndex(
            model_name='chatmessage',
            index=models.Index(fields=['author', '-at'], name='chat_message_rate'),
        ),
        migrations.AddConstraint(
            model_name='chatmessage',
            constraint=models.UniqueConstraint(fields=('match', 'room', 'number'), name='chat_message_number_once'),
        ),
        migrations.AddConstraint(
            model_name='chatmessage',
            constraint=models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('author', 'key'), name='chat_message_key_once'),
        ),
        migrations.AddConstraint(
            model_name='chatmessage',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hidden_at__isnull', True), ('hidden_why', '')), models.Q(('hidden_at__isnull', False), models.Q(('hidden_why', ''), _negated=True)), _connector='OR'), name='chat_message_hidden_for_reason', violation_error_message='A message is hidden for a reason.'),
        ),
        migrations.AddConstraint(
            model_name='mutedperson',
            constraint=models.UniqueConstraint(fields=('by', 'person'), name='muted_person_once'),
        ),
        migrations.AddConstraint(
            model_name='mutedperson',
            constraint=models.CheckConstraint(condition=models.Q(('by', models.F('person')), _negated=True), name='muted_person_is_another'),
        ),
        migrations.AddConstraint(
            model_name='mutedroom',
            constraint=models.UniqueConstraint(fields=('by', 'match', 'room'), name='muted_room_once'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['state', '-created_at', '-id'], name='filed_by_state'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['by', '-created_at', '-id'], name='filed_by_person'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at__isnull', False), ('state', 'closed'), models.Q(('answer', ''), _negated=True)), models.Q(models.Q(('state', 'closed'), _negated=True), ('answer', ''), ('closed_at__isnull', True)), _connector='OR'), name='report_closed_has_answer', violation_error_message='A report that is closed has an answer, and no other has.'),
        ),
        migrations.AddConstraint(
            model_name='attendance',
            constraint=models.UniqueConstraint(fields=('server', 'match', 'viewer'), name='attendance_once'),
        ),
    ]
