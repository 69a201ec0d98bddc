"""A load never takes an edit of the admin back unasked: it keeps and names it, or is told to overwrite."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from cards.catalogue import current_pieces
from cards.models import HexTile, Piece, PieceChange, PieceKind, Ship, StarterDeck
from cards.storing import write_piece, write_starter
from tests.cards.catalogue_files import edit, listed, load, write

pytestmark = pytest.mark.django_db
KEPT = "it was edited in the admin; --overwrite takes the files' word"


def revise(title: str, **fields: object) -> Piece:
    piece = Piece.objects.get(title=title)
    row = {"ship": Ship, "tile": HexTile}[piece.piece_kind].objects.get(pk=piece.pk)
    write_piece(row, row.definition | fields, by=None)
    return row


def add_tile(**fields: object) -> None:
    definition = {"title": "Far Shore", "number": 56, "hex_points": 1, "kind": "open", "affinity": "none"}
    write_piece(HexTile(piece_kind=PieceKind.TILE), definition | {"text": "No event."} | fields, by=None)


def test_edit_is_kept_and_named_every_time(catalogue) -> None:
    revise("Sol", hull=31)
    for _ in range(2):
        assert load() == ["The catalogue is up to date.", f"kept ship Sol: {KEPT}"]
    assert Ship.objects.get(title="Sol").hull == 31


def test_edit_is_kept_though_the_files_have_changed_too(catalogue, folder: Path) -> None:
    revise("Sol", hull=31)
    edit(folder / "ships.yaml", "Sol", hull=28)
    assert load(folder)[1] == f"kept ship Sol: {KEPT}"
    assert Ship.objects.get(title="Sol").hull == 31


def test_edit_is_named_even_by_a_load_that_is_silent(catalogue) -> None:
    revise("Sol", hull=31)
    assert load(verbosity=0) == [f"kept ship Sol: {KEPT}"]


def test_edit_gives_way_when_asked(catalogue) -> None:
    revise("Open Space", text="Nothing here.")
    assert load(overwrite=True) == ["changed hex tile Open Space"]
    assert current_pieces().tiles["Open Space"]["text"] == "No event."
    assert [(change.before["text"], change.after["text"]) for change in PieceChange.objects.order_by("pk")] == [
        ("No event.", "Nothing here."),
        ("Nothing here.", "No event."),
    ]
    assert load() == ["The catalogue is up to date."]


def test_edit_that_the_files_take_over_is_none_any_more(catalogue, folder: Path) -> None:
    revise("Sol", hull=31)
    edit(folder / "ships.yaml", "Sol", hull=31)
    assert load(folder) == ["The catalogue is up to date."]
    assert not Ship.objects.get(title="Sol").is_edited
    assert load() == ["changed ship Sol"]


def test_edited_piece_that_the_files_lose_is_kept(catalogue, folder: Path) -> None:
    revise("Drogath", hull=31)
    write(folder / "ships.yaml", [each for each in listed(folder / "ships.yaml") if each["title"] != "Drogath"])
    assert load(folder)[1] == f"kept ship Drogath: {KEPT}"
    assert load(folder, overwrite=True) == ["removed ship Drogath"]


def test_added_piece_is_kept_and_named(catalogue) -> None:
    add_tile()
    assert load()[1] == f"kept hex tile Far Shore: {KEPT}"
    assert load(overwrite=True) == ["removed hex tile Far Shore"]


def test_starter_is_kept_and_named(catalogue) -> None:
    deck = StarterDeck.objects.get(title="The Long Siege")
    write_starter(deck, deck.definition | {"plan": "Wait."})
    assert load()[1] == f"kept starter The Long Siege: {KEPT}"
    assert load(overwrite=True) == ["changed starter The Long Siege"]


def test_number_of_an_edited_piece_is_not_given_away(catalogue, folder: Path) -> None:
    add_tile()
    tiles = listed(folder / "hexes.yaml")
    write(folder / "hexes.yaml", [*tiles, {**tiles[47], "title": "New Shore", "number": 56}])
    with pytest.raises(CommandError, match="New Shore, number: the edited piece Far Shore has this number"):
        load(folder)
    assert not Piece.objects.filter(title="New Shore").exists()
    assert load(folder, overwrite=True) == ["removed hex tile Far Shore", "added hex tile New Shore"]


def test_title_of_an_edited_piece_is_not_given_away(catalogue, folder: Path) -> None:
    add_tile(title="New Shore")
    ships = listed(folder / "ships.yaml")
    write(folder / "ships.yaml", [*ships, {**ships[0], "title": "New Shore", "number": 999}])
    with pytest.raises(CommandError, match="New Shore, title: the admin has a tile of this title"):
        load(folder)
    assert load(folder, overwrite=True) == ["removed hex tile New Shore", "added ship New Shore"]


def test_kept_edit_goes_together_with_the_files_or_nothing_is_loaded(catalogue, folder: Path) -> None:
    revise("Silent Drydock", hex_points=9)
    edit(folder / "ships.yaml", "Wayfarer", hull=21)
    with pytest.raises(CommandError, match=r"hexpile: The hexpile is worth 36 points; 28 to 32 are allowed \(4\.1\)"):
        load(folder)
    assert Ship.objects.get(title="Wayfarer").hull == 20
    assert load(folder, overwrite=True) == ["changed ship Wayfarer", "changed hex tile Silent Drydock"]
