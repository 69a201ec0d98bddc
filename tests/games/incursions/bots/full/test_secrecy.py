"""What a captain may not know changes none of its answers."""

from random import Random

import pytest

from incursions.games.incursions.bots import CaptainBot
from tests.fuzz.decks import dealt
from tests.fuzz.invariants import dealt_twin

EVERY = 7  # questions: a twin is as dear as many answers


@pytest.mark.parametrize("number", [0, 1, 5, 7, 13])
def test_hidden_hands_decks_and_piles_change_no_answer(number):
    captain = CaptainBot()
    rng, game = dealt(number)
    while (question := game.decision) is not None:
        choice = captain.answer(game, question, Random(game.number))
        if game.number % EVERY == 0:
            twin = dealt_twin(game, rng, question.seat)
            assert captain.answer(twin, twin.decision, Random(game.number)) == choice
        game.play(choice.text)
