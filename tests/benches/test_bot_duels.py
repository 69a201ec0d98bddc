"""Bot against bot: nothing dealt favours either, and the same game comes out the same."""

from collections import Counter

import pytest

from incursions.games.incursions.bots import RandomBot
from support.benches import bot_duels
from support.benches.bot_duels import Duel, Pair, duel_figures, matches, play_duel


class Sitter(RandomBot):
    name = "sitter"


def decks_of(match: dict) -> tuple[str, str]:
    first, second = (seat["captain"] for seat in match["seats"])
    return str(first), str(second)


def test_every_two_starters_meet_in_both_orders():
    met = Counter(decks_of(match) for match in matches())
    assert len(met) == 8 * 7
    assert set(met.values()) == {1}
    assert all((second, first) in met for first, second in met)


def test_every_starter_sits_equally_often_in_either_seat():
    for seat in range(2):
        assert set(Counter(decks_of(match)[seat] for match in matches()).values()) == {7}


def test_two_games_in_a_row_are_one_deal_with_the_bots_changed_over(monkeypatch):
    started = []

    class Watched(bot_duels.Game):
        @classmethod
        def start(cls, setup, seed):
            started.append((decks_of(setup), seed))
            return super().start(setup, seed)

    seated = []
    monkeypatch.setattr(bot_duels, "Game", Watched)
    monkeypatch.setattr(
        bot_duels, "play_out", lambda game, bots, rng: (seated.append([bot.name for bot in bots]), end(game))
    )
    pair = Pair("sitter_vs_random", Sitter, RandomBot, 4)
    for number in range(4):
        play_duel(pair, number)
    assert started[0] == started[1] != started[2] == started[3]
    assert seated == [["sitter", "random"], ["random", "sitter"]] * 2


def end(game) -> None:
    game.act(0, "concede")


def test_the_score_is_the_first_bots_whatever_its_seat(monkeypatch):
    monkeypatch.setattr(bot_duels, "play_out", lambda game, bots, rng: end(game))  # seat 0 loses
    pair = Pair("sitter_vs_random", Sitter, RandomBot, 2)
    assert [play_duel(pair, number) for number in range(2)] == [Duel(0, 0.0, "concession"), Duel(1, 1.0, "concession")]


def test_the_same_number_gives_the_same_game():
    pair = bot_duels.PAIRS["captain_vs_random"]
    assert play_duel(pair, 5) == play_duel(pair, 5)


def test_pairs_of_basic_play_basic():
    pair = bot_duels.PAIRS["basic_cadet_vs_random"]
    assert [match["mode"] for match in matches(pair.mode)] == ["basic"]
    assert play_duel(pair, 5) == play_duel(pair, 5)


def test_pairs_of_talon_play_each_battle_with_sides_changed_over():
    pair = bot_duels.PAIRS["talon.hunter_vs_steady"]
    assert [match["mode"] for match in matches(pair.mode)] == ["duel", "fleet", "convoy", "escape"]
    assert play_duel(pair, 4) == play_duel(pair, 4)
    assert {play_duel(pair, number).score for number in (0, 1)} <= {0.0, 0.5, 1.0}


@pytest.mark.long
def test_the_steady_captain_beats_random_captains():
    pair = bot_duels.PAIRS["talon.steady_vs_random"]
    assert sum(play_duel(pair, number).score for number in range(16)) >= 14


def test_draws_count_half():
    played = [Duel(0, 1.0, "wormhole"), Duel(1, 0.5, "draw"), Duel(2, 0.0, "destruction"), Duel(3, 0.5, "draw")]
    assert duel_figures("a_vs_b", played) == {
        "a_vs_b.win_rate": 0.5,
        "a_vs_b.low": pytest.approx(0.15, abs=0.001),
        "a_vs_b.high": pytest.approx(0.85, abs=0.001),
        "a_vs_b.games": 4,
    }


@pytest.mark.long
def test_the_captain_beats_random_players():
    pair = bot_duels.PAIRS["captain_vs_random"]
    assert sum(play_duel(pair, number).score for number in range(10)) >= 8
