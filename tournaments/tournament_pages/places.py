"""Final places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tournaments.organizing.phases import final_places
from tournaments.patches.models import Patch
from tournaments.tournament_pages.record import cached_part

if TYPE_CHECKING:
    from tournaments.tournament_pages.record import Player, Record


class Awarded(NamedTuple):
    """A patch of a player: what it is for, and its page."""

    title: str
    url: str


class Placed(NamedTuple):
    """Players who share a place: "1", "5–8"; and what each was awarded."""

    words: str
    players: list[Player]
    patches: list[list[Awarded]]

    @property
    def lines(self) -> list[tuple[Player, list[Awarded]]]:
        """Each player with the patches."""
        return list(zip(self.players, self.patches, strict=True))


@cached_part
def places_of(record: Record) -> list[Placed]:
    """Return who came where, the best first."""
    awarded: dict[int, list[Awarded]] = {}
    for patch in Patch.objects.filter(entry__tournament=record.row).select_related("entry").order_by("pk"):
        awarded.setdefault(patch.entry.number, []).append(Awarded(patch.title, patch.get_absolute_url()))
    found, first = [], 1
    for together in final_places(record.row):
        last = first + len(together) - 1
        words = str(first) if first == last else f"{first}–{last}"
        patches = [awarded.get(number, []) for number in together]
        found.append(Placed(words, [record.players[number] for number in together], patches))
        first = last + 1
    return found
