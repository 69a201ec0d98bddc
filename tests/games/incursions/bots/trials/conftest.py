"""Decks to measure, read from the files once a process."""

import pytest

from incursions.games.incursions.bots.trials.report import Report, report_of
from incursions.games.incursions.bots.trials.tally import Tally, measure
from tests.games.incursions.bots.trials.decks import deck_set


@pytest.fixture(scope="package")
def tallies() -> list[Tally]:
    """A few real games of two seats and of three."""
    return measure(deck_set(4), [2, 3], 6, 2, processes=1)


@pytest.fixture(scope="package")
def report(tallies) -> Report:
    return report_of(tallies, deck_set(4).decks, 2)
