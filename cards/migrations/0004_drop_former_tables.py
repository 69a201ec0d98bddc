from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0003_take_over_rows"),
    ]

    operations = [
        migrations.DeleteModel(name="FormerShip"),
        migrations.DeleteModel(name="FormerHexTile"),
    ]
