from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='seen_hints',
            field=models.JSONField(blank=True, default=list, help_text='First-time hints that are not shown any more'),
        ),
    ]
