import django.db.models.deletion
import tournaments.matches.fields
import tournaments.matches.game_kinds
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
            name='Seeker',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(default=tournaments.matches.game_kinds.first_game, help_text='Which game it is, by name', max_length=20)),
                ('mode', models.CharField(choices=tournaments.matches.game_kinds.mode_choices, default=tournaments.matches.game_kinds.first_mode, max_length=10)),
                ('seats', models.PositiveSmallIntegerField()),
                ('clocks', models.CharField(help_text='The name of a preset', max_length=10)),
                ('rated', models.BooleanField()),
                ('loadout', tournaments.matches.fields.PlainJSONField(help_text='What the player brings, as it was chosen', null=True)),
                ('mu', models.FloatField(help_text='The rating at the start of the search')),
                ('sigma', models.FloatField()),
                ('since', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('found_at', models.DateTimeField(null=True)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seekers', to='matches.match')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seeker', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('match', None)), fields=['since'], name='seeker_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('found_at', None), ('match', None)), models.Q(('found_at__isnull', False), ('match__isnull', False)), _connector='OR'), name='seeker_found_has_time', violation_error_message='A match that was found was found at some time.')],
            },
        ),
    ]
