"""The log of moves is append-only: the database itself refuses to change it."""

import pytest
from django.db import IntegrityError, connection, transaction

from tests.append_only import TABLE
from tests.tournaments.laid_matches import everything, lay_match, people, play_on

pytestmark = pytest.mark.both_databases
CHANGES = {
    "a text": lambda match: match.actions.filter(number=2).update(text="decline"),
    "a number": lambda match: match.actions.filter(number=2).update(number=7),
    "the dice, by saving": lambda match: _save(match.actions.first(), dice=[6, 6]),
    "by SQL": lambda match: _execute(f"UPDATE {TABLE} SET seat = 1 - seat WHERE number = 1"),
    "an action gone": lambda match: match.actions.last().delete(),
    "all gone": lambda match: match.actions.all().delete(),
    "gone by SQL": lambda match: _execute(f"DELETE FROM {TABLE}"),
    "the match gone": lambda match: match.delete(),
}


def _save(action, **changes):
    for name, value in changes.items():
        setattr(action, name, value)
    action.save()


def _execute(statement):
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("change", CHANGES.values(), ids=list(CHANGES))
def test_database_refuses_to_change_the_log(catalogue, change):
    players = people(2)
    match = play_on(lay_match(players), players, 3)
    before = everything(match)
    with pytest.raises(IntegrityError, match="the log of moves is append-only"), transaction.atomic():
        change(match)
    match.refresh_from_db()
    assert everything(match) == before
    assert play_on(match, players, 1).actions.count() == 4
