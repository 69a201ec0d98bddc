"""Imagined games: they look to the seat as the real one does, and nothing hidden bears on them."""

from random import Random

import pytest

from incursions.games.incursions.bots import CaptainBot, RandomBot
from incursions.games.incursions.bots.imagined import Imagination
from incursions.games.incursions.rules import Game
from tests.fuzz.contract import as_text, state
from tests.fuzz.decks import dealt
from tests.fuzz.invariants import hidden_twin
from tests.fuzz.tables import seeded
from tests.games.incursions.bots.hidden_content import looks_at_hidden, other_content

MOVES = 120
LOOK_ONE_IN = 6


def check_imagined(game: Game, rng: Random) -> None:
    """To the seat that is asked the imagined game is the real one, and it can be played on."""
    question = game.decision
    imagined = Imagination(game, question.seat).game(rng)
    assert as_text(imagined.view(question.seat)) == as_text(game.view(question.seat))
    asking = imagined.stack[-1].stage(imagined, question.said)
    assert asking == question
    assert imagined.dice.seed != game.dice.seed
    for _ in range(5):
        if imagined.decision is not None:
            imagined.play(rng.choice(imagined.decision.options))


def play_and_imagine(game: Game, rng: Random, bot) -> None:
    for _ in range(MOVES):
        if game.decision is None:
            return
        if rng.randrange(LOOK_ONE_IN) == 0:
            before = state(game)
            check_imagined(game, rng)
            assert state(game) == before
        game.play(bot.answer(game, game.decision, rng).text)


@pytest.mark.parametrize("bot", [RandomBot(), CaptainBot()], ids=lambda bot: bot.name)
@pytest.mark.parametrize("number", range(20))
def test_imagined_game_looks_like_the_real_one(number, bot):
    rng, game = dealt(number)
    play_and_imagine(game, rng, bot)


@pytest.mark.parametrize("number", range(5))
def test_imagined_game_of_basic_looks_like_the_real_one(number):
    rng, game = seeded(number)
    play_and_imagine(game, rng, CaptainBot())


def imagined_facts(game: Game, seat: int, number: int) -> tuple[str, list[str]]:
    imagined = Imagination(game, seat).game(Random(number))
    owned = zip(imagined.cards, imagined.cards.owners, strict=True)
    return state(imagined), [f"{card.title} of {owner}" for card, owner in owned]


@pytest.mark.parametrize("number", range(20))
def test_nothing_hidden_bears_on_what_is_imagined(number):
    rng, game = dealt(number)
    for _ in range(MOVES):
        if game.decision is None:
            return
        seat = game.decision.seat
        if rng.randrange(LOOK_ONE_IN) == 0 and not looks_at_hidden(game):
            twin = other_content(game, seat, rng)
            assert imagined_facts(twin, seat, number) == imagined_facts(game, seat, number)
        game.play(rng.choice(game.decision.options))


@pytest.mark.parametrize("number", range(5))
def test_nothing_hidden_bears_on_what_is_imagined_in_basic(number):
    rng, game = seeded(number)
    for _ in range(20):
        twin = hidden_twin(game, rng)
        assert imagined_facts(twin, game.decision.seat, number) == imagined_facts(game, game.decision.seat, number)
        game.play(rng.choice(game.decision.options))
