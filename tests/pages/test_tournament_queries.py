"""Pages of tournaments ask the database as often for many players as for few, and once for a page in the cache."""

import pytest

from incursions.accounts.models import User
from tests.pages.tournaments import under_way
from tests.sampling import sample
from tournaments.organizing.models import Tournament
from tournaments.organizing.plans import PhasePlan
from tournaments.pairing.formats import SingleElimination, Swiss

pytestmark = pytest.mark.usefixtures("db", "nothing_kept")
FEW, MANY = 5, 17
QUERIES = {
    "": 6,
    "players/": 4,
    "pairings/": 9,
    "pairings/?by=name": 9,
    "standings/": 6,
    "bracket/": 6,
    "projector": 9,
}


@pytest.fixture(scope="module")
def tournaments(module_rows) -> dict[int, Tournament]:
    """Return tournaments in their third round, by their number of players."""
    owner = User.objects.create_user("organizer", password="secret word")
    phases = PhasePlan(Swiss.key, rounds=4), PhasePlan(SingleElimination.key, cut_to=4)
    return {count: under_way(owner, count, 2, *phases) for count in (FEW, MANY)}


@pytest.mark.parametrize("part", sample(QUERIES, 4))
@pytest.mark.parametrize("count", [FEW, MANY])
def test_queries_are_as_many_for_many_players(part, count, tournaments, stranger, django_assert_num_queries):
    with django_assert_num_queries(QUERIES[part]):
        assert stranger.get(f"{tournaments[count].get_absolute_url()}{part}").status_code == 200


@pytest.mark.parametrize("part", QUERIES)
def test_cached_page_asks_for_the_version_alone(part, tournaments, stranger, django_assert_num_queries):
    address = f"{tournaments[FEW].get_absolute_url()}{part}"
    stranger.get(address)
    with django_assert_num_queries(1):
        stranger.get(address)
