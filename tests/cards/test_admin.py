"""The admin finds pieces by what they print, edits them, and refuses what would break them with field and reason."""

import pytest
import yaml
from django.contrib.auth.models import Permission
from django.test import Client

from cards.catalogue import current_pieces, current_starters
from cards.models import GameCard, HexTile, Piece, PieceChange, PieceKind, Ruling, Ship, StarterDeck
from cards.storing import MODELS
from incursions.games.incursions.rules.printed.texts import fill_text
from tests.cards.catalogue_files import edit, form_of, load
from tests.markup import read_page

pytestmark = pytest.mark.django_db

LISTS = ["ship", "captain", "gamecard", "hextile", "starterdeck", "cardset", "ruling", "piecechange"]


def row_of(title: str) -> Piece:
    """Return the row of a piece, of the model of its kind."""
    return MODELS[PieceKind(Piece.objects.get(title=title).piece_kind)].objects.get(title=title)


def address(row: Piece | StarterDeck) -> str:
    return f"/admin/cards/{row._meta.model_name}/{row.pk}/change/"


FORMS: dict[tuple[str, str], dict] = {}
"""What the form of a row holds before anybody types, by its address and definition: tests open the same few forms."""


def opened(staff_client: Client, row: Piece | StarterDeck) -> dict:
    key = address(row), repr(type(row).objects.get(pk=row.pk).definition)
    if key not in FORMS:
        FORMS[key] = form_of(staff_client.get(address(row)))
    return FORMS[key]


def change(staff_client: Client, row: Piece | StarterDeck, **fields: object):
    """Open the form of a row, type into some fields, and send it."""
    return staff_client.post(address(row), opened(staff_client, row) | fields)


def rest_of(row: Piece, **fields: object) -> str:
    """Return the value of the field for everything else, with some of it changed."""
    page_fields = {"title", "set", "number", "text", "flavour", "nature", "type", "rarity", "play_method", "usage"}
    page_fields |= {"position", "race", "hull", "shields", "evasion", "role", "hex_points", "kind", "affinity"}
    page_fields |= {"rulings"}
    said = {name: value for name, value in row.definition.items() if name not in page_fields}
    return yaml.safe_dump(said | fields, sort_keys=False)


def errors(page) -> dict[str, list[str]]:
    assert page.status_code == 200
    return {name: list(found) for name, found in page.context["adminform"].form.errors.items()}


@pytest.mark.parametrize("model", LISTS)
def test_lists_are_shown_and_searched(staff_client: Client, model: str) -> None:
    assert staff_client.get(f"/admin/cards/{model}/").status_code == 200
    if model != "cardset":
        assert staff_client.get(f"/admin/cards/{model}/?q=Sol").status_code == 200


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=torpedo volley", 1),
        ("nature__exact=Crew&position__exact=Helm", 5),
        ("rarity__exact=Ultra Rare", 7),
        ("play_method__exact=Multi", 5),
        ("type__exact=Dilemma", 4),
        ("nature__exact=Attack&usable_by=Borg", 23),
        ("is_edited__exact=1", 0),
    ],
)
def test_cards_are_filtered_by_what_they_print(staff_client: Client, query: str, found: int) -> None:
    assert len(staff_client.get(f"/admin/cards/gamecard/?{query}").context["cl"].result_list) == found


def test_lists_cost_the_same_queries_for_few_and_many(staff_client: Client, django_assert_num_queries) -> None:
    for query in ("role__exact=harvester", "role__exact=scout"):
        with django_assert_num_queries(7):
            staff_client.get(f"/admin/cards/ship/?{query}")


@pytest.mark.parametrize(
    "title", ["Sol", "Aes Palamas", "Phasers", "Old Hask", "Wormhole 3", "Sabotage", "Mine Rack", "Chain Reaction"]
)
def test_a_form_that_is_sent_as_it_is_changes_nothing(staff_client: Client, title: str) -> None:
    row = row_of(title)
    assert change(staff_client, row).status_code == 302
    row.refresh_from_db()
    assert row.definition == row.loaded
    assert fill_text(row.definition) == current_pieces_by_title()[title]
    assert not row.is_edited
    assert not PieceChange.objects.exists()


def current_pieces_by_title() -> dict[str, dict]:
    return {title: piece for kind in current_pieces() for title, piece in kind.items()}


