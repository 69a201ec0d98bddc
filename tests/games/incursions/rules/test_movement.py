"""Movement and hex events beyond Basic: what is refused, what is foretold, and what a saved game remembers of them."""

import pytest

from incursions.games.incursions.rules.examples.table import lay_table
from incursions.games.incursions.rules.game import Game
from tests.games.incursions.rules.tables import CATALOGUE

SHIPS = [
    {
        "title": "Sol",
        "race": "Federation",
        "hull": 20,
        "shields": 20,
        "evasion": 4,
        "systems": {"warp": {"hexes": 1}, "phasers": {"damage": "1D6"}},
    },
    {
        "title": "Ruk'tor",
        "race": "Klingon",
        "hull": 20,
        "shields": 20,
        "evasion": 5,
        "systems": {"warp": {"hexes": 1}, "disruptors": {"damage": "1D6"}, "tractor": {}},
    },
]
TILES = [
    {"title": "Shoal", "effects": [{"on": "event", "do": "deal", "dice": 1}]},
    {"title": "Thick Fog", "effects": [{"on": "present", "do": "set_cost", "of": "leaving the hex", "by": 1}]},
    {
        "title": "Toll Gate",
        "kind": "wormhole",
        "requirement": {"power": 2},
        "effects": [{"on": "event", "do": "leave_roll"}],
    },
]
CARDS = [
    {
        "title": "Long Stride",
        "nature": "Tactical",
        "effects": [{"on": "played", "do": "modify", "of": "warp", "by": 2}],
    },
    {"title": "Wave Off", "nature": "Defence", "effects": [{"on": "event_strikes", "do": "block_event"}]},
    {
        "title": "Lucky Sevens",
        "nature": "Tactical",
        "type": "Equipment",
        "play_method": "Table",
        "effects": [{"on": "leave_rolled", "do": "leave_roll", "total": 7}],
    },
    {
        "title": "Sharp Lookout",
        "nature": "Tactical",
        "play_method": "Table",
        "effects": [{"on": "before_explore", "do": "look", "at": "your hexpile", "tiles": 1}],
    },
]


def laid(first=None, second=None, dice=(), **keys):
    """Lay a table of two in Full; `first` and `second` are keys of their seats beside the ship."""
    seats = [{"ship": "Sol", **(first or {})}, {"ship": "Ruk'tor", **(second or {})}]
    described = {"mode": "full", "seats": seats, "pieces": [*SHIPS, *TILES, *CARDS], "dice": list(dice)}
    return lay_table(described | keys, CATALOGUE)


def rules_of(game, seat=0):
    """Return the rule of each line that a player would look for and may not play."""
    return {refused.text: refused.rule for refused in game.refusals(seat)}


WARP_MAP = {"1,0": "Open Space", "2,0": "Open Space", "3,0": "Open Space", "5,0": "Open Space"}

REFUSED = [
    ({}, "warp to 2,0", "8.1"),
    ({}, "warp to 9,9", "8.7"),
    ({}, "warp to 0,0", "8.1"),
    ({}, "warp to 5,0 with 4 power", "8.1"),
    ({}, "warp to 3,0 with 9 power", "7.1"),
    ({}, "warp to 1,0 with 1 power", "8.7"),
    ({}, "warp to here", "8.1"),
    ({}, "warp to 1,0 with card Fire", "2.7"),
    ({"hand": ["Wave Off"]}, "warp to 1,0 with card Wave Off", "8.1"),
    ({"hand": ["Long Stride"]}, "warp to 1,0 with card Long Stride", "8.7"),
    ({"hand": ["Long Stride"]}, "warp to 3,0 with card Long Stride and card Long Stride", "2.7"),
    ({"hand": ["Long Stride"]}, "warp to 3,0", "8.1"),
    ({"caught": 6}, "warp to 1,0", "8.6"),
    ({}, "explore north", "8.4"),
    ({"pile": ["Shoal"]}, "explore up", "8.3"),
    ({"pile": ["Shoal"]}, "explore south-east", "8.3"),
    ({"pile": ["Shoal"]}, "explore north with 1 power", "8.7"),
    ({"pile": ["Shoal"]}, "explore", "8.3"),
    ({"pile": ["Shoal"], "caught": 6}, "explore north", "8.6"),
    ({"pile": ["Shoal"], "tabled": ["Sharp Lookout"]}, "explore north", "8.3"),
    ({}, "roll to escape", "9.6"),
    ({"caught": 6}, "roll to escape with 1 power", "9.15"),
]


@pytest.mark.parametrize(("first", "text", "rule"), REFUSED)
def test_movement_that_is_not_possible_is_refused_with_its_rule(first, text, rule):
    refused = laid(first, map=WARP_MAP).why_not(text)
    assert refused is not None
    assert refused.rule == rule


