"""Pieces of the base set with their pictures, each described once."""

from functools import cache

import pytest

from cards.storing import pieces
from incursions.games.incursions.pictures.art.choice import subject_of
from incursions.games.incursions.pictures.faces import picture_of
from tests.sampling import sample_of_kinds


@pytest.fixture(scope="session")
def definitions():
    return {title: piece for kind in pieces() for title, piece in kind.items()}


@pytest.fixture(scope="session")
def face_of(definitions):
    """The picture of the piece with a title, described when it is asked for first."""
    return cache(lambda title: picture_of(definitions[title]))


@pytest.fixture(scope="session")
def faces(definitions, face_of):
    """Pictures by title: of each kind of pieces some that show each subject, and all of them in a long run."""
    kinds = {title: number for number, kind in enumerate(pieces()) for title in kind}

    def kind_of(title):
        subject = subject_of(definitions[title])
        return kinds[title], getattr(subject, "func", subject)

    return {title: face_of(title) for title in sample_of_kinds(definitions, 2, kind=kind_of)}
