"""Rows of before keep what they hold when the tables change, there and back."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

LATEST = ("cards", "0009_names_of_decks")
WITHOUT_DECKS = ("cards", "0007_drop_texts_of_changes")
WITH_TEXTS = ("cards", "0004_drop_former_tables")
FIRST = ("cards", "0001_ships_and_tiles")


def migrate(to: tuple[str, str]):
    executor = MigrationExecutor(connection)
    executor.migrate([to])
    return MigrationExecutor(connection).loader.project_state([to]).apps


@pytest.fixture
def empty_database(transactional_db, tmp_path) -> Iterator[None]:
    """Without a table: what builds on those of the cards need not be taken back for them each time."""
    used = connection.settings_dict["NAME"]
    name = f"{used}_empty" if connection.vendor == "postgresql" else str(tmp_path / "empty.sqlite3")
    if connection.vendor == "postgresql":
        connection.cursor().execute(f"create database {name}")
    use_database(name)
    try:
        yield
    finally:
        use_database(used)
        if connection.vendor == "postgresql":
            connection.cursor().execute(f"drop database {name}")


def use_database(name: str) -> None:
    """Have the connection lead there from now on."""
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()
    connection.settings_dict["NAME"] = name


def test_rows_outlive_the_way_from_the_first_tables_to_the_latest_and_back(empty_database) -> None:
    """One way there and one back for all of them."""
    of_decks = {f"cards_{name}" for name in ("deck", "draftstep", "deckversion", "decktag", "deckpiece")}
    sol = {"title": "Sol", "number": 2, "race": "Federation", "hull": 26, "shields": 32, "evasion": 4}
    tile = {"title": "Crypt", "number": 55, "hex_points": 2, "kind": "escape"}
    apps = migrate(FIRST)
    assert of_decks.isdisjoint(connection.introspection.table_names())
    apps.get_model("cards", "Ship").objects.all().delete()
    apps.get_model("cards", "HexTile").objects.all().delete()
    apps.get_model("cards", "Ship").objects.create(**sol, definition=sol | {"flavour": "Ends worlds."})
    apps.get_model("cards", "HexTile").objects.create(**tile, definition=tile | {"text": "A crypt."})
    texts = migrate(WITH_TEXTS).get_model("cards", "TextChange").objects
    texts.create(title="Sol", old="", new="She flies.")
    migrate(WITHOUT_DECKS)
    assert of_decks.isdisjoint(connection.introspection.table_names())

    apps = migrate(LATEST)
    assert of_decks <= set(connection.introspection.table_names())
    ship = apps.get_model("cards", "Ship").objects.get()
    assert {name: getattr(ship, name) for name in sol} == sol
    assert (ship.flavour, ship.piece_kind, ship.set.code, ship.is_edited) == ("Ends worlds.", "ship", "base", False)
    assert ship.loaded == ship.definition
    crypt = apps.get_model("cards", "HexTile").objects.get()
    assert {name: getattr(crypt, name) for name in tile} == tile
    assert crypt.text == "A crypt."
    changes = apps.get_model("cards", "PieceChange").objects
    change = changes.get()
    assert (change.before, change.after) == ({"title": "Sol", "text": ""}, {"title": "Sol", "text": "She flies."})
    changes.create(title="Sol", before={"hull": 26}, after={"hull": 28})
    changes.create(title="Sol", before={}, after={"text": "She is new."})

    texts = migrate(WITH_TEXTS).get_model("cards", "TextChange").objects
    assert [(change.title, change.old, change.new) for change in texts.all()] == [("Sol", "", "She flies.")]
    texts.all().delete()
    apps = migrate(FIRST)
    ship = apps.get_model("cards", "Ship").objects.get()
    assert {name: getattr(ship, name) for name in sol} == sol
    assert apps.get_model("cards", "HexTile").objects.get().definition["text"] == "A crypt."
