"""The star map as SVG, rendered from a seat's view: tiles, ships, tracks, and the legal options where they apply.

The drawing is made by `star_map.html`. Every figure on it stands as text in a list beside it (`describe_tiles`).
Lengths are SVG user units; y grows downwards.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any

from markupsafe import Markup

from incursions.engine.hexes import DIRECTIONS, Hex, distance
from incursions.games.incursions.pictures import ornaments
from incursions.games.incursions.pictures.svg_pen import path_data
from incursions.games.incursions.table import TEMPLATES, wording
from incursions.games.incursions.table.artwork import ART
from incursions.games.incursions.table.hints import find_race, write_hint
from incursions.games.incursions.table.option_rows import Row
from incursions.games.incursions.table.printed import Printed
from incursions.kit.words import capitalise, format_count, join_names

RACES = ("federation", "klingon", "romulan", "borg", "neutral")
ROW_HEIGHT = math.sqrt(3) * 100
HEX_CORNERS = "96.5,0.0 48.3,83.6 -48.2,83.6 -96.5,0.0 -48.3,-83.6 48.3,-83.6"
"""A flat-topped hexagon, a little smaller than the cell of radius 100, so that the sea shows between two tiles."""
HULLS: dict[str, tuple[str, ...]] = {
    "federation": (
        "M0-48C6-30 9-8 8 20L15 36 5 32 4 45-4 45-5 32-15 36-8 20C-9-8-6-30 0-48Z",
        "M10 0 35 24 36 40 12 22Z",
        "M-10 0-35 24-36 40-12 22Z",
    ),
    "klingon": ("M-46-36C-24-22 24-22 46-36 42-6 24 4 11 6L14 34 22 42H-22L-14 34-11 6C-24 4-42-6-46-36Z",),
    "romulan": ("M-30-30A43 43 0 1 0 30-30 33 33 0 1 1-30-30Z", "M0-46 6-4 0 30-6-4Z"),
    "borg": ("M-42 0-21-36 21-36 42 0 21 36-3 36-3 19-27 23Z", "M-14-14H14V0H-14Z"),
    "neutral": ("M0-34 15 8 15 30 6 26-6 26-15 30-15 8Z",),
}
"""Hulls, bow up, in a box of -50..50: clipper, axe, sickle, block, launch. Every outline is this project's own."""
MARGIN = 60
BEND = 78
LEAST_WIDTH, LEAST_HEIGHT = 820, 640
# A chart larger than this is seen from afar: it leaves out details and writes the rest larger.
FAR_WIDTH, FAR_HEIGHT = 1350, 1150
CROWDED = 0.5  # at this scale, with three or more ships in a hex, a ship has room for one key
LONGEST_FAR_LINE = 11  # letters of a line that can be read from afar
SHOWN_OF_A_SHIP = ("seat", "title", "race", "at", "out")
SHOWN_OF_A_PLAYER = ("seat", "cloaked", "holds")

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


@dataclass(frozen=True)
class Box:
    """The part of the chart that is shown, in SVG units."""

    x: float
    y: float
    width: float
    height: float

    @property
    def is_far(self) -> bool:
        """Return True if small print could not be read on so large a chart."""
        return self.width > FAR_WIDTH or self.height > FAR_HEIGHT

    def __str__(self) -> str:
        return f"{self.x:.0f} {self.y:.0f} {self.width:.0f} {self.height:.0f}"


def select_charted(view: View) -> View:
    """Return the part of a view that the chart shows: its chart equals the chart of the view."""
    shown = {name: view[name] for name in ("seat", "map", "result", "attack", "owners", "placed") if name in view}
    shown["pile"] = bool(view["pile"])
    shown["turn"] = {"seat": (view.get("turn") or {}).get("seat")}
    shown["ships"] = [{name: ship[name] for name in SHOWN_OF_A_SHIP} for ship in view["ships"]]
    if "players" in view:
        shown["players"] = [{name: player[name] for name in SHOWN_OF_A_PLAYER} for player in view["players"]]
    return shown


