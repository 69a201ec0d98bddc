"""Seasons of ratings."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests.markup import read_page
from tests.tournaments.laid_matches import people
from tests.tournaments.matches.ended import ended_match
from tournaments.players.models import MatchRecord, Rating
from tournaments.players.recording import record_match
from tournaments.players.seasons import ENOUGH_IN_A_SEASON, Season, best_of_season
from tournaments.players.skill import kind_called

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db]
SUMMER = Season(2026, 3)
KIND = kind_called("basic-people")


def play(players, season: Season, count: int) -> None:
    """So many matches that the first of two wins, from the beginning of a season on."""
    for number in range(count):
        match = ended_match(players, [[0], [1]], ended_at=season.begins + timedelta(days=number))
        record_match(match.public_id)


@pytest.fixture
def players():
    found = people(2)
    for each in found:
        each.is_listed = True
        each.save()
    return found


def test_season_is_a_quarter_of_a_year_with_neighbours():
    assert Season.from_moment(datetime(2026, 9, 30, 23, 59, tzinfo=UTC)) == SUMMER
    assert Season.from_moment(datetime(2026, 10, 1, tzinfo=UTC)) == SUMMER.after == Season(2026, 4)
    assert (Season(2026, 1).before, Season(2026, 4).after) == (Season(2025, 4), Season(2027, 1))
    assert (str(SUMMER), SUMMER.slug, SUMMER.begins) == ("Summer 2026", "2026-3", datetime(2026, 7, 1, tzinfo=UTC))
    assert Season.from_slug("2026-3") == SUMMER
    assert [Season.from_slug(slug) for slug in ("2026-5", "0000-1", "2026", "２０２６-3")] == [None] * 4


def test_best_of_a_season_are_ranked_by_the_rating_at_its_end(players, django_assert_num_queries):
    play(players, SUMMER, ENOUGH_IN_A_SEASON)
    at_its_end = Rating.objects.get(user=players[0]).shown
    play(players[::-1], SUMMER.after, ENOUGH_IN_A_SEASON - 1)
    with django_assert_num_queries(2):
        lines = best_of_season(KIND, SUMMER)
    assert [(line.user, line.matches) for line in lines] == [(player, ENOUGH_IN_A_SEASON) for player in players]
    assert lines[0].shown == at_its_end
    assert lines[0].gained > lines[1].gained
    assert best_of_season(KIND, SUMMER.after) == []
    assert best_of_season(kind_called("full-people"), SUMMER) == []


def test_struck_matches_and_players_who_are_not_listed_do_not_count(players):
    play(players, SUMMER, ENOUGH_IN_A_SEASON)
    players[1].is_listed = False
    players[1].save()
    assert [line.user for line in best_of_season(KIND, SUMMER)] == players[:1]
    struck = MatchRecord.objects.first()
    struck.is_struck = True
    struck.save()
    assert best_of_season(KIND, SUMMER) == []


def test_page_shows_a_season_and_leads_to_the_one_before(players):
    play(players, SUMMER, ENOUGH_IN_A_SEASON)
    page = read_page(Client().get("/ratings/basic-people/seasons/2026-3/"))
    assert all(str(player) in page for player in players)
    assert "/ratings/basic-people/seasons/2026-2/" in page
