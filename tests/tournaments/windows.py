"""Play until a question of some kind, and tell which questions are."""

import random

import pytest

from tests.tournaments.matches import play
from tournaments.games import game_of
from tournaments.holds import WINDOWS

MOST = 200


def is_window_with_a_choice(game):
    return game.decision.topic in WINDOWS and len(game.decision.options) > 1


def with_stages(game):
    """The first option of the open question that begins a line of several stages; None if there is none."""
    return next((text for text in game.decision.options if game.following(text) is not None), None)


def play_until(match, players, wanted):
    """Play on until the open question is wanted; the hold answers nothing of itself here."""
    rng = random.Random(5)
    for _ in range(MOST):
        match.refresh_from_db()
        game = game_of(match)
        if wanted(game):
            return game
        play(match, players[game.decision.seat], rng.choice(game.decision.options))
    pytest.fail("no such question in this match")
