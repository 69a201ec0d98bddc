"""Rows written by statements made once are those that Django would have written."""

import pytest

from incursions.kit.writing import add_rows, write_if
from tests.tournaments.laid_matches import NOON, lay_match, people
from tournaments.matches.models import Action, Match


@pytest.fixture
def match(catalogue):
    return lay_match(people(2))


def test_added_rows_are_as_bulk_create_makes_them(match):
    facts = {"match": match, "text": "décliné", "dice": [1, 6], "events": [{"kind": "passed"}], "at": NOON}
    add_rows(Action, [Action(number=number, seat=None, **facts) for number in (1, 2)])
    Action.objects.bulk_create([Action(number=3, seat=None, **facts)])
    first, second, made = Action.objects.filter(match=match).order_by("number").values()
    for name, value in made.items():
        if name not in ("id", "number"):
            assert first[name] == second[name] == value


def test_row_is_written_only_if_it_is_as_expected(match):
    before = Match.objects.filter(pk=match.pk).values().get()
    changed = Match.objects.get(pk=match.pk)
    changed.version, changed.state_data, changed.bot_due_at = 7, {"number": 7}, NOON
    columns = ("version", "state_data", "bot_due_at")
    assert not write_if(changed, columns, version=1, state=match.state)
    assert not write_if(changed, columns, version=0, state="over")
    assert Match.objects.filter(pk=match.pk).values().get() == before
    assert write_if(changed, columns, version=0, state=match.state)
    after = {"version": 7, "state_data": {"number": 7}, "bot_due_at": NOON}
    assert Match.objects.filter(pk=match.pk).values().get() == before | after
