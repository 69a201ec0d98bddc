"""Positions of random games of Full, by topic."""

from functools import cache

from incursions.games.incursions.table.question_rows import list_rows
from tests.pages.games import full_positions

GAMES = range(6)


SEATS = (2, 2, 3, 2, 4, 3)


@cache
def asked_positions(number):
    """Return some positions of a random game, with the asked seat and its rows of options. Cached for all tests."""
    found = [game.copy() for game in full_positions(number, SEATS[number], every=9, most=200)]
    return [(game, game.decision.seat, list_rows(game, game.decision.seat)) for game in found]


def buttons_of(rows):
    for row in rows:
        if not row.is_refused:
            yield from row.choices or (row,)