def draw_chart(
    view: View, rows: Sequence[Row] = (), track: Sequence[Hex] = (), printed: Printed | None = None
) -> Markup:
    """Draw the chart. `track` is the path of the ship that moved last; `printed` has the pictures of the tiles."""
    printed = printed or Printed()
    tiles = {tuple(tile["at"]): tile for tile in view["map"]}
    sides = _find_free_sides(view, tiles, rows)
    places = place_ships(view)
    context = {
        "view": view,
        "tiles": tiles,
        "hints": {at: hint_at(view, tile) for at, tile in tiles.items()},
        "art": {at: printed.picture(tile["title"], ART) for at, tile in tiles.items()},
        "ids": {at: hex_id(at) for at in tiles},
        "sides": sides,
        "box": find_extent([*tiles, *(at for at, _, _ in sides)]),
        "label": describe_map(view, rows),
        "titles": wording.tile_titles(view["map"]),
        "own_place": _find_own_place(view),
        "occupied": {tuple(ship["at"]) for ship in view["ships"] if ship["at"] is not None},
        # Of several ways to a hex the first one, which costs least.
        "reach": {
            choice.at: (row, choice)
            for row in reversed(rows)
            for choice in reversed(row.choices)
            if choice.at is not None
        },
        "there": {row.at: row for row in rows if row.at is not None and not row.is_refused},
        "track": track,
        "pieces": list_pieces(view),
        "places": places,
        "ships": sorted((ship for ship in view["ships"] if ship["seat"] in places), key=itemgetter("at")),
        "cloaked": {player["seat"] for player in view.get("players", ()) if player["cloaked"]},
        "shot": _find_shot_points(view, places),
        "targets": _place_attacks(places, rows),
    }
    return TEMPLATES.draw("star_map", **DRAWING, **context)


def describe_map(view: View, rows: Sequence[Row]) -> str:
    """Return the chart in a sentence for screen readers."""
    free = sum(1 for row in rows if row.direction)
    sides = f", {format_count(free, 'free side')} to explore" if rows else ""
    return f"Star map, {format_count(len(view['map']), 'explored hex', 'explored hexes')}{sides}."


