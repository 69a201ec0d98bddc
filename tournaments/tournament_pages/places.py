"""Final places."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tournaments.organizing.placing import final_places

if TYPE_CHECKING:
    from tournaments.tournament_pages.record import Player, Record


class Placed(NamedTuple):
    """Players who share a place: "1", "5–8"."""

    words: str
    players: list[Player]


def places_of(record: Record) -> list[Placed]:
    """Who came where, the best first: kept."""
    return record.part("places", lambda: _made(record))


def _made(record: Record) -> list[Placed]:
    found, first = [], 1
    for together in final_places(record.row):
        last = first + len(together) - 1
        words = str(first) if first == last else f"{first}–{last}"
        found.append(Placed(words, [record.players[number] for number in together]))
        first = last + 1
    return found
