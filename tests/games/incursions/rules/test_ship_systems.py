"""Tractor beam, sweep, cloak, mines, repair and power: what is refused, listed and foreseen (rules 7, 12, 17)."""

import pytest

from incursions.games.incursions.rules import IllegalAction
from incursions.games.incursions.rules.printed.pieces import ShipCard
from incursions.games.incursions.rules.state.game_state import list_holders
from incursions.games.incursions.rules.state.seats import LOST, OUT_OF_PLAY, Ship
from incursions.games.incursions.rules.systems.cloaking import find_towed_ship, may_target
from tests.games.incursions.rules.tables import CATALOGUE, laid

PIECES = [
    {"title": "Keel Braces", "nature": "Tactical", "type": "Equipment", "play_method": "Table", "life_points": 6},
    {
        "title": "Watch Post", "nature": "Tactical", "type": "Equipment", "play_method": "Table in hex",
        "life_points": 8, "effects": [{"on": "played", "do": "place", "piece": "outpost"}],
    },
    {
        "title": "Loose Bolts", "nature": "Tactical", "play_method": "Table in front of target",
        "removal": {"maneuver": "repair", "points": 6},
        "effects": [{"on": "tabled", "do": "modify", "target": "the target", "of": "evasion", "by": -1}],
    },
]  # fmt: skip


def full(*seats, **table):
    return laid(*seats, mode="full", pieces=PIECES, **table)


def refused(game, text):
    before = game.to_data()
    with pytest.raises(IllegalAction) as refusal:
        game.play(text)
    assert game.to_data() == before
    assert str(game.why_not(text)) == str(refusal.value)
    return str(refusal.value)


def options(game):
    return set(game.decision.options)


TRACTOR = [
    ("tractor seat 1 with no power", "The tractor beam takes at least 1 power: say with 1 power (12.5)"),
    ("tractor seat 1 with 5 power", "That beam takes 5 power, and 4 of your power cards are face up (7.1)"),
    ("tractor seat 2 with 1 power", "A tractor beam reaches only your own hex, and Ilvanis is not there (12.5)"),
    ("tractor seat 3 with 1 power", "Drogath is out of the game (12.9)"),
    ("tractor seat 7 with 1 power", "There is no seat 7 (12.9)"),
    ("tractor Raiders in 1,0", "Only ships and escape craft are held, such as tractor seat 1 with 2 power (12.9)"),
    ("tractor", "Only ships and escape craft are held, such as tractor seat 1 with 2 power (12.9)"),
    ("break free", "No tractor beam holds your ship (12.5)"),
    ("sweep seat 1", "Ruk'tor is not cloaked (12.6)"),
    ("sweep seat 2", "Your sweep reaches 1 hex, and Ilvanis is 2 away (12.6)"),
    ("sweep", "A sweep is for one cloaked ship, such as sweep seat 1 (12.6)"),
    ("cloak", "Sol has no cloaking device (2.1)"),
    ("lay mine", "Nothing can be placed in the start hex: only ships stop there (5.8)"),
    (
        "lay mine with 1 power and no card",
        "Nothing can be placed in the start hex: only ships stop there (5.8)",
    ),
    ("lay mine in here", "This mine is laid in the hex of its ship (17.12)"),
    ("lay mine now", "A mine is laid in your hex: say lay mine with 1 power (17.2)"),
    ("set off mine at seat 1", "No mine of yours lies in the hex of Ruk'tor (17.13)"),
    ("keep cloak", "Power for a running system is turned down again at your power-up, at no other moment (7.2)"),
    ("repair Keel Braces", "Keel Braces has all its points and lies face up (12.3)"),
    ("repair hull and shields", "Repair either hull or shields, unless a card lets you split it (12.1)"),
    ("repair Watch Post in 2,0", "Watch Post is not in your hex, and a repair reaches no farther (12.1)"),
    ("repair Watch Post in 1,0", "There is no Watch Post in 1,0 (12.1)"),
    ("repair Loose Bolts", "Loose Bolts is removed by a Repair of 6 points or more: spend power on it (13.4.5)"),
    (
        "repair the engines",
        "A repair is of hull, shields, a damaged card on your table or a piece of yours in your hex (12.1)",
    ),
]
TABLE = (
    {"ship": "Sol", "tabled": ["Keel Braces"], "hull": 9, "before": [{"title": "Loose Bolts", "by": 1}]},
    {"ship": "Ruk'tor"},
    {"ship": "Ilvanis", "at": "2,0", "cloaked": True},
    {"ship": "Drogath", "out": "destroyed"},
)
MAP = {"1,0": "Open Space", "2,0": "Open Space"}
PLACED = [{"title": "Watch Post", "kind": "outpost", "at": "2,0", "by": 0, "points": 3}]


