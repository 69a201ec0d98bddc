"""Time in which our own processes did not run is nobody's, and nothing lapses in it."""

from uuid import UUID

import pytest

from tests.tournaments.laid_matches import NOON, asked, everything, later, lay_match, people, play
from tournaments.live.models import Outage
from tournaments.live.presence.attendance import record_web_process, record_worker
from tournaments.matches.clocks import Clock
from tournaments.matches.deadlines import sweep_deadlines
from tournaments.matches.models import Match

ONE, OTHER = UUID(int=1), UUID(int=2)


def sweep(now):
    return sweep_deadlines(now, queue=lambda *_: None)


def outages():
    return list(Outage.objects.values_list("of", "given_back_ms", "matches"))


@pytest.mark.django_db
def test_beats_without_a_gap_give_nothing_back(duel):
    match, _ = duel
    before = everything(match)
    for second in range(0, 20, 2):
        record_web_process(ONE, later(seconds=second))
        record_web_process(OTHER, later(seconds=second + 1))
        record_worker(later(seconds=second))
    assert (everything(match), outages()) == (before, [])


def test_nothing_lapses_while_no_web_process_runs(duel):
    match, players = duel
    record_web_process(ONE, NOON)
    before = everything(match)
    assert sweep(later(hours=2)) == 0
    assert everything(match) == before
    # A worker answers nobody: the time is given back only when somebody can be asked again.
    record_web_process(OTHER, later(hours=2))
    assert sweep(later(hours=2, minutes=1)) == 0
    play(match, players[asked(match)], "decline", now=later(hours=2, minutes=1))


def test_time_without_a_web_process_is_given_back_to_clocks_limit_and_grace(duel):
    match, _ = duel
    seat = asked(match)
    record_web_process(ONE, later(seconds=15))
    match.seats.filter(index=1 - seat).update(away_since=later(seconds=10))
    record_web_process(OTHER, later(seconds=615))
    given = Match.objects.get(pk=match.pk)
    assert given.deadline_at == match.deadline_at + (later(minutes=10) - NOON)
    assert (given.given_back_ms, given.revision) == (600_000, match.revision + 1)
    assert given.seats.get(index=seat).clock.read_at(later(seconds=615)) == Clock(5_000, 900_000, later(seconds=615))
    assert given.seats.get(index=seat).runs_out_at == later(seconds=600 + 920)
    assert given.seats.get(index=1 - seat).away_since == later(seconds=610)
    assert outages() == [("web", 600_000, 1)]


def test_question_put_while_nobody_could_see_it_begins_when_it_can_be_seen(duel):
    match, _ = duel
    seat = match.seats.get(index=asked(match))
    seat.clock = Clock(20_000, 900_000, later(seconds=30))
    seat.save()
    record_web_process(ONE, NOON)
    record_web_process(ONE, later(seconds=60))
    assert match.seats.get(pk=seat.pk).clock == Clock(20_000, 900_000, later(seconds=60))


def test_what_is_given_back_is_bounded(duel):
    match, _ = duel
    record_web_process(ONE, NOON)
    record_web_process(ONE, later(days=30))
    assert outages() == [("web", 24 * 3600 * 1000, 1)]
    assert Match.objects.get(pk=match.pk).deadline_at == match.deadline_at + (later(days=1) - NOON)


def test_match_that_waited_for_a_worker_has_the_time_back_and_others_do_not(catalogue):
    players = people(2)
    persons = lay_match(players)
    waiting = lay_match(players[:1], bots=("ensign",))
    Match.objects.filter(pk=waiting.pk).update(bot_due_at=later(seconds=10))
    record_worker(later(seconds=2))
    record_worker(later(seconds=100))
    assert Match.objects.get(pk=persons.pk).given_back_ms == 0
    assert Match.objects.get(pk=waiting.pk).deadline_at == waiting.deadline_at + (later(seconds=90) - NOON)
    assert outages() == [("worker", 98_000, 1)]


@pytest.mark.parametrize("first", ["web", "worker"])
def test_no_time_is_given_back_twice_where_neither_ran(catalogue, first):
    match = lay_match(people(1), bots=("ensign",))
    Match.objects.filter(pk=match.pk).update(bot_due_at=NOON)
    starts = [lambda now: record_web_process(ONE, now), record_worker]
    for moment in (NOON, later(hours=1)):
        for start in starts if first == "web" else starts[::-1]:
            start(moment)
    assert Match.objects.get(pk=match.pk).given_back_ms == 3_600_000
    assert outages() == [("web", 3_600_000, 1)]


def test_match_that_is_paused_is_given_nothing_by_an_outage(duel):
    match, _ = duel
    Match.objects.filter(pk=match.pk).update(paused_at=NOON, paused_for="A look at the dice")
    before = everything(match)
    record_web_process(ONE, NOON)
    record_web_process(OTHER, later(hours=1))
    assert (everything(match), outages()) == (before, [("web", 3_600_000, 0)])
