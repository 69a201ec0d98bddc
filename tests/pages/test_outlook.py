"""Am I in? What is said to be certain is so, whatever results the others have."""

from itertools import product

import pytest
from django.utils import timezone

from tests.markup import read_words
from tests.pages.at_desk import running
from tests.pages.tournaments import decide_all, under_way
from tests.sampling import sample
from tests.tournaments.laid_matches import NOON
from tests.tournaments.laid_matches import people as created
from tournaments.events.entries import drop
from tournaments.events.formats import Pods, SingleElimination, Swiss
from tournaments.events.models import Entry, Table, Tournament
from tournaments.events.pages.explanations import NO_POINTS, NOT_IN_IT, WITHOUT_TABLE, outlook_of
from tournaments.events.pages.record import record_cache, with_version
from tournaments.events.plans import PhasePlan
from tournaments.events.progress import advance
from tournaments.events.results import rule_result

pytestmark = pytest.mark.usefixtures("nothing_kept")

CUT = PhasePlan(SingleElimination.key, cut_to=2)


def record_of(row):
    record_cache.clear()
    return record_cache.record(with_version(type(row).objects.all()).get(pk=row.pk))


def results_of(seats: int) -> list[tuple[int, ...]]:
    """Return the possible points of a table: 3 to a sole winner, 1 to each of several."""
    firsts = [each for each in product((False, True), repeat=seats) if any(each)]
    return [tuple((3 if sum(each) == 1 else 1) * is_first for is_first in each) for each in firsts]


def ranges(record, number: int, mine: int) -> tuple[int, int]:
    """Over all results of the others: the fewest surely before the player, and the most before or level."""
    points = {player: record.scores[player].points for player in record.players}
    tables = [[one.player.number for one in table.seats] for table in record.tables(record.current)]
    found = []
    for results in product(*(results_of(len(table)) for table in tables)):
        after = dict(points)
        for table, result in zip(tables, results, strict=True):
            for player, more in zip(table, result, strict=True):
                after[player] += more
        if after[number] - points[number] == mine:
            others = [have for player, have in after.items() if player != number]
            ahead = sum(have > after[number] for have in others)
            found.append((ahead, sum(have >= after[number] for have in others)))
    return min(ahead for ahead, _ in found), max(level for _, level in found)


def pods_under_way(owner, count: int, rounds: int, seats: int, *phases: PhasePlan, **named) -> Tournament:
    """Pods of bots; the first seat of each table won every round that was played."""
    row = under_way(owner, count, 0, PhasePlan(Pods.key, rounds=rounds + 1, seats=seats), *phases, **named)
    for _ in range(rounds):
        for table in Table.objects.filter(round__tournament=row, source="").select_related("round"):
            places = [1] + [2] * (table.places.count() - 1)
            rule_result(row.public_id, owner, table.round.number, table.number, places, reason="Played.")
        for _ in range(2):
            advance(row.public_id, NOON, opener=lambda keys: None)
    return Tournament.objects.get(pk=row.pk)


def check_all(record, cut: int) -> set[str]:
    """Everybody is told what is so; the tones in which it was said."""
    said = set()
    for number in record.players:
        cases = outlook_of(record, number).cases
        for case, mine in zip(cases, (3, 1, 0), strict=True):
            fewest, most = ranges(record, number, mine)
            said.add(case.tone)
            assert case.words.startswith("in the best") == (most < cut)
            assert case.words.startswith("out") == (fewest >= cut)
    return said


@pytest.mark.parametrize("cut", [2, 4])
def test_what_is_certain_is_certain(cut, owner):
    row = under_way(owner, 8, 2, PhasePlan(Swiss.key, rounds=3), PhasePlan(SingleElimination.key, cut_to=cut))
    assert check_all(record_of(row), cut) >= {"good", "bad"}


@pytest.mark.parametrize(("count", "seats", "cut"), sample([(9, 3, 2), (10, 3, 4), (8, 4, 2)], 1))
def test_what_is_certain_in_pods_is_certain(count, seats, cut, owner):
    row = pods_under_way(owner, count, 2, seats, PhasePlan(SingleElimination.key, cut_to=cut))
    assert check_all(record_of(row), cut) == {"good", "warn", "bad"}


