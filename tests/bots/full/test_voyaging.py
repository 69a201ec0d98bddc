"""Where a captain of Full goes: nearer to a fight, with Warp cards, and to what must fall before a wormhole opens."""

from tests.bots.full.test_turn import asked, table

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
