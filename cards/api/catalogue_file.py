"""The catalogue as the API hands it out: every piece as plain data, and all of them as one file for each version."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any

from cards.api.piece_shapes import KINDS, piece_data
from cards.directory import Directory
from cards.finding import Finding, current_finding
from cards.models import CardSet
from incursions.rules.construction.facts import facts_of
from incursions.rules.printed.card_sets import THE_ONLY_SET
from incursions.rules.printed.pieces import Definition

DIGEST_BYTES = 12
Data = dict[str, Any]


class CatalogueFile:
    """The pieces of one version. Each is made when it is asked for, and the file when somebody wants that."""

    def __init__(self, finding: Finding, first_set: str) -> None:
        self.finding = finding
        self.first_set = first_set
        self._data: dict[str, Data] = {}

    def of(self, definition: Definition) -> Data:
        """A piece of it."""
        title = definition["title"]
        data = self._data.get(title)
        if data is None:
            data = self._data[title] = piece_data(definition, self.first_set)
        return data

    @cached_property
    def by_slug(self) -> Mapping[str, Data]:
        """All pieces by the names that they have in addresses."""
        return {data["slug"]: data for data in map(self.of, self.finding.index.pieces)}

    @cached_property
    def directory(self) -> Directory:
        """Finds pieces that somebody may have meant."""
        return Directory(self.finding.of.pieces, self.first_set)

    @cached_property
    def rulings(self) -> list[Data]:
        """All rulings, the newest first, each with its piece."""
        every = [
            {**ruling, "piece": data["slug"], "title": data["title"]}
            for data in self.by_slug.values()
            for ruling in data["rulings"]
        ]
        return sorted(every, key=lambda ruling: ruling["date"], reverse=True)

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many pieces there are of each kind."""
        found = Counter(facts_of(piece).kind for piece in self.finding.index.pieces)
        return {kind: found[kind] for kind in KINDS}

    @cached_property
    def content(self) -> bytes:
        """The file: the same to the byte in every process that has these pieces and draws these pictures."""
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


class _Kept:
    """What this process made last."""

    file: CatalogueFile | None = None


def current_file() -> CatalogueFile:
    """That of the catalogue as it is now. One query unless it is another."""
    finding = current_finding()
    kept = _Kept.file
    if kept is None or kept.finding is not finding:
        first = CardSet.objects.values_list("code", flat=True).first()
        kept = _Kept.file = CatalogueFile(finding, first or THE_ONLY_SET.code)
    return kept