def find_extent(hexes: Iterable[Sequence[int]]) -> Box:
    """Return a box round all these hexes, with a minimum so that a lone tile does not fill the screen."""
    middles = [centre(at) for at in hexes]
    left, right = min(x for x, _ in middles) - 100, max(x for x, _ in middles) + 100
    top, bottom = min(y for _, y in middles) - 90, max(y for _, y in middles) + 90
    width = max(right - left + 2 * MARGIN, LEAST_WIDTH)
    height = max(bottom - top + 2 * MARGIN, LEAST_HEIGHT)
    return Box((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def describe_tiles(view: View) -> list[str]:
    """Return the tiles in words with their texts, nearest to the own ship first (to the start hex for a spectator)."""
    own = _find_own_ship(view)
    origin = tuple(own["at"]) if own and own["at"] is not None else (0, 0)
    titles, lines = wording.tile_titles(view["map"]), []
    for tile in sorted(view["map"], key=lambda tile: (distance(tuple(tile["at"]), origin), tile["at"])):
        here = [ship["title"] for ship in view["ships"] if ship["at"] == list(tile["at"]) and not ship["out"]]
        away = distance(tuple(tile["at"]), origin)
        place = "your hex" if away == 0 and own else format_count(away, "hex", "hexes") + " away"
        who = join_names(here) + (" is" if len(here) == 1 else " are") + " here" if here else "empty"
        pieces = describe_pieces_at(view, tile["at"])
        parts = [wording.name_hex(tile["at"], titles), place, hint_at(view, tile), *pieces, who]
        lines.append(" ".join([", ".join(part for part in parts if part) + ".", tile.get("text") or ""]).strip())
    return lines


def hint_at(view: View, tile: Mapping[str, Any]) -> str:
    """Return the words below the name of a tile, at most 18 characters. In Basic the events of tiles sleep (20.2)."""
    return write_hint(tile["kind"], tile.get("text") or "", has_events="players" in view)


def describe_tile(view: View, tile: Mapping[str, Any]) -> str:
    """Return the text of a tile, beyond Basic with its owner and the pieces in its hex."""
    owner = next((seat for q, r, seat in view.get("owners", ()) if [q, r] == list(tile["at"])), None)
    whose = [ship["title"] for ship in view["ships"] if ship["seat"] == owner]
    parts = [tile.get("text") or "", *(f"Brought by {title}." for title in whose)]
    parts += [f"{capitalise(words)}." for words in describe_pieces_at(view, tile["at"])]
    return " ".join(filter(None, parts))


@lru_cache(1024)
def draw_tile_face(kind: str, title: str, hex_points: int, is_far: bool, hint: str, art: str, race: str) -> Markup:
    """Return the drawing of a tile, without its place. Cached: a map of 36 tiles takes 1.6 ms instead of 2.0."""
    shown = {"kind": kind, "title": title, "hex_points": hex_points, "is_far": is_far}
    shown |= {"hint": hint, "art": art, "race": race}
    return TEMPLATES.draw("tile_face", **DRAWING, **shown)


def _find_own_ship(view: View) -> Mapping[str, Any] | None:
    return next((ship for ship in view["ships"] if ship["seat"] == view["seat"]), None)


def _find_own_place(view: View) -> tuple[float, float]:
    """Return the place from which arrow keys start on the map: the own ship, else the ship whose turn it is."""
    turn = view.get("turn") or {}
    ships = {ship["seat"]: ship for ship in view["ships"] if ship["at"] is not None}
    ship = ships.get(view["seat"]) or ships.get(turn.get("seat"))
    return centre(ship["at"]) if ship else (0.0, 0.0)


# --- hulls and hexes -----------------------------------------------------------------------------------------------


@cache
def emblem_outline(race: str) -> str:
    """Return the path of a race's emblem in a box of 100 by 100, as on its pieces; the compass rose for other races."""
    return path_data(ornaments.emblem(race.capitalize()))


@cache
def hull_paths(race: str) -> str:
    """Return the outline of a race's ships; the launch for other races."""
    return "".join(f'<path d="{outline}"/>' for outline in HULLS.get(race, HULLS["neutral"]))


def centre(at: Sequence[int]) -> tuple[float, float]:
    """Return the middle of a hex on the chart: flat-topped hexes of radius 100."""
    q, r = at
    return 150 * q, ROW_HEIGHT * (r + q / 2)


def hex_id(at: Sequence[int]) -> str:
    """Return the coordinates of a hex as a part of the ids of its elements."""
    return f"{at[0]}_{at[1]}".replace("-", "m")


# --- tiles and sides ------------------------------------------------------------------------------------------------


def _break_title(title: str) -> list[str]:
    """Return a title in two lines of about the same length, if it is too long for one that can be read from afar."""
    words = title.split(" ")
    if len(title) <= LONGEST_FAR_LINE or len(words) == 1:
        return [title]
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(ways, key=lambda way: max(map(len, way))))


def _find_free_sides(view: View, tiles: Mapping[Any, Any], rows: Sequence[Row]) -> list[tuple[Hex, str, Row | None]]:
    """Return the free sides of the own hex: those that may be explored now, else (for planning) those that are free."""
    own = _find_own_ship(view)
    if not own or own["at"] is None or own["out"] or view["result"]:
        return []
    legal = {row.direction: row for row in rows if row.direction}
    found = []
    for direction, (q, r) in DIRECTIONS.items():
        at = (own["at"][0] + q, own["at"][1] + r)
        if direction in legal or (not rows and at not in tiles and view["pile"]):
            found.append((at, direction, legal.get(direction)))
    return found


# --- ships: what may be done to them, and what was --------------------------------------------------------------------


def _place_attacks(places: Mapping[int, Place], rows: Sequence[Row]) -> Iterator[tuple[Row, float, float]]:
    """Yield the possible attacks, with the places of their keys under the target ships."""
    for seat, (x, y, scale) in places.items():
        attacks = [row for row in rows if row.target == seat and not row.is_refused and row.key]
        attacks = attacks if scale > CROWDED else attacks[:1]
        for number, row in enumerate(attacks):
            yield row, x + 26 * (number - (len(attacks) - 1) / 2), y + 62 * scale


def _find_shot_points(view: View, places: Mapping[int, Place]) -> dict[str, complex] | None:
    """Return the points of the arc of the attack being answered, of its head and of its score, or None."""
    attack = view.get("attack")
    if not attack or attack["seat"] not in places or attack["target"] not in places or attack.get("score") is None:
        return None
    (x, y, _), (u, v, _) = places[attack["seat"]], places[attack["target"]]
    ship, target = complex(x, y), complex(u, v)
    way = target - ship
    # The arc bends upwards, and aside where it would run straight up or down, clear of both ships.
    side = -1 if (way.real, way.imag) > (0, 0) else 1
    bend = (ship + target) / 2 + side * BEND * 1j * way / abs(way)
    start, end, tip = _point_towards(ship, bend, 38), _point_towards(target, bend, 50), _point_towards(target, bend, 34)
    wide = (tip - end) * -0.6j
    middle = (start + 2 * bend + end) / 4
    head = {"left": end + wide, "right": end - wide, "tip": tip}
    return {"start": start, "bend": bend, "end": end, "middle": middle, **head}


def _point_towards(start: complex, goal: complex, far: float) -> complex:
    """Return the point at a distance from the start on the way to the goal."""
    return start + (goal - start) * far / max(abs(goal - start), 1)


# --- pieces and ships in their hexes (rules 17, 18) -------------------------------------------------------------------


def list_pieces(view: View) -> Iterator[dict[str, Any]]:
    """Yield every piece in its hex, oldest first, with its words, race and place on the chart."""
    taken: Counter[Hex] = Counter()
    race_of = find_races(view)
    ships = Counter(tuple(ship["at"]) for ship in view["ships"] if ship["at"] is not None and not ship["out"])
    for piece in view.get("placed", ()):
        at = tuple(piece["at"])
        spots = SPOTS_OF_TWO if ships[at] == 2 else SPOTS
        aside, down = spots[min(taken[at], len(spots) - 1)]
        taken[at] += 1
        x, y = centre(at)
        said = capitalise(describe_piece(view, piece))
        race = race_of.get(piece["owner"], NOBODY)
        yield piece | {"words": said, "race": race, "x": x + aside, "y": y + down, "is_above": down < 0}


def describe_pieces_at(view: View, at: Sequence[int]) -> list[str]:
    """Return the pieces of a hex in words, oldest first."""
    return [describe_piece(view, piece) for piece in view.get("placed", ()) if list(piece["at"]) == list(at)]


def describe_piece(view: View, piece: PieceView) -> str:
    """Return a piece in words: its title, owner, points or dice, crew and player."""
    titles = wording.ship_titles(view["ships"])
    owner = "" if piece["owner"] is None else f" of {titles[piece['owner']]}"
    name = "mine" if piece["kind"] == MINE else f"{piece['kind']} {piece['title']}"
    parts = [f"{name}{owner}"]
    if piece["kind"] == MINE:
        bonus = f"+{piece['bonus']}" if piece["bonus"] else ""
        parts.append(f"{piece['dice']}D6{bonus}")
    if piece["points"] is not None:
        parts.append(format_count(piece["points"], "point"))
    if piece["crew"]:
        parts.append(f"with {join_names(piece['crew'])}")
    if piece["dominated"] is not None:
        parts.append(f"played by {titles[piece['dominated']]}’s player")
    if piece["fresh"]:
        parts.append("placed this turn")
    return ", ".join(parts)


def find_races(view: View) -> dict[int, str]:
    """Return the race of each seat's ship, as classes of pages name it."""
    return {ship["seat"]: ship["race"].lower() for ship in view["ships"]}


def list_ship_spots(count: int) -> list[Place]:
    """Return the places and scales of the ships of one hex: alone, side by side, in a triangle, then a ring."""
    if count == 1:
        return [(0, -12, 0.62)]
    if count == 2:
        return [(-43, -12, 0.56), (43, -12, 0.56)]
    if count == 3:
        return [(0, -44, 0.48), (-42, 18, 0.48), (42, 18, 0.48)]
    steps = [2 * math.pi * number / count - math.pi / 2 for number in range(count)]
    return [(52 * math.cos(angle), 48 * math.sin(angle) - 6, 0.36) for angle in steps]


def place_ships(view: View) -> dict[int, Place]:
    """Return the place of each ship on the map."""
    together: dict[Hex, list[int]] = {}
    for ship in view["ships"]:
        if ship["at"] is not None and not ship["out"]:
            together.setdefault(tuple(ship["at"]), []).append(ship["seat"])
    found = {}
    for at, seats in together.items():
        x, y = centre(at)
        for seat, (dx, dy, scale) in zip(seats, list_ship_spots(len(seats)), strict=True):
            found[seat] = (x + dx, y + dy, scale)
    return found


def draw_miniature(view: View) -> Markup:
    """Draw a table at a glance for lists: hexes and ships, no words."""
    context = {
        "view": view,
        "box": find_extent(tile["at"] for tile in view["map"]),
        "places": place_ships(view),
        "races": find_races(view),
    }
    return TEMPLATES.draw("miniature", **DRAWING, **context)


DRAWING = {
    "hex_corners": HEX_CORNERS,
    "centre": centre,
    "hull_paths": hull_paths,
    "tile_face": draw_tile_face,
    "tile_text": describe_tile,
    "name_hex": wording.name_hex,
    "race_of": find_race,
    "lines_of": _break_title,
}
"""Functions and constants for the templates of charts."""
