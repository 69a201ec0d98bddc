"""What searches are answered from: each process makes it of the catalogue once, and anew when that is another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cards.catalogue import Current, current
from cards.models import CardSet
from cards.results import Items
from incursions.deck_files.likeness import Likeness
from incursions.rules.catalogue import Catalogue
from incursions.rules.construction.facts import facts_of
from incursions.search import SearchIndex


@dataclass(frozen=True)
class Finding:
    """The index of a catalogue, and its pieces as lists show them."""

    of: Current
    index: SearchIndex
    items: Items

    @cached_property
    def likeness(self) -> Likeness:
        """Which titles are like what was typed: needed only once somebody found nothing."""
        return Likeness({piece["title"]: facts_of(piece).kind for piece in self.index.pieces})


class _Kept:
    """What this process made last."""

    finding = Finding(Current("", Catalogue({}, {}, {}, {}), {}), SearchIndex(Catalogue({}, {}, {}, {})), Items())


def current_finding() -> Finding:
    """That of the catalogue as it stands now. Costs one query, and the making where the catalogue is another."""
    catalogue = current()
    kept = _Kept.finding
    if kept.of is not catalogue:
        first = CardSet.objects.values_list("code", flat=True).first()
        index = SearchIndex(catalogue.pieces, first) if first else SearchIndex(catalogue.pieces)
        kept = _Kept.finding = Finding(catalogue, index, Items())
    return kept
