"""A whole tournament as a file: out of it comes the same, and out of a damaged one nothing."""

import pytest

from incursions.kit.refusals import DomainError
from tests.tournaments.events.api.events import without_ids
from tests.tournaments.events.organizing.tournaments import (
    again,
    play_all,
    play_round,
    replays,
    started,
    with_bots,
    with_people,
)
from tests.tournaments.laid_matches import NOON
from tournaments.events.files.restoration import read_file, restore_tournament
from tournaments.events.files.tournament_file import dump_tournament, write_tournament_file
from tournaments.events.formats import SingleElimination, Swiss
from tournaments.events.models import Tournament
from tournaments.events.plans import PhasePlan, cancel_tournament
from tournaments.events.progress import advance
from tournaments.events.results import report_result
from tournaments.matches.models import Match

pytestmark = pytest.mark.django_db
CUT = (PhasePlan(Swiss.key, rounds=2), PhasePlan(SingleElimination.key, cut_to=4, third_place=True))


def test_tournament_goes_on_where_its_file_left_it(make_event) -> None:
    event = make_event(PhasePlan(Swiss.key, rounds=3), is_automatic=False)
    owner = event.users["owner"]
    row = started(with_bots(event.row, owner, 4), owner)
    Tournament.objects.filter(pk=row.pk).update(next_round_at=NOON)
    end = play_round(row, NOON)
    content = write_tournament_file(again(row))
    found = restore_tournament(read_file(content), by=owner, maps_users=True).tournament
    Tournament.objects.filter(pk=found.pk).update(is_automatic=True, next_round_at=end)
    play_all(found, end)
    assert again(found).is_over
    assert replays(found)


def test_running_tournament_needs_its_players(make_event) -> None:
    event = make_event()
    with_people(event.row, 2)
    content = write_tournament_file(again(event.row))
    with pytest.raises(DomainError, match="has no account here"):
        restore_tournament(read_file(content), by=event.users["owner"])
    assert Tournament.objects.count() == 1


def test_no_file_is_made_while_matches_are_played(event) -> None:
    row = started(with_bots(event.row, event.users["owner"], 4), event.users["owner"])
    advance(row.public_id, NOON)
    with pytest.raises(DomainError, match="between its rounds"):
        write_tournament_file(again(row))


def test_cancelled_tournament_can_be_kept(event) -> None:
    row = started(with_bots(event.row, event.users["owner"], 4), event.users["owner"])
    advance(row.public_id)
    cancel_tournament(row.public_id, event.users["owner"], "A storm.")
    assert not Match.objects.filter(state="running").exists()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff",
        b'{"format": 1}',
        b'{"format": "incursions-tournament-1"}',
        b'{"a": 1, "a": 2}',
        b'{"a": NaN}',
        b'{"a": "\\ud800"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_file_of_a_tournament_is_refused(content: bytes) -> None:
    with pytest.raises(DomainError) as refused:
        read_file(content)
    assert refused.value.code == "unreadable_file"


def test_reports_of_players_come_along(make_event) -> None:
    event = make_event(PhasePlan(Swiss.key, rounds=1), is_table_top=True)
    owner, row = event.users["owner"], event.row
    people = with_people(row, 2)
    started(row, owner)
    advance(row.public_id, NOON)
    for user in people:
        report_result(row.public_id, user, [1, 2], left=[5, 0], now=NOON)
    advance(row.public_id, NOON)
    before = dump_tournament(again(row))
    assert [len(table["claims"]) for table in before["rounds"][0]["tables"]] == [2]
    found = restore_tournament(read_file(write_tournament_file(again(row))), by=owner, maps_users=True).tournament
    assert without_ids(dump_tournament(again(found))) == without_ids(before)
