"""load_catalogue makes the rows equal to the fixtures, all or nothing."""

import io
import shutil
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import CommandError, call_command

from cards.catalogue import current_ships, current_tiles
from cards.models import HexTile, Ship
from incursions.rules import catalogue

FIXTURES = settings.ROOT / "fixtures"

pytestmark = pytest.mark.django_db


def load(folder: Path = FIXTURES) -> list[str]:
    out = io.StringIO()
    call_command("load_catalogue", folder, stdout=out)
    return out.getvalue().splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the fixtures that a test may spoil."""
    return shutil.copytree(FIXTURES, tmp_path / "fixtures")


def edit(file: Path, title: str, **fields: object) -> None:
    """Change fields of one piece; None takes a field away."""
    pieces = yaml.safe_load(file.read_text())
    piece = next(each for each in pieces if each["title"] == title)
    piece.update(fields)
    for name in [name for name, value in fields.items() if value is None]:
        del piece[name]
    file.write_text(yaml.safe_dump(pieces))


def test_first_time_adds_everything() -> None:
    said = load()
    assert "added ship Wayfarer" in said
    assert "added hex tile Open Space" in said
    assert len(said) == Ship.objects.count() + HexTile.objects.count()


def test_second_time_changes_nothing() -> None:
    load()
    assert load() == ["The catalogue is up to date."]


def test_columns_are_what_is_printed() -> None:
    load()
    sol = Ship.objects.get(title="Sol")
    assert (sol.number, sol.race, sol.hull, sol.shields, sol.evasion) == (2, "Federation", 26, 32, 4)
    wormhole = HexTile.objects.get(title="Wormhole 1")
    assert (wormhole.number, wormhole.hex_points, wormhole.kind, wormhole.affinity) == (1, 5, "wormhole", "")


def test_definitions_are_those_of_the_catalogue() -> None:
    load()
    read = catalogue.load(FIXTURES)
    assert {each["title"]: each for each in current_ships()} == read.ships
    assert {each["title"]: each for each in current_tiles()} == read.tiles


def test_changed_piece_is_named(folder: Path) -> None:
    load(folder)
    edit(folder / "ships.yaml", "Sol", hull=27)
    assert load(folder) == ["changed ship Sol"]
    assert Ship.objects.get(title="Sol").hull == 27


def test_two_pieces_exchange_their_numbers(folder: Path) -> None:
    load(folder)
    edit(folder / "ships.yaml", "Wayfarer", number=2)
    edit(folder / "ships.yaml", "Sol", number=1)
    assert load(folder) == ["changed ship Wayfarer", "changed ship Sol"]


def test_piece_taken_out_is_removed(folder: Path) -> None:
    load(folder)
    ships = [each for each in yaml.safe_load((folder / "ships.yaml").read_text()) if each["title"] != "Sol"]
    (folder / "ships.yaml").write_text(yaml.safe_dump(ships))
    assert load(folder) == ["removed ship Sol"]


@pytest.mark.parametrize("fields", [{"hull": None}, {"hull": "many"}, {"crew": 12}])
def test_bad_piece_is_refused_by_file_title_and_field_and_nothing_is_loaded(
    folder: Path, fields: dict[str, object]
) -> None:
    edit(folder / "ships.yaml", "Sol", **fields)
    with pytest.raises(CommandError) as refusal:
        load(folder)
    assert "ships.yaml" in str(refusal.value)
    assert "Sol" in str(refusal.value)
    assert next(iter(fields)) in str(refusal.value)
    assert not Ship.objects.exists()


def test_folder_without_fixtures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        load(tmp_path)
