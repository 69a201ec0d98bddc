"""Random Basic games: every invariant at every question, the slow ones at one in 25, and each game replayed."""

import pytest

from tests.fuzz.contract import check_replayed
from tests.fuzz.invariants import check_answers, check_secrets_and_copies, check_table
from tests.fuzz.tables import seeded, setup_of
from tests.sampling import sample

GAMES, SAMPLE = 2000, 80
CHUNKS = 10
ONE_IN = 25


def play_and_check(number: int) -> None:
    """Play the game of this number by chance, look at it at every question, and replay it."""
    rng, game = seeded(number)
    seed = game.dice.seed
    happened = [game.events]
    while game.decision is not None:
        check_table(game)
        if rng.randrange(ONE_IN) == 0:
            check_secrets_and_copies(game, rng)
            if rng.randrange(12) == 0:
                check_answers(game, rng)
        happened.append(game.play(rng.choice(game.decision.options)))
    check_table(game)
    check_replayed(game, setup_of(number), seed, happened)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games(chunk):
    for number in sample(range(GAMES), SAMPLE)[chunk::CHUNKS]:
        play_and_check(number)
