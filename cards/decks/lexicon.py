"""What reading and judging decks needs of the catalogue, with the catalogue as it is now."""

from __future__ import annotations

from cards.catalogue import current_pieces
from cards.models import CardSet
from incursions.deck_files import Lexicon
from incursions.rules.catalogue import Catalogue

NO_PIECES = Catalogue({}, {}, {}, {})


class _Kept:
    """What this process made last."""

    pieces = NO_PIECES
    lexicon = Lexicon(NO_PIECES)


def current_lexicon() -> Lexicon:
    """That of the catalogue as it stands now. One query, and the making where the catalogue is another."""
    pieces = current_pieces()
    if pieces is not _Kept.pieces:
        first = CardSet.objects.values_list("code", flat=True).first()
        _Kept.lexicon = Lexicon(pieces, first) if first else Lexicon(pieces)
        _Kept.pieces = pieces
    return _Kept.lexicon


def known_title(typed: str) -> str | None:
    """The title of the piece that is typed so, as this process read the pieces last: for what is asked many times."""
    lexicon = _Kept.lexicon if _Kept.lexicon.facts else current_lexicon()
    return lexicon.titles.find(typed)
