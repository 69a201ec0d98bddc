"""Ships and pieces in the hexes of the star map, and beams between ships: drawn, and in words (rules 17, 18)."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from incursions.engine.hexes import Hex
from tournaments import wording
from tournaments.drawing import centre, hull_paths

View = Mapping[str, Any]
PieceView = Mapping[str, Any]

MINE, DENIZEN, OFFICER, SHUTTLE = "mine", "denizen", "officer", "shuttle"
NOBODY = "neutral"
# Where the pieces of a hex lie, clear of the ships in its middle; more of them than that share the last place.
SPOTS = ((-50, -36), (50, -36), (-56, 22), (56, 22), (0, -58), (0, 34))
# Beside two ships, which stand in a row.
SPOTS_OF_TWO = ((0, -54), (-64, -46), (0, 30), (64, 32), (-64, 32), (64, -46))
LIFE_BELOW, LIFE_ABOVE = 30, -19
MINE_SHAPE = (
    "M0.0 -19.0L3.8 -9.2L13.4 -13.4L9.2 -3.8L19.0 0.0L9.2 3.8L13.4 13.4L3.8 9.2"
    "L0.0 19.0L-3.8 9.2L-13.4 13.4L-9.2 3.8L-19.0 0.0L-9.2 -3.8L-13.4 -13.4L-3.8 -9.2Z"
)
HEAD_AND_SHOULDERS = "M0-15a7 7 0 1 1 0 14a7 7 0 1 1 0-14ZM-13 16C-13 4 13 4 13 16Z"
WORKS = "M-14 14V-6L0-16 14-6V14Z"  # what stands in a hex and is neither ship nor mine


def draw(view: View) -> Iterator[str]:
    """Every piece in its hex, oldest first."""
    taken: dict[tuple[int, ...], int] = {}
    races = _races(view)
    ships = Counter(tuple(ship["at"]) for ship in view["ships"] if ship["at"] is not None and not ship["out"])
    for piece in view.get("placed", ()):
        at = tuple(piece["at"])
        spots = SPOTS_OF_TWO if ships[at] == 2 else SPOTS
        spot = spots[min(taken.setdefault(at, 0), len(SPOTS) - 1)]
        taken[at] += 1
        yield _piece(view, piece, races.get(piece["owner"], NOBODY), spot)


def _piece(view: View, piece: PieceView, race: str, spot: tuple[int, int]) -> str:
    """One piece, so far from the middle of its hex; its points stand towards that middle, clear of the tile's name."""
    x, y = (middle + aside for middle, aside in zip(centre(piece["at"]), spot, strict=True))
    kind = piece["kind"]
    mark = "" if piece["owner"] is None or kind in (DENIZEN, SHUTTLE) else f'<text y="5">{piece["owner"]}</text>'
    below = LIFE_BELOW if spot[1] < 0 else LIFE_ABOVE
    points = "" if piece["points"] is None else f'<text class="life" y="{below}">{piece["points"]}</text>'
    return (
        f'<g id="piece-{piece["number"]}" class="m-piece m-{kind} {race}" transform="translate({x:.1f} {y:.1f})">'
        f"<title>{escape(wording.capitalised(words(view, piece)))}</title>{_shape(kind)}{mark}{points}</g>"
    )


def _shape(kind: str) -> str:
    if kind == MINE:
        return f'<path d="{MINE_SHAPE}"/>'
    if kind == OFFICER:
        return f'<path d="{HEAD_AND_SHOULDERS}"/>'
    if kind in (DENIZEN, SHUTTLE):
        return f'<g transform="scale(0.5)">{hull_paths(NOBODY)}</g>'
    return f'<path d="{WORKS}"/>'


def beams(view: View, places: Mapping[int, tuple[float, float, float]]) -> Iterator[str]:
    """Tractor beams from the ships that hold to those that are held (rules 12.5)."""
    for player in view.get("players", ()):
        if player["holds"] is None:
            continue
        holder, held = player["seat"], player["holds"][0]
        if holder in places and held in places:
            (x, y, _), (u, v, _) = places[holder], places[held]
            yield f'<path id="beam-{holder}" class="m-tractor" d="M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}"/>'


def lying_at(view: View, at: Sequence[int]) -> list[str]:
    """The pieces of a hex in words, oldest first."""
    return [words(view, piece) for piece in view.get("placed", ()) if list(piece["at"]) == list(at)]


def words(view: View, piece: PieceView) -> str:
    """A piece in words: what, whose, its points or dice, who is aboard, who plays it."""
    titles = wording.ship_titles(view)
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


def _races(view: View) -> dict[int, str]:
    return {ship["seat"]: ship["race"].lower() for ship in view["ships"]}


def ship_spots(count: int) -> list[tuple[float, float, float]]:
    """Where the ships of one hex stand and how large: alone, side by side, in a triangle, then a ring."""
    if count == 1:
        return [(0, -12, 0.62)]
    if count == 2:
        return [(-43, -12, 0.56), (43, -12, 0.56)]
    if count == 3:
        return [(0, -44, 0.48), (-42, 18, 0.48), (42, 18, 0.48)]
    steps = [2 * math.pi * number / count - math.pi / 2 for number in range(count)]
    return [(52 * math.cos(angle), 48 * math.sin(angle) - 6, 0.36) for angle in steps]


def ship_places(view: Mapping[str, Any]) -> dict[int, tuple[float, float, float]]:
    """Where each ship on the map is drawn: x, y, scale."""
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


def ship_group(view: Mapping[str, Any], at: Sequence[int]) -> str:
    """The ships of one hex; those that are cloaked in outline, with the word."""
    found = ship_places(view)
    here = [ship for ship in view["ships"] if ship["seat"] in found and tuple(ship["at"]) == tuple(at)]
    cloaked = {player["seat"] for player in view.get("players", ()) if player["cloaked"]}
    own = view["seat"]
    return "".join(_ship(ship, found[ship["seat"]], own, is_cloaked=ship["seat"] in cloaked) for ship in here)


def _ship(
    ship: Mapping[str, Any], place: tuple[float, float, float], own: int | None, *, is_cloaked: bool = False
) -> str:
    x, y, scale = place
    race, seat = ship["race"].lower(), ship["seat"]
    size = scale / 0.62
    states = f"{' own' if seat == own else ''}{' cloaked' if is_cloaked else ''}"
    word = f'<text class="m-state" y="{50 * size:.0f}">cloaked</text>' if is_cloaked else ""
    return (
        f'<g id="ship-{seat}" class="m-ship {race}{states}" data-pick="seat {seat}" '
        f'transform="translate({x:.1f} {y:.1f})">'
        f'<title>{escape(ship["title"])}, seat {seat}</title><circle class="ring" r="{35 * size:.1f}"/>{word}'
        f'<g transform="scale({scale})">{hull_paths(race)}</g>'
        f'<g transform="translate({24 * size:.1f} {-30 * size:.1f})"><path class="pennant" '
        f'd="M-11-11H11V7L0 13-11 7Z"/><text y="3">{seat}</text></g></g>'
    )
