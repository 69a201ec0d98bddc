"""What a captain of Full does with a maneuver, and the reason that it gives."""

from incursions.games.incursions.bots import CaptainBot, Choice
from incursions.games.incursions.bots.full.table import Table
from tests.games.incursions.bots.full.tables import SPACE, asked, table

TOLL_GATE = {
    "title": "Toll Gate",
    "kind": "wormhole",
    "requirement": {"power": 2},
    "effects": [{"on": "event", "do": "leave_roll", "dice": 2}],
}
GATE = {"map": {**SPACE, "2,0": "Toll Gate"}, "pieces": [TOLL_GATE]}


def test_it_enters_a_wormhole_whose_price_it_can_pay_and_says_the_odds():
    game = table({"ship": "Sol"}, {"ship": "Vash'nor", "at": "0,0"}, dice=[1, 2] * 9, **GATE)
    assert asked(game) == Choice("warp", "each arrival in this wormhole leaves in 17% of throws")
    game.play("warp to 2,0")
    assert asked(game).text == "spend 2 power"


def test_it_stays_out_of_a_wormhole_whose_price_it_cannot_pay():
    described = {"ship": "Sol", "power": 1, "aux": False}
    game = table(described, {"ship": "Vash'nor", "at": "0,0"}, **GATE)
    assert "leaves in" not in asked(game).reason


def test_a_ship_that_would_fall_is_fired_at_with_all_power():
    game = table({"ship": "Sol"}, {"ship": "Vash'nor", "hull": 3, "shields": 0, "power": 0})
    choice = asked(game)
    assert choice.text == "fire phasers"
    assert choice.reason.startswith("destroys Vash'nor in ")


def test_of_two_attack_cards_the_one_that_adds_more_here_is_taken():
    hand = ["Cutting Beam", "Feedback Pulse"]
    game = table({"ship": "Apex Node", "hand": hand}, {"ship": "Vash'nor", "hull": 20, "shields": 0, "power": 0})
    for phrase in ("fire phasers", "at seat 1", "with no power"):
        game.play(phrase)
    choice = asked(game)
    assert choice.text == "and card Cutting Beam"
    assert "adds about" in choice.reason


def test_an_officer_worth_more_is_taken_by_assimilation():
    game = table({"ship": "Lattice 19"}, {"ship": "Sol", "tabled": ["Jum'er Vikot", "Nevalis"]})
    game.play("assimilate")
    assert asked(game).text == "Jum'er Vikot of seat 1"


def test_an_order_for_dearer_shields_is_given_where_somebody_may_strike():
    seats = ({"ship": "Bulwark", "hand": ["Shields Forward"]}, {"ship": "Vash'nor"})
    assert asked(table(*seats)).text == "play Shields Forward"
    away = {"ship": "Vash'nor", "at": "6,0"}
    far = {f"{q},0": "Open Space" for q in range(1, 7)}
    assert asked(table(seats[0], away, map=far)).text != "play Shields Forward"


def test_own_officers_raise_the_odds_of_espionage():
    def odds(tabled: list[str]) -> str:
        seat = {"ship": "Quiet Blade", "hand": ["Power Leak"], "tabled": tabled}
        game = table(seat, {"ship": "Sol", "captain": "Aes Palamas", "at": "2,0"}, pile=[])
        return asked(game).reason

    assert odds([]).endswith("works on Sol in 58%")
    assert odds(["Verashka"]).endswith("works on Sol in 83%")


def test_of_several_others_each_is_worth_striking_less():
    others = ({"ship": "Vash'nor"}, {"ship": "Bulwark"}, {"ship": "Sethrian"})
    worth = []
    for number in (1, 3):
        game = table({"ship": "Sol"}, *others[:number])
        bot = CaptainBot()
        seen = Table(bot.look(game, 0), 0)
        worth.append(seen.scale(seen.other_ships[0]))
    assert worth[0] > 3 * worth[1]


def test_what_spares_the_target_strikes_nobody_where_there_is_no_other():
    game = table({"ship": "Sol", "hand": ["Wide Beam"]}, {"ship": "Vash'nor", "power": 0})
    for phrase in ("fire phasers", "at seat 1", "with no power"):
        game.play(phrase)
    assert not asked(game).text.startswith("and card")
