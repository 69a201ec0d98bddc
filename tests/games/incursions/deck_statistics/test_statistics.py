"""What is counted of decks, against numbers counted by hand."""

from fractions import Fraction
from math import comb

import pytest

from cards.storing import pieces, starters
from incursions.games.incursions.deck_statistics import PowerUse, TileUse, known_deck, statistics_of
from incursions.games.incursions.deck_statistics.counts import Owner, owner_of, use_of, uses_of
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.piece_reading import read_tile
from tests.games.incursions.deck_statistics.decks import PRINTED, deck_file


@pytest.fixture
def wreck_runners():
    return statistics_of(deck_file("wreck-runners.txt"), PRINTED)


def numbers(rows) -> dict[str, int]:
    return {row.label: row.number for row in rows}


def test_cards_are_counted_by_what_they_print(wreck_runners):
    cards = wreck_runners.cards
    assert (cards.size, cards.titles) == (28, 19)
    assert numbers(cards.natures) == {"Command": 4, "Attack": 8, "Defence": 6, "Tactical": 5, "Crew": 5}
    assert numbers(cards.types) == {"Equipment": 1, "Procedure": 22, "No type": 5}
    methods = {"Use and discard": 21, "Table": 1, "Table when drawn": 5, "Play any time": 1}
    assert numbers(cards.play_methods) == methods


def test_rarities_are_counted_as_printed_and_as_they_count(wreck_runners):
    rows = {row.rarity: (row.printed, row.counted, row.limit) for row in wreck_runners.cards.rarities}
    assert rows == {
        "Common": (18, 18, None),
        "Special": (3, 3, 13),
        "Rare": (4, 7, 7),  # three Xtra and Ultra Rare officers count as Rare besides
        "Xtra Rare": (2, 2, 3),
        "Ultra Rare": (1, 1, 1),
    }
    assert not any(row.is_over for row in wreck_runners.cards.rarities)


def test_stand_in_counts_against_its_limit_and_stands_outside_the_deck():
    with_captain = statistics_of(DeckContent(cards={"Fire": 1}), PRINTED)
    with_stand_in = statistics_of(DeckContent(stand_in="Elira", cards={"Fire": 1}), PRINTED)
    rare = [next(row for row in each.cards.rarities if row.rarity == "Rare") for each in (with_captain, with_stand_in)]
    assert [(row.printed, row.counted) for row in rare] == [(0, 0), (0, 1)]
    assert with_stand_in.cards.size == 1


def test_hexpile_is_counted(wreck_runners):
    tiles = wreck_runners.tiles
    assert (tiles.size, tiles.points, tiles.wormholes, tiles.average_points) == (10, 30, 1, 3)
    assert numbers(tiles.by_points) == {"2": 2, "3": 6, "4": 2}
    assert numbers(tiles.kinds) == {"normal": 7, "denizen": 1, "wormhole": 1, "modifier": 1}
    assert numbers(tiles.uses) == {
        TileUse.WAYS_OUT: 1,
        TileUse.HELP: 4,
        TileUse.BOTH: 2,
        TileUse.HARM_OTHERS: 3,
        TileUse.NOTHING: 0,
        TileUse.HARM: 0,
    }
    (way_out,) = tiles.ways_out
    assert (way_out.title, way_out.requirement.power, way_out.requirement.cards) == ("Wormhole 2", 3, 3)


def test_chances_of_the_first_tiles_are_exact(wreck_runners):
    assert [found.chance for found in wreck_runners.tiles.exploring] == [Fraction(tiles, 10) for tiles in range(1, 11)]


def test_chances_of_the_opening_hand_are_exact(wreck_runners):
    opening = {row.label: row for row in wreck_runners.cards.opening}
    assert opening["Attack"].chance == 1 - Fraction(comb(20, 5), comb(28, 5))
    assert opening["Attack"].expected == Fraction(5 * 8, 28)


def test_power_use_of_cards_and_ship(wreck_runners):
    assert numbers(wreck_runners.cards.power_uses) == {
        PowerUse.TAKES: 8,
        PowerUse.NEEDS: 0,
        PowerUse.GIVES: 1,
        PowerUse.COSTS_OTHERS: 0,
        PowerUse.NONE: 19,
    }
    assert wreck_runners.ship.cards == 4
    needs = {need.label: (need.power, need.at_least) for need in wreck_runners.ship.needs}
    assert needs == {"Evasion": (1, True), "Tractor Beam": (1, True), "Tachyon Sweep": (3, False)}


@pytest.mark.parametrize(
    ("title", "uses"),
    [
        ("Phasers", (PowerUse.TAKES,)),
        ("Large Mines", (PowerUse.TAKES,)),
        ("Rail Lance Prototype", (PowerUse.TAKES,)),
        ("Swarm Rack Prototype", (PowerUse.NONE,)),
        ("Honour Demands", (PowerUse.NONE,)),
        ("Gravity Hammer Prototype", (PowerUse.NEEDS,)),
        ("Emergency Cloak", (PowerUse.NEEDS, PowerUse.GIVES)),
        ("Klingon Diplomacy", (PowerUse.GIVES,)),
        ("Emergency Power", (PowerUse.GIVES,)),
        ("Shields Forward", (PowerUse.GIVES,)),
        ("Amadi Rourke", (PowerUse.GIVES,)),
        ("Crippling Shot", (PowerUse.TAKES, PowerUse.COSTS_OTHERS)),
        ("Steady Aim", (PowerUse.COSTS_OTHERS,)),
        ("Tapped Channels", (PowerUse.COSTS_OTHERS,)),
        ("Captain's Gambit", (PowerUse.GIVES,)),
        ("Gun Platform", (PowerUse.NONE,)),
    ],
)
def test_power_use_is_what_the_text_says(title, uses):
    assert uses_of(PRINTED.card(title)) == uses


