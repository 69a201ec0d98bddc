"""load_catalogue makes the rows equal to the files, all or nothing."""

from pathlib import Path

import pytest
from django.core.management import CommandError

from cards.catalogue import read_pieces, read_starters
from cards.models import Captain, CardSet, GameCard, HexTile, Piece, PieceChange, Ruling, Ship, StarterDeck
from incursions.games.incursions.rules import catalogue
from incursions.games.incursions.rules.starters import load_starters
from tests.cards.catalogue_files import FIXTURES, edit, listed, load, write

pytestmark = pytest.mark.django_db


def test_first_time_adds_everything(nothing) -> None:
    said = load()
    assert {
        "added ship Wayfarer",
        "added hex tile Open Space",
        "added captain Aes Palamas",
        "added card Phasers",
        "added starter The Long Siege",
    } <= set(said)
    assert len(said) == Piece.objects.count() + StarterDeck.objects.count() == 273
    assert [CardSet.objects.get().code, CardSet.objects.get().title] == ["base", "The base set"]
    assert [kind.objects.count() for kind in (Ship, Captain, GameCard, HexTile)] == [16, 12, 182, 55]


def test_second_time_changes_nothing(catalogue) -> None:
    rows = list(Piece.objects.values())
    assert load() == ["The catalogue is up to date."]
    assert list(Piece.objects.values()) == rows


def test_columns_are_what_is_printed(catalogue) -> None:
    sol = Ship.objects.get(title="Sol")
    assert (sol.number, sol.race, sol.hull, sol.shields, sol.evasion) == (2, "Federation", 26, 32, 4)
    wormhole = HexTile.objects.get(title="Wormhole 1")
    assert (wormhole.number, wormhole.hex_points, wormhole.kind, wormhole.affinity) == (1, 5, "wormhole", "")
    assert HexTile.objects.get(title="Borg Checkpoint").affinity == "ship: Borg"
    assert Captain.objects.get(title="Aes Palamas").espionage_evasion == 6
    fire = GameCard.objects.get(title="Decloak Strike")
    assert (fire.nature, fire.type, fire.rarity, fire.usage) == ("Attack", "Procedure", "Common", "Klingon, Romulan")
    assert (fire.position, fire.race, fire.set.code, fire.counts_against) == ("", "", "base", "Common")
    assert fire.definition["effects"][0]["do"] == "add_damage"
    hask = GameCard.objects.get(title="Old Hask")
    assert (hask.position, hask.race, hask.counts_against) == ("Security", "neutral", "Rare, Ultra Rare")
    assert fire.text.startswith("Add 1D6 to a disruptor attack")


def test_definitions_are_those_of_the_catalogue(catalogue) -> None:
    read = catalogue_of_files()
    assert read_pieces() == read
    assert read_starters() == load_starters(FIXTURES / "starters.yaml", read)
    assert list(read_starters()) == list(load_starters(FIXTURES / "starters.yaml", read))


def catalogue_of_files() -> catalogue.Catalogue:
    return catalogue.load(FIXTURES)


def test_changed_piece_is_named(catalogue, folder: Path) -> None:
    edit(folder / "ships.yaml", "Sol", hull=27)
    assert load(folder) == ["changed ship Sol"]
    assert Ship.objects.get(title="Sol").hull == 27
    assert load(folder) == ["The catalogue is up to date."]


def test_two_pieces_exchange_their_numbers(catalogue, folder: Path) -> None:
    edit(folder / "ships.yaml", "Wayfarer", number=2)
    edit(folder / "ships.yaml", "Sol", number=1)
    assert load(folder) == ["changed ship Wayfarer", "changed ship Sol"]
    assert list(Ship.objects.values_list("title", flat=True)[:2]) == ["Sol", "Wayfarer"]


def test_piece_taken_out_is_removed(catalogue, folder: Path) -> None:
    write(folder / "ships.yaml", [each for each in listed(folder / "ships.yaml") if each["title"] != "Drogath"])
    assert load(folder) == ["removed ship Drogath"]
    assert not Piece.objects.filter(title="Drogath").exists()


def test_a_title_passes_from_one_kind_to_another(catalogue, folder: Path) -> None:
    ships = [each for each in listed(folder / "ships.yaml") if each["title"] != "Drogath"]
    write(folder / "ships.yaml", ships)
    tiles = listed(folder / "hexes.yaml")
    write(folder / "hexes.yaml", [*tiles, {**tiles[47], "title": "Drogath", "number": 56}])
    assert load(folder) == ["removed ship Drogath", "added hex tile Drogath"]
    assert Piece.objects.get(title="Drogath").piece_kind == "tile"