def test_an_edit_reaches_columns_definition_and_the_next_match(staff_client: Client) -> None:
    sol = Ship.objects.get(title="Sol")
    before = current_pieces().ships["Sol"]
    assert change(staff_client, sol, hull=31).status_code == 302
    sol.refresh_from_db()
    assert (sol.hull, sol.definition["hull"], sol.is_edited) == (31, 31, True)
    assert sol.definition | {"hull": 26} == before == sol.loaded
    assert current_pieces().ships["Sol"]["hull"] == 31
    assert change(staff_client, sol, hull=26).status_code == 302
    sol.refresh_from_db()
    assert not sol.is_edited


def test_an_edit_of_effects_and_text_is_kept_with_its_history(staff_client: Client) -> None:
    card = GameCard.objects.get(title="Phasers")
    effects = [{"on": "scoring", "do": "add_damage", "dice": 3}]
    text = "Add 3D6 to a phaser attack."
    assert change(staff_client, card, text=text, rest=rest_of(card, effects=effects, damage_dice=3)).status_code == 302
    card.refresh_from_db()
    assert (card.text, card.definition["effects"]) == (text, effects)
    (changed,) = PieceChange.objects.all()
    assert (changed.before["text"], changed.after["text"], changed.by.username, changed.piece_id) == (
        "Add 2D6 to a phaser attack.",
        text,
        "staff",
        card.pk,
    )


def test_a_text_takes_its_numbers_from_edited_effects(staff_client: Client) -> None:
    card = GameCard.objects.get(title="Phasers")
    effects = [{"on": "scoring", "do": "add_damage", "dice": 3}]
    assert change(staff_client, card, rest=rest_of(card, effects=effects, damage_dice=3)).status_code == 302
    card.refresh_from_db()
    assert card.definition["text"] == card.loaded["text"] == "Add {1.dice}D6 to a phaser attack."
    assert card.text == current_pieces_by_title()["Phasers"]["text"] == "Add 3D6 to a phaser attack."


def test_a_placeholder_of_no_number_is_refused(staff_client: Client) -> None:
    card = GameCard.objects.get(title="Phasers")
    page = change(staff_client, card, text="Add {2.dice}D6.")
    assert errors(page) == {"text": ["{2.dice} names no field of the effects or of the piece"]}


def test_a_text_that_differs_from_its_effects_is_said(staff_client: Client) -> None:
    card = GameCard.objects.get(title="Phasers")
    page = staff_client.post(
        address(card), form_of(staff_client.get(address(card))) | {"text": "Add 5D6."}, follow=True
    )
    assert "a number of the effects, such as {1.dice}, was expected, not &#x27;5D6&#x27;" in read_page(page)
    assert GameCard.objects.get(title="Phasers").text == "Add 5D6."


@pytest.mark.parametrize(
    ("title", "rest", "reason"),
    [
        ("Phasers", {"effects": [{"on": "scoring", "do": "shine"}]}, "effects 1, do: one of add_damage"),
        (
            "Phasers",
            {"effects": [{"on": "scoring", "do": "add_damage", "dice": 99}]},
            "effects 1, dice: a number of dice",
        ),
        ("Phasers", {"colour": "red"}, "colour: there is no such field"),
        ("Phasers", {"damage_dice": "many"}, "damage_dice: a whole number from 0 to 20 was expected, not 'many'"),
        ("Phasers", {"rarity": "Rare"}, "rarity: this has a field of its own"),
        ("Phasers", {"rulings": []}, "rulings: this has a field of its own"),
        ("Sol", {"systems": {"warp": {"hexes": 1}, "sails": {}}}, "systems: 'sails' is not a ship system"),
        ("Wormhole 1", {"requirement": {"power": 99}}, "requirement, power: a whole number from 1 to 9"),
    ],
)
def test_an_edit_that_would_break_a_piece_is_refused_with_field_and_reason(staff_client, title, rest, reason) -> None:
    row = row_of(title)
    (found,) = errors(change(staff_client, row, rest=rest_of(row, **rest)))["rest"]
    assert reason in found
    assert Piece.objects.get(title=title).definition == row.definition