@pytest.mark.parametrize(("text", "message"), TRACTOR)
def test_in_an_own_turn(text, message):
    assert refused(full(*TABLE, map=MAP, placed=PLACED), text) == message


@pytest.mark.rule("12.9")
def test_a_ship_in_several_beams_says_of_which_it_breaks_free():
    holding = {"ship": "Sol", "holds": 1}
    stronger = {"ship": "Drogath", "holds": {"seat": 1, "power": 2}}
    game = full(holding, {"ship": "Ruk'tor", "power": 1}, stronger, first=1)
    assert {"break free from seat 0"} == {option for option in options(game) if option.startswith("break")}
    assert refused(game, "break free") == (
        "Several beams hold your ship, and each is broken alone: "
        "say break free from seat 0 or break free from seat 2 (12.9)"
    )
    assert refused(game, "break free from seat 2") == "Breaking free takes the power that holds you, 2 (12.5)"
    assert refused(game, "break free from seat 1") == "Seat 1 does not hold your ship (12.9)"
    assert game.forecast("break free from seat 0") == {"power": 1}
    assert [ship.seat for ship in list_holders(game, 1)] == [0, 2]


@pytest.mark.rule("12.5")
def test_the_evasion_of_a_beam_foresees_its_odds():
    game = full({"ship": "Sol"}, {"ship": "Ruk'tor"})
    assert game.forecast("tractor seat 1 with 2 power") == {"power": 2}
    game.play("tractor seat 1 with 2 power")
    assert game.forecast("evade with 3 power") == {"power": 3, "chance": 21 / 36, "needs": 7}
    assert game.forecast("pass") == {"power": 0}
    assert game.least == "pass"
    assert refused(game, "tractor seat 0 with 1 power") == "Only an evasion answers a tractor beam (12.5)"
    assert refused(game, "divert 5 to repair") == "Only an evasion answers a tractor beam: divert to evasion (12.5)"


@pytest.mark.rule("8.8", "9.15")
def test_a_held_ship_is_towed_unless_it_is_caught():
    game = full({"ship": "Sol", "holds": 1}, {"ship": "Ruk'tor"})
    assert find_towed_ship(game, game.ships[0]) is game.ships[1]
    game.ships[1].caught = (("Ion Storm", 5),)
    assert find_towed_ship(game, game.ships[0]) is None


@pytest.mark.rule("12.7", "12.13", "12.6")
def test_who_sees_a_cloaked_ship():
    hidden = {"ship": "Ilvanis", "cloaked": True}
    game = full(hidden, {"ship": "Ruk'tor"}, {"ship": "Ilvanis"}, {"ship": "Sol"})
    assert [may_target(game, seat, 0) is None for seat in (1, 2, 3)] == [True, False, False]
    assert may_target(game, 3, 0)[0] == "10.9"
    assert may_target(game, 3, 0, attack=False)[0] == "12.7"
    game.ships[3].swept = (0,)
    assert may_target(game, 3, 0) is None
    assert may_target(game, 3, 0, attack=False)[0] == "12.7"


@pytest.mark.rule("7.2", "12.8")
def test_the_question_at_power_up_foresees_and_refuses():
    game = full({"ship": "Ruk'tor", "cloaked": True}, {"ship": "Sol"}, first=1)
    game.play("decline")
    game.play("decline")
    assert options(game) == {"keep cloak", "drop cloak"}
    assert game.forecast("keep cloak") == {"power": 2}
    assert game.forecast("drop cloak") == {"power": 0}
    assert refused(game, "keep tractor on seat 1") == "Your cloak runs, and tractor on seat 1 does not (7.2)"
    assert refused(game, "cloak") == "Your power-up comes first: say whether the running system is kept (6.1)"
    assert refused(game, "divert 5 to cloak") == (
        "A system is kept with power cards; diverted power is for the maneuver that follows (7.9)"
    )