def test_starters_are_loaded_and_removed(catalogue, folder: Path) -> None:
    decks = listed(folder / "starters.yaml")
    decks[1]["plan"] = "Wait.\nThen wait longer."
    write(folder / "starters.yaml", [decks[1], decks[0], *decks[2:-1]])
    assert load(folder) == [f"removed starter {decks[-1]['title']}", f"changed starter {decks[1]['title']}"]
    assert list(read_starters())[:2] == [decks[1]["title"], decks[0]["title"]]


def test_pieces_without_numbers_may_be_many(catalogue, folder: Path) -> None:
    for title in ("Sol", "Wayfarer"):
        edit(folder / "ships.yaml", title, number=None)
    assert load(folder) == ["changed ship Wayfarer", "changed ship Sol"]
    assert list(read_pieces().ships)[-2:] == ["Sol", "Wayfarer"]


def test_pieces_belong_to_the_set_that_they_name(catalogue, folder: Path) -> None:
    sets = [{"code": "base", "title": "The base set"}, {"code": "far", "title": "Far Stars", "released": "2027-01-02"}]
    write(folder / "sets.yaml", sets)
    edit(folder / "ships.yaml", "Sol", set="far", number=1)
    load(folder)
    sol = Ship.objects.get(title="Sol")
    assert (sol.set.title, str(sol.set.released), sol.number) == ("Far Stars", "2027-01-02", 1)
    assert load() == ["changed ship Sol"]
    assert [each.code for each in CardSet.objects.all()] == ["base"]


def test_rulings_of_the_fixtures_are_loaded(catalogue) -> None:
    assert [(each.piece.title, each.rule) for each in Ruling.objects.order_by("piece__number")] == [
        ("Borg Checkpoint", "9.2"),
        ("Nebula Class III", "2.10"),
        ("Allied Starbase", "9.19"),
        ("Ithessa Vaar", "9.1"),
        ("Weapons Platform II", "23.3"),
        ("Old Hask", "15.4"),
        ("Shields Forward", "13.6"),
        ("Chain Reaction", "18.9"),
        ("Double Agent", "15.4"),
    ]


def test_rulings_are_rows_of_their_piece(catalogue, folder: Path) -> None:
    given = [{"date": "2026-11-22", "rule": "17.2", "text": "It is a mine."}, {"date": "2026-12-01", "text": "Yes."}]
    edit(folder / "attack.yaml", "Large Mines", rulings=given)
    assert load(folder) == ["changed card Large Mines"]
    rulings = Piece.objects.get(title="Large Mines").rulings
    assert [(str(each.date), each.rule, each.text) for each in rulings.all()] == [
        ("2026-11-22", "17.2", "It is a mine."),
        ("2026-12-01", "", "Yes."),
    ]
    edit(folder / "attack.yaml", "Large Mines", rulings=given[1:])
    load(folder)
    assert list(rulings.values_list("text", flat=True)) == ["Yes."]
    load()
    assert not Ruling.objects.filter(piece__title="Large Mines").exists()


def test_changed_text_is_kept_in_its_history(catalogue, folder: Path) -> None:
    edit(folder / "defence.yaml", "Repair Crew", text="Repair 15 points. You may also play it as a maneuver.")
    load(folder)
    edit(folder / "defence.yaml", "Repair Crew", flavour="Mind your head.")
    load(folder)
    flavoured, change = PieceChange.objects.filter(title="Repair Crew")
    assert change.before["text"].startswith("Repair 15 points of your ship, hull first")
    assert change.after == change.before | {"text": "Repair 15 points. You may also play it as a maneuver."}
    assert (change.by, change.piece.title) == (None, "Repair Crew")
    assert flavoured.before == change.after
    assert flavoured.after["flavour"] == "Mind your head."


def test_first_load_changes_nothing_and_later_ones_name_what_is_new(nothing, folder: Path) -> None:
    load(folder)
    assert not PieceChange.objects.exists()
    tiles = listed(folder / "hexes.yaml")
    write(folder / "hexes.yaml", [*tiles, {**tiles[47], "title": "Far Shore", "number": 56}])
    load(folder)
    load(folder)
    change = PieceChange.objects.get()
    assert (change.title, change.before, change.after["number"]) == ("Far Shore", {}, 56)


def test_history_outlives_its_piece(catalogue, folder: Path) -> None:
    tiles = listed(folder / "hexes.yaml")
    unused = {**tiles[47], "title": "Unused", "number": 56}
    write(folder / "hexes.yaml", [*tiles, unused])
    load(folder)
    write(folder / "hexes.yaml", [*tiles, {**unused, "text": "No event at all."}])
    load(folder)
    load()
    change, added = PieceChange.objects.all()
    assert (change.title, change.piece, added.title, added.piece) == ("Unused", None, "Unused", None)
    assert (added.before, change.before["text"], change.after["text"]) == ({}, "No event.", "No event at all.")


