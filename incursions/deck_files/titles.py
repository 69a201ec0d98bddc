"""The titles of a catalogue as people type them: compared as in search, and never guessed."""

from __future__ import annotations

from collections.abc import Iterable

from incursions.search.folding import fold


class Titles:
    """All titles of a catalogue: made once for each version of it."""

    def __init__(self, titles: Iterable[str]) -> None:
        self._exact = frozenset(titles)
        self._by_folded: dict[str, list[str]] = {}
        for title in self._exact:
            self._by_folded.setdefault(fold(title), []).append(title)

    def find(self, typed: str) -> str | None:
        """The title that was typed, whatever its case, accents and apostrophes; None if there is none or several."""
        if typed in self._exact:
            return typed
        alike = self._by_folded.get(fold(typed), [])
        return alike[0] if len(alike) == 1 else None
