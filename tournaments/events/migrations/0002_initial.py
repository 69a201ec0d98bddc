import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('events', '0001_initial'),
        ('matches', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='match',
            field=models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='table', to='matches.match'),
        ),
        migrations.AddField(
            model_name='table',
            name='round',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='events.round'),
        ),
        migrations.AddField(
            model_name='place',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='places', to='events.table'),
        ),
        migrations.AddField(
            model_name='claim',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='events.table'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['state', 'starts_at'], name='tournament_by_state'),
        ),
        migrations.AddField(
            model_name='series',
            name='tournaments',
            field=models.ManyToManyField(blank=True, related_name='series', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='poolstock',
            name='tournament',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='stock', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='phase',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phases', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='logline',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='log', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='appointment',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='appointments', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='webhook',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='events.tournament'),
        ),
        migrations.AddField(
            model_name='delivery',
            name='webhook',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='events.webhook'),
        ),
        migrations.AddConstraint(
            model_name='buildstep',
            constraint=models.UniqueConstraint(fields=('build', 'place'), name='build_step_once'),
        ),
        migrations.AddConstraint(
            model_name='sitout',
            constraint=models.UniqueConstraint(fields=('round', 'entry'), name='sit_out_once'),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('source', '')), fields=['round'], name='table_undecided'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='table_number_once'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('table', 'index'), name='place_index_once'),
        ),
        migrations.AddConstraint(
            model_name='place',
            constraint=models.UniqueConstraint(fields=('table', 'entry'), name='place_of_entry_once'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(fields=('table', 'entry'), name='claim_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'undone'), _negated=True), fields=('tournament', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='phase',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='phase_number_once'),
        ),
        migrations.AddConstraint(
            model_name='logline',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='log_line_number_once'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['user', 'state'], name='entry_by_user'),
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
        migrations.AddConstraint(
            model_name='appointment',
            constraint=models.UniqueConstraint(fields=('tournament', 'user'), name='appointment_once'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='webhook_number_once'),
        ),
    ]
