"""A battle as pixels, for banners and lists: hexes, terrain, missiles, and ships with facings, shields and names."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from functools import cache

from PIL import Image, ImageDraw, ImageFont

from incursions.engine.facings import ARCS
from incursions.games.position_pictures import SEA, Canvas, digest_sources, find_corners
from incursions.games.talon.table import chart, plane, silhouettes
from incursions.games.talon.table.chart import SHIELD_ANGLES, SHIELD_RADIUS, find_box, list_hexes, place_ships
from incursions.games.talon.table.plane import HALF, SIZE, Point, centre, find_point, read_hex
from incursions.games.talon.table.wording import ShipView, View

GRID = "#1d313e"
HULLS = ("#9fc4ec", "#f0a585")
"""The colours of the two sides by night, which a banner always shows."""
PAPER, ROCK, HAZE, MIST, STORM, BRASS = "#f4eedf", "#5d7382", "#3b2f52", "#234a5b", "#8a6a3a", "#9c7f48"
WORM = "#8fd0ef"
SILHOUETTE_WIDTH = 100.0
"""The width of the box in which silhouettes are drawn."""
NAME_SIZE, LEAST_SCALE = 15, 0.75
"""The height of letters in pixels, and the scale of a ship from which its name is written: not in a crowded hex."""
LONGEST_SHOWN = 14
LEAST_HEX = 4
"""The distance in pixels from the middle of a hex to its corners from which the plane shows its hexes."""
CURVE_STEPS = 8
MARK = re.compile(r"([MLQAZ])([^MLQAZ]*)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@cache
def digest_drawing() -> str:
    """Return a digest of the code that draws battles, with that of places and silhouettes."""
    return digest_sources((__file__, chart.__file__, plane.__file__, silhouettes.__file__))


def draw_position(view: View, width: int, height: int) -> bytes:
    """Return the battle of a view as a PNG of at most that size."""
    canvas = Canvas(find_box(list_hexes(view)), width, height)
    _draw_grid(canvas)
    for at, kind in view["terrain"].items():
        if draw_terrain := TERRAIN.get(kind):
            draw_terrain(canvas, centre(read_hex(at)))
    for missile in view["missiles"]:
        colour = HULLS[view["sides"].index(missile["side"])]
        canvas.fill_polygon(find_corners(_shift(centre(missile["at"]), (0, SIZE / 2)), 9), colour)
    places = place_ships(view)
    for index, (x, y, scale) in places.items():
        _draw_ship(canvas, view, view["ships"][index], (x, y), scale)
    for index, (x, y, scale) in places.items():
        if scale >= LEAST_SCALE:
            _write_name(canvas, view["ships"][index]["name"], (x, y + SIZE))
    return canvas.to_png()


def _shift(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _draw_grid(canvas: Canvas) -> None:
    """Draw the hexes of the box, some of which are cut off at its edges; none where they would be a blur."""
    box = canvas.extent
    if LEAST_HEX * canvas.pixel > SIZE:
        return
    for r in range(math.floor(box.y / (1.5 * SIZE)) - 1, math.ceil((box.y + box.height) / (1.5 * SIZE)) + 2):
        first = math.floor(box.x / (2 * HALF) - r / 2) - 1
        for q in range(first, first + math.ceil(box.width / (2 * HALF)) + 3):
            canvas.fill_polygon(find_corners(centre((q, r)), SIZE, 30), None, GRID, 2)


# --- ships ------------------------------------------------------------------------------------------------------------


def _draw_ship(canvas: Canvas, view: View, ship: ShipView, middle: Point, scale: float) -> None:
    """Draw a ship's silhouette, turned to its facing, with its shields round it."""
    colour = HULLS[view["sides"].index(ship["side"])]
    turn = -60 * ship["facing"]
    for arc in ARCS:
        now = ship["shields"][arc] if ship["shields_up"] else 0
        if now:
            start, end = SHIELD_ANGLES[arc]
            canvas.draw_arc(middle, SHIELD_RADIUS * scale, (start + turn, end + turn), colour, min(1.5 + now / 2, 6))
    width = max(1, round(SILHOUETTE_WIDTH * scale * canvas.scale))
    mask = draw_mask(ship["side"], find_kind(ship["class"]), ship["facing"], width)
    x, y = canvas.place(*middle)
    canvas.image.paste(colour, (round(x - mask.width / 2), round(y - mask.height / 2)), mask)


def find_kind(ship_class: str) -> str:
    """Return the kind of ships that the name of a class ends in."""
    return ship_class.rpartition("_")[2].upper()


