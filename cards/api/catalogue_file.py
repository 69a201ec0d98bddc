"""The catalogue as the API hands it out: every piece as plain data, and all of them as one file for each version."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b

from cards.api.piece_shapes import KINDS, PieceData, RulingOfPiece, piece_data
from cards.catalogue import Current, OncePerCatalogue, first_set
from cards.finding import Finding, current_finding
from incursions.rules.construction.facts import facts_of
from incursions.rules.printed.pieces import Definition

DIGEST_BYTES = 12


class CatalogueFile:
    """The pieces of one version of the catalogue. Each piece and the file are built on first use."""

    def __init__(self, finding: Finding, first_set: str) -> None:
        self.finding = finding
        self.first_set = first_set
        self._data: dict[str, PieceData] = {}

    def data_of(self, definition: Definition) -> PieceData:
        """Return the data of a piece, cached."""
        title = definition["title"]
        data = self._data.get(title)
        if data is None:
            data = self._data[title] = piece_data(definition, self.first_set)
        return data

    @cached_property
    def by_slug(self) -> Mapping[str, PieceData]:
        """All pieces by the names that they have in addresses."""
        return {data["slug"]: data for data in map(self.data_of, self.finding.index.pieces)}

    @cached_property
    def rulings(self) -> list[RulingOfPiece]:
        """All rulings, the newest first, each with its piece."""
        every: list[RulingOfPiece] = [
            {**ruling, "piece": data["slug"], "title": data["title"]}
            for data in self.by_slug.values()
            for ruling in data["rulings"]
        ]
        return sorted(every, key=lambda ruling: ruling["date"], reverse=True)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """Return how many pieces there are of each kind."""
        found = Counter(facts_of(piece).kind for piece in self.finding.index.pieces)
        return {kind: found[kind] for kind in KINDS}

    @cached_property
    def content(self) -> bytes:
        """The file, equal to the byte in every process with these pieces and pictures."""
        pieces = list(self.by_slug.values())
        return json.dumps({"pieces": pieces}, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()

    @cached_property
    def compressed(self) -> bytes:
        """The file, compressed."""
        return gzip.compress(self.content, mtime=0)

    @cached_property
    def version(self) -> str:
        """A digest of the file."""
        return blake2b(self.content, digest_size=DIGEST_BYTES).hexdigest()


@OncePerCatalogue
def current_file(catalogue: Current) -> CatalogueFile:
    """Return the file of a version."""
    return CatalogueFile(current_finding.find_for(catalogue), first_set.find_for(catalogue))
