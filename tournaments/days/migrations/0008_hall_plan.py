import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("days", "0007_schedule")]
    operations = [
        migrations.CreateModel(
            name="DayHallPlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("picture", models.BinaryField(help_text="A JPEG")),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "day",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="hall_plan", to="days.day"
                    ),
                ),
            ],
        ),
    ]
