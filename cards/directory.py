"""All pieces as their pages know them: by address, with who stands beside whom and who is like whom.

Made once for each version of the catalogue.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import NamedTuple

from cards.addresses import slug_of
from cards.piece_facts import facts
from cards.piece_rules import verbs_of
from incursions.rules.catalogue import Catalogue
from incursions.rules.construction.facts import facts_of
from incursions.rules.printed.pieces import Definition

MOST_LIKE = 3
MOST_SUGGESTED = 5
NEAR_ENOUGH = 0.55
LONGEST_COMPARED = 100
# What of two pieces is compared beside their verbs: not what nearly all share.
TELLING = ("Nature", "Type", "Kind", "Position", "Race", "Goes with", "Attached to", "Answers", "Play method", "Role")


class Beside(NamedTuple):
    """The pieces before and after one, by number within its set; None at the ends."""

    before: Definition | None
    after: Definition | None


class Directory:
    """The pieces of one version. `first_set` is the code of the set of pieces that name none."""

    def __init__(self, pieces: Catalogue, first_set: str) -> None:
        self.pieces = pieces
        self.titles = [title for kind in pieces for title in kind]
        self.first_set = first_set
        self._by_slug = {slug_of(title): piece for kind in pieces for title, piece in kind.items()}
        self._features = {piece["title"]: _features(piece) for piece in self._by_slug.values()}
        self._rows: dict[tuple[str, bool], list[Definition]] = {}
        for piece in self._by_slug.values():
            self._rows.setdefault(self._row(piece), []).append(piece)
        for row in self._rows.values():
            row.sort(key=lambda piece: ("number" not in piece, piece.get("number", 0), piece["title"]))

    def at(self, slug: str) -> Definition | None:
        """The piece whose page has this address, or whose title this is in any spelling."""
        return self._by_slug.get(slug_of(slug))

    def beside(self, piece: Definition) -> Beside:
        """Who comes before and after it."""
        row = self._rows[self._row(piece)]
        place = row.index(piece)
        return Beside(row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)

    def set_of(self, piece: Definition) -> str:
        """The code of its set."""
        return str(piece.get("set", self.first_set))

    def like(self, piece: Definition) -> list[Definition]:
        """Those of its kind that have most in common with it; among equals the nearest in number first."""
        own, number, kind = self._features[piece["title"]], piece.get("number", 0), facts_of(piece).kind

        def nearness(other: Definition) -> tuple[float, int, str]:
            shared = _shared(own, self._features[other["title"]])
            return -shared, abs(other.get("number", 0) - number), other["title"]

        others = (each for each in self._by_slug.values() if each is not piece and facts_of(each).kind == kind)
        return sorted(others, key=nearness)[:MOST_LIKE]

    def longer(self, title: str) -> list[str]:
        """The titles in which this one stands."""
        return [other for other in self.titles if title in other and other != title]

    def suggested(self, asked: str) -> list[Definition]:
        """Pieces that somebody may have meant who wrote this in an address: those that have it in their title first."""
        slug = slug_of(asked[:LONGEST_COMPARED])
        holding = [other for other in self._by_slug if len(slug) > 1 and slug in other]
        near = get_close_matches(slug, self._by_slug, n=MOST_SUGGESTED, cutoff=NEAR_ENOUGH)
        return [self._by_slug[found] for found in list(dict.fromkeys((*holding, *near)))[:MOST_SUGGESTED]]

    def _row(self, piece: Definition) -> tuple[str, bool]:
        return self.set_of(piece), "hex_points" in piece


def _features(piece: Definition) -> frozenset[tuple[str, str]]:
    """What it is, which figures it prints, what it does."""
    rows = facts(piece)
    told = ((row.label, row.words) for row in rows if row.label in TELLING)
    return frozenset((*told, *(("prints", row.label) for row in rows), *(("does", verb) for verb in verbs_of(piece))))


def _shared(one: frozenset[tuple[str, str]], other: frozenset[tuple[str, str]]) -> float:
    """How much of what either has both have."""
    return len(one & other) / max(1, len(one | other))
