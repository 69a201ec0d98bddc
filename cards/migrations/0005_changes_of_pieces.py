from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0004_drop_former_tables"),
    ]

    operations = [
        migrations.RenameModel(old_name="TextChange", new_name="PieceChange"),
        migrations.RemoveConstraint(model_name="piecechange", name="text_has_changed"),
        migrations.AlterField(
            model_name="piecechange",
            name="piece",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="changes", to="cards.piece"
            ),
        ),
        migrations.AlterField(
            model_name="piecechange",
            name="title",
            field=models.CharField(db_index=True, max_length=60),
        ),
        migrations.AddField(
            model_name="piecechange",
            name="before",
            field=models.JSONField(default=dict, help_text="Empty: the piece was new"),
        ),
        migrations.AddField(model_name="piecechange", name="after", field=models.JSONField(default=dict)),
    ]
