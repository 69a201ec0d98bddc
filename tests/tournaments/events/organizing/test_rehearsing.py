"""Rehearsals: announced with their bots, played as any other tournament, and told of truly."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tests.tournaments.events.organizing.refusals import refusal_code
from tests.tournaments.events.organizing.tournaments import again, announced, play_all
from tests.tournaments.laid_matches import NOON, later, people
from tournaments.events.enums import Kind, RoundState, TournamentState
from tournaments.events.formats import Pods
from tournaments.events.models import Entry, LogLine, Place, Round, Table
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance
from tournaments.events.rehearsals import Rehearsal, announce, check_bots_in, rehearse_like, report, turnarounds_s
from tournaments.live.models import House
from tournaments.management.commands import rehearse


def rehearsed(owner, **named):
    """One that was played to its end, its bots checked in."""
    row = announce(owner, Rehearsal(**{"players": 4, "rounds": 1, "cut_to": 2, **named}), now=NOON)
    advance(row.public_id, later(seconds=1))
    assert check_bots_in(row, owner) == Entry.objects.filter(tournament=row).count()
    play_all(row, later(seconds=10))
    return again(row)


def test_rehearsal_is_found_in_no_list_and_starts_by_itself(owner):
    row = announce(owner, Rehearsal(players=3, check_in_s=5), now=NOON)
    assert (row.state, row.is_listed, row.starts_at) == (TournamentState.OPEN, False, later(seconds=6))
    assert Entry.objects.filter(tournament=row).exclude(bot="").count() == 3
    advance(row.public_id, later(seconds=6))
    assert again(row).state == TournamentState.RUNNING  # bots build at once
    with pytest.raises(DomainError, match="2 players at least"):
        announce(owner, Rehearsal(players=1))


def test_report_of_a_rehearsal_that_was_as_it_should_be(owner):
    row = rehearsed(owner)
    found = report(row)
    assert (found["problems"], found["errors"]) == ([], 0)
    assert (found["players"], found["rounds"], found["matches"], found["log_lines"]) == (4, 2, 3, row.version)
    assert found["turnaround_s.max"] == max(turnarounds_s(row)) == 0.0
    assert Entry.objects.filter(tournament=row, called=found["winner"]).count() == 1


def test_report_finds_what_is_amiss(owner):
    row = rehearsed(owner)
    table = Table.objects.filter(round__tournament=row, round__number=1).first()
    place = Place.objects.filter(table=table).first()
    Place.objects.filter(pk=place.pk).update(left=place.left + 7)
    Table.objects.filter(pk=table.pk).update(source="")
    last = LogLine.objects.filter(tournament=row).latest("number")
    LogLine._base_manager.filter(pk=last.pk)._raw_delete("default")
    problems = " ".join(report(row)["problems"])
    assert f"Table {table.number} of round 1 has no result." in problems
    assert "The log has not every line." in problems
    assert "other standings" in problems


def test_turnaround_is_from_the_last_result_to_the_last_player_seated(owner):
    row = rehearsed(owner)
    second = Table.objects.get(round__tournament=row, round__number=2)
    second.match.started_at = later(hours=1)
    second.match.save()
    first = Table.objects.filter(round__tournament=row, round__number=1).latest("result_at")
    assert turnarounds_s(row) == [(later(hours=1) - first.result_at).total_seconds()]


def test_event_is_rehearsed_by_who_holds_it_with_its_own_phases(owner):
    row = announced(owner, PhasePlan(Pods.key, rounds=1, seats=3), kind=Kind.SEALED, match_s=1800, rated=True)
    stranger = people(1)[0]
    assert refusal_code(row, rehearse_like, stranger, 4) == "not_staff"
    assert refusal_code(row, rehearse_like, owner, 1) == "malformed"
    rehearsal = rehearse_like(row.public_id, owner, 4, now=NOON)
    assert (rehearsal.is_listed, rehearsal.rated, rehearsal.state) == (False, False, TournamentState.BUILDING)
    play_all(rehearsal, later(seconds=10))
    assert report(again(rehearsal))["problems"] == []
    assert Round.objects.get(tournament=rehearsal, state=RoundState.OVER).phase.format == Pods.key
    assert again(row).state == TournamentState.OPEN


def test_command_waits_for_a_worker_and_says_that_none_runs(db, monkeypatch):
    monkeypatch.setattr(rehearse, "WORKER_PATIENCE_S", 0)
    with pytest.raises(CommandError, match="No worker runs on this installation"):
        call_command("rehearse")
    House.objects.create(pk=House.ONLY, worker_seen_at=timezone.now() - timedelta(minutes=1))
    heard_of = iter([None, timezone.now()])
    monkeypatch.setattr(rehearse, "WORKER_PATIENCE_S", 60)
    monkeypatch.setattr(rehearse.time, "sleep", lambda _: House.objects.update(worker_seen_at=next(heard_of)))
    with pytest.raises(CommandError, match="2 players at least"):
        call_command("rehearse", players=1)
    assert next(heard_of, None) is None
