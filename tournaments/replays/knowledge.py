"""With whose knowledge somebody may look at a match.

While decks are hidden: players with that of their own seat, or of a watcher; everybody else with a watcher's. When they
may be seen, with anybody's, or with all of it at once.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

OPEN, WATCHED = "open", "watched"


@dataclass(frozen=True)
class Knowledge:
    """What is known: a seat's, a watcher's (`seat` None), or everything. `key` stands in addresses."""

    key: str
    title: str
    seat: int | None = None
    knows_all: bool = False
    hands: frozenset[int] = frozenset()
    """Of these seats the hands besides, and nothing else that they know."""

    def sees_hand(self, seat: int) -> bool:
        """Whether the hand of that seat is known."""
        return self.sees_choices(seat) or seat in self.hands

    def sees_choices(self, seat: int) -> bool:
        """Whether it is known what the seat could choose, which may tell of what it knows of others."""
        return self.knows_all or seat == self.seat


def knowledges_of(ships: Iterable[Mapping[str, Any]], own: int | None, *, is_open_book: bool) -> list[Knowledge]:
    """What somebody who has the seat `own` (None: no seat) may choose from; the first is what he begins with."""
    seats = [Knowledge(str(ship["seat"]), ship["title"], ship["seat"]) for ship in ships]
    watched = Knowledge(WATCHED, "As watched")
    if is_open_book:
        return [Knowledge(OPEN, "All open", knows_all=True), *seats, watched]
    return [*(knowledge for knowledge in seats if knowledge.seat == own), watched]


def chosen(offered: list[Knowledge], key: str) -> Knowledge | None:
    """The one of that key, the first for no key; None for what is not offered."""
    return next((knowledge for knowledge in offered if key in ("", knowledge.key)), None)
