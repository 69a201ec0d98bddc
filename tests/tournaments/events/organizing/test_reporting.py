"""Table-top events: players report results, agree or dispute, and judges rule."""

import pytest
from django.test import Client

from tests.markup import read_page
from tests.tournaments.events.organizing.refusals import refusal_code
from tests.tournaments.events.organizing.tournaments import (
    again,
    announced,
    lines,
    replays,
    some_loadout,
    started,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON, later
from tournaments.events.entries import drop, enter
from tournaments.events.enums import Source
from tournaments.events.formats import Swiss
from tournaments.events.models import Claim, Table
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance, sweep_tournaments
from tournaments.events.results import report_result, rule_result
from tournaments.matches.models import Match


@pytest.fixture
def row(owner):
    """A table-top event whose first round is played: of four people, two at each table."""
    row = announced(owner, PhasePlan(Swiss.key, rounds=2), is_table_top=True)
    with_people(row, 4)
    row = started(row, owner)
    advance(row.public_id, NOON)
    return row


def at(number: int):
    """Table and its players in a round, in the order of seats."""
    table = Table.objects.get(number=number, round__number=1)
    return table, [place.entry.user for place in table.places.order_by("index")]


def test_no_match_is_opened_and_two_who_agree_settle_their_table(row):
    assert Match.objects.count() == 0
    table, (one, other) = at(1)
    report_result(row.public_id, one, (1, 2), (12, 0), now=later(minutes=40))
    table.refresh_from_db()
    assert (table.source, table.is_disputed) == (Source.NONE, False)
    report_result(row.public_id, other, (1, 2), (12, 0), now=later(minutes=41))
    table.refresh_from_db()
    assert (table.source, table.result_at) == (Source.REPORT, later(minutes=41))
    assert list(table.places.order_by("index").values_list("place", "left")) == [(1, 12), (2, 0)]
    assert refusal_code(row, report_result, one, (2, 1)) == "wrong_state"
    assert replays(row)


def test_two_who_disagree_dispute_it_until_one_gives_way_or_a_judge_rules(row, owner):
    table, (one, other) = at(1)
    report_result(row.public_id, one, (1, 2))
    report_result(row.public_id, other, (2, 1))
    table.refresh_from_db()
    assert (table.source, table.is_disputed, Claim.objects.count()) == (Source.NONE, True, 2)
    report_result(row.public_id, other, (1, 2))
    table.refresh_from_db()
    assert (table.source, table.is_disputed) == (Source.REPORT, False)
    second, (one, other) = at(2)
    report_result(row.public_id, one, (1, 2))
    report_result(row.public_id, other, (1, 1), (3, 3))
    rule_result(row.public_id, owner, 1, 2, (1, 1), left=(3, 3), reason="Both ships fell.")
    second.refresh_from_db()
    assert (second.source, second.is_disputed) == (Source.JUDGE, False)
    sweep_tournaments(later(minutes=50))
    assert [line.did for line in lines(row)].count("claimed") == 5
    assert again(row).rounds.count() == 2
    assert replays(row)


def test_reports_that_cannot_be_are_refused(row, owner):
    _, (one, _) = at(1)
    assert refusal_code(row, report_result, one, (1, 3)) == "malformed"
    assert refusal_code(row, report_result, one, (1,)) == "malformed"
    assert refusal_code(row, report_result, one, (1, 2), (5000, 0)) == "malformed"
    assert refusal_code(row, report_result, owner, (1, 2)) == "not_entered"
    online = announced(owner)
    with_bots(online, owner, 2)
    enter(online.public_id, one, loadout=some_loadout(), now=NOON)
    online = started(online, owner)
    advance(online.public_id, NOON)
    assert refusal_code(online, report_result, one, (1, 2)) == "wrong_state"


def test_who_has_left_before_the_round_gives_the_table_away(owner):
    row = announced(owner, PhasePlan(Swiss.key, rounds=2), is_table_top=True, delay_s=60)
    players = with_people(row, 4)
    row = started(row, owner)
    advance(row.public_id, NOON)
    drop(row.public_id, players[0], now=NOON)
    advance(row.public_id, later(minutes=1))
    gone = Table.objects.get(places__entry__number=1)
    assert (gone.source, Table.objects.filter(source=Source.NONE).count()) == (Source.ABSENCE, 1)


def test_page_takes_a_report_and_shows_what_the_other_says(row):
    _, (one, other) = at(1)
    client, against = Client(), Client()
    client.force_login(one)
    against.force_login(other)
    address = f"/tournaments/{row.public_id}/report"
    assert address in read_page(client.get(row.get_absolute_url()))
    refusal = client.post(address, {"place_0": "1", "place_1": "4"})
    assert refusal.status_code == 400
    assert '<option value="1" selected>' in read_page(refusal)
    assert client.post(address, {"place_0": "1", "place_1": "2", "left_0": "12", "left_1": ""}).status_code == 303
    page = read_page(against.get(address))
    assert f"{one} came first with 12 left" in page
    assert against.post(address, {"places": [2, 1]}, content_type="application/json").status_code == 303
    assert "Your reports differ" in read_page(client.get(address))
    client.post(address, {"places": [2, 1], "left": [0, 0]}, content_type="application/json")
    assert Table.objects.get(number=1).source == Source.REPORT
    assert client.get(address).status_code == 302
