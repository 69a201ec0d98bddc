"""A captain of Full uses cloak, beam, sweep and mines where each has its reason, and leaves them where it has none."""

from random import Random

from cards.storing import pieces
from incursions.games.incursions.bots import CaptainBot
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table

SPACE = {"1,0": "Open Space", "2,0": "Open Space"}
GATE = {"1,0": "Toll Gate", "2,0": "Open Space"}
HUNTER = {"ship": "Hunter", "at": "1,0"}
PIECES = [
    {
        "title": "Toll Gate",
        "kind": "wormhole",
        "requirement": {"power": 2},
        "effects": [{"on": "event", "do": "leave_roll", "dice": 2}],
    },
    {
        "title": "Hunter",
        "race": "Federation",
        "hull": 30,
        "shields": 30,
        "evasion": 4,
        "systems": {
            "warp": {"hexes": 1},
            "phasers": {"damage": "1D6"},
            "mines": {"damage": "1D6"},
            "tractor": {"power": 1},
            "tachyon_sweep": {"power": 3},
            "repair": {"points": 3},
        },
    },
    {
        "title": "Shade",
        "race": "Romulan",
        "hull": 30,
        "shields": 30,
        "evasion": 7,
        "systems": {"warp": {"hexes": 1}, "disruptors": {"damage": "1D6"}, "cloak": {"power": 2}},
    },
]


def table(*seats, **more) -> Game:
    described = {"mode": "full", "map": SPACE, "seats": list(seats), "pieces": PIECES, **more}
    return lay_table(described, pieces())


def said(game: Game) -> str:
    question = game.decision
    return CaptainBot().answer(game, question, Random(1)).text


def test_a_ship_that_would_not_stand_more_hides_with_its_last_maneuver():
    game = table({"ship": "Shade", "at": "1,0", "hull": 6, "shields": 0}, HUNTER)
    assert said(game) != "cloak"
    game.play("decline")
    assert said(game) == "cloak"


def test_nobody_hides_in_a_wormhole_nor_without_danger():
    at_gate = table({"ship": "Shade", "at": "1,0", "hull": 6, "shields": 0}, HUNTER, map=GATE)
    alone = table({"ship": "Shade", "at": "2,0"}, HUNTER | {"at": "0,0"})
    for game in (at_gate, alone):
        game.play("decline")
        assert "cloak" in game.decision.options
        assert said(game) != "cloak"


def test_a_weaker_ship_that_evades_well_is_held_with_the_least_power_before_the_shot():
    game = table(HUNTER, {"ship": "Shade", "at": "1,0", "hull": 9, "shields": 0, "power": 2})
    assert said(game) == "tractor seat 1"
    game.play("tractor seat 1")
    assert said(game) == "with 1 power"
    game.play("with 1 power")
    game.play("pass")
    assert said(game).startswith("fire")


def test_a_beam_is_kept_on_a_ship_worth_fighting_and_a_cloak_is_dropped():
    prey = {"ship": "Shade", "at": "1,0", "hull": 12, "shields": 10}
    game = table({**HUNTER, "holds": {"seat": 1, "power": 1}}, prey, first=1)
    game.play("decline")
    game.play("decline")
    assert (game.decision.topic, said(game)) == ("power-up", "keep tractor on seat 1")
    game = table({"ship": "Shade", "at": "1,0", "cloaked": True}, {**HUNTER, "at": "0,0"}, first=1)
    game.play("decline")
    game.play("decline")
    assert (game.decision.topic, said(game)) == ("power-up", "drop cloak")


def test_a_cloaked_ship_is_swept_while_a_maneuver_is_left_to_fire():
    game = table(HUNTER, {"ship": "Shade", "at": "1,0", "hull": 9, "shields": 0, "cloaked": True, "power": 2})
    assert said(game) == "sweep seat 1"
    game.play("sweep seat 1")
    assert said(game).startswith("fire")
    game = table(HUNTER, {"ship": "Shade", "at": "1,0", "hull": 9, "shields": 0, "cloaked": True, "power": 2})
    game.play("decline")
    assert said(game) != "sweep seat 1"


def test_a_wormhole_where_there_is_nothing_else_to_do_is_mined_without_power():
    game = table(HUNTER, {"ship": "Shade", "at": "2,0"}, map=GATE)
    assert said(game) == "lay mine"
    game.play("lay mine")
    assert said(game) == "with no power"


def test_a_fresh_mine_that_hits_harder_than_a_weapon_is_set_off():
    strong = {"title": "Mine", "kind": "mine", "at": "1,0", "by": 0, "dice": 9, "old": False}
    game = table(HUNTER, {"ship": "Shade", "at": "1,0"}, placed=[strong])
    assert said(game) == "set off mine at seat 1"
    weak = strong | {"dice": 1}
    assert said(table(HUNTER, {"ship": "Shade", "at": "1,0"}, placed=[weak])) != "set off mine at seat 1"


def test_a_beam_is_for_a_card_that_asks_for_a_held_ship():
    card = {
        "title": "Grapple and Strike",
        "nature": "Attack",
        "weapon": "any",
        "effects": [
            {"on": "scoring", "if": {"target": "held by your tractor beam"}, "do": "add_damage", "dice": 6},
        ],
    }
    prey = {"ship": "Hunter", "at": "1,0", "power": 0}
    seats = ({**HUNTER, "hand": ["Grapple and Strike"]}, prey)
    assert said(table(*seats, pieces=[*PIECES, card], pile=[])) == "tractor seat 1"
    assert said(table(HUNTER, prey, pile=[])) != "tractor seat 1"
