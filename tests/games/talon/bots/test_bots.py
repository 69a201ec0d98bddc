"""The bots of Talon: legal, the same for the same chances, blind to dice that are not thrown, and on time."""

from random import Random

import pytest

from incursions.engine import SEED_BYTES
from incursions.engine.dice import Dice
from incursions.games.talon.bots import Choice, CommodoreBot, HunterBot, RandomBot, SteadyBot
from incursions.games.talon.bots.commodore import MOST_ANSWERS, Search
from incursions.games.talon.bots.courses import Course, can_steer_clear
from incursions.games.talon.bots.gunnery import Pose
from incursions.games.talon.bots.row_plans import find_next_set, follow_plan, list_sets
from incursions.games.talon.records import BATTLES
from incursions.games.talon.rules.deployment import list_zone
from incursions.games.talon.rules.game import Game
from tests.games.talon.battles import begin, play_on, setup_of
from tests.sampling import sample

FEW = 4  # imagined games
BOTS = (RandomBot(), SteadyBot(), HunterBot(), CommodoreBot(iterations=FEW))
NAMES = [bot.name for bot in BOTS]


@pytest.mark.parametrize("mode", BATTLES)
@pytest.mark.parametrize("bot", BOTS, ids=NAMES)
def test_answers_are_options_with_a_reason(bot, mode):
    rng, game = begin(mode, 3)
    for _ in range(6):
        play_on(game, rng, 17)
        question = game.decision
        if question is None:
            return
        choice = bot.answer(game, question, rng)
        assert choice.text in question.options
        assert choice.reason
        assert "\n" not in choice.reason


@pytest.mark.parametrize("mode", sample(BATTLES, 2))
@pytest.mark.parametrize("bot", BOTS, ids=NAMES)
def test_answers_depend_on_the_table_and_chances_alone(bot, mode):
    rng, game = begin(mode, 5)
    for _ in range(4):
        play_on(game, rng, 23)
        question = game.decision
        if question is None:
            return
        before = game.to_data()
        answers = {bot.answer(game, question, Random(1)) for _ in range(2)}
        assert len(answers) == 1
        assert game.to_data() == before
        twin = game.copy()
        twin.dice = Dice(Random("others").randbytes(SEED_BYTES))  # a bot that saw dice would answer otherwise
        assert bot.answer(twin, twin.decision, Random(1)) in answers


@pytest.mark.long
@pytest.mark.parametrize("mode", BATTLES)
@pytest.mark.parametrize("bot", [SteadyBot(), HunterBot()], ids=["steady", "hunter"])
def test_battles_are_played_to_their_end_and_nobody_is_lost_to_terrain(bot, mode):
    rng, game = begin(mode, 7)
    lost = []
    while (question := game.decision) is not None:
        events = game.play(bot.answer(game, question, rng).text)
        lost += [event.facts for event in events if event.kind == "destroyed"]
    assert game.result is not None
    assert [facts for facts in lost if facts["cause"] in ("the planet", "the black hole")] == []


def test_the_hexes_round_a_black_hole_are_kept_clear_because_it_pulls_once_a_round():
    _, game = begin("escape", 1)
    field = game.battlefield
    assert not can_steer_clear(field, Course(Pose((1, -1), 0), 0), radius=0)
    assert can_steer_clear(field, Course(Pose((3, -2), 0), 0), radius=0)
    assert not can_steer_clear(field, Course(Pose((3, 0), 3), 3), radius=3)


def test_hunters_bid_for_the_initiative_with_an_ap_that_nothing_else_needs():
    played = set()
    for number in range(3):
        _, game = begin("fleet", number)
        while (question := game.decision) is not None:
            text = HunterBot().answer(game, question, Random(1)).text
            played.add(game.battlefield.read_act(text).verb)
            game.play(text)
    assert {"change initiative", "defend initiative"} <= played


def reach_power_phase(mode):
    rng, game = begin(mode, 9)
    while game.decision.topic != "power phase":
        game.play(HunterBot().answer(game, game.decision, rng).text)
    return rng, game


def test_the_commodore_sets_each_row_at_most_once_in_a_power_phase():
    rng, game = reach_power_phase("fleet")
    seat, changed = game.decision.seat, []
    while game.decision.topic == "power phase" and game.decision.seat == seat:
        text = CommodoreBot(iterations=16).answer(game, game.decision, rng).text
        changed.append(game.battlefield.read_act(text).ship)
        game.play(text)
    assert changed.pop() == -1  # the end of the phase
    assert len(changed) == len({*changed})


def test_a_plan_keeps_the_row_that_an_answer_sets():
    _, game = reach_power_phase("fleet")
    question = game.decision
    planner = HunterBot()
    for text in list_sets(game, question)[:-1]:
        act = game.battlefield.read_act(text)
        twin = game.copy()
        follow_plan(twin, question.seat, text, planner)
        assert twin.battlefield.row_texts[act.ship][twin.ships[act.ship].row] == act.detail
        assert twin.decision.topic != "power phase" or twin.decision.seat != question.seat
    assert game.decision == question


