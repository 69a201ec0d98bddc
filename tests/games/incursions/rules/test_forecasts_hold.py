"""No forecast lies: what options in random games of all modes promise is compared with what then happens."""

from collections.abc import Callable, Iterable
from random import Random

import pytest

from incursions.games.incursions.rules.game import Game
from tests.fuzz.decks import dealt
from tests.fuzz.tables import seeded
from tests.games.incursions.rules.forecast_check import Check, Tally, chance_of_such, compare_all
from tests.games.incursions.rules.tables import laid
from tests.sampling import is_long, sample

GAMES, SAMPLE = 1000, 20
BASIC_GAMES, BASIC_SAMPLE = 200, 4
CHUNKS = 10
OPTIONS = 100_000
THROWN = 200


def compare_games(begin: Callable[[int], tuple[Random, Game]], numbers: Iterable[int]) -> Tally:
    """Return the comparison of all forecasts in the random games of these numbers. Raises AssertionError for a lie."""
    tally = Tally()
    for number in numbers:
        rng, game = begin(number)
        while game.decision is not None:
            if not game.decision.said:
                compare_all(game, rng, tally, f"game {number}, action {game.number}")
            game.play(rng.choice(game.decision.options))
    assert [*tally.lies, *tally.biases] == []
    return tally


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_what_a_forecast_says_comes(chunk):
    tally = compare_games(dealt, sample(range(GAMES), SAMPLE)[chunk::CHUNKS])
    assert tally.compared >= (OPTIONS / CHUNKS if is_long() else 1)


def test_what_a_forecast_says_in_basic_comes_while_events_sleep():
    assert compare_games(seeded, sample(range(BASIC_GAMES), BASIC_SAMPLE)).compared >= 1


SKIFF = {"title": "Skiff", "nature": "Tactical", "type": "Equipment", "play_method": "Table until destroyed"}
SKIFF |= {"life_points": 4, "effects": [{"on": "played", "do": "place", "piece": "shuttle"}]}


@pytest.mark.parametrize(("lie", "is_found"), [({}, False), ({"shields": [10, 2]}, True)])
def test_forecast_of_armour_is_compared_with_the_whole_attack(lie, is_found, monkeypatch):
    target = {"ship": "Ruk'tor", "shields": 10, "tabled": [{"title": "Skiff", "points": 4}]}
    game = laid({"ship": "Sol"}, target, mode="full", pieces=[SKIFF], dice=[6])
    game.play("fire phasers at seat 1")
    game.play("take the hit")
    line = "choose Skiff of seat 1"
    assert "shields" in game.forecast(line)
    tell(monkeypatch, game, line, lie)
    assert bool(Check(game, line, Random(1)).complaints) == is_found


def tell(monkeypatch, game, line, lie):
    """Let the forecast of the line say something else."""
    told = game.forecast(line) | lie
    monkeypatch.setattr(Game, "forecast", lambda *_: told)


LIES = [
    ("fire phasers at seat 1", {"power": 1}),
    ("fire phasers at seat 1", {"minimum": 8}),
    ("fire phasers at seat 1", {"maximum": 3}),
    ("fire phasers at seat 1", {"average": 3.0}),
    ("warp to 1,0", {"distance": 2}),
    ("warp to 1,0", {"chance": 5 / 6}),
    ("repair hull", {"hull": [9, 20]}),
]


@pytest.mark.parametrize(("line", "lie"), LIES)
def test_the_comparison_finds_what_is_false(line, lie, monkeypatch):
    game = laid({"ship": "Sol", "hull": 9}, {"ship": "Ruk'tor"}, map={"1,0": "Wormhole 1"})
    assert Check(game, line, Random(1)).complaints == []
    tell(monkeypatch, game, line, lie)
    assert Check(game, line, Random(1)).complaints != []


@pytest.mark.parametrize(
    ("line", "lie"), [("fire phasers at seat 1", {"average": 5.8}), ("warp to 1,0", {"chance": 0.25})]
)
def test_the_tally_finds_what_is_false_by_little(line, lie, monkeypatch):
    game, true, false = laid(map={"1,0": "Wormhole 1"}), Tally(), Tally()
    rng = Random(1)
    for _ in range(THROWN):
        Check(game, line, rng, true)
    tell(monkeypatch, game, line, lie)
    for _ in range(THROWN):
        Check(game, line, rng, false)
    assert (len(true.biases), len(false.biases)) == (0, 1)


@pytest.mark.parametrize(("came", "count", "chance", "doubtful"), [(6, 12, 0.5, False), (12, 12, 0.5, True)])
def test_how_doubtful_a_count_is(came, count, chance, doubtful):
    assert (chance_of_such(came, count, chance) < 0.001) == doubtful
