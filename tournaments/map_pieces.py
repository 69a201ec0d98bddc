"""Ships and pieces in the hexes of the star map: their places, and pieces in words (rules 17, 18)."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from incursions.engine.hexes import Hex
from tournaments import wording
from tournaments.drawing import centre

View = Mapping[str, Any]
PieceView = Mapping[str, Any]
Place = tuple[float, float, float]
"""The place of a ship on the chart: x, y, scale."""

MINE = "mine"
NOBODY = "neutral"
# The places of the pieces of a hex, clear of the ships in its middle; further pieces share the last place.
SPOTS = ((-50, -36), (50, -36), (-56, 22), (56, 22), (0, -58), (0, 34))
# The places of pieces beside two ships, which stand in a row.
SPOTS_OF_TWO = ((0, -54), (-64, -46), (0, 30), (64, 32), (-64, 32), (64, -46))


def placed_pieces(view: View) -> Iterator[dict[str, Any]]:
    """Yield every piece in its hex, oldest first, with its words, race and place on the chart."""
    taken: Counter[Hex] = Counter()
    race_of = races(view)
    ships = Counter(tuple(ship["at"]) for ship in view["ships"] if ship["at"] is not None and not ship["out"])
    for piece in view.get("placed", ()):
        at = tuple(piece["at"])
        spots = SPOTS_OF_TWO if ships[at] == 2 else SPOTS
        aside, down = spots[min(taken[at], len(spots) - 1)]
        taken[at] += 1
        x, y = centre(at)
        said = wording.capitalise(words(view, piece))
        race = race_of.get(piece["owner"], NOBODY)
        yield piece | {"words": said, "race": race, "x": x + aside, "y": y + down, "is_above": down < 0}


def lying_at(view: View, at: Sequence[int]) -> list[str]:
    """Return the pieces of a hex in words, oldest first."""
    return [words(view, piece) for piece in view.get("placed", ()) if list(piece["at"]) == list(at)]


def words(view: View, piece: PieceView) -> str:
    """Return a piece in words: its title, owner, points or dice, crew and player."""
    titles = wording.ship_titles(view)
    owner = "" if piece["owner"] is None else f" of {titles[piece['owner']]}"
    name = "mine" if piece["kind"] == MINE else f"{piece['kind']} {piece['title']}"
    parts = [f"{name}{owner}"]
    if piece["kind"] == MINE:
        bonus = f"+{piece['bonus']}" if piece["bonus"] else ""
        parts.append(f"{piece['dice']}D6{bonus}")
    if piece["points"] is not None:
        parts.append(wording.format_count(piece["points"], "point"))
    if piece["crew"]:
        parts.append(f"with {wording.join_names(piece['crew'])}")
    if piece["dominated"] is not None:
        parts.append(f"played by {titles[piece['dominated']]}’s player")
    if piece["fresh"]:
        parts.append("placed this turn")
    return ", ".join(parts)


def races(view: View) -> dict[int, str]:
    """Return the race of each seat's ship, as classes of pages name it."""
    return {ship["seat"]: ship["race"].lower() for ship in view["ships"]}


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


def ship_places(view: View) -> dict[int, Place]:
    """Return the place of each ship on the map."""
    together: dict[Hex, list[int]] = {}
    for ship in view["ships"]:
        if ship["at"] is not None and not ship["out"]:
            together.setdefault(tuple(ship["at"]), []).append(ship["seat"])
    found = {}
    for at, seats in together.items():
        x, y = centre(at)
        for seat, (dx, dy, scale) in zip(seats, ship_spots(len(seats)), strict=True):
            found[seat] = (x + dx, y + dy, scale)
    return found
