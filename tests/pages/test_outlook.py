"""Am I in? What is said to be certain is so, whatever results the others have."""

from itertools import product

import pytest

from tests.pages.test_tournament_pages import nothing_kept, text_of, under_way  # noqa: F401
from tests.tournaments.organizing.conftest import owner  # noqa: F401
from tournaments.organizing.enums import Format
from tournaments.organizing.models import Entry
from tournaments.organizing.plans import PhasePlan
from tournaments.tournament_pages.keeping import kept, with_version
from tournaments.tournament_pages.outlook import outlook_of


def record_of(row):
    return kept.record(with_version(type(row).objects.all()).get(pk=row.pk))


def ranges(record, number: int, mine: int) -> tuple[int, int]:
    """Over all results of the others: the fewest surely before the player, and the most before or level."""
    points = {player: record.scores[player].points for player in record.players}
    tables = [[one.player.number for one in table.seats] for table in record.tables(record.current)]
    outcomes = [(3, 0), (1, 1), (0, 3)]
    found = []
    for results in product(outcomes, repeat=len(tables)):
        after = dict(points)
        for table, result in zip(tables, results, strict=True):
            for player, more in zip(table, result, strict=True):
                after[player] += more
        if after[number] - points[number] == mine:
            others = [have for player, have in after.items() if player != number]
            ahead = sum(have > after[number] for have in others)
            found.append((ahead, sum(have >= after[number] for have in others)))
    return min(ahead for ahead, _ in found), max(level for _, level in found)


@pytest.mark.parametrize("cut", [2, 4])
def test_what_is_certain_is_certain(cut, owner):  # noqa: F811
    row = under_way(owner, 8, 2, PhasePlan(Format.SWISS, rounds=3), PhasePlan(Format.SINGLE, cut_to=cut))
    record = record_of(row)
    said = set()
    for number in record.players:
        for case, mine in zip(outlook_of(record, number), (3, 1, 0), strict=True):
            fewest, most = ranges(record, number, mine)
            said.add(case.tone)
            assert case.words.startswith("in the best") == (most < cut)
            assert case.words.startswith("out") == (fewest >= cut)
    assert said >= {"good", "bad"}


def test_player_is_told_beside_the_standings(owner, people, browser_of, stranger):  # noqa: F811
    cut = PhasePlan(Format.SINGLE, cut_to=2)
    row = under_way(owner, 3, 1, PhasePlan(Format.SWISS, rounds=2), cut, users=people[:1])
    where = f"{row.get_absolute_url()}standings/"
    assert "Am I in?" in text_of(browser_of(people[0]).get(where))
    assert "Am I in?" not in text_of(stranger.get(where))


def test_nothing_is_said_where_no_cut_follows(owner, people):  # noqa: F811
    row = under_way(owner, 3, 1, users=people[:1])
    assert outlook_of(record_of(row), Entry.objects.get(user=people[0]).number) == []