def test_rounds_that_come_after_leave_more_open(owner):
    row = under_way(owner, 9, 0, PhasePlan(Pods.key, rounds=3, seats=3), CUT)
    assert {case.tone for case in outlook_of(record_of(row), 1).cases} == {"warn"}


def test_who_has_a_result_is_told_what_holds_with_it(owner):
    row = under_way(owner, 8, 0, PhasePlan(Swiss.key, rounds=1), PhasePlan(SingleElimination.key, cut_to=4))
    table = Table.objects.filter(round__tournament=row).first()
    loser = table.places.get(index=1).entry.number
    rule_result(row.public_id, owner, 1, table.number, [1, 2], reason="Played.")
    (case,) = outlook_of(record_of(row), loser).cases
    assert (case.case, case.tone) == (WITHOUT_TABLE, "bad")  # at each table at least one is ahead then
    decide_all(row, owner)
    assert outlook_of(record_of(row), loser).cases == ()  # the standings say it


def test_between_rounds_it_is_told_what_holds(owner):
    row = running(owner, PhasePlan(Swiss.key, rounds=3), CUT)
    decide_all(row, owner)
    advance(row.public_id, opener=lambda keys: None)
    assert [each.case for each in outlook_of(record_of(row), 1).cases] == [WITHOUT_TABLE]


def test_nobody_is_out_by_a_table_to_which_nobody_may_come(owner):
    row = under_way(owner, 0, 1, PhasePlan(Swiss.key, rounds=2), CUT, users=created(10))
    record = record_of(row)
    number = next(
        seat.player.number
        for table in record.tables(record.current)
        if {one.points for one in table.seats} == {0}
        for seat in table.seats
    )
    assert outlook_of(record, number).cases[0].tone == "warn"  # at two tables of three points all may lose
    tables = Table.objects.filter(round__tournament=row, source="")
    tables.update(opened_at=timezone.now(), no_show_at=None)
    assert outlook_of(record_of(row), number).cases[0].tone == "bad"


def test_who_is_in_the_cut_no_more_is_neither_told_nor_counted(owner):
    first, second = PhasePlan(Swiss.key, rounds=1), PhasePlan(Pods.key, rounds=1, seats=4, cut_to=4)
    row = under_way(owner, 8, 1, first, second, CUT)
    record = record_of(row)
    seeds = set(record.current.phase.seeds)
    assert len(seeds) == 4
    for number in record.players:
        said = outlook_of(record, number)
        assert (len(said.cases), said.why_not) == ((3, "") if number in seeds else (0, NOT_IN_IT))
    assert {outlook_of(record, number).cases[0].tone for number in seeds} == {"good"}


def test_bracket_says_why_nothing_can_be_counted(owner):
    row = under_way(owner, 8, 0, PhasePlan(SingleElimination.key), PhasePlan(Swiss.key, rounds=1, cut_to=4))
    assert outlook_of(record_of(row), 1) == ((), NO_POINTS)


@pytest.mark.parametrize("form", [Swiss.key, Pods.key])
def test_player_is_told_beside_the_standings(form, owner, people, browser_of, stranger):
    first = PhasePlan(form, rounds=2, seats=3 if form is Pods.key else 2)
    row = under_way(owner, 5, 0, first, CUT, users=people[:1])
    where = f"{row.get_absolute_url()}standings/"
    text = read_words(browser_of(people[0]).get(where))
    assert "Am I in?" in text
    assert ("Share its first place" in text) == (form is Pods.key)
    assert "Am I in?" not in read_words(stranger.get(where))
    drop(row.public_id, people[0])
    assert "Am I in?" not in read_words(browser_of(people[0]).get(where))


def test_nothing_is_said_where_no_cut_follows(owner, people):
    row = under_way(owner, 3, 1, users=people[:1])
    assert outlook_of(record_of(row), Entry.objects.get(user=people[0]).number) == ((), "")
