"""The bar on every page says what a player of a tournament has to know: the table, the start, the result."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.markup import read_page
from tests.tournaments.events.organizing.tournaments import announced, some_loadout, started, with_bots
from tests.tournaments.laid_matches import NOON
from tournaments.events.entries import check_in, enter
from tournaments.events.models import Entry, Round, Table, Tournament
from tournaments.events.progress import advance
from tournaments.events.results import rule_result
from tournaments.events.rounds import publish_round
from tournaments.events.tables import open_tables, pause_tournament
from tournaments.tables.open_tables import own_tables


def entered(owner, player, *, bots: int = 1, **named) -> Tournament:
    row = with_bots(announced(owner, **named), owner, bots)
    enter(row.public_id, player, loadout=some_loadout(), now=NOON)
    return row


def line(player, now=NOON):
    (found,) = [line for line in own_tables(player, now) if line.call]
    return found


def test_nothing_is_said_long_before_the_start(owner, people):
    entered(owner, people[0], starts_at=NOON + timedelta(days=2))
    assert own_tables(people[0], NOON) == []


def test_asked_to_check_in(owner, people):
    row = entered(owner, people[0], check_in_s=600, starts_at=NOON + timedelta(seconds=900))
    later = NOON + timedelta(seconds=400)
    assert (line(people[0], later).state, line(people[0], later).left_ms) == ("check in", 500_000)
    check_in(row.public_id, people[0], now=later)
    assert line(people[0], later).state == "starts"


def test_deck_that_can_be_played_no_more(owner, people):
    entered(owner, people[0])
    Entry.objects.update(deck_problem="Too many Rare cards.")
    assert line(people[0]).state == "your deck is no longer legal"


def test_table_from_the_pairings_to_the_result(owner, people):
    row = started(entered(owner, people[0], delay_s=60, match_s=600), owner)
    advance(row.public_id, NOON)
    published = line(people[0])
    assert (published.words, published.state) == ("Lantern Night: table 1 against Random bot 1", "starts")
    assert published.left_ms == 60_000
    begins = NOON + timedelta(seconds=60)
    advance(row.public_id, begins, opener=lambda keys: None)
    open_tables(list(Table.objects.values_list("pk", flat=True)), begins)
    running = line(people[0], begins)
    assert (running.state, running.left_ms, running.warns) == ("round 1", 600_000, True)
    assert running.url == Table.objects.get().match.get_absolute_url()
    table = Table.objects.get()
    won = list(table.places.order_by("index").values_list("entry__user", flat=True)).index(people[0].pk)
    rule_result(row.public_id, owner, 1, 1, [1 + won, 2 - won], reason="Seen.")
    decided = line(people[0], begins)
    assert decided.words == "Lantern Night, round 1: you won against Random bot 1"
    assert len({published.call, running.call, decided.call}) == 3


def test_bye_is_told(owner, people):
    row = entered(owner, people[0], bots=0)
    enter(row.public_id, people[1], loadout=some_loadout(), now=NOON)
    enter(row.public_id, people[2], loadout=some_loadout(), now=NOON)
    row = started(row, owner)
    advance(row.public_id, NOON, opener=lambda keys: None)
    words = [line(person).words for person in people[:3]]
    assert words.count("Lantern Night, round 1: you have a bye") == 1


def test_pause_is_told_with_its_reason(owner, people):
    row = started(entered(owner, people[0]), owner)
    pause_tournament(row.public_id, owner, reason="The lamp went out.")
    assert (line(people[0]).words, line(people[0]).state) == ("Lantern Night: The lamp went out.", "paused")


def test_round_that_is_not_published_is_not_told(owner, people):
    from tournaments.events.rounds import pair_round

    row = started(entered(owner, people[0], is_automatic=False), owner)
    pair_round(row.public_id, owner)
    assert line(people[0]).state == "pairings follow"
    publish_round(row.public_id, owner)
    assert line(people[0]).state == "starts"
    assert Round.objects.count() == 1


def test_bar_names_what_is_news(owner, people, browser_of):
    now = timezone.now()
    row = entered(owner, people[0], check_in_s=600, starts_at=now + timedelta(seconds=300), now=now)
    page = read_page(browser_of(people[0]).get("/rules/"))
    assert f'data-call="{row.public_id}.open.check-in" data-warns' in page
    answer = browser_of(people[0]).get(reverse("tables:own_tables"), HTTP_ACCEPT="application/json")
    assert answer.json()["tables"][0]["state"] == "check in"


@pytest.mark.parametrize("count", [1, 3])
def test_queries_are_as_many_for_many_tournaments(count, owner, people, django_assert_num_queries):
    for _ in range(count):
        row = started(entered(owner, people[0]), owner)
        advance(row.public_id, NOON, opener=lambda keys: None)
    with django_assert_num_queries(5):
        assert len(own_tables(people[0], NOON)) == count


def test_who_plays_nowhere_costs_one_query(people, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert own_tables(people[0], NOON) == []
