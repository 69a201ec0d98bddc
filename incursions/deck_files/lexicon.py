"""All that reading what people type needs to know of a catalogue: made once for each version of it."""

from __future__ import annotations

from functools import cached_property

from incursions.deck_files.codes.numbers import Numbers
from incursions.deck_files.likeness import Likeness
from incursions.deck_files.titles import Titles
from incursions.rules.catalogue import Catalogue
from incursions.rules.construction import index_pieces
from incursions.rules.printed.card_sets import THE_ONLY_SET


class Lexicon:
    """Titles, numbers and facts of all pieces, and which titles are like what was typed.

    `first_set` is the code of the set that pieces belong to which name none.
    """

    def __init__(self, catalogue: Catalogue, first_set: str = THE_ONLY_SET.code) -> None:
        self.facts = index_pieces(piece for kind in catalogue for piece in kind.values())
        self.titles = Titles(self.facts)
        self.numbers = Numbers(catalogue, first_set)

    @cached_property
    def likeness(self) -> Likeness:
        """Which titles are like one: made when it is asked for the first time, since judging decks needs none."""
        return Likeness({title: facts.kind for title, facts in self.facts.items()})
