"""The points of tournaments in a series, and its table. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Places = Sequence[Sequence[int]]
"""The places of a tournament, best first, with players who share one together; players by their key."""


@dataclass(frozen=True, slots=True)
class Part:
    """A player's result in one tournament: the place, the number of players, the points, and whether they count."""

    event: int
    place: int
    players: int
    points: int
    counts: bool


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """A player's line in the table: the rank, and the points with their parts."""

    rank: int
    player: int
    points: int
    parts: tuple[Part, ...]


def points_of(places: Places) -> dict[int, tuple[int, int]]:
    """Return each player's place and points: one for taking part, and one for each player placed behind."""
    everybody = sum(map(len, places))
    found: dict[int, tuple[int, int]] = {}
    before = 0
    for together in places:
        for player in together:
            found[player] = before + 1, everybody - before - len(together) + 1
        before += len(together)
    return found


def series_table(events: Mapping[int, Places], best: int) -> list[SeriesLine]:
    """Return the table, most points first; of each player's tournaments the `best` ones count (0: all).

    Ties are broken by the best single tournament, then the next one. Players equal in all share a rank.
    """
    brought: dict[int, list[tuple[int, int, int, int]]] = {}
    for event, places in events.items():
        players = sum(map(len, places))
        for player, (place, points) in points_of(places).items():
            brought.setdefault(player, []).append((points, place, players, event))
    lines = [(player, _parts(parts, best)) for player, parts in brought.items()]
    keyed = sorted(((_key(parts), player, parts) for player, parts in lines), key=lambda one: (one[0], -one[1]))
    table: list[SeriesLine] = []
    last: tuple[int, ...] | None = None
    for number, (key, player, parts) in enumerate(reversed(keyed), 1):
        rank = table[-1].rank if table and key == last else number
        table.append(SeriesLine(rank, player, sum(part.points for part in parts if part.counts), parts))
        last = key
    return table


def _parts(brought: list[tuple[int, int, int, int]], best: int) -> tuple[Part, ...]:
    """Return the tournaments of a player in order, with the best ones marked."""
    ranked = sorted(brought, key=lambda one: (-one[0], one[3]))
    counting = {event for _, _, _, event in (ranked[:best] if best else ranked)}
    ordered = sorted(brought, key=lambda one: one[3])
    return tuple(Part(event, place, players, points, event in counting) for points, place, players, event in ordered)


def _key(parts: tuple[Part, ...]) -> tuple[int, ...]:
    counting = sorted((part.points for part in parts if part.counts), reverse=True)
    return (sum(counting), *counting)
