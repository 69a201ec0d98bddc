"""Random games of Full and Tournament: the invariants of Basic, and those of cards, hands and own piles besides."""

import pytest

from tests.fuzz.contract import check_replayed
from tests.fuzz.decks import dealt
from tests.fuzz.full_invariants import check_audiences, check_cards, check_hand_limit
from tests.fuzz.invariants import check_answers, check_secrets_and_copies, check_table
from tests.sampling import sample

GAMES, SAMPLE = 1000, 60
CHUNKS = 10
ONE_IN = 25
ONE_IN_FOR_ANSWERS = 10


def play_and_check(number: int) -> None:
    """Play the game of this number by chance, look at it at every question, and replay it."""
    rng, game = dealt(number)
    seed = game.dice.seed
    happened = [game.events]
    while game.decision is not None:
        check_table(game)
        check_hand_limit(game)
        check_audiences(game)
        if rng.randrange(ONE_IN) == 0:
            check_cards(game)
            check_secrets_and_copies(game, rng)
            if rng.randrange(ONE_IN_FOR_ANSWERS) == 0:
                check_answers(game, rng)
        happened.append(game.play(rng.choice(game.decision.options)))
    check_table(game)
    check_cards(game)
    check_replayed(game, game.setup, seed, happened)


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_full_games(chunk):
    for number in sample(range(GAMES), SAMPLE)[chunk::CHUNKS]:
        play_and_check(number)
