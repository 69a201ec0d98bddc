"""The base set, its titles and its facts, to read decks by."""

from pathlib import Path

import pytest

from incursions.games.incursions.deck_files import Lexicon, Titles, read_pasted
from incursions.games.incursions.rules.starters import Starter, load_starters

ROOT = Path(__file__).parents[4]


@pytest.fixture(scope="session")
def titles(facts) -> Titles:
    return Titles(facts)


@pytest.fixture(scope="session")
def lexicon(base_set) -> Lexicon:
    return Lexicon(base_set)


@pytest.fixture(scope="session")
def starters(base_set) -> dict[str, Starter]:
    return load_starters(ROOT / "fixtures" / "starters.yaml", base_set)


@pytest.fixture
def read(lexicon):
    return lambda text, chosen=None: read_pasted(text, lexicon, chosen or {})
