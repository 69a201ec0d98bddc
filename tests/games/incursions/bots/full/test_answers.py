"""A captain in Full and Tournament: legal with any deck, to an end, and sensible where sense is simple."""

from random import Random

import pytest

from cards.storing import pieces
from incursions.games.incursions.bots import CaptainBot, bot_named
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.examples.table import lay_table
from tests.fuzz.decks import dealt, made_setup
from tests.games.incursions.bots.whole_games import MOST_DECISIONS, play_to_the_end
from tests.sampling import sample

GAMES = 24


@pytest.mark.long
@pytest.mark.parametrize("number", sample(range(GAMES), 8))
def test_the_captain_plays_any_deck_by_its_options_and_to_an_end(number):
    rng, game = dealt(number)
    play_to_the_end(CaptainBot(), game, rng)


@pytest.mark.parametrize("number", [1, 4, 10])
def test_a_table_looked_at_for_all_stages_of_a_line_gives_the_answers_of_one_looked_at_anew(number):
    captain = CaptainBot()
    _, game = dealt(number)
    while (question := game.decision) is not None:
        choice = captain.answer(game, question, Random(1))
        assert captain.explain(captain.look(game, question.seat), question, Random(1)) == choice
        game.play(choice.text)
        assert game.number < MOST_DECISIONS, game.decision
    assert game.result is not None


def test_the_same_chances_give_the_same_game():
    logs = []
    for _ in range(2):
        rng, game = dealt(3)
        while (question := game.decision) is not None:
            game.play(CaptainBot().answer(game, question, rng).text)
        logs.append(game.log)
    assert logs[0] == logs[1]


@pytest.mark.long
def test_the_captain_wins_clearly_against_chance():
    wins = [0, 0]
    for number in range(0, 240, 5):  # tables of two
        rng = Random(number)
        game = Game.start(made_setup(number), rng.randbytes(32))
        players = [bot_named("captain"), bot_named("random")]
        if number % 2:
            players.reverse()
        while (question := game.decision) is not None:
            game.play(players[question.seat].answer(game, question, rng).text)
        if game.result.winner is not None:
            wins[0 if players[game.result.winner].name == "captain" else 1] += 1
    assert wins[0] > 2 * wins[1]


def table(*seats, **more) -> Game:
    ships = ({"at": "1,0", "deck": [], **seat} for seat in seats)
    described = {"mode": "full", "windows": "public", "map": {"1,0": "Open Space"}, "seats": list(ships), **more}
    return lay_table(described, pieces())


def said(game: Game) -> str:
    question = game.decision
    return CaptainBot().answer(game, question, Random(1)).text


def test_officers_are_tabled_first():
    game = table({"ship": "Sol", "hand": ["Elira", "Fire"]}, {"ship": "Vash'nor"})
    assert said(game) == "table Elira"


def test_an_order_is_given_before_an_attack_and_not_twice():
    game = table({"ship": "Sol", "hand": ["Fire", "Fire"]}, {"ship": "Vash'nor", "hull": 6, "shields": 0})
    assert said(game) == "play Fire"
    while game.decision.topic != "maneuver" or not game.view(0)["players"][0]["commands"]:
        game.play("play Fire" if game.decision.topic == "maneuver" else "pass")
    assert said(game).startswith("fire ")


def test_windows_are_passed_but_for_an_attack_on_the_own_ship():
    hand = ["Countermand", "Fire"]
    game = table({"ship": "Vash'nor"}, {"ship": "Sol", "hand": hand}, map={"1,0": "Open Space", "1,1": "Open Space"})
    moving = game.copy()
    moving.play("warp to 1,1")
    assert (moving.decision.topic, said(moving)) == ("answer", "pass")
    weak = game.copy()
    weak.play("fire disruptors at seat 1")
    assert said(weak) == "pass"
    game.play("fire disruptors at seat 1 with 4 power")
    assert (game.decision.topic, said(game)) == ("answer", "play Countermand")


def test_a_heavy_attack_is_worth_a_defence_card():
    game = table({"ship": "Vash'nor"}, {"ship": "Sol", "hand": ["Reinforce Shields"]}, dice=[6, 6, 6, 6, 6, 6])
    game.play("fire disruptors at seat 1 with 4 power")
    game.play("pass")
    assert (game.decision.topic, said(game)) == ("defence", "play Reinforce Shields")


def test_of_too_many_cards_one_of_several_alike_goes():
    hand = ["Fire", "Phasers", "Phasers", "Phasers", *["Countermand"] * 2, *["Warp 2"] * 5]
    game = table({"ship": "Sol", "hand": hand}, {"ship": "Vash'nor"})
    while game.decision.topic != "discard":
        game.play(game.least)
    assert said(game) == "discard Warp 2"


def test_who_is_out_plays_on_with_a_denizen_and_strikes_the_weakest_in_its_reach():
    denizen = {"title": "Raiders", "kind": "denizen", "at": "1,0", "points": 9}
    game = table(
        {"ship": "Vash'nor", "out": "destroyed"},
        {"ship": "Sol"},
        {"ship": "Sol", "hull": 4},
        map={"1,0": "Raiders"},
        placed=[denizen],
        first=2,
        dice=[1] * 9,
    )
    while game.decision.seat != 0:
        game.play(game.least)
    assert said(game) == "dominate Raiders in 1,0"
    game.play(said(game))
    assert said(game) == "attack with Raiders in 1,0"
    game.play(said(game))
    assert said(game) == "at seat 2"
