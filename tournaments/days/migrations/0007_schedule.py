from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("days", "0006_read_marks")]
    operations = [
        migrations.AddField(model_name="day", name="held_on", field=models.DateField(null=True)),
        migrations.AddField(model_name="day", name="starts_at", field=models.TimeField(null=True)),
        migrations.AddField(model_name="day", name="ends_at", field=models.TimeField(null=True)),
    ]
