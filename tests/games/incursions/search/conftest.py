"""The base set, ready to be searched."""

from pathlib import Path

import pytest

from incursions.games.incursions.search import SearchIndex

FIXTURES = Path(__file__).resolve().parents[4] / "fixtures"


@pytest.fixture(scope="session")
def index(base_set) -> SearchIndex:
    return SearchIndex(base_set)


@pytest.fixture
def titles(index):
    """The titles that a query finds, in order."""

    def find(query: str) -> list[str]:
        return [piece["title"] for piece in index.search(query).pieces]

    return find
