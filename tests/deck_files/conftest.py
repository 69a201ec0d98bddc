"""The base set, its titles and its facts, to read decks by."""

import sys
from pathlib import Path

import pytest

from incursions.deck_files import Lexicon, Titles, read_pasted
from incursions.deck_files.signs import refused_sign
from incursions.rules.catalogue import Catalogue, load
from incursions.rules.construction import index_pieces
from incursions.rules.printed.starters import Starter, load_starters

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


@pytest.fixture(scope="session")
def lexicon(base_set) -> Lexicon:
    return Lexicon(base_set)


@pytest.fixture(scope="session")
def starters(base_set) -> dict[str, Starter]:
    return load_starters(ROOT / "fixtures" / "starters.yaml", base_set)


@pytest.fixture
def read(lexicon):
    return lambda text, chosen=None: read_pasted(text, lexicon, chosen or {})


def became(report):
    return [(line.status.value, line.title, line.copies) for line in report.lines]


def made_up_title(rng) -> str:
    """A title of any signs that one can have; no paste takes it for another one."""
    signs = (chr(rng.choice((rng.randrange(33, 127), rng.randrange(33, sys.maxunicode)))) for _ in range(9))
    title = " ".join(["".join(sign for sign in signs if refused_sign(sign) is None), rng.choice(("", "[Deck]", "4 x"))])
    return title.strip()