@pytest.mark.parametrize(
    ("title", "fields", "field", "reason"),
    [
        ("Sol", {"hull": 0}, "hull", "a whole number from 1 to 999 was expected, not 0"),
        ("Sol", {"hull": "many"}, "hull", "Enter a whole number."),
        ("Sol", {"race": "Kzin"}, "race", "Select a valid choice."),
        ("Sol", {"number": 1}, "number", "a number of its own was expected; 1 is the number of Wayfarer"),
        ("Sol", {"rest": "systems: ["}, "rest", "this is not YAML"),
        ("Sol", {"rest": "systems"}, "rest", "Fields with values were expected"),
        ("Sol", {"rest": ""}, "rest", "systems: this field is missing"),
        ("Phasers", {"nature": "Crew"}, "position", "this field is missing"),
        ("Old Hask", {"play_method": "Table"}, "play_method", "one of Table when drawn was expected, not 'Table'"),
        ("Old Hask", {"position": ""}, "position", "this field is missing"),
        ("Open Space", {"hex_points": 0}, "hex_points", "a whole number from 1 to 9 was expected, not 0"),
        ("Open Space", {"text": ""}, "text", "this field is missing"),
    ],
)
def test_a_fault_stands_beside_its_field(staff_client, title, fields, field, reason) -> None:
    row = row_of(title)
    assert reason in errors(change(staff_client, row, **fields))[field][0]
    assert Piece.objects.get(title=title).definition == row.definition


def test_an_edit_that_makes_a_starter_illegal_is_refused(staff_client: Client) -> None:
    tile = HexTile.objects.get(title="Sea of Wrecks")
    said = errors(change(staff_client, tile, hex_points=9))["__all__"]
    assert "Sol Against the Sky, hexpile: The hexpile is worth 44 points; 28 to 32 are allowed (4.1)" in said[0]


def test_a_title_stays(staff_client: Client) -> None:
    sol = Ship.objects.get(title="Sol")
    assert change(staff_client, sol, title="Moon").status_code == 302
    sol.refresh_from_db()
    assert sol.title == sol.definition["title"] == "Sol"


def test_an_edit_of_what_somebody_else_changed_meanwhile_is_refused(staff_client: Client) -> None:
    sol = Ship.objects.get(title="Sol")
    opened = form_of(staff_client.get(address(sol)))
    change(staff_client, sol, hull=31)
    said = errors(staff_client.post(address(sol), opened | {"shields": 5}))["__all__"]
    assert "Somebody else has changed this in the meantime" in said[0]
    assert Ship.objects.get(title="Sol").shields == 32


NEW_TILE = {
    "title": "Far Shore",
    "number": 56,
    "set": "base",
    "hex_points": 1,
    "kind": "normal",
    "affinity": "ship: Borg",
    "text": "A Borg ship draws two cards.",
    "rest": "cards: 2\neffects: [{on: event, if: {ship: Borg}, do: draw, cards: 2}]",
}


def add(staff_client: Client, **fields: object):
    page = staff_client.get("/admin/cards/hextile/add/")
    return staff_client.post("/admin/cards/hextile/add/", form_of(page) | NEW_TILE | fields)


def test_a_piece_is_added_and_taken_away_again(staff_client: Client) -> None:
    assert add(staff_client).status_code == 302
    tile = HexTile.objects.get(title="Far Shore")
    assert (tile.affinity, tile.piece_kind, tile.is_edited, tile.loaded) == ("ship: Borg", "tile", True, None)
    assert current_pieces().tiles["Far Shore"]["effects"][0]["cards"] == 2
    assert staff_client.post(f"/admin/cards/hextile/{tile.pk}/delete/", {"post": "yes"}).status_code == 302
    assert "Far Shore" not in current_pieces().tiles


def test_a_new_piece_needs_a_title_of_its_own(staff_client: Client) -> None:
    assert "a ship has this title already" in errors(add(staff_client, title="Sol"))["title"][0]
    assert "This field is required." in errors(add(staff_client, title=""))["title"][0]
    assert "is the number of Crypt" in errors(add(staff_client, number=55))["number"][0]


def test_what_the_files_hold_is_not_taken_away_here(staff_client: Client) -> None:
    for row in (Ship.objects.get(title="Sol"), StarterDeck.objects.first()):
        assert (
            staff_client.post(f"/admin/cards/{row._meta.model_name}/{row.pk}/delete/", {"post": "yes"}).status_code
            == 403
        )
    assert (
        staff_client.post("/admin/cards/ship/", {"action": "delete_selected", "_selected_action": "1"}).status_code
        != 500
    )
    assert Ship.objects.filter(title="Sol").exists()