def test_a_caught_ship_is_told_why_it_can_neither_warp_nor_explore():
    game = laid({"caught": 6, "pile": ["Shoal"]}, map={"1,0": "Open Space"})
    refused = rules_of(game)
    assert refused["warp"] == refused["explore north"] == "8.6"
    assert "roll to escape" not in refused


def test_the_odds_of_escaping_and_of_leaving_are_foretold():
    game = laid({"caught": 7}, map={"1,0": "Open Space"})
    assert game.forecast("roll to escape") == {"power": 0, "needs": 7, "chance": 21 / 36, "missed": "caught"}
    game = laid(map={"1,0": "Toll Gate"})
    assert game.forecast("warp to 1,0") == {"power": 0, "distance": 1, "chance": 1 / 6, "missed": "start"}
    game = laid({"tabled": ["Lucky Sevens"]}, map={"1,0": "Toll Gate"})
    assert game.forecast("warp to 1,0")["chance"] == 12 / 36
    game.play("warp to 1,0")
    assert game.forecast("spend 2 power") == {"power": 2, "chance": 12 / 36, "missed": "start"}
    assert game.forecast("pass") == {"power": 0, "chance": 0.0}


def test_what_leaving_costs_is_foretold():
    game = laid({"at": "1,0", "pile": ["Shoal"]}, map={"1,0": "Thick Fog"})
    assert game.forecast("explore north") == {"power": 1}
    assert game.forecast("warp to 0,0 with 1 power")["power"] == 1


def test_an_event_window_is_saved_and_goes_on_as_it_was():
    game = laid({"hand": ["Wave Off"], "pile": ["Shoal"]}, dice=[4])
    game.play("explore north")
    again = Game.from_data(game.to_data(), game.setup)
    assert again.decision == game.decision
    for each in (game, again):
        each.play("pass")
    assert again.to_data() == game.to_data()
    assert again.ships[0].shields == 16


def test_a_player_who_concedes_at_an_event_leaves_it_to_the_others():
    unique = {
        "title": "Firestorm",
        "kind": "unique",
        "effects": [{"on": "event", "do": "deal", "target": "every ship", "dice": 1}],
    }
    seats = [{"ship": "Sol", "pile": ["Firestorm"]}, {"ship": "Ruk'tor", "hand": ["Wave Off"]}, {"ship": "Sol"}]
    described = {"mode": "full", "seats": seats, "pieces": [*SHIPS, *TILES, *CARDS, unique], "dice": [3]}
    game = lay_table(described, CATALOGUE)
    game.play("explore north")
    assert game.decision.seat == 1
    game.act(1, "concede")
    assert [ship.shields for ship in game.ships] == [17, 20, 17]
    assert game.decision.seat == 0


def test_a_ship_in_tow_settles_where_its_holder_concedes():
    seats = [{"ship": "Ruk'tor", "holds": 1, "hand": ["Wave Off"]}, {"ship": "Sol"}, {"ship": "Sol"}]
    mine = {"title": "Mine", "kind": "mine", "at": "1,0", "by": 2, "dice": 1}
    described = {"mode": "full", "seats": seats, "pieces": [*SHIPS, *TILES, *CARDS], "placed": [mine]}
    game = lay_table(described | {"map": {"1,0": "Thick Fog"}}, CATALOGUE)
    game.play("warp to 1,0")
    assert game.decision.topic == "event"
    game.act(0, "concede")
    assert game.ships[1].at == (1, 0)
    assert not any(getattr(frame, "passing", ()) for frame in game.stack)


def _blast_that_may_be_rolled_again(dice):
    again = {"on": "rolled", "do": "reroll", "which": "all dice", "target": "the roll", "optional": True}
    captain = {"title": "Second Look", "race": "Klingon", "bonuses": {}, "espionage_evasion": 6, "effects": [again]}
    seats = [{"ship": "Sol"}, {"ship": "Ruk'tor", "captain": "Second Look"}, {"ship": "Sol"}]
    mine = {"title": "Mine", "kind": "mine", "at": "1,0", "by": 1, "dice": 1}
    described = {"mode": "full", "seats": seats, "pieces": [*SHIPS, captain], "placed": [mine], "dice": dice}
    game = lay_table(described | {"map": {"1,0": "Open Space"}}, CATALOGUE)
    game.play("warp to 1,0")
    assert (game.decision.seat, game.decision.topic) == (1, "use")
    return game


def test_a_blast_that_may_be_rolled_again_is_saved_and_goes_on_as_it_was():
    game = _blast_that_may_be_rolled_again([3, 5])
    again = Game.from_data(game.to_data(), game.setup)
    assert again.decision == game.decision
    game.play("yes")
    assert game.ships[0].shields == 15
    again.play("pass")
    assert again.ships[0].shields == 17


def test_a_blast_falls_though_the_player_who_may_roll_it_again_concedes():
    game = _blast_that_may_be_rolled_again([3])
    game.act(1, "concede")
    assert game.ships[0].shields == 17
    assert game.decision.seat == 0
