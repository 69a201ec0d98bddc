from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("days", "0004_content")]
    operations = [
        migrations.AddField(
            model_name="day",
            name="is_unveiled",
            field=models.BooleanField(default=False, help_text="Control has revealed the secrets at the debrief"),
        ),
    ]
