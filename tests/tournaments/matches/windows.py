"""Play until a question of some kind, and tell which questions are."""

import random

import pytest
from django.db import transaction

from tests.tournaments.laid_matches import NOON
from tournaments.matches.locked_match import LockedMatch
from tournaments.matches.table_rows import game_of

MOST = 2000


def is_window_with_a_choice(game):
    """Return True in a window whose seat has an answer."""
    question = game.decision
    is_window = question.topic in game.window_topics and len(question.options) > 1
    return is_window and not game.has_only_free_actions(question.seat)


def has_only_free_actions(game):
    """Return True in a window in which the seat has AUX or can divert, and no answer."""
    return game.decision.topic == "answer" and game.has_only_free_actions(game.decision.seat)


def with_stages(game):
    """Return the first option of the open question that begins a line of several stages, or None."""
    return next((text for text in game.decision.options if game.following(text) is not None), None)


def play_until(match, players, wanted, *, now=NOON):
    """Play on until the open question is wanted, all in one transaction; the hold answers nothing of itself here."""
    rng = random.Random(5)
    with transaction.atomic():
        locked = LockedMatch.lock(match.public_id, now)
        while not wanted(locked.game):
            if locked.game.number == MOST:
                pytest.fail("no such question in this match")
            question = locked.game.decision
            locked.record_mover(players[question.seat], None)
            locked.act(question.seat, rng.choice(question.options), key=f"key-{locked.game.number}")
        locked.save()
    match.refresh_from_db()
    return game_of(match)
