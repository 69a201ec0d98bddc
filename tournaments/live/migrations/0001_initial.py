import incursions.kit.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Attendance',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('viewer', models.BigIntegerField(help_text='The user; empty for those whom nobody knows', null=True)),
                ('sockets', models.PositiveIntegerField(default=1)),
            ],
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('table', 'Players'), ('spectators', 'Spectators')], max_length=10)),
                ('number', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField(help_text="The author's; none for who watches", null=True)),
                ('text', models.CharField(max_length=300)),
                ('key', models.CharField(blank=True, default='', max_length=64)),
                ('at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(null=True)),
                ('hidden_why', models.CharField(blank=True, default='', max_length=200)),
            ],
            options={
                'ordering': ['match', 'room', 'number'],
            },
        ),
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
            name='MutedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name_plural': 'muted people',
                'ordering': ['-at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='MutedRoom',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('room', models.CharField(choices=[('table', 'Players'), ('spectators', 'Spectators')], max_length=10)),
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
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=incursions.kit.ids.new_public_id, editable=False, max_length=16, unique=True)),
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
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
    ]
