"""What reading and judging decks needs of the catalogue, with the catalogue as it is now."""

from __future__ import annotations

from cards.catalogue import Current, OncePerCatalogue, first_set, last_read
from incursions.deck_files import Lexicon


@OncePerCatalogue
def current_lexicon(catalogue: Current) -> Lexicon:
    """Return the lexicon of a version."""
    return Lexicon(catalogue.pieces, first_set.of(catalogue))


def known_title(typed: str) -> str | None:
    """The title of the piece that is typed so, as this process read the pieces last: for what is asked many times."""
    return current_lexicon.of(last_read()).titles.find(typed)
