"""A cadet: weighted actions, few answers, and no hunting, on tables laid out for it."""

from collections import Counter
from random import Random

import pytest

from incursions.games.incursions.bots import CadetBot
from support.benches.bot_duels import PAIRS, play_duel
from tests.fuzz.decks import dealt
from tests.games.incursions.bots.tables import table
from tests.games.incursions.bots.whole_games import assert_hidden_cards_change_no_answer, play_to_the_end

THROWS = 200


def count_answers(game) -> Counter[str]:
    """Return how often a cadet begins its answer to the open question with each word."""
    cadet = CadetBot()
    answers = (cadet.answer(game, game.decision, Random(number)).text for number in range(THROWS))
    return Counter(answer.split()[0] for answer in answers)


@pytest.mark.parametrize("number", range(12))
def test_a_cadet_plays_any_deck_by_its_options_and_to_an_end(number):
    rng, game = dealt(number)
    play_to_the_end(CadetBot(), game, rng)


def test_hands_decks_and_piles_of_others_change_no_answer():
    assert_hidden_cards_change_no_answer(CadetBot())


def test_fires_and_explores_more_than_it_does_anything_else():
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other", "at": "1,0"}, map={"1,0": "Open Space"})
    assert {verb for verb, _ in count_answers(game).most_common(2)} == {"fire", "explore"}


def test_fires_at_the_nearest_and_not_at_the_weakest():
    game = table({"ship": "One"}, {"ship": "Other", "at": "1,0", "hull": 1, "shields": 0}, {"ship": "Dodger"})
    game.play("fire torpedoes")
    assert CadetBot().answer(game, game.decision, Random(1)).text == "at seat 2"


def test_misses_many_of_the_answers():
    game = table({"ship": "One"}, {"ship": "Dodger", "hull": 10}, dice=[6, 6, 6])
    game.play("decline")
    game.play("fire phasers at seat 1 with 2 power")
    assert 0.3 < count_answers(game)["take"] / THROWS < 0.5


def test_flies_to_a_wormhole_in_reach_now_and_then():
    charted = {"2,0": "Wormhole 1", "1,1": "Open Space"}
    game = table({"ship": "One", "at": "1,0"}, {"ship": "Other"}, map=charted)
    game.play("warp")
    cadet = CadetBot()
    flown = Counter(cadet.answer(game, game.decision, Random(number)).text for number in range(THROWS))
    assert len(flown) > 1
    assert flown.most_common(1)[0][0].startswith("to 2,0")


@pytest.mark.long
@pytest.mark.parametrize(
    "name", ["cadet_vs_random", "ensign_vs_cadet", "basic_cadet_vs_random", "basic_ensign_vs_cadet"]
)
def test_a_cadet_plays_better_than_chance_and_worse_than_an_ensign(name):
    assert sum(play_duel(PAIRS[name], number).score for number in range(20)) >= 10
