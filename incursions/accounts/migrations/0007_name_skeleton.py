from django.db import migrations, models

from incursions.accounts.lookalikes import skeleton


def fill_skeletons(apps, schema_editor):
    """Compute the skeleton of every name that is there. Names that look alike already stay as they are."""
    users = apps.get_model("accounts", "User").objects
    for user in users.only("pk", "username", "display_name").iterator():
        users.filter(pk=user.pk).update(name_skeleton=skeleton(user.display_name or user.username))


class Migration(migrations.Migration):

    dependencies = [("accounts", "0006_mail")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_skeleton",
            field=models.CharField(
                blank=True,
                default="",
                db_index=True,
                editable=False,
                help_text="The same for all names that look alike",
                max_length=500,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill_skeletons, migrations.RunPython.noop),
    ]
