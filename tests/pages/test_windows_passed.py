"""When a player is asked in windows, on the page: the choices, and the notice where there is no answer."""

import pytest
from django.urls import reverse

from incursions.accounts.models import User, WindowChoice
from tests.markup import read_page
from tests.tournaments.laid_matches import lay_match, people
from tests.tournaments.matches.windows import has_only_free_actions, play_until
from tournaments.matches.models import Match

CHOSEN = 'value="{}" id="preset-{}" aria-pressed="true"'


@pytest.fixture
def table(db) -> tuple[Match, User]:
    """A match in a window in which the player can only use AUX, and that player."""
    players = people(2)
    match = lay_match(players, mode="full")
    seat = play_until(match, players, has_only_free_actions).decision.seat
    return match, players[seat]


def look(browser, match) -> str:
    return read_page(browser.get(reverse("tables:match", args=[match.public_id])))


def test_page_says_that_a_window_without_an_answer_is_passed(table, browser_of):
    match, player = table
    page = look(browser_of(player), match)
    assert "You have no answer: passed for you in a moment" in page
    assert 'value="able" id="ask-all-the-same"' in page
    assert CHOSEN.format(WindowChoice.ANSWER, 3) in page


def test_player_who_wants_to_be_asked_is_waited_for_and_told_of_no_pass(table, browser_of):
    match, player = table
    browser = browser_of(player)
    sent = browser.post(reverse("tables:windows", args=[match.public_id]), {"preset": WindowChoice.ABLE})
    assert (sent.status_code, sent.url) == (303, reverse("tables:match", args=[match.public_id]))
    player.refresh_from_db()
    assert player.asked_in_windows == WindowChoice.ABLE
    page = look(browser, match)
    assert "You have no answer" not in page
    assert CHOSEN.format(WindowChoice.ABLE, 2) in page
