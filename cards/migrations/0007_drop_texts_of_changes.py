from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0006_take_over_changes"),
    ]

    operations = [
        migrations.RemoveField(model_name="piecechange", name="old"),
        migrations.RemoveField(model_name="piecechange", name="new"),
        migrations.AddConstraint(
            model_name="piecechange",
            constraint=models.CheckConstraint(
                condition=~models.Q(before=models.F("after")), name="piece_has_changed"
            ),
        ),
    ]
