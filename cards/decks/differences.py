"""What is different in two contents, of versions of one deck or of any two decks."""

from __future__ import annotations

from typing import NamedTuple

from cards.decks.contents import PARTS, entries
from incursions.deck_files import Part
from incursions.rules.construction import DeckContent


class Difference(NamedTuple):
    """A piece that stands in one part in other numbers: `before` and `after` are copies, 0 for none."""

    part: Part
    title: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """Copies more, or less."""
        return self.after - self.before


def differences(before: DeckContent, after: DeckContent) -> list[Difference]:
    """What must be put in and taken out to make the one of the other: part by part, titles in order."""
    then, now = ({entry[:2]: entry.copies for entry in entries(content)} for content in (before, after))
    places = sorted(then.keys() | now.keys(), key=lambda place: (PARTS.index(place[0]), place[1]))
    found = (Difference(part, title, then.get((part, title), 0), now.get((part, title), 0)) for part, title in places)
    return [difference for difference in found if difference.change]
