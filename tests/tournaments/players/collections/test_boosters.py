import runpy
from datetime import timedelta
from pathlib import Path

import pytest

from incursions.accounts.viewers import create_guest
from incursions.games.incursions.rules import commitment
from incursions.games.incursions.rules.sealed_pools import Stock, open_booster
from incursions.kit.refusals import DomainError
from tests.catalogue_rows import fill_catalogue
from tests.tournaments.laid_matches import NOON, people
from tests.tournaments.matches.ended import ended_match
from tournaments.players.boosters import (
    FEWEST_ACTIONS,
    MOST_A_DAY,
    collection_of,
    open_next,
    proved_runs,
    run_data,
    waiting_boosters,
)
from tournaments.players.models import IN_A_RUN, BoosterRun, CasualBooster, CollectedPiece
from tournaments.players.recording import record_match

pytestmark = pytest.mark.django_db
SCRIPT = Path(__file__).resolve().parents[4] / "static" / "check_pools.py"


@pytest.fixture
def two(db):
    fill_catalogue()
    return people(2)


def played(players, *, ended_at=NOON, **named) -> None:
    """Create a match of these players that is over, and record it."""
    columns = {"mode": "full", "version": FEWEST_ACTIONS} | named
    places = [[index] for index in range(len(players))]
    assert record_match(ended_match(players, places, ended_at=ended_at, **columns).public_id)


def given(user) -> int:
    return CasualBooster.objects.filter(run__user=user).count()


def days(players, number: int) -> None:
    """So many matches, each on a day of its own."""
    for day in range(number):
        played(players, ended_at=NOON + timedelta(days=2 * day))


@pytest.mark.parametrize("mode", ["full", "tournament"])
def test_each_player_of_a_match_against_others_is_given_a_booster(two, mode):
    played(two, mode=mode)
    assert [given(user) for user in two] == [1, 1]


def test_basic_bots_guests_and_matches_hardly_played_give_none(two):
    played(two, mode="basic")
    played([two[0], "captain"])
    played(two, version=FEWEST_ACTIONS - 1)
    guest = create_guest()
    played([guest, "captain"])
    assert [given(user) for user in (*two, guest)] == [0, 0, 0]
    played([two[0], guest])
    assert [given(user) for user in (two[0], guest)] == [1, 0]


def test_no_more_are_given_a_day_than_some(two):
    for minute in range(MOST_A_DAY + 2):
        played(two, ended_at=NOON + timedelta(minutes=minute))
    assert given(two[0]) == MOST_A_DAY
    played(two, ended_at=NOON + timedelta(days=1, minutes=1))
    assert given(two[0]) == MOST_A_DAY + 1


def test_a_booster_is_what_the_promised_seed_gives_and_is_collected(two):
    played(two)
    (run,) = BoosterRun.objects.filter(user=two[0])
    assert run.commitment == commitment(bytes(run.seed))
    booster = open_next(two[0], NOON)
    found = open_booster(Stock.from_data(run.stock), bytes(run.seed), 1)
    assert booster.content == found.to_data()
    kept = dict(CollectedPiece.objects.filter(user=two[0]).values_list("title", "copies"))
    assert kept == dict.fromkeys((*found.cards, *found.tiles), 1)
    with pytest.raises(DomainError, match="no booster to open"):
        open_next(two[0], NOON)
    assert not CollectedPiece.objects.filter(user=two[1]).exists()


def test_when_all_of_a_seed_are_open_it_is_published_and_another_is_promised(two):
    days(two, IN_A_RUN + 1)
    assert BoosterRun.objects.filter(user=two[0]).count() == 2
    for _ in range(IN_A_RUN - 1):
        open_next(two[0], NOON)
    assert [one.seed for one in proved_runs(two[0])] == ["", ""]
    with pytest.raises(DomainError, match="published when all"):
        run_data(two[0], 1)
    open_next(two[0], NOON)
    second, first = proved_runs(two[0])
    assert (first.is_revealed, first.holds, second.seed) == (True, True, "")
    assert waiting_boosters(two[0]) == 1
    check = runpy.run_path(str(SCRIPT))["faults"]
    file = run_data(two[0], 1)
    assert list(check(file)) == []
    file["boosters"]["3"]["cards"].reverse()
    assert list(check(file)) == ["Booster 3: the seed gives another one."]
    with pytest.raises(DomainError, match="no such boosters"):
        run_data(two[0], 9)


def test_collection_counts_what_is_there_and_what_is_missing(two):
    days(two, 2)
    for _ in range(2):
        open_next(two[0], NOON)
    (base,) = collection_of(two[0])
    assert sum(shelf.copies for shelf in base.shelves) == 26
    assert {shelf.name for shelf in base.shelves} >= {"Common", "Ultra Rare", "Hexes"}
    for shelf in base.shelves:
        assert all(each.copies for each in shelf.owned)
        assert shelf.titles == len(shelf.owned) + len(shelf.missing)


def test_a_match_gives_its_boosters_once(two):
    match = ended_match(two, [[0], [1]], mode="full", version=FEWEST_ACTIONS)
    assert record_match(match.public_id)
    assert not record_match(match.public_id)
    assert given(two[0]) == 1
