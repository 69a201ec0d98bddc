"""Pages of tournaments ask the database as often for many players as for few, and once for a page in the cache."""

import pytest

from incursions.accounts.models import User
from tests.pages.at_desk import act, browser, desk_of, running
from tests.pages.tournaments import under_way
from tests.sampling import sample
from tournaments.events.formats import SingleElimination, Swiss
from tournaments.events.models import Tournament
from tournaments.events.plans import PhasePlan

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


@pytest.fixture(scope="module")
def penalised(module_rows) -> dict[int, Tournament]:
    """Return tournaments in which each bot has a warning, by their number of bots."""
    owner = User.objects.create_user("judge", password="secret word")
    rows = {bots: running(owner, bots=bots) for bots in (4, 12)}
    for bots, row in rows.items():
        for number in range(1, bots + 1):
            act(owner, row, "penalty", player=str(number), kind="warning", reason="Late.")
    return rows


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


@pytest.mark.parametrize(
    ("page", "queries"),
    sample([("", 11), ("players", 10), ("round", 13), ("rounds/1/tables/1", 13), ("penalties", 8), ("log", 8)], 3),
)
@pytest.mark.parametrize("bots", [4, 12])
def test_pages_of_a_desk_ask_the_same_number_of_times_for_any_number_of_players(
    penalised, page, queries, bots, django_assert_num_queries
):
    row = penalised[bots]
    client = browser(User.objects.get(username="judge"))
    client.get(desk_of(row, page))  # the catalogue is read once
    with django_assert_num_queries(queries):
        client.get(desk_of(row, page))
