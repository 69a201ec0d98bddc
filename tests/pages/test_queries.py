"""Pages cost the same number of queries however much there is to show."""

import pytest
from django.urls import reverse

from tournaments.matches.models import Match
from tournaments.matches.table_rows import game_shelf, table_for
from tournaments.tables.table_page import picture_of

HOME, LIST, MATCH, PUSH = 14, 3, 12, 1


@pytest.mark.parametrize("count", [1, 3])
def test_home_queries(count, lay, people, browser_of, django_assert_num_queries):
    for _ in range(count):
        lay()
    browser = browser_of(people[0])
    with django_assert_num_queries(HOME):
        browser.get("/")


@pytest.mark.parametrize("count", [1, 3])
def test_matches_queries(count, lay, stranger, django_assert_num_queries):
    for _ in range(count):
        lay(3)
    with django_assert_num_queries(LIST):
        stranger.get(reverse("tables:matches"))


@pytest.mark.parametrize(("seats", "actions"), [(2, 5), (6, 5), (2, 120)])
def test_match_page_queries(seats, actions, lay, play_on, people, browser_of, django_assert_num_queries):
    match = play_on(lay(seats), actions)
    browser = browser_of(people[0])
    with django_assert_num_queries(MATCH):
        browser.get(match.get_absolute_url())


@pytest.mark.parametrize(("seats", "actions"), [(2, 5), (4, 40)])
def test_match_page_queries_beyond_basic(seats, actions, lay, play_on, people, browser_of, django_assert_num_queries):
    match = play_on(lay(seats, mode="full"), actions)
    browser = browser_of(people[0])
    with django_assert_num_queries(MATCH):
        browser.get(match.get_absolute_url())


@pytest.mark.parametrize("seats", [2, 6])
def test_push_queries(seats, lay, play_on, people, django_assert_num_queries):
    match = play_on(lay(seats), 10)
    table = table_for(Match.objects.light().get(pk=match.pk), people[0])
    game_shelf.clear()
    with django_assert_num_queries(PUSH):
        assert picture_of(table).whole
