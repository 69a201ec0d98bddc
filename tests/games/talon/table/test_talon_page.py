"""The page of a battle of Talon, as the platform serves it to its players."""

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from incursions.books.shelf import book_of
from incursions.games.talon.kind import KIND as TALON
from tests.games.conftest import SHELF, read_shelf_again
from tests.tournaments.laid_matches import NOON, SEED, people, play
from tournaments.matches.life import TableRules, create_match, join_match
from tournaments.matches.table_rows import game_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _shelf(settings):
    """Put Talon on the shelf, behind Incursions."""
    settings.GAMES = [SHELF[0], "incursions.games.talon.kind.KIND"]
    read_shelf_again()
    yield
    settings.GAMES = SHELF[:1]
    read_shelf_again()


def lay_match(players):
    """Return a battle of these players that has begun."""
    rules = TableRules(game=TALON.name, mode="fleet")
    match = create_match(host=players[0], rules=rules, seed=SEED, now=NOON)
    for player in players[1:]:
        join_match(match.public_id, player, now=NOON)
    match.refresh_from_db()
    return match


class Ids(HTMLParser):
    """The ids of a page."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found += [value for name, value in attrs if name == "id"]


def open_page(match, player):
    client = Client()
    client.force_login(player)
    page = client.get(match.get_absolute_url())
    assert page.status_code == 200
    return page.content.decode()


def test_page_of_a_battle_shows_options_sheets_and_chart_and_names_each_element_once():
    players = people(2)
    match = lay_match(players)
    for _ in range(12):
        question = game_of(match).decision
        play(match, players[question.seat], question.options[0])
        match.refresh_from_db()
    asked = game_of(match).decision
    for seat, player in enumerate(players):
        text = open_page(match, player)
        assert ('id="move-version"' in text) == (seat == asked.seat)
        ids = Ids()
        ids.feed(text)
        assert {"panel-0", "star-map", "band", "ship-0", "overlay-0"} <= set(ids.found)
        assert len(ids.found) == len(set(ids.found))


def test_why_not_answers_for_a_ship():
    players = people(2)
    match = lay_match(players)
    seat = game_of(match).decision.seat
    client = Client()
    client.force_login(players[seat])
    answer = client.get(reverse("tables:why_not", args=[match.public_id]), {"about": "ship Tyrant"})
    assert answer.status_code == 200
    reasons = answer.json()["reasons"]
    assert reasons
    assert all(reason["url"] == f"/rules/{reason['rule']}/#rule-{reason['rule']}" for reason in reasons)


def test_numbers_of_rules_at_the_table_are_links_to_its_book():
    players = people(2)
    match = lay_match(players)
    page = open_page(match, players[0])
    assert 'due in this round <a class="rule" href="/rules/T4.3/#rule-T4.3">T4.3</a>' in page
    assert '<a href="/rules/T/">Rulebook</a>' in page
    numbers = set(re.findall(r'class="rule" href="/rules/([^/"]+)/', page))
    assert numbers
    assert numbers <= book_of("talon").numbers


def test_ships_with_nothing_to_do_are_named_without_a_script():
    players = people(2)
    match = lay_match(players)
    for _ in range(40):
        question = game_of(match).decision
        page = open_page(match, players[question.seat])
        if "with nothing to do now" in page:
            break
        play(match, players[question.seat], question.options[-1])
        match.refresh_from_db()
    idle = re.search(r'id="option-idle-[^>]*aria-disabled="true"(.*?)</small>', page, re.DOTALL)
    assert re.search(r"\(T\d+\.\d+\)", idle[1])
