"""Ships and pieces in the hexes of the star map: their places, and pieces in words (rules 17, 18)."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NotRequired, TypedDict

from incursions.engine.hexes import Hex, as_hex
from incursions.rules.endings import ResultData
from incursions.rules.view import AttackView, OutView, PieceView, TileView
from tournaments import wording
from tournaments.drawing import centre

Place = tuple[float, float, float]
"""The place of a ship on the chart: x, y, scale."""


class ChartTurn(TypedDict):
    """The turn on a chart: the seat whose it is."""

    seat: int


class ChartShip(TypedDict):
    """A ship on a chart."""

    seat: int
    title: str
    race: str
    at: list[int]
    out: OutView | None


class ChartPlayer(TypedDict):
    """A player on a chart: whether a cloak hides the ship, and the seat and power of its beam."""

    seat: int
    cloaked: bool
    holds: list[int] | None


class Chart(TypedDict):
    """The part of a view that a chart shows; `pile` is 0 if no tile is left."""

    seat: int | None
    map: list[TileView]
    pile: int
    turn: ChartTurn
    result: ResultData | None
    attack: AttackView | None
    ships: list[ChartShip]
    players: NotRequired[list[ChartPlayer]]
    owners: NotRequired[list[list[int]]]
    placed: NotRequired[list[PieceView]]


class ChartPiece(PieceView):
    """A piece of a chart with its words, its owner's race and its place; `is_above` the middle of its hex."""

    words: str
    race: str
    x: float
    y: float
    is_above: bool


MINE = "mine"
NOBODY = "neutral"
# The places of the pieces of a hex, clear of the ships in its middle; further pieces share the last place.
SPOTS = ((-50, -36), (50, -36), (-56, 22), (56, 22), (0, -58), (0, 34))
# The places of pieces beside two ships, which stand in a row.
SPOTS_OF_TWO = ((0, -54), (-64, -46), (0, 30), (64, 32), (-64, 32), (64, -46))


def placed_pieces(chart: Chart) -> Iterator[ChartPiece]:
    """Yield every piece in its hex, oldest first, with its words, race and place on the chart."""
    taken: Counter[Hex] = Counter()
    race_of = races(chart)
    ships = Counter(as_hex(ship["at"]) for ship in chart["ships"] if ship["at"] is not None and not ship["out"])
    for piece in chart.get("placed", ()):
        at = as_hex(piece["at"])
        spots = SPOTS_OF_TWO if ships[at] == 2 else SPOTS
        aside, down = spots[min(taken[at], len(spots) - 1)]
        taken[at] += 1
        x, y = centre(at)
        said = wording.capitalise(words(chart, piece))
        race = NOBODY if piece["owner"] is None else race_of[piece["owner"]]
        yield {**piece, "words": said, "race": race, "x": x + aside, "y": y + down, "is_above": down < 0}


def lying_at(chart: Chart, at: Sequence[int]) -> list[str]:
    """Return the pieces of a hex in words, oldest first."""
    return [words(chart, piece) for piece in chart.get("placed", ()) if list(piece["at"]) == list(at)]


def words(chart: Chart, piece: PieceView) -> str:
    """Return a piece in words: its title, owner, points or dice, crew and player."""
    titles = wording.ship_titles(chart["ships"])
    owner = "" if piece["owner"] is None else f" of {titles[piece['owner']]}"
    name = "mine" if piece["kind"] == MINE else f"{piece['kind']} {piece['title']}"
    parts = [f"{name}{owner}"]
    if piece["kind"] == MINE:
        bonus = f"+{piece['bonus']}" if piece["bonus"] else ""
        parts.append(f"{piece['dice']}D6{bonus}")
    if piece["points"] is not None:
        parts.append(wording.counted(piece["points"], "point"))
    if piece["crew"]:
        parts.append(f"with {wording.listed(piece['crew'])}")
    if piece["dominated"] is not None:
        parts.append(f"played by {titles[piece['dominated']]}’s player")
    if piece["fresh"]:
        parts.append("placed this turn")
    return ", ".join(parts)


def races(chart: Chart) -> dict[int, str]:
    """Return the race of each seat's ship, as classes of pages name it."""
    return {ship["seat"]: ship["race"].lower() for ship in chart["ships"]}


def ship_spots(count: int) -> list[Place]:
    """Return the places and scales of the ships of one hex: alone, side by side, in a triangle, then a ring."""
    if count == 1:
        return [(0, -12, 0.62)]
    if count == 2:
        return [(-43, -12, 0.56), (43, -12, 0.56)]
    if count == 3:
        return [(0, -44, 0.48), (-42, 18, 0.48), (42, 18, 0.48)]
    steps = [2 * math.pi * number / count - math.pi / 2 for number in range(count)]
    return [(52 * math.cos(angle), 48 * math.sin(angle) - 6, 0.36) for angle in steps]


def ship_places(chart: Chart) -> dict[int, Place]:
    """Return the place of each ship on the map."""
    together: dict[Hex, list[int]] = {}
    for ship in chart["ships"]:
        if ship["at"] is not None and not ship["out"]:
            together.setdefault(as_hex(ship["at"]), []).append(ship["seat"])
    found = {}
    for at, seats in together.items():
        x, y = centre(at)
        for seat, (dx, dy, scale) in zip(seats, ship_spots(len(seats)), strict=True):
            found[seat] = (x + dx, y + dy, scale)
    return found
