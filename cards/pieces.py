"""The pieces and starter decks as the files have them, for commands that need no database: read once a process.

Matches of the house are started with the rows (`catalogue.py`).
"""

from functools import cache

from django.conf import settings

from incursions.rules.catalogue import Catalogue, load
from incursions.rules.printed.starters import Starter, load_starters

FIXTURES = settings.ROOT / "fixtures"


@cache
def pieces() -> Catalogue:
    """Every piece by title."""
    return load(FIXTURES)


@cache
def starters() -> dict[str, Starter]:
    """Every starter deck by title, in the order in which seats take them by turns."""
    return load_starters(FIXTURES / "starters.yaml", pieces())
