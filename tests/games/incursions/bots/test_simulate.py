"""The command `simulate` and the loop behind it."""

import json
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command, execute_from_command_line

from incursions.games.incursions.bots import Choice, bot_named
from incursions.games.incursions.rules import Game
from incursions.games.incursions.rules.placed.endings import ENDINGS
from incursions.games.simulation import Tally, simulate
from tests.fuzz.tables import house_setup
from tests.sampling import is_long


def simulated(*arguments: str) -> dict:
    out = StringIO()
    call_command("simulate", *arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


def test_simulate_prints_its_figures():
    figures = simulated("--mode", "basic", "--games", "12", "--seed", "1")
    assert list(figures) == [
        *(
            "games",
            "errors",
            "decisions",
            "turns",
            "turns_median",
            "turns_p90",
            "decisions_per_s",
            "endings",
            "wins",
            "seat_0_wins",
        ),
    ]
    assert list(figures["endings"]) == list(ENDINGS)
    assert figures["games"] == sum(figures["endings"].values()) == 12
    assert figures["errors"] == 0
    assert figures["decisions"] > figures["turns"] > 0
    assert 0 < figures["turns_median"] <= figures["turns_p90"] <= figures["turns"]
    assert 0 <= figures["seat_0_wins"] <= sum(figures["wins"].values()) <= 12


def test_median_and_ninth_tenth_of_turns_and_wins_of_the_first_seat_are_counted():
    tally = Tally()
    for turns, winner in zip([7, 3, 5, 9, 4, 6, 8, 1, 2, 30], [0, 1, 0, None, 1, 1, 0, 0, 1, 1], strict=True):
        tally.add(
            SimpleNamespace(number=1, turns=turns, result=SimpleNamespace(ending="draw", winner=winner)), ["a", "b"]
        )
    figures = tally.to_data(ENDINGS)
    assert (figures["turns"], figures["turns_median"], figures["turns_p90"]) == (75, 5.5, 9)
    assert (figures["seat_0_wins"], figures["wins"]) == (4, {"a": 4, "b": 5})


@pytest.mark.long
def test_basic_is_no_race():
    """A sample of what 1,000 games show: matches of some length, of which a good part is won by destruction."""
    figures = simulated("--mode", "basic", "--bots", "captain,captain", "--games", "150", "--seed", "3")
    assert 12 <= figures["turns_median"] <= 30
    assert 0.2 * 150 <= figures["endings"]["destruction"] <= 0.55 * 150
    assert figures["endings"]["draw"] <= 5


def test_simulate_is_the_same_for_the_same_seed_and_another_for_another():
    first, again, other = (simulated("--games", "8", "--seed", seed) for seed in ("5", "5", "6"))
    for figures in (first, again, other):
        del figures["decisions_per_s"]
    assert first == again
    assert first != other


@pytest.mark.parametrize("seats", ["2", "3", "6"])
def test_simulate_plays_with_as_many_seats_as_it_is_told(seats):
    assert simulated("--games", "3", "--seats", seats, "--bots", "captain")["errors"] == 0


@pytest.mark.parametrize("mode", ["full", "tournament"])
def test_simulate_plays_with_starter_decks(mode):
    chosen = ["--mode", mode, "--starters", "The Harvest,First Blood", "--bots", "captain,random"]
    figures = simulated(*chosen, "--games", "4")
    assert (figures["games"], figures["errors"]) == (4, 0)


def test_simulate_takes_decks_by_turns_where_none_is_named():
    assert simulated("--mode", "full", "--seats", "4", "--starters", ",The Harvest", "--games", "2")["errors"] == 0


def test_simulate_without_json_prints_sentences():
    out = StringIO()
    call_command("simulate", "--games", "3", stdout=out)
    assert "3 games, 0 errors" in out.getvalue()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--games", "none"], "a number of games was expected, not 'none'"),
        (["--games", "0"], "a number of games was expected, not '0'"),
        (["--bots", "cook"], "there is no bot called 'cook'"),
        (["--mode", "chess"], "invalid choice: 'chess'"),
        (["--starters", "The Harvest"], "Basic is played without decks"),
        (["--mode", "full", "--starters", "My Own"], "there is no starter called 'My Own'"),
        (["--mode", "full", "--seats", "2", "--starters", ",,The Harvest"], "3 starters do not fit on 2 seats"),
        (["--mode", "full", "--seats", "7"], "Incursions is for 2 to 6 players, not 7"),
        (["--seats", "7"], "Incursions is for 2 to 6 players, not 7"),
        (["--seats", "2", "--bots", "random,random,captain"], "3 bots do not fit on 2 seats"),
        (["--game", "chess"], "there is no game called 'chess'; there are incursions"),
    ],
)
def test_simulate_says_what_is_wrong_with_its_arguments(arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("simulate", *arguments)


@pytest.mark.parametrize("arguments", [["--games", "none"], ["--seats", "7"], ["--game", "chess"]])
def test_simulate_exits_with_2_after_bad_arguments(arguments, capsys):
    with pytest.raises(SystemExit) as ended:
        execute_from_command_line(["manage.py", "simulate", *arguments])
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


class Saboteur:
    """A bot that answers what nobody asked."""

    name = "saboteur"

    def answer(self, game, question, rng):
        return Choice("sink everything", "nobody asked")


def test_a_failing_game_is_counted_and_the_others_are_played():
    tally = simulate(Game, house_setup(2), [bot_named("random"), Saboteur()], 3, 1)
    assert tally.games == tally.errors == 3
    assert not tally.endings
    assert "sink everything" in tally.failures[0]


@pytest.mark.long
def test_the_captain_wins_clearly_against_chance():
    games = 200 if is_long() else 60
    tally = simulate(Game, house_setup(2), [bot_named("captain"), bot_named("random")], games, 1)
    assert tally.errors == 0
    assert tally.wins["captain"] > 0.75 * games
