"""The star map as SVG, rendered from a seat's view: tiles, ships, tracks, and the legal options where they apply.

The drawing is made by `table/star_map.html`. Every figure on the map stands as text in a list beside it (`as_text`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any

from django.utils.safestring import SafeString

from incursions.engine.hexes import DIRECTIONS, Hex, as_hex, distance
from incursions.rules.setup import BASIC
from incursions.rules.view import ShipView, TileView, View
from tournaments import map_pieces, wording
from tournaments.drawing import HEX_CORNERS, centre, hull_paths, tile_art
from tournaments.map_pieces import Chart, ChartShip, Place
from tournaments.option_rows import Row
from tournaments.part_templates import draw_part

MARGIN = 60
BEND = 78
LEAST_WIDTH, LEAST_HEIGHT = 820, 640
# A chart larger than this is seen from afar: it leaves out details and writes the rest larger.
FAR_WIDTH, FAR_HEIGHT = 1350, 1150
CROWDED = 0.5  # at this scale, with three or more ships in a hex, a ship has room for one key
LONGEST_FAR_LINE = 11  # letters of a line that can be read from afar


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


def select_charted(view: View) -> Chart:
    """Return the part of a view that the chart shows: its chart equals the chart of the view."""
    shown: Chart = {
        "seat": view["seat"],
        "map": view["map"],
        "pile": bool(view["pile"]),
        "turn": {"seat": view["turn"]["seat"]},
        "result": view["result"],
        "attack": view["attack"],
        "ships": [_select_ship(ship) for ship in view["ships"]],
    }
    if view["mode"] != BASIC:
        shown["owners"], shown["placed"] = view["owners"], view["placed"]
        shown["players"] = [
            {"seat": player["seat"], "cloaked": player["cloaked"], "holds": player["holds"]}
            for player in view["players"]
        ]
    return shown


def _select_ship(ship: ShipView) -> ChartShip:
    return {
        "seat": ship["seat"],
        "title": ship["title"],
        "race": ship["race"],
        "at": ship["at"],
        "out": ship["out"],
    }


def draw(chart: Chart, rows: Sequence[Row] = (), track: Sequence[Hex] = ()) -> SafeString:
    """Draw the chart. `track` is the path of the ship that moved last."""
    tiles = {as_hex(tile["at"]): tile for tile in chart["map"]}
    sides = _sides(chart, tiles, rows)
    places = map_pieces.ship_places(chart)
    context = {
        "view": chart,
        "tiles": tiles,
        "ids": {at: f"{at[0]}_{at[1]}".replace("-", "m") for at in tiles},
        "sides": sides,
        "box": extent([*tiles, *(at for at, _, _ in sides)]),
        "label": label(chart, rows),
        "own_place": _own_place(chart),
        "occupied": {as_hex(ship["at"]) for ship in chart["ships"] if ship["at"] is not None},
        # Of several ways to a hex the first one, which costs least.
        "reach": {
            choice.at: (row, choice)
            for row in reversed(rows)
            for choice in reversed(row.choices)
            if choice.at is not None
        },
        "there": {row.at: row for row in rows if row.at is not None and not row.is_refused},
        "track": track,
        "pieces": map_pieces.placed_pieces(chart),
        "places": places,
        "ships": sorted((ship for ship in chart["ships"] if ship["seat"] in places), key=itemgetter("at")),
        "cloaked": {player["seat"] for player in chart.get("players", ()) if player["cloaked"]},
        "shot": _shot(chart, places),
        "targets": _targets(places, rows),
    }
    return draw_part("star_map", DRAWING | context)


def label(chart: Chart, rows: Sequence[Row]) -> str:
    """Return the chart in a sentence for screen readers."""
    free = sum(1 for row in rows if row.direction and not row.is_refused)
    sides = f", {wording.counted(free, 'free side')} to explore" if rows else ""
    return f"Star map, {wording.counted(len(chart['map']), 'explored hex', 'explored hexes')}{sides}."


def extent(hexes: Iterable[Sequence[int]]) -> Box:
    """Return a box round all these hexes, with a minimum so that a lone tile does not fill the screen."""
    middles = [centre(at) for at in hexes]
    left, right = min(x for x, _ in middles) - 100, max(x for x, _ in middles) + 100
    top, bottom = min(y for _, y in middles) - 90, max(y for _, y in middles) + 90
    width = max(right - left + 2 * MARGIN, LEAST_WIDTH)
    height = max(bottom - top + 2 * MARGIN, LEAST_HEIGHT)
    return Box((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def as_text(chart: Chart) -> list[str]:
    """Return the tiles as sentences, nearest to the own ship first (to the start hex for a spectator)."""
    own = _own_ship(chart)
    origin = as_hex(own["at"]) if own and own["at"] is not None else (0, 0)
    tiles = sorted(chart["map"], key=lambda tile: (distance(as_hex(tile["at"]), origin), tile["at"]))
    return [_tile_sentence(chart, tile, origin) for tile in tiles]


def hint(kind: str) -> str:
    """Return the words below the name of a tile of a kind, at most 18 characters."""
    return {"start": "no event", "wormhole": "doubles to leave"}.get(kind, "")


def tile_text(chart: Chart, tile: TileView) -> str:
    """Return the text of a tile, beyond Basic with its owner and the pieces in its hex."""
    owner = next((seat for q, r, seat in chart.get("owners", ()) if [q, r] == list(tile["at"])), None)
    whose = [ship["title"] for ship in chart["ships"] if ship["seat"] == owner]
    parts = [tile.get("text") or "", *(f"Brought by {title}." for title in whose)]
    parts += [f"{wording.capitalise(words)}." for words in map_pieces.lying_at(chart, tile["at"])]
    return " ".join(filter(None, parts))


@lru_cache(1024)
def tile_face(kind: str, title: str, hex_points: int, is_far: bool) -> SafeString:
    """Return the drawing of a tile, without its place. Cached: a map of 36 tiles takes 1.6 ms instead of 2.0."""
    shown = {"kind": kind, "title": title, "hex_points": hex_points, "is_far": is_far, "hint": hint(kind)}
    return draw_part("tile_face", DRAWING | shown)


def _tile_sentence(chart: Chart, tile: TileView, origin: Hex) -> str:
    here = [ship["title"] for ship in chart["ships"] if ship["at"] == list(tile["at"]) and not ship["out"]]
    away = distance(as_hex(tile["at"]), origin)
    place = "your hex" if away == 0 and _own_ship(chart) else wording.counted(away, "hex", "hexes") + " away"
    who = wording.listed(here) + (" is" if len(here) == 1 else " are") + " here" if here else "empty"
    pieces = map_pieces.lying_at(chart, tile["at"])
    parts = [tile["title"], f"at {tile['at'][0]},{tile['at'][1]}", place, hint(tile["kind"]), *pieces, who]
    return ", ".join(part for part in parts if part) + "."


def _own_ship(chart: Chart) -> ChartShip | None:
    return next((ship for ship in chart["ships"] if ship["seat"] == chart["seat"]), None)


def _own_place(chart: Chart) -> tuple[float, float]:
    """Return the place at which a small screen opens the map: at the own ship, else at the ship whose turn it is."""
    whose = next(ship for ship in chart["ships"] if ship["seat"] == chart["turn"]["seat"])
    return centre((_own_ship(chart) or whose)["at"])


# --- tiles and sides ------------------------------------------------------------------------------------------------


def _lines(title: str) -> list[str]:
    """Return a title in two lines of about the same length, if it is too long for one that can be read from afar."""
    words = title.split(" ")
    if len(title) <= LONGEST_FAR_LINE or len(words) == 1:
        return [title]
    ways = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(ways, key=lambda way: max(map(len, way))))


def _sides(chart: Chart, tiles: Mapping[Any, Any], rows: Sequence[Row]) -> list[tuple[Hex, str, Row | None]]:
    """Return the free sides of the own hex: those that may be explored now, else (for planning) those that are free."""
    own = _own_ship(chart)
    if not own or own["at"] is None or own["out"] or chart["result"]:
        return []
    legal = {row.direction: row for row in rows if row.direction and not row.is_refused}
    found = []
    for direction, (q, r) in DIRECTIONS.items():
        at = (own["at"][0] + q, own["at"][1] + r)
        if direction in legal or (not rows and at not in tiles and chart["pile"]):
            found.append((at, direction, legal.get(direction)))
    return found


# --- ships: what may be done to them, and what was --------------------------------------------------------------------


def _targets(places: Mapping[int, Place], rows: Sequence[Row]) -> Iterator[tuple[Row, float, float]]:
    """Yield the possible attacks, with the places of their keys under the target ships."""
    for seat, (x, y, scale) in places.items():
        attacks = [row for row in rows if row.target == seat and not row.is_refused and row.key]
        attacks = attacks if scale > CROWDED else attacks[:1]
        for number, row in enumerate(attacks):
            yield row, x + 26 * (number - (len(attacks) - 1) / 2), y + 62 * scale


def _shot(chart: Chart, places: Mapping[int, Place]) -> dict[str, complex] | None:
    """Return the points of the arc of the attack being answered, of its head and of its score, or None."""
    attack = chart["attack"]
    seat, aim = (None, None) if attack is None else (attack["seat"], attack["target"])
    if seat is None or aim is None or seat not in places or aim not in places:
        return None
    (x, y, _), (u, v, _) = places[seat], places[aim]
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


def miniature(view: View) -> SafeString:
    """Draw a table at a glance for lists: hexes and ships, no words."""
    chart = select_charted(view)
    context = {
        "view": chart,
        "box": extent(tile["at"] for tile in chart["map"]),
        "places": map_pieces.ship_places(chart),
        "races": map_pieces.races(chart),
    }
    return draw_part("miniature", DRAWING | context)


DRAWING = {
    "hex_corners": HEX_CORNERS,
    "centre": centre,
    "hull_paths": hull_paths,
    "tile_art": tile_art,
    "tile_face": tile_face,
    "tile_text": tile_text,
    "hint_of": hint,
    "lines_of": _lines,
}
"""Functions and constants for the templates of charts."""
