"""The catalogue's rows for tests: written once for all tests of a process, and again where a test began with none."""

from functools import cache

from django.conf import settings

from cards.models import Piece
from cards.storing import store_catalogue
from incursions.games.incursions.rules.catalogue_check import Examined, examine


@cache
def fixtures() -> Examined:
    """Return the contents of the catalogue's files, read once."""
    return examine(settings.ROOT / "fixtures")


def fill_catalogue() -> None:
    """Write the catalogue's rows, if there are none."""
    if not Piece.objects.exists():
        store_catalogue(fixtures())
