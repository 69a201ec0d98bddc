"""What is done to all players under the lock of a tournament takes as many statements however many they are."""

from contextlib import contextmanager

import pytest
from django.db import transaction

from cards.decks.judging import current_facts
from cards.loadouts import play_own
from incursions.accounts.models import User
from incursions.games.incursions.rules.construction import DeckContent
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    lines,
    replays,
    some_loadout,
    started,
    with_bots,
)
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.entries import judge_again, promote
from tournaments.events.enums import EntryState, Kind, TournamentState
from tournaments.events.formats import Swiss
from tournaments.events.locked_tournament import LockedTournament
from tournaments.events.models import Entry, Place, PoolBuild, Table, Tournament
from tournaments.events.plans import PhasePlan
from tournaments.events.pools import end_building, propose_build
from tournaments.events.progress import advance, finish, start_tournament
from tournaments.events.results import take_results
from tournaments.events.rounds import close
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.players.models import Patch, PatchKind

pytestmark = pytest.mark.both_databases

sizes = pytest.mark.parametrize("size", [2, 6])


def with_accounts(row: Tournament, state: EntryState, count: int, **named) -> None:
    """Accounts in that state, each with a starter deck."""
    taken = Entry.objects.filter(tournament=row).count()
    users = User.objects.bulk_create(User(username=f"{row.pk}-{taken + each}") for each in range(count))
    columns = {"tournament": row, "state": state, "entered_at": NOON, "loadout": some_loadout()} | named
    Entry.objects.bulk_create(
        Entry(number=number, user=user, called=str(user), **columns) for number, user in enumerate(users, taken + 1)
    )


@contextmanager
def under_lock(row: Tournament):
    with transaction.atomic():
        locked = LockedTournament.lock(row.public_id, by_server=True, now=NOON)
        current_facts()
        yield locked
        locked.save()


def states(row: Tournament) -> list[str]:
    return list(Entry.objects.filter(tournament=row).order_by("number").values_list("state", flat=True))


@sizes
def test_start(owner, size, django_assert_num_queries):
    row = announced(owner, capacity=2 * size, check_in_s=60)
    Tournament.objects.filter(pk=row.pk).update(check_in_opened=True)
    with_accounts(row, EntryState.CHECKED_IN, size)
    with_accounts(row, EntryState.REGISTERED, size)
    with_accounts(row, EntryState.WAITING, size, is_here=True)
    with_accounts(row, EntryState.WAITING, size)
    with django_assert_num_queries(11):
        start_tournament(row.public_id, owner, now=NOON)
    plays, absent = [EntryState.PLAYING] * size, [EntryState.ABSENT] * size
    assert states(row) == [*plays, *absent, *plays, *absent]
    assert sum(line.did == "player" for line in lines(row)) == 4 * size
    assert Entry.objects.get(tournament=row, number=size + 1).reason == "did not check in."


@sizes
def test_places_for_all_who_wait(owner, size, django_assert_num_queries):
    row = announced(owner)
    with_accounts(row, EntryState.WAITING, size)
    with_accounts(row, EntryState.WAITING, size, is_here=True)
    with under_lock(row) as locked, django_assert_num_queries(2):
        promote(locked)
    assert states(row) == [*[EntryState.REGISTERED] * size, *[EntryState.CHECKED_IN] * size]


@sizes
def test_decks_judged_by_another_catalogue(owner, size, django_assert_num_queries):
    row = announced(owner)
    with_accounts(row, EntryState.REGISTERED, size, loadout=play_own(DeckContent(ship="The Unbuilt")))
    with under_lock(row) as locked, django_assert_num_queries(3):
        assert judge_again(locked, "another") == size
    assert not Entry.objects.filter(tournament=row, deck_problem="").exists()


@sizes
def test_end_of_building(owner, size, django_assert_num_queries):
    row = announced(owner, kind=Kind.SEALED, build_s=60)
    with_accounts(row, EntryState.REGISTERED, 2 * size, loadout=None)
    row = started(row, owner)
    for entry in Entry.objects.filter(tournament=row, number__lte=size):
        PoolBuild.objects.filter(entry=entry).update(content=propose_build(entry, row))
    with under_lock(row) as locked, django_assert_num_queries(4):
        end_building(locked)
    assert not Entry.objects.filter(tournament=row, built_at=None).exists()
    told = lines(row)[-1].after["locked"]
    assert (len(told["as built"]), len(told["proposed"])) == (size, size)


@sizes
def test_results_taken_and_round_closed(owner, size, django_assert_num_queries):
    row = started(with_bots(announced(owner), owner, 2 * size), owner)
    advance(row.public_id, NOON)
    sweep_deadlines(later(seconds=60), queue=lambda *_: None)
    Entry.objects.filter(tournament=row, number__lte=size).update(no_shows=2)
    with under_lock(row) as locked:
        with django_assert_num_queries(6):
            assert take_results(locked) == size
        with django_assert_num_queries(4):
            close(locked, locked.find_last_round())
    assert not Table.objects.filter(round__tournament=row, source="").exists()
    assert not Place.objects.filter(place=None).exists()
    assert states(row) == [*[EntryState.DROPPED] * size, *[EntryState.PLAYING] * size]
    assert replays(row)


@sizes
def test_end(owner, size, django_assert_num_queries):
    row = announced(owner, PhasePlan(Swiss.key, rounds=1))
    with_accounts(row, EntryState.REGISTERED, 2 * size)
    row = started(row, owner)
    advance(row.public_id, NOON, opener=lambda keys: None)
    Table.objects.update(source="judge", result_at=NOON)
    Place.objects.filter(index=0).update(place=1)
    Place.objects.filter(index=1).update(place=2)
    veteran = Entry.objects.get(tournament=row, number=1)
    past = announced(owner)
    Entry.objects.create(
        tournament=past, number=1, user=veteran.user, called="", state=EntryState.PLAYING, entered_at=NOON
    )
    Tournament.objects.filter(pk=past.pk).update(state=TournamentState.OVER)
    with under_lock(row) as locked, django_assert_num_queries(16):
        finish(locked)
    assert again(row).is_over
    first = Patch.objects.filter(kind=PatchKind.FIRST_EVENT).values_list("entry__number", flat=True)
    assert sorted(first) == list(range(2, 2 * size + 1))
