"""The battle chart as SVG: the hexes round all that is on the plane, terrain, ships, missiles, last moves and options.

The plane has no edge, so the box is computed from the view. The drawing is made by `battle_map.html`; every figure on
it stands as text in a list beside it (`position.py`). Lengths are SVG units; y grows downwards, hexes have a corner up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple

from markupsafe import Markup

from incursions.engine.events import EventData
from incursions.engine.facings import ARCS
from incursions.engine.hexes import Hex, as_hex, hex_text
from incursions.games.talon.rules import events as told
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.table import TEMPLATES, silhouettes, wording
from incursions.games.talon.table.option_rows import Row
from incursions.games.talon.table.overlays import Overlay
from incursions.games.talon.table.plane import HALF, SIZE, Point, centre, find_point, hex_id, read_hex
from incursions.games.talon.table.wording import COMPASS, ShipView, View
from incursions.kit.words import format_count, join_names

MARGIN = 2 * SIZE
LEAST_WIDTH, LEAST_HEIGHT = 1100.0, 800.0
CORNERS = " ".join(
    f"{(SIZE - 1.5) * math.cos(angle):.1f},{(SIZE - 1.5) * math.sin(angle):.1f}"
    for angle in (math.radians(60 * number - 30) for number in range(6))
)
"""A hexagon with a corner up, a little smaller than its cell."""
FAN = 30.0
"""The distance from the centre of a hex at which several ships in it stand."""
CROWDED_SCALE = 0.62
FULL_SCALE = 0.95
SHIELD_RADIUS = 50.0
SHIELD_ANGLES = {"forward": (-26, 26), "right": (34, 146), "rear": (154, 206), "left": (214, 326)}
"""The stretch of each arc round a ship whose bow points right, in degrees clockwise."""
OPEN_SPACE = "Open space"
LONGEST_LABEL = 14
KEYS_IN_LINE = 4
KEY_DEPTH = 22.0
"""The distance of the middle of a key from the upper edge of its part of the hex, at most."""
EVERY = 3
"""One hex of so many has its coordinates written in it."""
MOVES = (told.Moved.kind, told.Shifted.kind, told.MissileFlew.kind)


class Box(NamedTuple):
    """The part of the plane that is shown. `text` is the size of letters that can be read when all of it is seen."""

    x: float
    y: float
    width: float
    height: float

    @property
    def text(self) -> float:
        """The size of letters in SVG units."""
        return min(max(self.width / 62, 17.0), 44.0)

    def __str__(self) -> str:
        return f"{self.x:.0f} {self.y:.0f} {self.width:.0f} {self.height:.0f}"


@dataclass(frozen=True)
class ShieldArc:
    """A shield round a ship: its path, its width by the points left, and whether it is down."""

    path: str
    width: float
    is_down: bool
    is_reinforced: bool


@dataclass(frozen=True)
class Token:
    """A ship on the chart: its place and scale, its silhouette, its shields, and its words."""

    index: int
    name: str
    css: str
    symbol: str
    x: float
    y: float
    scale: float
    angle: int
    shields: tuple[ShieldArc, ...]
    words: str
    is_own: bool
    is_due: bool
    is_square: bool


@dataclass(frozen=True)
class Dart:
    """A missile on the chart."""

    number: int
    css: str
    x: float
    y: float
    angle: float
    is_damaged: bool
    words: str


@dataclass(frozen=True)
class Tile:
    """A hex in which there is something: its terrain, and what a reader is told of it."""

    at: Hex
    id: str
    x: float
    y: float
    terrain: str
    title: str
    hint: str
    text: str


class Trace(NamedTuple):
    """The way of a ship or missile in the last moves."""

    css: str
    path: str


class Volley(NamedTuple):
    """A shot of the last move: its line, and the dice."""

    path: str
    x: float
    y: float
    dice: tuple[int, ...]


class Key(NamedTuple):
    """An option of a hex: its row and act, the middle of its key, and the part of the hex that chooses it."""

    row: Row
    text: str
    x: float
    y: float
    left: float
    top: float
    width: float
    height: float


class Mark(NamedTuple):
    """A hex with options, each with a key inside the hex."""

    id: str
    x: float
    y: float
    keys: tuple[Key, ...]
    is_target: bool


def draw_chart(
    view: View,
    field: Battlefield,
    rows: Sequence[Row] = (),
    overlays: Sequence[Overlay] = (),
    events: Sequence[EventData] = (),
    own_side: int | None = None,
) -> Markup:
    """Draw the chart of a view, with what the rows offer, an overlay for each ship, and the last moves."""
    hexes = list_hexes(view, rows)
    box = find_box(hexes)
    tokens = list_tokens(view, field, own_side)
    context = {
        "box": box,
        "corners": CORNERS,
        "label": describe_chart(view),
        "own": find_own_point(tokens),
        "symbols": list_symbols(view, field),
        "tiles": list_tiles(view, field, rows),
        "places": list_places(box),
        "traces": list_traces(events, view, field),
        "tokens": tokens,
        "darts": list_darts(view, field),
        "volleys": list_volleys(events, view),
        "overlays": [overlay.place() for overlay in overlays],
        "marks": list_marks(view, rows),
        "draw_terrain": draw_terrain,
    }
    return TEMPLATES.draw("battle_map", **context)


def describe_chart(view: View) -> str:
    """Return the chart in a sentence for screen readers."""
    ships = sum(ship["status"] == wording.IN_PLAY for ship in view["ships"])
    missiles = f", {format_count(len(view['missiles']), 'missile')}" if view["missiles"] else ""
    terrain = format_count(len(view["terrain"]), "hex", "hexes")
    return f"Battle chart, {format_count(ships, 'ship')}{missiles}, {terrain} of terrain."


# --- the box ----------------------------------------------------------------------------------------------------------


def list_hexes(view: View, rows: Iterable[Row] = ()) -> list[Hex]:
    """Return the hexes that the chart must show: of ships, missiles, terrain and options."""
    hexes = [as_hex(ship["at"]) for ship in view["ships"] if ship["status"] == wording.IN_PLAY]
    hexes += [as_hex(missile["at"]) for missile in view["missiles"]]
    hexes += [read_hex(at) for at in view["terrain"]]
    return hexes + [at for row in rows for at, _ in row.places] or [(0, 0)]


def find_box(hexes: Iterable[Hex]) -> Box:
    """Return a box round all these hexes, with a minimum so that a lone ship does not fill the screen."""
    middles = [centre(at) for at in hexes]
    left, right = min(x for x, _ in middles) - MARGIN, max(x for x, _ in middles) + MARGIN
    top, bottom = min(y for _, y in middles) - MARGIN, max(y for _, y in middles) + MARGIN
    width, height = max(right - left, LEAST_WIDTH), max(bottom - top, LEAST_HEIGHT)
    return Box((left + right - width) / 2, (top + bottom - height) / 2, width, height)


def list_places(box: Box) -> list[tuple[str, float, float]]:
    """Return one hex of three in the box by its coordinates, with the place of the words: every hex is beside one."""
    found = []
    for r in range(math.floor(box.y / (1.5 * SIZE)), math.ceil((box.y + box.height) / (1.5 * SIZE)) + 1):
        first = math.floor(box.x / (2 * HALF) - r / 2)
        for q in range(first, first + math.ceil(box.width / (2 * HALF)) + 2):
            if (q - r) % EVERY == 0:
                x, y = centre((q, r))
                found.append((hex_text((q, r)).replace("-", wording.MINUS), x, y + SIZE * 0.72))
    return found


# --- tiles ------------------------------------------------------------------------------------------------------------


def list_tiles(view: View, field: Battlefield, rows: Iterable[Row] = ()) -> list[Tile]:
    """Return the hexes in which there is something, or an option, row by row."""
    there: dict[Hex, list[str]] = {read_hex(at): [] for at in view["terrain"]}
    there |= {at: [] for row in rows for at, _ in row.places}
    for ship in view["ships"]:
        if ship["status"] == wording.IN_PLAY:
            there.setdefault(as_hex(ship["at"]), []).append(describe_token(ship, field))
    for missile in view["missiles"]:
        words = f"missile {missile['number']}" + (f" at {missile['target']}" if missile["target"] else "")
        there.setdefault(as_hex(missile["at"]), []).append(words)
    return [_make_tile(at, there[at], field) for at in sorted(there, key=lambda at: (at[1], at[0]))]


def _make_tile(at: Hex, words: list[str], field: Battlefield) -> Tile:
    x, y = centre(at)
    terrain = field.terrain.get(at, "")
    title = terrain.capitalize() or (words[0].partition(",")[0] if words else OPEN_SPACE)
    return Tile(at, hex_id(at), x, y, terrain, title, TERRAIN_HINTS.get(terrain, ""), ". ".join(words))


TERRAIN_HINTS = {
    "planet": "blocks fire, destroys what enters",
    "asteroid": "1 damage on entering, die −1",
    "nebula": "shields down inside, die −1",
    "black hole": "pulls, blocks fire, destroys what enters",
    "worm hole": "the way out for some",
}


def describe_token(ship: ShipView, field: Battlefield) -> str:
    """Return a ship with what can be seen of it."""
    printed = field.classes[field.indices[ship["name"]]]
    return f"{ship['name']}, {printed.title}, faces {COMPASS[ship['facing']]}, Speed {ship['row'][1]}"


# --- ships and missiles -----------------------------------------------------------------------------------------------


def list_symbols(view: View, field: Battlefield) -> list[tuple[str, tuple[str, ...]]]:
    """Return the silhouettes of the ships of a view, each once: the id and the paths."""
    kinds = dict.fromkeys(
        (ship["side"], printed.kind) for ship, printed in zip(view["ships"], field.classes, strict=True)
    )
    return [(silhouettes.make_id(*kind), silhouettes.draw_silhouette(*kind)) for kind in kinds]


def list_tokens(view: View, field: Battlefield, own_side: int | None = None) -> list[Token]:
    """Return the ships on the chart; several in a hex stand in a ring, smaller."""
    places = place_ships(view)
    return [_make_token(view, index, field, place, own_side) for index, place in places.items()]


def place_ships(view: View) -> dict[int, tuple[float, float, float]]:
    """Return the place and scale of each ship in play by index, row by row; those of one hex stand in a ring."""
    ships = [(index, ship) for index, ship in enumerate(view["ships"]) if ship["status"] == wording.IN_PLAY]
    ships.sort(key=lambda each: (each[1]["at"][1], each[1]["at"][0], each[0]))
    found = {}
    for index, ship in ships:
        together = [other for other, each in ships if each["at"] == ship["at"]]
        x, y = centre(ship["at"])
        if len(together) == 1:
            found[index] = (x, y, FULL_SCALE)
            continue
        angle = 2 * math.pi * together.index(index) / len(together) + math.pi
        found[index] = (x + FAN * math.cos(angle), y + FAN * math.sin(angle), CROWDED_SCALE)
    return found


def _make_token(
    view: View, index: int, field: Battlefield, place: tuple[float, float, float], own_side: int | None
) -> Token:
    ship, printed = view["ships"][index], field.classes[index]
    side = field.sides.index(ship["side"])
    return Token(
        index=index,
        name=shorten(ship["name"]),
        css=wording.SIDE_CSS[side],
        symbol=silhouettes.make_id(ship["side"], printed.kind),
        x=place[0],
        y=place[1],
        scale=place[2],
        angle=-60 * ship["facing"],
        shields=tuple(_draw_shields(ship, printed.shields)),
        words=describe_token(ship, field),
        is_own=side == own_side,
        is_due=ship["owes_move"] or ship["ap"],
        is_square=side == 1,
    )


def shorten(name: str) -> str:
    """Return a name as it stands on the chart, where one of forty letters would cover its neighbours."""
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1].rstrip()}…"


def _draw_shields(ship: ShipView, tops: Sequence[int]) -> Iterator[ShieldArc]:
    """Yield the shields round a ship whose bow points right, thick if they are whole."""
    for arc, top in zip(ARCS, tops, strict=True):
        now = ship["shields"][arc]
        if top:
            is_down = not now or not ship["shields_up"]
            yield ShieldArc(_shield_path(arc), 2 if is_down else 2 + 5 * now / top, is_down, arc in ship["reinforced"])


@cache
def _shield_path(arc: str) -> str:
    start, end = SHIELD_ANGLES[arc]
    (x, y), (u, v) = find_point(SHIELD_RADIUS, start), find_point(SHIELD_RADIUS, end)
    return f"M{x:.0f} {y:.0f}A{SHIELD_RADIUS:.0f} {SHIELD_RADIUS:.0f} 0 0 1 {u:.0f} {v:.0f}"


def list_darts(view: View, field: Battlefield) -> list[Dart]:
    """Return the missiles on the chart, turned to their targets; several in a hex stand beside each other."""
    targets = {ship["name"]: ship for ship in view["ships"]}
    found: list[Dart] = []
    for missile in view["missiles"]:
        x, y = place_missile(view, missile["number"])
        target = targets.get(missile["target"])
        angle = 0.0
        if target is not None:
            u, v = centre(target["at"])
            angle = math.degrees(math.atan2(v - y, u - x))
        aim = f" at {missile['target']}" if target else ", without a target"
        words = f"Missile {missile['number']}{aim}" + (", damaged" if missile["face"] == "damaged" else "")
        css = wording.side_css(field, missile["side"])
        found.append(Dart(missile["number"], css, x, y, angle, missile["face"] == "damaged", words))
    return found


def place_missile(view: View, number: int) -> Point:
    """Return the place of a missile: below the ships of its hex, those of one hex in a row."""
    missile = next(each for each in view["missiles"] if each["number"] == number)
    together = [each["number"] for each in view["missiles"] if each["at"] == missile["at"]]
    x, y = centre(missile["at"])
    has_ships = any(ship["at"] == missile["at"] and ship["status"] == wording.IN_PLAY for ship in view["ships"])
    shift = 26 * (together.index(number) - (len(together) - 1) / 2)
    return x + shift, y + (34 if has_ships else 0)


def find_own_point(tokens: Sequence[Token]) -> str:
    """Return the place from which arrow keys start: the first own ship, else the first ship."""
    token = next((token for token in tokens if token.is_own), tokens[0] if tokens else None)
    return "0 0" if token is None else f"{token.x:.0f} {token.y:.0f}"


# --- last moves -------------------------------------------------------------------------------------------------------


def list_traces(events: Iterable[EventData], view: View, field: Battlefield) -> list[Trace]:
    """Return the ways of ships and missiles in the last moves, each joined to one line."""
    ways: dict[tuple[str, int], list[Hex]] = {}
    for event in events:
        if event["kind"] in MOVES:
            facts = event["facts"]
            key = ("ship", facts["ship"]) if "ship" in facts else ("missile", facts["missile"])
            ways.setdefault(key, [as_hex(facts["start"])]).append(as_hex(facts["at"]))
    sides = {missile["number"]: missile["side"] for missile in view["missiles"]}
    return [
        Trace(
            wording.side_css(field, view["ships"][number]["side"] if kind == "ship" else sides[number])
            if kind == "ship" or number in sides
            else "",
            "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in map(centre, way)),
        )
        for (kind, number), way in ways.items()
    ]


def list_volleys(events: Iterable[EventData], view: View) -> list[Volley]:
    """Return the shots of the last moves at ships, with the dice beside the ships that fired."""
    found: list[Volley] = []
    aim: tuple[Point, Point] | None = None
    for event in events:
        facts: Mapping[str, Any] = event["facts"]
        if event["kind"] == told.Fired.kind:
            target = facts.get("target")
            aim = None
            if target is not None:
                aim = centre(view["ships"][facts["ship"]]["at"]), centre(view["ships"][target]["at"])
        elif event["kind"] in (told.Rolled.kind, told.CannonRolled.kind) and aim is not None:
            (x, y), (u, v) = aim
            found.append(Volley(f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}", (x + u) / 2, (y + v) / 2, (facts["die"],)))
    return found


# --- options ----------------------------------------------------------------------------------------------------------


def list_marks(view: View, rows: Iterable[Row]) -> list[Mark]:
    """Return the hexes on which the rows offer something."""
    there: dict[Hex, list[tuple[Row, str]]] = {}
    for row in rows:
        for at, act in row.places[:1] if row.choices else row.places:
            there.setdefault(at, []).append((row, act.text))
    found = []
    for at, offered in there.items():
        x, y = centre(at)
        found.append(Mark(hex_id(at), x, y, tuple(_place_keys(offered)), offered[0][0].act.verb == "fire"))
    return found


def _place_keys(offered: Sequence[tuple[Row, str]]) -> Iterator[Key]:
    """Yield the keys of a hex in lines, and divide the hex among them."""
    lines = math.ceil(len(offered) / KEYS_IN_LINE)
    in_line = math.ceil(len(offered) / lines)
    width, height = 2 * HALF / in_line, 2 * HALF / lines
    for number, (row, text) in enumerate(offered):
        line, place = divmod(number, in_line)
        left, top = width * place - HALF, height * line - HALF
        yield Key(row, text, left + width / 2, top + min(height / 2, KEY_DEPTH), left, top, width, height)


# --- terrain ----------------------------------------------------------------------------------------------------------


@cache
def draw_terrain(kind: str, at: Hex) -> Markup:
    """Return the drawing of a piece of terrain, a little different in each hex."""
    chance = Random(f"{kind} {at}")
    return Markup("".join(_TERRAIN[kind](chance))) if kind in _TERRAIN else Markup("")  # noqa: S704 -- made of numbers


def _draw_planet(chance: Random) -> Iterator[str]:
    tilt = chance.randint(-30, 30)
    yield '<circle class="b-planet" r="46"/>'
    bands = "M-43-16Q0-4 43-16M-46 4Q0 18 46 4M-38 26Q0 38 38 26"
    yield f'<path class="b-band" transform="rotate({tilt})" d="{bands}"/>'
    yield '<circle class="b-limb" r="46"/>'


def _draw_asteroids(chance: Random) -> Iterator[str]:
    for x, y, size in ((-20, -16, 17), (18, -22, 11), (22, 14, 18), (-16, 22, 13), (-38, 4, 7), (2, 2, 6), (2, 36, 7)):
        corners = [
            find_point(size * chance.uniform(0.7, 1.1), 51 * number + chance.randint(-14, 14)) for number in range(7)
        ]
        points = " ".join(f"{x + u:.0f},{y + v:.0f}" for u, v in corners)
        yield f'<polygon class="b-rock" points="{points}"/>'


def _draw_nebula(chance: Random) -> Iterator[str]:
    for number in range(6):
        x, y = find_point(20, 60 * number + chance.randint(-20, 20))
        size = chance.randint(20, 30)
        yield f'<circle class="{"b-mist" if number % 2 else "b-cloud"}" cx="{x:.0f}" cy="{y:.0f}" r="{size}"/>'


def _draw_black_hole(chance: Random) -> Iterator[str]:
    yield '<circle class="b-hole" r="24"/>'
    for radius in (31, 38, 46):
        turn = chance.randint(0, 359)
        dash = f"{radius * 1.2:.0f} {radius * 0.5:.0f}"
        yield f'<circle class="b-ring" r="{radius}" stroke-dasharray="{dash}" transform="rotate({turn})"/>'


def _draw_worm_hole(chance: Random) -> Iterator[str]:
    turn = chance.randint(0, 359)
    points = [find_point(4 + number * 1.7, 30 * number) for number in range(25)]
    yield f'<path class="b-spiral" transform="rotate({turn})" d="M{"L".join(f"{x:.0f} {y:.0f}" for x, y in points)}"/>'


_TERRAIN = {
    "planet": _draw_planet,
    "asteroid": _draw_asteroids,
    "nebula": _draw_nebula,
    "black hole": _draw_black_hole,
    "worm hole": _draw_worm_hole,
}


# --- small ------------------------------------------------------------------------------------------------------------


def draw_miniature(view: View) -> Markup:
    """Draw a battle at a glance for lists: terrain and ships as points, no words."""
    box = find_box(list_hexes(view))
    places = place_ships(view)
    points = [(*places[index][:2], view["sides"].index(view["ships"][index]["side"])) for index in places]
    terrain = [centre(read_hex(at)) for at in view["terrain"]]
    return TEMPLATES.draw("battle_miniature", box=box, points=points, terrain=terrain, css=wording.SIDE_CSS)


def describe_ships_left(view: View) -> str:
    """Return the number of ships in play of each side."""
    left = [ship["side"] for ship in view["ships"] if ship["status"] == wording.IN_PLAY]
    return join_names([f"{wording.side_title(side)} {left.count(side)}" for side in view["sides"]])
