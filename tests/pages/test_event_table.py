"""The table of a match that a tournament has laid: the way to the tournament, and what it keeps to itself as yet."""

import pytest

from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import announced, play_all, started, with_people
from tests.tournaments.laid_matches import NOON
from tournaments.events.formats import Swiss
from tournaments.events.models import Tournament
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance
from tournaments.matches.life import TableRules, concede_match, create_match
from tournaments.matches.models import Match


@pytest.fixture
def event(owner) -> Tournament:
    return announced(owner, PhasePlan(Swiss.key, rounds=2))


@pytest.fixture
def players(event, owner):
    players = with_people(event, 2)
    started(event, owner)
    advance(event.public_id, NOON)
    return players


def page_of(browser, match: Match) -> str:
    return read_page(browser.get(match.get_absolute_url()))


def test_menu_leads_to_the_tournament(event, players, browser_of):
    html = page_of(browser_of(players[0]), Match.objects.get())
    assert f'<a href="{event.get_absolute_url()}">Round 1, table 1 of Lantern Night</a>' in html


@pytest.mark.rule("21.12")
def test_over_it_leads_to_the_tournament_and_promises_the_seed(event, players, browser_of):
    match = Match.objects.get()
    concede_match(match.public_id, players[0], now=NOON)
    html = page_of(browser_of(players[1]), match)
    assert f'<a class="button primary" href="{event.get_absolute_url()}">To the tournament</a>' in html
    assert "shown when the tournament opens them" in html
    assert "<dt>Seed</dt>" not in html
    assert ">Rematch<" not in html
    play_all(event)
    match.refresh_from_db()
    assert f"<dt>Seed</dt><dd><code>{bytes(match.seed).hex()}</code></dd>" in page_of(browser_of(players[1]), match)


def test_it_is_not_played_again(event, players, browser_of):
    match = Match.objects.get()
    concede_match(match.public_id, players[0], now=NOON)
    answer = browser_of(players[0]).post(f"/matches/{match.public_id}/rematch", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (409, "at_a_tournament")
    assert Match.objects.count() == 1


def test_table_of_ones_own_names_no_tournament(people, browser_of):
    match = create_match(host=people[0], rules=TableRules(seats=2, bots=("random",)))
    html = page_of(browser_of(people[0]), match)
    assert "Leave the table" in html
    assert "table 1 of" not in html


def test_player_is_told_the_place_and_what_was_awarded(event, players, browser_of):
    play_all(event)
    pages = [read_page(browser_of(player).get(event.get_absolute_url())) for player in players]
    assert sorted(f"You finished in place {place}." in page for page in pages for place in (1, 2)).count(True) == 2
    assert all("Yours for it: <a href=" in page for page in pages)