def test_rulings_are_edited_with_their_piece(staff_client: Client) -> None:
    card = GameCard.objects.get(title="Large Mines")
    given = "- {date: 2026-11-22, rule: 17.10, text: It is a mine.}\n- {date: 2026-11-23, text: Yes.}"
    assert change(staff_client, card, ruling_list=given).status_code == 302
    rows = Ruling.objects.filter(piece=card)
    assert [(str(each), each.rule) for each in rows] == [
        ("2026-11-22: It is a mine.", "17.10"),
        ("2026-11-23: Yes.", ""),
    ]
    assert "It is a mine." in read_page(staff_client.get(address(card)))
    card.refresh_from_db()
    assert card.is_edited
    assert load()[1].startswith("kept card Large Mines: it was edited in the admin")
    assert change(staff_client, card, ruling_list="").status_code == 302
    card.refresh_from_db()
    assert ("rulings" in card.definition, card.is_edited) == (False, False)
    assert not Ruling.objects.filter(piece=card).exists()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("none", "A list was expected, each of its entries after a hyphen."),
        ("- {date: today, text: Yes.}", "date: a day such as 2026-11-22 was expected, not 'today'"),
        ("- {date: 2026-11-22, rule: 99.9, text: Yes.}", "rule: the rulebook has no 99.9"),
        ("- {date: 2026-11-22, text: Yes.", "line 1"),
    ],
)
def test_a_wrong_ruling_is_refused_beside_its_field(staff_client: Client, given: str, expected: str) -> None:
    found = errors(change(staff_client, GameCard.objects.get(title="Large Mines"), ruling_list=given))
    assert found.keys() == {"ruling_list"}
    assert expected in found["ruling_list"][0]
    assert not Ruling.objects.filter(piece__title="Large Mines").exists()


def test_a_title_with_the_address_of_another_is_refused(staff_client: Client) -> None:
    new = {"title": "RUKTOR", "hex_points": 1, "kind": "open", "affinity": "", "text": "No event.", "number": 56}
    page = staff_client.post("/admin/cards/hextile/add/", form_of(staff_client.get("/admin/cards/hextile/add/")) | new)
    assert errors(page) == {"title": ["a title with an address of its own was expected; ruktor is that of Ruk'tor"]}


def test_a_starter_is_edited_and_judged(staff_client: Client) -> None:
    deck = StarterDeck.objects.get(title="The Long Siege")
    assert change(staff_client, deck, plan="Wait.").status_code == 302
    assert current_starters()["The Long Siege"].plan == "Wait."
    assert "there is no ship called 'Nobody'" in errors(change(staff_client, deck, ship="Nobody"))["ship"][0]
    assert (
        "The deck holds 4 of at least 25 cards (3.1)"
        in errors(change(staff_client, deck, cards="Phasers: 4"))["cards"][0]
    )
    assert "no wormhole (4.2)" in str(errors(change(staff_client, deck, hexpile="Sea of Wrecks: 4"))["hexpile"])


@pytest.mark.parametrize("model", ["cardset", "ruling", "piecechange"])
def test_what_is_derived_is_only_read(staff_client: Client, model: str) -> None:
    assert staff_client.post(f"/admin/cards/{model}/add/").status_code == 403


def test_whoever_may_only_look_sees_pieces_and_changes_none(catalogue, django_user_model) -> None:
    reader = django_user_model.objects.create_user("reader", password="secret word", is_staff=True)
    reader.user_permissions.set(Permission.objects.filter(codename__startswith="view", content_type__app_label="cards"))
    client = Client()
    client.force_login(reader)
    sol = Ship.objects.get(title="Sol")
    assert client.get(address(sol)).status_code == 200
    assert client.post(address(sol), {"hull": 1}).status_code == 403
    sol.refresh_from_db()
    assert sol.hull == 26


def test_a_load_keeps_and_names_what_was_edited_here(staff_client: Client, folder) -> None:
    change(staff_client, Ship.objects.get(title="Sol"), hull=31)
    edit(folder / "ships.yaml", "Wayfarer", hull=21)
    assert load(folder)[0] == "changed ship Wayfarer"
    assert load(folder)[1].startswith("kept ship Sol: it was edited in the admin")
    assert current_pieces().ships["Sol"]["hull"] == 31
