"""What every bot promises: legal answers from the view alone, the same for the same chances, nothing hidden used."""

from random import Random
from time import process_time

import pytest

from incursions.engine import SEED_BYTES
from incursions.games.incursions.bots import BOT_NAMES, THINKING_BOTS, CaptainBot, bot_named
from incursions.games.incursions.rules import Game, basic_setup
from tests.fuzz.invariants import hidden_twin
from tests.fuzz.tables import catalogue, seeded
from tests.sampling import sample

GAMES = 60
AT_ONCE = [name for name in BOT_NAMES if name not in THINKING_BOTS]  # of those that think see test_admiral


@pytest.mark.parametrize("name", BOT_NAMES)
def test_bot_named_gives_the_bot_of_that_name(name):
    assert bot_named(name).name == name


def test_bot_named_refuses_a_name_that_no_bot_has():
    known = "random, cadet, ensign, captain, admiral"
    with pytest.raises(ValueError, match=f"there is no bot called 'cook'; there are {known}"):
        bot_named("cook")


@pytest.mark.parametrize("name", AT_ONCE)
def test_every_answer_is_legal_whatever_was_played_before(name):
    bot = bot_named(name)
    for number in sample(range(GAMES), 12):
        rng, game = seeded(number)
        while (question := game.decision) is not None:
            answer = bot.answer(game, question, rng).text
            assert game.why_not(answer) is None, (number, game.number, answer)
            # Random answers in between bring about positions and stages that the bot would not have sought.
            game.play(answer if rng.random() < 0.3 else rng.choice(question.options))


def strange_ship(number: int, rng: Random) -> dict:
    """Return a ship with any numbers that could be printed on one."""
    systems = {"warp": {"hexes": rng.randrange(5)}, "repair": {"points": rng.randrange(9)}}
    for weapon in rng.sample(["phasers", "disruptors", "torpedoes", "mines"], k=rng.randrange(4)):
        systems[weapon] = {"damage": f"{rng.randrange(1, 9)}D6+{rng.randrange(9)}", "range": rng.randrange(6)}
    kept = {name: fields for name, fields in systems.items() if rng.random() < 0.9}
    for fields in kept.values():
        if rng.random() < 0.2:
            fields.pop(rng.choice(list(fields)))
    for weapon in ("phasers", "disruptors", "torpedoes", "mines"):
        if weapon in kept:
            kept[weapon].setdefault("damage", "1D6")
    return {
        "title": f"Stranger {number}",
        "race": "Borg",
        "hull": rng.randrange(1, 60),
        "shields": rng.randrange(60),
        "evasion": rng.randrange(13),
        "systems": kept or {"warp": {}},
    }


def test_the_captain_is_legal_with_any_printed_numbers():
    captain = CaptainBot()
    for number in sample(range(GAMES), 15):
        rng = Random(number)
        ships = [strange_ship(seat, rng) for seat in range(6)]
        setup = basic_setup(2 + number % 5, ships, list(catalogue().tiles.values()), round_limit=10)
        game = Game.start(setup, rng.randbytes(SEED_BYTES))
        while (question := game.decision) is not None:
            game.play(captain.explain(game.view(question.seat), question, rng).text)


@pytest.mark.parametrize("name", AT_ONCE)
def test_the_same_chances_give_the_same_game(name):
    bot = bot_named(name)
    logs = []
    for _ in range(2):
        rng, game = seeded(3)
        while (question := game.decision) is not None:
            game.play(bot.answer(game, question, rng).text)
        logs.append(game.log)
    assert logs[0] == logs[1]


@pytest.mark.parametrize("name", AT_ONCE)
def test_hidden_facts_change_no_answer(name):
    bot = bot_named(name)
    for number in sample(range(10), 3):
        rng, game = seeded(number)
        while (question := game.decision) is not None:
            twin = hidden_twin(game, rng)
            answer = bot.answer(game, question, Random(game.number)).text
            assert bot.answer(twin, twin.decision, Random(game.number)).text == answer
            game.play(answer)


def test_the_captain_does_not_touch_the_view():
    rng, game = seeded(4)
    captain = CaptainBot()
    while (question := game.decision) is not None:
        view = game.view(question.seat)
        answer = captain.explain(view, question, rng).text
        assert view == game.view(question.seat)
        game.play(answer)


@pytest.mark.parametrize("name", AT_ONCE)
def test_every_bot_gives_a_reason_for_every_answer(name):
    rng, game = seeded(2)
    bot = bot_named(name)
    while (question := game.decision) is not None:
        choice = bot.answer(game, question, rng)
        assert choice.reason
        assert "\n" not in choice.reason
        game.play(choice.text)


def test_the_captain_needs_less_than_a_millisecond():
    captain = CaptainBot()
    took = []
    for number in range(6):
        rng, game = seeded(number)
        while (question := game.decision) is not None:
            view = game.view(question.seat)
            began = process_time()
            answer = captain.explain(view, question, rng).text
            took.append(process_time() - began)
            game.play(answer)
    assert sorted(took)[len(took) // 2] < 0.001
