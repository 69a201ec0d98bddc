"""Directory of all pieces for their pages: lookup by slug, neighbours, and similar pieces."""

from __future__ import annotations

from difflib import get_close_matches
from heapq import nsmallest
from itertools import pairwise
from typing import NamedTuple

from cards.addresses import slug_of
from cards.catalogue import Current, OncePerCatalogue, by_slug, by_title, first_set
from cards.piece_facts import facts
from cards.piece_rules import verbs_of
from incursions.games.incursions.rules.printed.piece_fields import LONGEST_TITLE
from incursions.games.incursions.rules.printed.pieces import Definition, facts_of

MOST_LIKE = 3
MOST_SUGGESTED = 5
NEAR_ENOUGH = 0.55
MOST_COMPARED = 100
# What of two pieces is compared beside their verbs: not what nearly all share.
TELLING = ("Nature", "Type", "Kind", "Position", "Race", "Goes with", "Attached to", "Answers", "Play method", "Role")


class Beside(NamedTuple):
    """The previous and the next piece, by number within the set; None at the ends."""

    before: Definition | None
    after: Definition | None


class _Like(NamedTuple):
    """A piece with the features that similarity compares."""

    features: frozenset[tuple[str, str]]
    number: int
    piece: Definition


class Directory:
    """The directory of one version of the catalogue. `first_set` is the code of the set of pieces that name none."""

    def __init__(self, catalogue: Current) -> None:
        self.pieces = catalogue.pieces
        self.titles = by_title.find_for(catalogue).keys()
        self.first_set = first_set.find_for(catalogue)
        self._by_slug = by_slug.find_for(catalogue)
        self._kinds: dict[str, list[_Like]] = {}
        for piece in self._by_slug.values():
            known = _Like(_features(piece), piece.get("number", 0), piece)
            self._kinds.setdefault(facts_of(piece).kind, []).append(known)
        self._rows: dict[tuple[str, bool], list[Definition]] = {}
        for piece in self._by_slug.values():
            self._rows.setdefault(self._row(piece), []).append(piece)
        for row in self._rows.values():
            row.sort(key=lambda piece: ("number" not in piece, piece.get("number", 0), piece["title"]))

    def find(self, slug: str) -> Definition | None:
        """Return the piece whose page has this slug, or whose title this is in any spelling; None if there is none."""
        return self._by_slug.get(slug_of(slug))

    def find_neighbours(self, piece: Definition) -> Beside:
        """Return the pieces before and after a piece."""
        row = self._rows[self._row(piece)]
        place = row.index(piece)
        return Beside(row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)

    def set_of(self, piece: Definition) -> str:
        """Return the code of the piece's set."""
        return str(piece.get("set", self.first_set))

    def like(self, piece: Definition) -> list[Definition]:
        """Return the pieces of its kind that have most in common with it; among equals the nearest in number first."""
        own, number = _features(piece), piece.get("number", 0)

        def nearness(other: _Like) -> tuple[float, int]:
            shared = len(own & other.features) / max(1, len(own | other.features))
            return -shared, abs(other.number - number)

        others = (each for each in self._kinds[facts_of(piece).kind] if each.piece is not piece)
        return [each.piece for each in nsmallest(MOST_LIKE, others, key=nearness)]

    def longer(self, title: str) -> list[str]:
        """Return the longer titles that contain the title of the piece."""
        return [other for other in self.titles if title in other and other != title]

    def suggest(self, asked: str) -> list[Definition]:
        """Return the pieces that a wrong address may have meant, first the ones with the slug in their title."""
        slug = slug_of(asked[:LONGEST_TITLE])
        holding = [other for other in self._by_slug if len(slug) > 1 and slug in other]
        pairs = {"".join(pair) for pair in pairwise(slug)}

        def farness(other: str) -> tuple[int, int]:
            return -sum(pair in other for pair in pairs), abs(len(other) - len(slug))

        likely = nsmallest(MOST_COMPARED, self._by_slug, key=farness)  # comparing all of many would take long
        near = get_close_matches(slug, likely, n=MOST_SUGGESTED, cutoff=NEAR_ENOUGH)
        return [self._by_slug[found] for found in list(dict.fromkeys((*holding, *near)))[:MOST_SUGGESTED]]

    def _row(self, piece: Definition) -> tuple[str, bool]:
        return self.set_of(piece), "hex_points" in piece


@OncePerCatalogue
def current_directory(catalogue: Current) -> Directory:
    """Return the directory of a version."""
    return Directory(catalogue)


def _features(piece: Definition) -> frozenset[tuple[str, str]]:
    """Return the features of the piece: its kind, its printed figures, and the verbs of its effects."""
    rows = facts(piece)
    told = ((row.label, row.words) for row in rows if row.label in TELLING)
    return frozenset((*told, *(("prints", row.label) for row in rows), *(("does", verb) for verb in verbs_of(piece))))
