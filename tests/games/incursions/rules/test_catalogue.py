"""Reading pieces from YAML: what is wrong is named by file, title and field."""

from pathlib import Path

import pytest

from incursions.games.incursions.rules.catalogue import CatalogueError, load

FIXTURES = Path(__file__).parents[4] / "fixtures"


def folder_with(tmp_path, name, change):
    for file in FIXTURES.glob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(change(text) if file.name == name else text, encoding="utf-8")
    return tmp_path


def test_the_fixtures_hold_the_designed_set():
    catalogue = load(FIXTURES)
    assert {kind: len(pieces) for kind, pieces in catalogue._asdict().items()} == {
        "ships": 16,
        "tiles": 55,
        "captains": 12,
        "cards": 182,
    }
    assert catalogue.ships["Drogath"]["systems"]["disruptors"] == {"damage": "2D6", "range": 0}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hull: 26", "hull: many", "ships.yaml, Sol, hull: a whole number from 1 to 999 was expected, not 'many'"),
        ("hull: 26", "hull: true", "ships.yaml, Sol, hull: a whole number from 1 to 999 was expected, not True"),
        ("  hull: 26\n", "", "ships.yaml, Sol, hull: this field is missing"),
        ("hull: 26", "hul: 26", "ships.yaml, Sol, hull: this field is missing"),
        ("role: cruiser", "rôle: cruiser", "ships.yaml, Sol, rôle: there is no such field"),
        ("race: Klingon", "race: Kzin", "ships.yaml, Ruk'tor, race: one of Federation, Klingon, Romulan, Borg"),
        ("damage: 1D6+3", "damage: 1d6", "Mok'vora, systems: disruptors damage: 1D6 or 2D6+2 was expected, not '1d6'"),
        ("damage: 1D6+3", "damage: 999D6", "disruptors damage: at most 20D6+99 was expected, not '999D6'"),
        ("{damage: 1D6+3, range: 1}", "{range: 1}", "Mok'vora, systems: torpedoes needs its damage"),
        ("cloak: {power: 3}", "cloak: {power: 9}", "Vash'nor, systems: cloak power: a whole number from 0 to 4"),
        ("cloak: {power: 3}", "cloak: {watts: 9}", "Vash'nor, systems: cloak has no field 'watts'"),
        ("cloak: {power: 3}", "cloak: 3", "Vash'nor, systems: cloak needs fields"),
        ("cloak: {power: 3}", "sails: {power: 3}", "Vash'nor, systems: 'sails' is not a ship system"),
        ("title: Sol", "title: Wayfarer", "ships.yaml, Wayfarer, title: this title appears twice"),
        ("title: Sol", "title: ''", "title: a title of at most 60 characters was expected, not ''"),
        ("- number: 2", "- {}\n- number: 2", "a piece without a title, title: this field is missing"),
        ("- number: 2", "- 7\n- number: 2", "ships.yaml: a piece with fields was expected, not 7"),
        ("- number: 2", "- number: [", "ships.yaml: this is not YAML"),
    ],
)
def test_a_wrong_piece_is_refused_by_file_title_and_field(tmp_path, old, new, message):
    def change(text):
        assert old in text
        return text.replace(old, new, 1)

    with pytest.raises(CatalogueError) as refused:
        load(folder_with(tmp_path, "ships.yaml", change))
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("hex_points: 5", "hex_points: 0", "hexes.yaml, Wormhole 1, hex_points: a whole number from 1 to 9"),
        ("kind: open", "kind: shut", "hexes.yaml, Open Space, kind: one of normal, denizen"),
        ("affinity: none", "affinity: {crew: Borg}", "Wormhole 1, affinity: none, or a race as ship or captain"),
        (
            "requirement: {power: 4, cards: 3}",
            "requirement: two",
            "Wormhole 1, requirement: fields with values were expected",
        ),
    ],
)
def test_a_wrong_tile_is_refused(tmp_path, old, new, message):
    with pytest.raises(CatalogueError) as refused:
        load(folder_with(tmp_path, "hexes.yaml", lambda text: text.replace(old, new, 1)))
    assert message in str(refused.value)


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path):
    with pytest.raises(CatalogueError, match=r"ships\.yaml: the file cannot be read"):
        load(tmp_path)
    (tmp_path / "ships.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CatalogueError, match="not UTF-8"):
        load(tmp_path)
    (tmp_path / "ships.yaml").write_text("title: Sol", encoding="utf-8")
    with pytest.raises(CatalogueError, match="a list of pieces was expected"):
        load(tmp_path)


CAPTAIN = "- {title: Vokh, race: Klingon, bonuses: {weapons: 2}, espionage_evasion: 7}\n"
OFFICER = (
    "- {title: Elira, nature: Crew, position: Science, race: neutral, rarity: Special, play_method: Table when drawn, "
    "usage: any, bonuses: {shields: 3}, espionage_evasion: 6}\n"
)
CARD = "- {title: Fire, nature: Command, rarity: Special, play_method: Use and discard, usage: [Klingon]}\n"


def with_cards(tmp_path, captains=CAPTAIN, crew=OFFICER, commands=CARD):
    for file in ("ships.yaml", "hexes.yaml"):
        (tmp_path / file).write_text((FIXTURES / file).read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in (("captains", captains), ("crew", crew), ("commands", commands)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.rule("2.5", "2.6", "2.7")
def test_captains_and_cards_are_read_where_their_files_are(tmp_path):
    catalogue = load(with_cards(tmp_path))
    assert list(catalogue.captains) == ["Vokh"]
    assert list(catalogue.cards) == ["Elira", "Fire"]
    for name in ("captains", "crew", "commands"):
        (tmp_path / f"{name}.yaml").unlink()
    assert load(tmp_path).cards == {}


WRONG_CARDS = [
    ({"captains": CAPTAIN.replace("weapons", "arms")}, "captains.yaml, Vokh, bonuses: 'arms' is not a bonus"),
    ({"captains": CAPTAIN.replace("weapons: 2", "weapons: -2")}, "bonuses: weapons: a whole number from 0 to 99"),
    ({"captains": CAPTAIN.replace("{weapons: 2}", "2")}, "bonuses such as {shields: 3} were expected, not 2"),
    ({"captains": CAPTAIN.replace("race: Klingon", "race: neutral")}, "Vokh, race: one of Federation"),
    ({"captains": CAPTAIN.replace("race", "nature: Captain, race")}, "Vokh, nature: there is no such field"),
    ({"crew": OFFICER.replace("Science", "Cook")}, "crew.yaml, Elira, position: one of First Officer, Helm"),
    ({"crew": OFFICER.replace("position: Science, ", "")}, "Elira, position: this field is missing"),
    ({"crew": OFFICER.replace("Table when drawn", "Table")}, "Elira, play_method: one of Table when drawn was"),
    ({"commands": CARD.replace("Command,", "Order,")}, "commands.yaml, Fire, nature: one of Command, Attack"),
    ({"commands": CARD.replace("[Klingon]", "Klingon")}, "Fire, usage: any, or a list of races, was expected"),
    ({"commands": CARD.replace("Special", "None")}, "Fire, rarity: one of Common, Special"),
    ({"commands": CARD.replace("usage", "colour: red, usage")}, "Fire, colour: there is no such field"),
    ({"commands": CARD.replace("Fire", "Elira")}, "commands.yaml, Elira, title: this title appears twice"),
]


def posted(more: str = "", method: str = "Table in hex") -> str:
    """Return the YAML of a tactical card, played into a hex unless said."""
    tactical = CARD.replace("nature: Command", "nature: Tactical").replace("Use and discard", method)
    return tactical.replace("}\n", f"{more}}}\n")


PLACE = "{on: played, do: place, piece: outpost, life_points: 5}"
DRAW = "{on: visited, do: draw, cards: 1}"
FACES = f"[{{as: Use and discard, effects: [{PLACE}]}}, {{as: Table in hex, effects: [{{do: draw, cards: 1}}]}}]"
CHOICE = f", effects: [{{on: played, do: choose, who: you, options: {FACES}}}]"
WRONG_CARDS += [
    ({"commands": posted(f", effects: [{DRAW}]")}, "commands.yaml, Fire, effects: an effect {on: played, do: place"),
    ({"commands": posted(", effects: []")}, "commands.yaml, Fire, effects: an effect {on: played, do: place"),
    ({"commands": posted(CHOICE, "Multi")}, "Fire, effects 1, options 2, effects: an effect {on: played"),
]


@pytest.mark.rule("13.4.6", "17.12")
def test_a_card_for_a_hex_is_placed_by_its_effects_if_it_has_any(tmp_path):
    rolled = f"{{on: played, do: roll_table, table: {{1-3: nothing, 4-6: [{PLACE}]}}}}"
    for more in (f", effects: [{DRAW}, {PLACE}]", f", effects: [{rolled}]", ""):
        assert "Fire" in load(with_cards(tmp_path, commands=posted(more))).cards


@pytest.mark.parametrize(("files", "message"), WRONG_CARDS)
def test_a_wrong_captain_or_card_is_refused(tmp_path, files, message):
    with pytest.raises(CatalogueError) as refused:
        load(with_cards(tmp_path, **files))
    assert message in str(refused.value)