def test_captain_is_named_for_what_he_does_with_power():
    content = DeckContent(ship="Sol", captain="The Harvest Voice")
    assert statistics_of(content, PRINTED).outside_power == [("The Harvest Voice", PowerUse.GIVES)]


FEDERATION, KLINGON = Owner("Federation", "Federation"), Owner("Klingon", "Klingon", can_cloak=True)


@pytest.mark.parametrize(
    ("title", "owner", "use"),
    [
        ("Wormhole 3", FEDERATION, TileUse.WAYS_OUT),
        ("Nebula Class III", FEDERATION, TileUse.HELP),
        ("Nebula Class III", KLINGON, TileUse.NOTHING),
        ("Nebula Class III", Owner(None, "Federation"), TileUse.NOTHING),
        ("Federation Sector", Owner("Borg", "Federation"), TileUse.HELP),
        ("Mine Field", FEDERATION, TileUse.HARM_OTHERS),
        ("Mine Field", Owner("Federation", "Klingon"), TileUse.HARM),
        ("New Orders", FEDERATION, TileUse.HELP),
        ("New Orders", KLINGON, TileUse.HARM),
        ("New Orders", Owner("Federation"), TileUse.HARM_OTHERS),  # neither a captain of the race nor one of another
        ("Allied Starbase", KLINGON, TileUse.HARM),
        ("Allied Starbase", Owner("Klingon"), TileUse.HARM_OTHERS),
        ("Forge Star", KLINGON, TileUse.HELP),
        ("Forge Star", FEDERATION, TileUse.HARM),
        ("Plundered Convoy", KLINGON, TileUse.HELP),  # the card discarded is the price
        ("Plundered Convoy", FEDERATION, TileUse.NOTHING),
        ("Romulan Space", FEDERATION, TileUse.HARM),
        ("Ion Storm Force I", KLINGON, TileUse.HARM),
        ("Ion Storm Force I", FEDERATION, TileUse.HARM_OTHERS),  # which have a cloak
        ("Listening Post", Owner("Romulan", "Romulan"), TileUse.HELP),
        ("Crystal Entity", KLINGON, TileUse.HARM_OTHERS),  # spares its owner
        ("Doomsday Device", KLINGON, TileUse.HARM),
        ("Sabotage Boarding Party", KLINGON, TileUse.HARM),
        ("Tidal Current", KLINGON, TileUse.HELP),
        ("Sea of Wrecks", KLINGON, TileUse.BOTH),
        ("Crypt", KLINGON, TileUse.BOTH),
        ("Open Space", KLINGON, TileUse.NOTHING),
    ],
)
def test_tile_is_to_its_owner_what_its_text_says(title, owner, use):
    assert use_of(PRINTED.tile(title), owner) == use


def test_condition_of_an_effect_holds_for_what_stands_in_it():
    table = {"1-3": "nothing", "4-6": [{"do": "deal", "dice": 1}]}
    effect = {"on": "event", "if": {"ship": "Klingon"}, "do": "roll_table", "dice": 1, "table": table}
    tile = read_tile({"title": "Snare", "kind": "normal", "hex_points": 2, "text": "…", "effects": [effect]})
    assert use_of(tile, KLINGON) == TileUse.HARM
    assert use_of(tile, FEDERATION) == TileUse.HARM_OTHERS


def test_races_of_the_owner_are_those_of_ship_and_stand_in():
    deck = known_deck(DeckContent(ship="Vash'nor", stand_in="Elira"), PRINTED)
    assert owner_of(deck) == Owner("Klingon", PRINTED.card("Elira").race, can_cloak=True)


def test_what_is_not_known_is_left_out_and_named():
    content = DeckContent(
        "Flagship", "Elira", "Phasers", {"Fire": 2, "Grand Illusion": 3, "Sol": 1}, {"Fire": 1, "Nova": 1}
    )
    found = statistics_of(content, PRINTED)
    assert found.cards.size == 2
    assert found.tiles.size == 1
    assert {(each.title, each.copies, each.pile) for each in found.deck.left_out} == {
        ("Flagship", 1, "outside"),
        ("Elira", 1, "outside"),
        ("Phasers", 1, "outside"),
        ("Grand Illusion", 3, "deck"),
        ("Sol", 1, "deck"),
        ("Fire", 1, "hexpile"),
    }


def test_deck_without_anything_has_statistics():
    found = statistics_of(DeckContent(), PRINTED)
    assert (found.cards.size, found.tiles.size, found.tiles.average_points) == (0, 0, 0)
    assert {row.chance for row in found.cards.opening} == {0}
    assert found.tiles.exploring == []
    assert found.ship is None


def test_deck_of_everything_has_statistics():
    content = DeckContent(cards=dict.fromkeys(pieces().cards, 99), hexpile=dict.fromkeys(pieces().tiles, 99))
    found = statistics_of(content, PRINTED)
    assert found.cards.size == 99 * len(pieces().cards)
    assert sum(numbers(found.cards.natures).values()) == found.cards.size
    assert sum(numbers(found.tiles.uses).values()) == found.tiles.size == 99 * len(pieces().tiles)


@pytest.mark.parametrize("starter", starters().values(), ids=starters())
def test_starter_decks_lose_no_piece_in_counting(starter):
    found = statistics_of(starter.content, PRINTED)
    assert found.deck.left_out == ()
    for rows in (found.cards.natures, found.cards.types, found.cards.play_methods):
        assert sum(row.number for row in rows) == sum(starter.cards.values())
    for rows in (found.tiles.kinds, found.tiles.by_points, found.tiles.uses):
        assert sum(row.number for row in rows) == sum(starter.hexpile.values())
