"""What searches are answered from: each process makes it of the catalogue once, and anew when that is another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cards.catalogue import Current, OncePerCatalogue, first_set
from cards.results import Items
from incursions.deck_files.likeness import Likeness
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


@OncePerCatalogue
def current_finding(catalogue: Current) -> Finding:
    """Return the index and the lists of a version."""
    return Finding(catalogue, SearchIndex(catalogue.pieces, first_set.of(catalogue)), Items())