@pytest.mark.rule("12.7")
def test_what_a_ship_may_miss_is_listed_with_its_reason():
    hidden = {"ship": "Ilvanis", "cloaked": True, "at": "1,0"}
    game = full({"ship": "Ruk'tor"}, {"ship": "Sol", "holds": 0}, hidden, map=MAP)
    listed = {refusal.text: refusal.rule for refusal in game.refusals(0)}
    assert listed["cloak"] == "12.7"
    assert listed["lay mine"] == "5.8"
    assert listed["sweep seat 2"] == "12.6"
    assert "break free" not in listed


@pytest.mark.rule("13.14", "17.2")
def test_announced_line_does_not_tell_whether_the_hand_holds_a_card_that_fits():
    def announced(hand):
        thrower = {"ship": "Drogath", "at": "1,0", "hand": [hand]}
        game = full(thrower, {"ship": "Sol", "hand": ["Countermand"]}, map=MAP)
        game.play("lay mine with 1 power")
        return [game.view(seat)["announced"] for seat in (1, None)]

    assert announced("Mine Rack") == announced("Red Alert")
    assert announced("Mine Rack")[0][0]["line"] == "lay mine with 1 power"


@pytest.mark.rule("17.2")
def test_a_mine_foresees_its_blast():
    game = full({"ship": "Drogath", "at": "1,0"}, {"ship": "Sol"}, map=MAP)
    assert game.forecast("lay mine with 1 power") == {"power": 1, "average": 9.0, "minimum": 4, "maximum": 14}
    assert refused(game, "lay mine with 1 power and card Fire") == "You have no Fire in your hand (10.1)"
    assert refused(game, "lay mine in 2,0") == "This mine is laid in the hex of its ship (17.12)"


@pytest.mark.rule("12.1")
def test_a_repair_foresees_what_it_restores():
    game = full({"ship": "Sol", "hull": 9, "tabled": [{"title": "Keel Braces", "points": 1}]}, {"ship": "Ruk'tor"})
    assert game.forecast("repair hull with 1 power") == {"power": 1, "hull": [9, 16]}
    assert game.forecast("repair Keel Braces") == {"power": 0, "points": 4}


@pytest.mark.rule("7.8", "2.3")
def test_power_cards_go_out_of_play_and_come_back_face_down():
    ship = Ship(0, _card("Sol"))
    ship.spend(3, "warp")
    ship.hold_out_of_play(2)
    assert (ship.power, ship.spent) == (0, ["warp", "warp", OUT_OF_PLAY, OUT_OF_PLAY])
    ship.power_up()
    assert (ship.power, ship.spent, ship.turned_down) == (2, [OUT_OF_PLAY, OUT_OF_PLAY], 0)
    ship.hold_out_of_play(0)
    assert (ship.power, ship.spent) == (2, [LOST, LOST])
    ship.have_power_cards(5)
    assert (ship.power, ship.power_cards) == (3, 5)
    assert ship.lose_power(9) == 3
    ship.have_power_cards(4)
    assert (ship.power, len(ship.spent)) == (0, 4)
    assert ship.turn_up(2) == 2


@pytest.mark.rule("2.10")
def test_extra_shields_come_on_arriving_and_go_on_leaving():
    ship = Ship(0, _card("Sol"), (1, 0))
    ship.have_extra(10)
    ship.take_damage(4)
    assert (ship.extra, ship.shields) == (6, 32)
    ship.have_extra(10)
    assert ship.extra == 6
    ship.at = (2, 0)
    ship.have_extra(10)
    assert ship.extra == 10
    ship.have_extra(0)
    assert (ship.extra, ship.extra_from) == (0, None)


def _card(title):
    return ShipCard(CATALOGUE.ships[title])
