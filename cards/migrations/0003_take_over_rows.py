"""Takes the ships and tiles of before over into the tables of 0002, and back."""

from django.db import migrations

CARD_COLUMNS = {
    "Ship": ("race", "hull", "shields", "evasion"),
    "HexTile": ("hex_points", "kind", "affinity"),
}
PIECE_KINDS = {"Ship": "ship", "HexTile": "tile"}


def take_over(apps, schema_editor):
    """Every row as it is. What was in the tables came from the files: nothing could be edited."""
    base, _ = apps.get_model("cards", "CardSet").objects.get_or_create(code="base", defaults={"title": "The base set"})
    for name, columns in CARD_COLUMNS.items():
        new = apps.get_model("cards", name)
        for row in apps.get_model("cards", f"Former{name}").objects.order_by("pk"):
            new.objects.create(
                set=base,
                piece_kind=PIECE_KINDS[name],
                number=row.number,
                title=row.title,
                text=row.definition.get("text", ""),
                flavour=row.definition.get("flavour", ""),
                definition=row.definition,
                loaded=row.definition,
                **{column: getattr(row, column) for column in columns},
            )


def give_back(apps, schema_editor):
    """What the former tables could hold: ships and tiles with a number."""
    for name, columns in CARD_COLUMNS.items():
        former = apps.get_model("cards", f"Former{name}")
        for row in apps.get_model("cards", name).objects.exclude(number=None):
            shared = {column: getattr(row, column) for column in ("number", "title", "definition", *columns)}
            former.objects.create(**shared)


class Migration(migrations.Migration):

    dependencies = [
        ("cards", "0002_pieces_of_every_kind"),
    ]

    operations = [
        migrations.RunPython(take_over, give_back),
    ]
