"""Pieces and decks to print, and what a reader of PDF finds in the documents made of them."""

import pytest

from cards.storing import pieces, starters
from incursions.games.incursions.printing.document import PAPERS
from incursions.games.incursions.printing.proxies import Style, Which, proxies
from tests.games.incursions.printing.paper_reading import Reading


@pytest.fixture(scope="session")
def definitions():
    return {title: piece for kind in pieces() for title, piece in kind.items()}


@pytest.fixture(scope="session")
def starter():
    """Ship, captain, 28 cards of 19 titles, 10 tiles of 8."""
    return starters()["Sol Against the Sky"].content


@pytest.fixture(scope="session")
def sheets(definitions, starter):
    """The starter deck in every way of printing it, each made when it is asked for first."""
    made = {}

    def read(paper="a4", style=Style.FACES):
        if (paper, style) not in made:
            document = proxies("Wreck Runners", starter, definitions, PAPERS[paper], Which.ALL, style)
            made[paper, style] = Reading(document)
        return made[paper, style]

    return read
