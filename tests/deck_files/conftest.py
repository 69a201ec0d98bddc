"""The base set, its titles and its facts, to read decks by."""

from pathlib import Path

import pytest

from incursions.deck_files import Titles
from incursions.rules.catalogue import Catalogue, load
from incursions.rules.construction import index_pieces

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def base_set() -> Catalogue:
    return load(ROOT / "fixtures")


@pytest.fixture(scope="session")
def facts(base_set):
    return index_pieces(piece for kind in base_set for piece in kind.values())


@pytest.fixture(scope="session")
def titles(facts) -> Titles:
    return Titles(facts)
