"""Where a captain of Full goes: nearer to a fight, with Warp cards, and to what must fall before a wormhole opens."""

from incursions.games.incursions.bots import CaptainBot
from incursions.games.incursions.bots.full.fighting import kept_power
from incursions.games.incursions.bots.full.table import Table
from tests.games.incursions.bots.full.tables import asked, table

FAR = {f"{q},0": "Open Space" for q in range(1, 7)}
GUARDED = {"map": {**FAR, "1,0": "Wormhole 3", "2,0": "Wormhole 3"}}
GUARDS = [{"title": "Wormhole 3", "kind": "denizen", "at": f"{q},0", "points": 40} for q in (1, 2)]


def test_a_warp_card_leads_to_a_wormhole_that_wants_all_power():
    hand = ["Warp 2", "Fire", "Fire", "Fire"]
    seats = ({"ship": "Sol", "hand": hand, "aux": False}, {"ship": "Vash'nor", "at": "6,0"})
    game = table(*seats, map={**FAR, "4,0": "Wormhole 1"}, dice=[1, 2] * 9)
    assert asked(game).text == "warp"
    game.play("warp")
    choice = asked(game)
    assert choice.text == "to 4,0"
    game.play(choice.text)
    assert asked(game).text == "and card Warp 2"


def test_before_one_guardian_it_fires_and_does_not_go_to_the_other():
    game = table({"ship": "Sol"}, {"ship": "Vash'nor", "at": "6,0"}, placed=GUARDS, **GUARDED)
    assert asked(game).text.startswith("fire ")


def test_whom_it_cannot_strike_yet_it_comes_nearer_to():
    hand = ["Phasers", "Fire"]
    game = table({"ship": "Sol", "hand": hand}, {"ship": "Vash'nor", "at": "6,0"}, map=FAR, pile=[])
    choice = asked(game)
    assert choice.text == "warp"
    assert choice.reason.endswith("nearer to Vash'nor")


def test_it_waits_in_a_wormhole_for_the_power_that_it_asks():
    seats = ({"ship": "Sol", "hand": ["Fire"] * 4, "aux": False, "power": 3}, {"ship": "Vash'nor", "at": "6,0"})
    game = table(*seats, map={**FAR, "1,0": "Wormhole 1", "2,0": "Nebula Class III"}, pile=[])
    assert not asked(game).text.startswith(("warp", "explore"))


def test_what_a_wormhole_will_ask_is_not_spent_on_a_far_shot():
    seats = ({"ship": "Sol", "hand": ["Fire"] * 4, "aux": False}, {"ship": "Vash'nor", "at": "3,0"})
    game = table(*seats, map={**FAR, "1,0": "Wormhole 1"}, pile=[])
    assert asked(game).text != "fire torpedoes"


def test_at_a_guardian_that_is_worth_more_than_a_ship_it_aims():
    beside = {"ship": "Bulwark", "at": "1,0"}
    game = table({"ship": "Sol"}, beside, placed=[GUARDS[0] | {"points": 6}, GUARDS[1]], **GUARDED)
    choice = asked(game)
    assert choice.reason.startswith("Wormhole 3 stands in the way")
    game.play(choice.text)
    assert asked(game).text.startswith("at Wormhole 3")


def test_in_a_long_match_no_power_is_kept_from_the_attack():
    game = table({"ship": "Sol"}, {"ship": "Bulwark"}, pile=[])
    seen = CaptainBot().look(game, 0)
    assert [kept_power(Table(seen | {"round": number}, 0)) for number in (1, 30)] == [2, 0]
