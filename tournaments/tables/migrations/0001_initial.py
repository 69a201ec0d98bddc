import django.db.models.deletion
import tournaments.matches.fields
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '__first__'),
        ('cards', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Seeker',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mode', models.CharField(choices=[('basic', 'Basic'), ('full', 'Full'), ('tournament', 'Tournament')], max_length=10)),
                ('seats', models.PositiveSmallIntegerField()),
                ('clocks', models.CharField(help_text='The name of a preset', max_length=10)),
                ('rated', models.BooleanField()),
                ('starter', models.CharField(blank=True, default='', max_length=60)),
                ('deck_content', tournaments.matches.fields.PlainJSONField(help_text='The own deck as it was chosen', null=True)),
                ('mu', models.FloatField(help_text='The rating at the start of the search')),
                ('sigma', models.FloatField()),
                ('since', models.DateTimeField()),
                ('seen_at', models.DateTimeField()),
                ('found_at', models.DateTimeField(null=True)),
                ('deck', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='cards.deck')),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seekers', to='matches.match')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='seeker', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('match', None)), fields=['since'], name='seeker_waiting')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('found_at', None), ('match', None)), models.Q(('found_at__isnull', False), ('match__isnull', False)), _connector='OR'), name='seeker_found_has_time', violation_error_message='A match that was found was found at some time.')],
            },
        ),
    ]
