"""Catalogues to spoil: a copy of the files, and an empty table of pieces."""

import shutil
from pathlib import Path

import pytest
from django.test import Client

from cards.models import CardSet, CatalogueVersion, Piece, StarterDeck
from tests.cards.catalogue_files import FIXTURES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the fixtures that a test may spoil."""
    return shutil.copytree(FIXTURES, tmp_path / "fixtures")


@pytest.fixture
def nothing(db) -> None:
    """A database that no catalogue was loaded into."""
    for model in (Piece, StarterDeck, CardSet, CatalogueVersion):
        model.objects.all().delete()


@pytest.fixture
def staff_client(catalogue, django_user_model) -> Client:
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("staff"))
    return client
