from django.db import migrations, models

import tournaments.matches.fields


class Migration(migrations.Migration):
    dependencies = [("days", "0005_debrief")]
    operations = [
        migrations.AddField(
            model_name="day",
            name="read_marks",
            field=tournaments.matches.fields.PlainJSONField(
                default=dict, help_text="The last entry that each seat has marked as read, by its name"
            ),
        ),
        migrations.AddField(
            model_name="dayclaim",
            name="is_done",
            field=models.BooleanField(default=False, help_text="The line needs nothing more"),
        ),
    ]
