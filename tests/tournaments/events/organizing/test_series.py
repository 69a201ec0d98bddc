"""Series as they are kept, and the table of tournaments that are over."""

import pytest
from django.test import Client

from incursions.accounts.models import User
from incursions.accounts.viewers import create_guest
from incursions.kit.refusals import DomainError
from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import announced, play_all, some_loadout, started, with_bots
from tests.tournaments.laid_matches import NOON, people
from tournaments.events.entries import enter
from tournaments.events.formats import Swiss
from tournaments.events.history import final_places
from tournaments.events.models import Entry, Series
from tournaments.events.plans import PhasePlan
from tournaments.events.series import add_tournament, change_series, create_series, remove_tournament, table_of


def refused(act, *args) -> str:
    before = list(Series.objects.values())
    with pytest.raises(DomainError) as refusal:
        act(*args)
    assert list(Series.objects.values()) == before
    return refusal.value.code


def played(host: User, players: list[User], bots: int = 0):
    row = announced(host, PhasePlan(Swiss.key, rounds=1), no_show_s=3000)
    for player in players:
        enter(row.public_id, player, loadout=some_loadout(), now=NOON)
    row = started(with_bots(row, host, bots), host)
    play_all(row)
    return row


@pytest.mark.both_databases
def test_table_counts_people_in_tournaments_that_are_over(owner, django_assert_num_queries):
    players = people(3)
    series = create_series(owner, " Lantern  Nights ", 1)
    assert series.name == "Lantern Nights"
    first, second = played(owner, players[:2], bots=1), played(owner, players)
    coming = announced(owner)
    for row in (first, second, coming):
        add_tournament(series.public_id, owner, row.public_id)
    with django_assert_num_queries(3):
        table = table_of(series)
    assert [event.pk for event in table.events] == [first.pk, second.pk]
    assert {line.player for line in table.lines} == {player.pk for player in players}
    best_of_second = Entry.objects.get(tournament=second, number=final_places(second)[0][0])
    assert table.lines[0].points == 3
    assert best_of_second.user_id in {line.player for line in table.lines if line.rank == 1}
    remove_tournament(series.public_id, owner, second.public_id)
    assert len(table_of(series).lines) == 2


def test_only_who_holds_it_changes_it_and_counts_own_tournaments_in(owner):
    other = people(1)[0]
    series = create_series(owner, "Lantern Nights", 2)
    foreign = announced(other)
    assert refused(create_series, create_guest(), "Mine", 0) == "accounts_only"
    assert refused(create_series, other, " ", 0) == "malformed"
    assert refused(create_series, other, "Mine", 53) == "malformed"
    assert refused(change_series, series.public_id, other, "Mine", 0) == "not_staff"
    assert refused(add_tournament, series.public_id, owner, foreign.public_id) == "not_staff"
    assert refused(add_tournament, series.public_id, owner, "nothing") == "not_found"
    assert refused(remove_tournament, series.public_id, owner, foreign.public_id) == "not_found"


def test_page_shows_the_table_and_takes_changes(owner):
    players = people(2)
    row = played(owner, players)
    series = create_series(owner, "Lantern Nights", 1)
    client = Client()
    client.force_login(owner)
    address = series.get_absolute_url()
    assert client.post(address, {"do": "add", "tournament": row.public_id}).status_code == 303
    page = read_page(client.get(address))
    assert all(str(player) in page for player in players)
    assert client.post(address, {"do": "change", "name": "x" * 81, "best": "1"}).status_code == 400
    assert client.post(address, {"do": "change", "name": "Winter", "best": "two"}).status_code == 400
    assert client.post(address, {"do": "change", "name": "Winter", "best": "2"}).status_code == 303
    series.refresh_from_db()
    assert (series.name, series.best) == ("Winter", 2)