@pytest.mark.parametrize("fields", [{"hull": None}, {"hull": "many"}, {"crew": 12}])
def test_bad_piece_is_refused_by_file_title_and_field_and_nothing_is_loaded(
    nothing, folder: Path, fields: dict[str, object]
) -> None:
    edit(folder / "ships.yaml", "Sol", **fields)
    with pytest.raises(CommandError) as refusal:
        load(folder)
    assert f"ships.yaml, Sol, {next(iter(fields))}: " in str(refusal.value)
    assert not Piece.objects.exists()
    assert not CardSet.objects.exists()


@pytest.mark.parametrize(
    ("file", "title", "fields", "expected"),
    [
        ("attack.yaml", "Phasers", {"effects": [{"on": "scoring", "do": "shine"}]}, "Phasers, effects 1, do: one of"),
        (
            "attack.yaml",
            "Phasers",
            {"effects": [{"on": "scoring", "do": "draw", "cards": 0}]},
            "effects 1, cards: a whole",
        ),
        ("crew.yaml", "Elira", {"title": "Sol"}, "crew.yaml, Sol, title: this title appears twice"),
        ("crew.yaml", "Elira", {"number": 1}, "crew.yaml, Elira, number: a number of its own was expected"),
        ("hexes.yaml", "Crypt", {"set": "none"}, "hexes.yaml, Crypt, set: one of base was expected"),
        ("starters.yaml", "The Harvest", {"hexpile": {}}, "starters.yaml, The Harvest, hexpile: "),
        ("captains.yaml", "Axiom", {"bonuses": [1]}, "captains.yaml, Axiom, bonuses: bonuses such as"),
        (
            "captains.yaml",
            "Axiom",
            {"rulings": [{"date": "today", "text": "No."}]},
            "Axiom, rulings: date: a day such as",
        ),
    ],
)
def test_whatever_is_wrong_is_named_and_nothing_changes(catalogue, folder, file, title, fields, expected) -> None:
    edit(folder / "ships.yaml", "Sol", hull=27)
    edit(folder / file, title, **fields)
    with pytest.raises(CommandError) as refusal:
        load(folder)
    assert expected in str(refusal.value)
    assert Ship.objects.get(title="Sol").hull == 26


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"- {title: [", "attack.yaml: this is not YAML"),
        (b"\xff\xfe\x00", "attack.yaml: the file is not UTF-8 text"),
        (b"# " + b"x" * 10_000_000, "attack.yaml: the file is larger than 2000000 bytes"),
        (b"- {title: A, title: A}", "attack.yaml: 'title' appears twice"),
        (b"A card", "attack.yaml: a list of pieces was expected"),
    ],
)
def test_file_that_is_no_list_of_pieces_is_refused(catalogue, folder: Path, raw: bytes, expected: str) -> None:
    (folder / "attack.yaml").write_bytes(raw)
    with pytest.raises(CommandError) as refusal:
        load(folder)
    assert expected in str(refusal.value)
    assert Piece.objects.count() == 265


def test_folder_that_is_none_or_empty_is_refused(catalogue, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"ships\.yaml: the file cannot be read"):
        load(tmp_path)
    with pytest.raises(CommandError, match="a folder with the files of the catalogue was expected"):
        load(tmp_path / "nowhere")
    assert Piece.objects.count() == 265


def test_text_that_differs_from_its_effects_is_loaded_and_named(catalogue, folder: Path) -> None:
    edit(folder / "attack.yaml", "Phasers", text="Add 3D6 to a phaser attack.")
    text = "text: a number of the effects, such as {1.dice}, was expected, not '3D6'"
    dice = "effects 1, dice: 2 is played, and the text does not name it by {1.dice}"
    assert load(folder) == [
        "changed card Phasers",
        f"attack.yaml, Phasers, {text} (check_catalogue)",
        f"attack.yaml, Phasers, {dice} (check_catalogue)",
    ]


def test_a_row_that_has_its_text_written_out_takes_the_placeholders_and_prints_the_same(catalogue) -> None:
    row = Piece.objects.get(title="Phasers")
    row.definition = row.loaded = row.definition | {"text": "Add 2D6 to a phaser attack."}
    row.save()
    assert load() == ["changed card Phasers"]
    row.refresh_from_db()
    assert (row.definition["text"], row.text) == ("Add {1.dice}D6 to a phaser attack.", "Add 2D6 to a phaser attack.")
    assert not PieceChange.objects.exists()


def test_loading_costs_the_same_queries_when_nothing_changes(catalogue, django_assert_num_queries) -> None:
    with django_assert_num_queries(12):
        load()
