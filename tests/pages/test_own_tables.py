"""The bar on every page that leads back to the own tables."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.markup import read_page, read_words
from tournaments.matches.life import TableRules, create_match
from tournaments.matches.models import Match
from tournaments.matches.table_rows import table_for
from tournaments.tables.matchmaking import Wish, enter_queue
from tournaments.tables.models import Seeker
from tournaments.tables.open_tables import own_tables

NOWHERE, TABLES = 1, 3


def bar(client, path="/cards/help/") -> str:
    found = re.search(r'<aside class="own-tables".*?</aside>', read_page(client.get(path)), re.DOTALL)
    return read_words(found[0]) if found else ""


def test_whoever_is_asked_is_told_on_any_page(lay, people, browser_of, stranger):
    match = lay(bots=("captain",), seats=3, mode="full")
    asked = table_for(match, None).game.decision.seat
    texts = [bar(browser_of(player)) for player in people[:2]]
    assert "Full against player-1 and Captain bot" in texts[0]
    if asked < 2:
        assert "your turn" in texts[asked]
        assert f"player-{asked} is asked" in texts[1 - asked]
        assert re.search(r"15:[12]\d", texts[asked])
    assert bar(stranger) == bar(browser_of(people[4])) == ""
    own = browser_of(people[0])
    assert bar(own, "/nothing/here")
    assert bar(own, match.get_absolute_url()) == ""
    assert "Full against" in bar(own, create_match(host=people[5], rules=TableRules()).get_absolute_url())


def test_open_tables_and_the_search_lead_back_too(people, browser_of):
    match = create_match(host=people[0], rules=TableRules(is_private=True, seats=3))
    enter_queue(people[0], Wish(mode="full"))
    client = browser_of(people[0])
    text = bar(client)
    assert "Basic against 2 free seats waiting for players" in text
    assert re.search(r"Looking for a match of Incursions: Full 0:0\d so far", text)
    assert "Looking" not in bar(client, "/quick/")
    assert "waiting" not in bar(client, match.get_absolute_url())
    Seeker.objects.update(seen_at=match.created_at)
    assert "Looking" in bar(client, "/tables/mine")
    assert "Looking" not in bar(client, "/tables/mine?at=/quick/")
    assert Seeker.objects.get().seen_at == match.created_at  # written seldom
    Seeker.objects.update(seen_at=match.created_at.replace(year=2020))
    client.get("/tables/mine")
    assert Seeker.objects.get().seen_at > match.created_at
    assert [table["words"] for table in Client().get("/tables/mine").json()["tables"]] == []


@pytest.mark.parametrize("count", [1, 3])
def test_bar_costs_one_query_and_two_for_all_tables(count, lay, people, django_assert_num_queries):
    for _ in range(count):
        lay(3)
    with django_assert_num_queries(NOWHERE):
        assert own_tables(people[5], timezone.now()) == []
    with django_assert_num_queries(TABLES):
        assert len(own_tables(people[0], timezone.now())) == count
    Match.objects.update(state="open", started_at=None, deadline_at=None)
    with django_assert_num_queries(TABLES):
        assert {line.state for line in own_tables(people[0], timezone.now())} == {"waiting for players"}
