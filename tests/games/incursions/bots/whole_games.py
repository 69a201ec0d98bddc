"""Whole games that one bot plays in every seat."""

from random import Random

from incursions.games.incursions.bots import Bot
from incursions.games.incursions.rules import Game
from tests.fuzz.decks import dealt
from tests.fuzz.invariants import dealt_twin

MOST_DECISIONS = 6000


def play_to_the_end(bot: Bot, game: Game, rng: Random) -> None:
    """Play the game, and assert that the bot answers with options, says why, and brings the game to an end."""
    while (question := game.decision) is not None:
        choice = bot.answer(game, question, rng)
        assert choice.text in question.options
        assert choice.reason
        assert "\n" not in choice.reason
        game.play(choice.text)
        assert game.number < MOST_DECISIONS, game.decision
    assert game.result is not None


def assert_hidden_cards_change_no_answer(bot: Bot) -> None:
    """Assert that other hands, decks and piles of the others change no answer in some games."""
    for number in range(4):
        rng, game = dealt(number)
        while (question := game.decision) is not None:
            answer = bot.answer(game, question, Random(game.number))
            if game.number % 5 == 0:
                twin = dealt_twin(game, rng, question.seat)
                assert bot.answer(twin, twin.decision, Random(game.number)) == answer
            game.play(answer.text)
