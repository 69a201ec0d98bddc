"""All pieces of the base set with their pictures, described once."""

import pytest

from cards.pieces import pieces
from incursions.pictures.faces import picture_of


@pytest.fixture(scope="session")
def definitions():
    return {title: piece for kind in pieces() for title, piece in kind.items()}


@pytest.fixture(scope="session")
def faces(definitions):
    return {title: picture_of(piece) for title, piece in definitions.items()}
