"""The page of a seat stays the same as long as what it hangs on does, so that it need not be drawn again."""

from __future__ import annotations

import pytest

from incursions.games.wolves.pages import PAGES
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.view import list_shown
from tests.games.wolves.days import rehearse_day
from tests.sampling import sample

SEATS = ("Dione Captain", "Aegis FWCO", "Star Alpha President", "Icebreaker First Officer", "News Media Reporter")
TURNS, ENTRIES = 2, 40
PAUSE_S = 2
"""Seconds between two commands, so that the clock runs."""


@pytest.fixture(scope="module")
def rehearsal():
    return rehearse_day(TURNS, seed=1)


@pytest.mark.long
def test_pages_are_equal_while_what_they_show_is(rehearsal):
    game, same = Game.start(rehearsal.setup, rehearsal.dice.seed), 0
    chosen = set(sample([entry.number for entry in rehearsal.log], ENTRIES))
    for entry in rehearsal.log:
        before = draw_all(game) if entry.number in chosen else {}
        game.act(entry.seat, entry.text)
        game.state.clock.left = max(1, game.state.clock.left - PAUSE_S)
        for seat, (shown, parts) in (draw_all(game) if before else {}).items():
            if before[seat][0] == shown:
                assert parts == before[seat][1], (entry, seat)
                same += 1
    assert same > len(chosen)


def draw_all(game):
    """Return what each seat's page hangs on, and its parts."""
    return {seat: (list_shown(game, seat), PAGES.draw_station(game, seat)) for seat in SEATS}


def test_page_is_another_after_an_undo_of_which_the_seat_is_not_told(rehearsal):
    game = Game.start(rehearsal.setup, rehearsal.dice.seed)
    game.act("Control", "start the event")
    game.act("Control", "announce to the room: dinner is at six")
    before = list_shown(game, "Dione Captain")
    game.act("Control", "undo to entry 1 because dinner is at seven")
    game.act("Control", "announce to the room: dinner is at six")
    assert list_shown(game, "Dione Captain") != before
    assert "<s class" in PAGES.draw_station(game, "Dione Captain")["log"]
