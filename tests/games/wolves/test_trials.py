"""Trials of commands: their verdict is that of the command itself, and nothing of them is left on the copy."""

from __future__ import annotations

import pytest

from incursions.engine.errors import IllegalAction
from incursions.games.wolves.pages import PAGES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.trials import Trials
from tests.games.wolves.days import rehearse_day
from tests.sampling import chance_of_this_run, is_long

TURNS = 3
ENTRIES, TEXTS = (30, 200) if is_long() else (4, 60)


@pytest.fixture(scope="module")
def rehearsal():
    return rehearse_day(TURNS, seed=2)


@pytest.fixture
def tried(monkeypatch):
    """The verdicts of all trials, by seat and text. After each the copy is compared with the day."""
    found, try_text = {}, Trials._try

    def check(trial, text):
        refusal = try_text(trial, text)
        assert trial._twin.state == trial.day.state, f"{trial.seat}: {text}"
        found[trial.seat, text] = refusal
        return refusal

    monkeypatch.setattr(Trials, "_try", check)
    return found


def test_trials_say_what_the_command_does_and_leave_nothing(rehearsal, tried):
    game = Game.start(rehearsal.setup, rehearsal.dice.seed)
    chance, legal = chance_of_this_run(), 0
    chosen = chance.sample([entry.number for entry in rehearsal.log], ENTRIES)
    for entry in rehearsal.log:
        game.act(entry.seat, entry.text, entry.at)
        if entry.number not in chosen:
            continue
        tried.clear()
        for seat in game.state.places:
            PAGES.draw_station(game, seat)
        for seat, text in chance.sample(sorted(tried), TEXTS):
            refusal = tried[seat, text]
            legal += refusal is None
            assert refusal == refuse(game, seat, text)
            assert (refusal is None) == (game.why_not(seat, text) is None)
    assert legal


def refuse(game, seat, text):
    """Return the refusal of a command that is really given, on a copy; None if it is carried out."""
    try:
        game.copy().act(seat, text)
    except IllegalAction as refused:
        return (text, refused.rule, refused.reason)
    return None
