"""How long the house holds: a pause tells little of a hand, and costs little (rules 13.10)."""

from bisect import bisect
from collections import Counter
from datetime import timedelta
from math import log
from random import Random

import pytest

from incursions.accounts.models import User
from tests.sampling import is_long
from tests.tournaments.laid_matches import NOON, later, lay_match, people, play
from tests.tournaments.matches.windows import is_window_with_a_choice, play_until
from tournaments.matches import holds
from tournaments.matches.bot_moves import play_bots
from tournaments.matches.holds import can_do_nothing, is_window
from tournaments.matches.models import Match
from tournaments.matches.table_rows import game_of

WINDOWS_EACH = 2000
FREE_S = 60.0
PLAYERS = [(2.0, 0.5), (3.5, 0.7), (6.0, 0.5), (5.0, 0.9)]
"""Median of a player's thoughts in seconds, and the standard deviation of their logarithm."""


def pauses(median: float, spread: float, chance: Random) -> tuple[list[float], list[float]]:
    """So many pauses with an answer in hand, which the player decides, and without, which the house passes."""
    known: list[int] = []
    with_answer, without = [], []
    for _ in range(WINDOWS_EACH):
        thought = chance.lognormvariate(log(median), spread)
        with_answer.append(thought)
        known = holds.add_pause(known, round(thought * 1000))
        is_thought = chance.random() < holds.IMITATED_IN_WINDOWS
        without.append(holds.draw_thought(known, FREE_S, chance) if is_thought else holds.draw_short_hold(chance))
    return with_answer, without


@pytest.mark.parametrize(("median", "spread"), PLAYERS)
def test_no_length_of_a_pause_is_three_times_as_likely_with_an_answer(median, spread):
    with_answer, without = pauses(median, spread, Random(f"{median} {spread}"))
    edges = sorted(with_answer)[200::200]  # bins of equally many pauses with an answer
    told = Counter(bisect(edges, pause) for pause in with_answer)
    hidden = Counter(bisect(edges, pause) for pause in without)
    assert {place: (told[place], hidden[place]) for place in told if told[place] > 3 * hidden[place]} == {}


def test_hold_is_over_before_the_bank_would_run():
    chance = Random(1)
    slow = [50_000] * holds.PAUSES_KEPT
    assert max(holds.draw_thought(slow, 5.0, chance) for _ in range(500)) < 5


def test_only_the_newest_pauses_are_kept():
    known: list[int] = []
    for pause in range(100):
        known = holds.add_pause(known, pause)
    assert known == list(range(100 - holds.PAUSES_KEPT, 100))


def test_pause_of_a_player_in_a_window_is_noted(catalogue):
    players = people(2)
    match = lay_match(players, mode="full")
    seat = play_until(match, players, is_window_with_a_choice).decision.seat
    play(match, players[seat], "pass", now=later(seconds=4.5))
    assert match.seats.get(index=seat).window_pauses[-1] == 4500


@pytest.mark.long
def test_matches_of_two_get_at_most_15_percent_longer(catalogue, monkeypatch):
    """Played with thoughts of 5 s: as long as they take now, and as they took when holds were 0.4 to 1.2 s alone."""
    chance, now, then = Random(4), timedelta(), timedelta()
    monkeypatch.setattr(holds, "chance", chance)
    for number in range(6 if is_long() else 2):
        longer = _play(bytes([number]) * 32, chance)
        now, then = now + longer[0], then + longer[1]
    assert now < then * 1.15


def _play(seed: bytes, chance: Random) -> tuple[timedelta, timedelta]:
    """How long the first moves of a match take: with its holds, and with short ones."""
    players = people_of(seed)
    match = lay_match(players, mode="full", seed=seed)
    moment = then = timedelta()
    for _ in range(60):
        match = Match.objects.get(pk=match.pk)
        game = game_of(match)
        if game.decision is None:
            break
        thought = timedelta(seconds=chance.lognormvariate(log(5 if not is_window(game) else 3), 0.6))
        if match.bot_due_at is not None:
            is_passed_as_ever = can_do_nothing(game)
            assert is_passed_as_ever or game.has_only_free_actions(game.decision.seat)
            then += timedelta(seconds=0.8) if is_passed_as_ever else thought
            moment = match.bot_due_at - NOON
            play_bots(match.public_id, match.last_action, now=match.bot_due_at)
            continue
        moment, then = moment + thought, then + thought
        text = chance.choice(game.decision.options)
        play(match, players[game.decision.seat], text, now=NOON + moment)
    return moment, then


def people_of(seed: bytes):
    return [User.objects.create_user(f"{seed[0]}-{index}") for index in range(2)]