def test_a_plan_begins_with_what_the_hunter_would_set():
    _, game = reach_power_phase("fleet")
    question, hunter = game.decision, HunterBot()
    assert find_next_set(game, question, hunter) == hunter.answer(game, question, Random(1)).text


@pytest.mark.parametrize("topic", ["power", "movement", "fire", "power phase"])
def test_the_commodore_tries_several_answers_in_every_step(topic):
    rng, game = begin("fleet", 11)
    steady = SteadyBot()
    while game.decision.topic != topic or len(game.decision.options) < 4 or game.round == 1:
        game.play(steady.answer(game, game.decision, rng).text)
    search = Search(game, game.decision, rng, HunterBot())
    assert next(iter(search.values)) == search.first.text
    assert 2 <= len(search.values) <= MOST_ANSWERS[topic]
    assert search.values.keys() <= {*game.decision.options}


@pytest.mark.long
@pytest.mark.parametrize("mode", sample(BATTLES, 1))
def test_steady_beats_chance(mode):
    bots = [SteadyBot(), RandomBot()]
    won = 0.0
    for number in range(6):
        rng, game = begin(mode, number)
        seated = bots if number % 2 else bots[::-1]
        while (question := game.decision) is not None:
            game.play(seated[question.seat].answer(game, question, rng).text)
        winner = game.result.winner
        won += 0.5 if winner is None else seated[winner].name == "steady"
    assert won >= 4.5


def test_transports_dock_when_nobody_hunts_them():
    rng, game = begin("convoy", 1)
    for ship in game.ships:
        if ship.side == 1:
            ship.charge = (-1,) * len(ship.charge)  # rules T10.5: no group is left
    while (question := game.decision) is not None:
        game.play(SteadyBot().answer(game, question, rng).text)
    assert game.result.winner == 0
    assert sum(ship.status == "docked" for ship in game.ships) >= 2


def test_squadron_escapes_when_nobody_bars_its_way():
    rng, game = begin("escape", 1)
    for ship in game.ships:
        if ship.side == 0:
            ship.charge = (-1,) * len(ship.charge)
    while (question := game.decision) is not None:
        game.play(HunterBot().answer(game, question, rng).text)
    assert game.result.winner == 1
    assert game.ships[4].status == "through the worm hole" or any(
        ship.status == "through the worm hole" for ship in game.ships
    )


@pytest.mark.parametrize("bot", BOTS, ids=NAMES)
def test_own_fleets_are_deployed(bot):
    setup = setup_of("duel")
    ships = [{key: value for key, value in ship.items() if key not in ("at", "facing")} for ship in setup["ships"]]
    game = Game.start({**setup, "ships": ships}, bytes(SEED_BYTES))
    for _ in ships:
        question = game.decision
        assert question.topic == "set-up"
        game.play(bot.answer(game, question, Random(2)).text)
    assert all(ship.at in list_zone(ship.side) for ship in game.ships)


def test_a_single_option_needs_no_thought():
    rng, game = begin("fleet", 2)
    bot = CommodoreBot(seconds=0, clock=pytest.fail)
    for _ in range(300):
        if game.decision is None:
            return
        if len(game.decision.options) == 1:
            assert bot.answer(game, game.decision, rng).text == game.decision.options[0]
            return
        game.play(rng.choice(game.decision.options))


def test_without_time_the_commodore_answers_like_a_hunter():
    rng, game = begin("fleet", 4)
    play_on(game, rng, 30)
    answer = CommodoreBot(seconds=0).answer(game, game.decision, Random(1))
    assert answer == HunterBot().answer(game, game.decision, Random(1))
    assert isinstance(answer, Choice)


def test_the_commodore_stops_when_its_time_is_up():
    class Clock:
        """Each look takes a millisecond."""

        def __init__(self) -> None:
            self.now = 0.0

        def __call__(self) -> float:
            self.now += 0.001
            return self.now

    rng, game = begin("fleet", 6)
    play_on(game, rng, 30)
    clock = Clock()
    CommodoreBot(seconds=0.05, clock=clock).answer(game, game.decision, rng)
    assert clock.now <= 0.001 + 0.05 + 3 * 0.001


def test_the_commodore_follows_another_answer_only_if_dice_do_not_explain_its_gain():
    rng, game = begin("fleet", 8)
    while game.decision.topic != "movement" or len(game.decision.options) < 3:
        game.play(SteadyBot().answer(game, game.decision, rng).text)
    search = Search(game, game.decision, rng, HunterBot())
    first, other = search.first.text, next(text for text in search.values if text != search.first.text)
    assert search.choose().text == first
    search.values[first] = [0.5] * 6
    search.values[other] = [0.9, 0.1, 0.9, 0.1, 0.9, 0.2]
    assert search.choose().text == first
    search.values[other] = [0.7, 0.6, 0.7, 0.6, 0.7, 0.6]
    assert search.choose().text == other
    search.values[other] = [0.9, 0.9]
    assert search.choose().text == first
