from django.db import migrations


def take_over(apps, schema_editor):
    """Of changes made so far the texts alone are known."""
    changes = apps.get_model("cards", "PieceChange").objects
    for change in changes.iterator():
        change.before = {"title": change.title, "text": change.old}
        change.after = {"title": change.title, "text": change.new}
        change.save()


def give_back(apps, schema_editor):
    """Only changes of texts have a place in the former table."""
    changes = apps.get_model("cards", "PieceChange").objects
    for change in changes.iterator():
        change.old, change.new = (said.get("text", "") for said in (change.before, change.after))
        if not change.before or change.old == change.new:
            change.delete()
        else:
            change.save()


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0005_changes_of_pieces"),
    ]

    operations = [
        migrations.RunPython(take_over, give_back),
    ]