@cache
def draw_mask(side: str, kind: str, facing: int, width: int) -> Image.Image:
    """Return a silhouette as a mask of so many pixels, turned to a facing."""
    mask = Image.new("L", (width, width), 0)
    draw = ImageDraw.Draw(mask)
    cosine, sine = math.cos(math.radians(-60 * facing)), math.sin(math.radians(-60 * facing))
    scale = 0.86 * width / SILHOUETTE_WIDTH

    def place(point: Point) -> Point:
        x, y = point
        return width / 2 + scale * (x * cosine - y * sine), width / 2 + scale * (x * sine + y * cosine)

    for path in silhouettes.draw_silhouette(side, kind):
        for number, outline in enumerate(flatten_path(path)):  # what follows the first outline is a hole in it
            draw.polygon([place(point) for point in outline], 0 if number else 255)
    return mask


def flatten_path(path: str) -> list[list[Point]]:
    """Return the outlines of a silhouette's path as polygons. Its arcs are halves of ellipses that stand upright."""
    outlines: list[list[Point]] = []
    for command, text in MARK.findall(path):
        numbers = [float(number) for number in NUMBER.findall(text)]
        if command == "M":
            outlines.append([(numbers[0], numbers[1])])
        elif command == "L":
            outlines[-1].append((numbers[0], numbers[1]))
        elif command == "Q":
            outlines[-1] += _follow_curve(outlines[-1][-1], (numbers[0], numbers[1]), (numbers[2], numbers[3]))
        elif command == "A":
            outlines[-1] += _follow_arc(outlines[-1][-1], numbers[1], (numbers[5], numbers[6]))
    return outlines


def _follow_curve(start: Point, control: Point, end: Point) -> Iterator[Point]:
    """Yield points of a quadratic curve after its start."""
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        parts = ((1 - t) ** 2, 2 * t * (1 - t), t**2)
        x, y = (
            sum(share * at[axis] for share, at in zip(parts, (start, control, end), strict=True)) for axis in (0, 1)
        )
        yield x, y


def _follow_arc(start: Point, height: float, end: Point) -> Iterator[Point]:
    """Yield points of half an ellipse, clockwise from its start to its end on the same level."""
    middle, radius = (start[0] + end[0]) / 2, (start[0] - end[0]) / 2
    for step in range(1, CURVE_STEPS + 1):
        angle = math.pi * step / CURVE_STEPS
        yield middle + radius * math.cos(angle), start[1] + math.copysign(height, radius) * math.sin(angle)


def _write_name(canvas: Canvas, name: str, middle: Point) -> None:
    """Write a name below its ship, with the sea round its letters. A letter that the font lacks is a box."""
    size = round(NAME_SIZE * canvas.pixel * canvas.scale)
    text = name if len(name) <= LONGEST_SHOWN else name[: LONGEST_SHOWN - 1] + "…"
    canvas.draw.text(
        canvas.place(*middle), text, PAPER, _load_font(size), anchor="mm", stroke_width=size // 8, stroke_fill=SEA
    )


@cache
def _load_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


# --- terrain ----------------------------------------------------------------------------------------------------------


def _draw_planet(canvas: Canvas, middle: Point) -> None:
    canvas.draw_circle(middle, 46, STORM, BRASS, 3)
    canvas.draw_circle(_shift(middle, (-10, -10)), 28, "#a5834d")


def _draw_asteroids(canvas: Canvas, middle: Point) -> None:
    for place, (x, y, size) in enumerate(((-20, -16, 17), (18, -22, 11), (22, 14, 18), (-16, 22, 13), (-38, 4, 7))):
        canvas.fill_polygon(find_corners(_shift(middle, (x, y)), size, 17 * place), ROCK)


def _draw_nebula(canvas: Canvas, middle: Point) -> None:
    for number in range(6):
        canvas.draw_circle(_shift(middle, find_point(22, 60 * number)), 24, MIST if number % 2 else HAZE)


def _draw_black_hole(canvas: Canvas, middle: Point) -> None:
    canvas.draw_circle(middle, 24, "#000000", BRASS, 4)
    canvas.draw_circle(middle, 38, outline=BRASS, width=2)
    canvas.draw_circle(middle, 48, outline=BRASS, width=1.5)


def _draw_worm_hole(canvas: Canvas, middle: Point) -> None:
    for radius in (12, 26, 40):
        canvas.draw_arc(middle, radius, (radius * 5, radius * 5 + 290), WORM, 4)


TERRAIN: dict[str, Callable[[Canvas, Point], None]] = {
    "planet": _draw_planet,
    "asteroid": _draw_asteroids,
    "nebula": _draw_nebula,
    "black hole": _draw_black_hole,
    "worm hole": _draw_worm_hole,
}
