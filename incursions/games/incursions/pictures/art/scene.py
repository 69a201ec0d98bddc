"""The scene of a picture's art: its room, colours, chance and light, and the sky behind every subject."""

from __future__ import annotations

import hashlib
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from incursions.games.incursions.pictures.colours import WHITE, SkyColours, lighten, mix, turn_hue
from incursions.games.incursions.pictures.shapes import (
    ORIGIN,
    Box,
    Colour,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Outline,
    Point,
    Radial,
    Shape,
    Shapes,
    Stop,
    arc,
    circle,
    draw_layers,
    draw_nothing,
    elliptic_arc,
    halo,
    join,
    line,
    motion,
    polar,
    polygon,
    rectangle,
    ring_points,
    shade,
    star,
    transform,
)
from incursions.games.incursions.rules.printed.pieces import RACES, Definition

WIDTH = 320.0
"""Art is drawn in a room of this width and made smaller with its face."""
T = TypeVar("T")


def chance_of(title: str, what: str = "") -> random.Random:
    """Return a stream of chance that is the same for a title on every machine, another for each purpose."""
    return random.Random(hashlib.blake2b(f"{title}\n{what}".encode(), digest_size=8).digest())


@dataclass(frozen=True)
class Scene:
    """The scene of a piece. Its subject stands at the origin, which is `centre` in the room; `size` is its reach."""

    piece: Definition
    race: str
    sky: SkyColours
    tint: Colour
    height: float
    chance: random.Random
    centre: Point
    size: float

    @property
    def room(self) -> Box:
        """The room around the origin."""
        x, y = self.centre
        return Box(-x, -y, WIDTH, self.height)

    @property
    def dark(self) -> Colour:
        """The darkness between the stars."""
        return self.sky.dark

    @property
    def glow(self) -> Colour:
        """The colour of what glows in the sky."""
        return self.sky.glow

    @property
    def light(self) -> Colour:
        """Nearly white, with a breath of the sky's glow."""
        return lighten(self.glow, 0.75)

    def darken(self, colour: Colour, part: float) -> Colour:
        """Return the colour mixed with a share of the sky's darkness."""
        return mix(colour, self.dark, part)

    def darken_tint(self, part: float) -> Colour:
        """Return the tint mixed with a share of the sky's darkness."""
        return self.darken(self.tint, part)

    def pick(self, least: float, most: float) -> float:
        """Return a number by chance."""
        return self.chance.uniform(least, most)

    def vary(self, most: float) -> float:
        """Return a number by chance, at most so far from 0."""
        return self.pick(-most, most)

    def count(self, least: int, most: int) -> int:
        """Return a whole number by chance, `most` included."""
        return self.chance.randint(least, most)

    def choose(self, *options: T) -> T:
        """Return one of the options by chance."""
        return self.chance.choice(options)

    def choose_turn(self) -> float:
        """Return an angle by chance."""
        return self.pick(0, 360)

    def scatter(self, across: float, down: float) -> Point:
        """Return a random point, normally distributed around the origin by these standard deviations."""
        return self.chance.gauss(0, across), self.chance.gauss(0, down)

    def place_near(self, across: float, down: float) -> Point:
        """Return a random point, at most so far from the origin in each direction."""
        return self.vary(across), self.vary(down)

    def happens(self, chance: float) -> bool:
        """Return True with that chance."""
        return self.chance.random() < chance

    def choose_side(self) -> int:
        """Return -1 for left or 1 for right by chance."""
        return self.choose(-1, 1)

    def choose_rival(self) -> str:
        """Return another race by chance: whoever is on the other side."""
        return self.choose(*(race for race in RACES if race != self.race))


def place_shape(shape: Shape, scale: float, x: float, y: float) -> Shape:
    """Scale a shape about the origin and then move it there."""
    move = motion(x, y, scale)
    match shape:
        case Filled():
            paint = shape.paint
            if isinstance(paint, Linear):
                paint = paint._replace(start=move(*paint.start), end=move(*paint.end))
            elif isinstance(paint, Radial):
                paint = paint._replace(centre=move(*paint.centre), radius=_round(paint.radius * scale))
            return shape._replace(outline=transform(shape.outline, move), paint=paint)
        case Drawn():
            dashes = None if shape.dashes is None else (shape.dashes[0] * scale, shape.dashes[1] * scale)
            width = _round(shape.width * scale)
            return shape._replace(outline=transform(shape.outline, move), width=width, dashes=dashes)
        case Dots():
            points = tuple(move(*point) for point in shape.points)
            return shape._replace(points=points, radius=_round(shape.radius * scale))
        case Glow():
            width, height = _round(shape.width * scale), _round(shape.height * scale)
            return shape._replace(centre=move(*shape.centre), width=width, height=height)
        case Group():
            window = None if shape.window is None else transform(shape.window, move)
            return shape._replace(shapes=tuple(place_shape(each, scale, x, y) for each in shape.shapes), window=window)


def _round(length: float) -> float:
    return round(length, 4)


def beam(start: Point, end: Point, colour: Colour, width: float) -> Shapes:
    """Draw a beam: light round a white core."""
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    turn = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    yield Glow(math.dist(start, end) / 2 * 1.15, width * 5, colour, 0.55, middle, turn)
    core = (WHITE, width * 0.75)
    yield from draw_layers(
        line(start, end), (colour, width * 3.2, 0.45), (lighten(colour, 0.4), width * 1.7, 0.8), core
    )


def burst(scene: Scene, x: float, y: float, size: float, colour: Colour) -> Shapes:
    """Draw a strike at a point: fire, rays of all lengths, splinters."""
    yield Glow(size * 2.4, size * 2.1, colour, 0.85, (x, y))
    rays = scene.count(9, 15)
    points = []
    for number in range(2 * rays):
        angle = math.pi * number / rays + scene.vary(0.09)
        reach = size * (scene.pick(0.7, 1.5) if number % 2 else scene.pick(0.24, 0.38))
        points.append(polar(reach, math.degrees(angle), (x, y)))
    yield Filled(polygon(points), lighten(colour, 0.25), 0.85)
    yield Filled(star(x, y, size * 0.8, size * 0.22, rays, scene.pick(0, 40)), mix(colour, "#fff6d0", 0.75), 0.95)
    yield halo(size * 0.9, WHITE, 1.0, (x, y))
    yield from splinters(scene, x, y, size, colour)


def splinters(scene: Scene, x: float, y: float, size: float, colour: Colour) -> Shapes:
    """Draw splinters that fly away from a point in all directions."""
    for _ in range(scene.count(10, 18)):
        angle, far = scene.choose_turn(), scene.pick(0.9, 2.4) * size
        turn, long = angle + math.degrees(scene.vary(1)), scene.pick(1.2, 5)
        end = polar(far, angle, (x, y))
        splinter = polygon((end, polar(long, turn, end), polar(long * 0.45, turn + math.degrees(1.5), end)))
        yield Filled(splinter, scene.darken(colour, scene.pick(0, 0.6)))


def torpedo(x: float, y: float, turn: float, size: float, colour: Colour) -> Shapes:
    """Draw a torpedo: a point of fire with a long tail; `turn` is the way it flies."""
    for reach, width, opacity in ((11.0, 1.5, 0.5), (6.5, 1.0, 0.75), (3.4, 0.7, 0.95)):
        yield Glow(reach * size, width * size, colour, opacity, polar(-reach * size * 0.85, turn, (x, y)), turn)
    yield halo(size * 2.8, colour, 0.95, (x, y))
    yield Filled(star(x, y, size * 2.3, size * 0.4, 4, turn), lighten(colour, 0.6), 0.9)
    yield Filled(circle(x, y, size * 0.72), WHITE)


def shield(scene: Scene, width: float, height: float, struck: float, colour: Colour) -> Shapes:
    """Draw a shield round the origin as shells of light, brightest where it is struck (in degrees)."""
    for reach, wide, spread, opacity in (
        (1.0, 2.6, 80, 0.95),
        (1.07, 1.2, 66, 0.8),
        (1.16, 0.8, 50, 0.65),
        (1.26, 0.6, 32, 0.5),
    ):
        shell = elliptic_arc(0, 0, width * reach, height * reach, struck - spread, struck + spread)
        yield Drawn(shell, lighten(colour, 0.45), wide, opacity)
    yield Drawn(elliptic_arc(0, 0, width, height, 0, 360), colour, 0.7, 0.55, (2.4, 2.2))
    flat = height / width
    yield Glow(width * 0.7, height * 0.7, colour, 0.55, polar(width * 0.86, struck, ORIGIN, flat))
    for number in range(-4, 5):
        turn, near = struck + number * 15, 0.8 if number % 2 else 0.7
        ray = line(polar(width * near, turn, ORIGIN, flat), polar(width, turn, ORIGIN, flat))
        yield Drawn(ray, lighten(colour, 0.5), 0.7, 0.75)


MARGIN = 12
"""How far art goes on beyond its room, so that no rounding leaves a gap at the edge."""
LINE_OPACITY = 0.34
REACH = 420
"""Longer than any room is wide."""


def backdrop(scene: Scene, *, nebula: float = 1.0, bodies: bool = True, centre: Point | None = ORIGIN) -> Shapes:
    """Draw the sky, and over it range circles round a centre, or round a place by chance if there is none."""
    yield from sky(scene, nebula=nebula, bodies=bodies)
    yield from _chart_lines(scene, centre or _in_room(scene, scene.pick(60, 260), scene.pick(0.35, 0.85)))


def _in_room(scene: Scene, across: float, down: float) -> Point:
    """Return a place in the room by its distance from the left side and its share of the height."""
    return scene.room.left + across, scene.room.top + down * scene.height


def _chart_lines(scene: Scene, centre: Point) -> Shapes:
    """Draw three range circles, one of them graduated, two bearings at right angles, and an arc."""
    radii = [radius * scene.pick(0.85, 1.2) for radius in (44, 90, 148)]
    graduated = scene.choose(*radii[1:])
    bearing = scene.pick(0, 180)
    ends = ring_points(REACH, 4, bearing, *centre)
    for outline in (
        join(circle(*centre, radius) for radius in radii),
        graduation(*centre, graduated, 72, 4, 8),
        join(line(ends[number + 2], ends[number]) for number in (0, 1)),
    ):
        yield Drawn(outline, scene.glow, 0.6, LINE_OPACITY)
    begun = scene.choose_turn()
    marked = arc(*centre, radii[1] + 13, begun, begun + scene.pick(40, 110))
    yield Drawn(marked, scene.glow, 1.6, LINE_OPACITY + 0.1)


def graduation(x: float, y: float, radius: float, count: int, short: float, long: float) -> Outline:
    """Return ticks round a circle, every sixth of them long."""
    turns = ((number, 360 * number / count) for number in range(count))
    return join(
        line(polar(radius, turn, (x, y)), polar(radius + (short if number % 6 else long), turn, (x, y)))
        for number, turn in turns
    )


def whole_room(scene: Scene) -> Outline:
    """Return the room and its margin as a rectangle."""
    room = scene.room
    return rectangle(room.left - MARGIN, room.top - MARGIN, room.width + 2 * MARGIN, room.height + 2 * MARGIN)


def sky(scene: Scene, *, nebula: float, bodies: bool) -> Shapes:
    """Draw night with its nebulae (`nebula` says how bright) and stars; `bodies`: perhaps something larger too."""
    dark, middle, _ = scene.sky
    angle = scene.choose_turn()
    start, end = ring_points(0.55 * math.hypot(WIDTH, scene.height), 2, angle + 180, *scene.room.middle)
    paint = shade(start, end, dark, mix(dark, middle, 0.8), dark, middle=scene.pick(0.35, 0.65))
    yield Group((Filled(whole_room(scene), paint), *_nebulae(scene, nebula)))
    warm, cold = mix(WHITE, "#ffd9a0", 0.7), mix(WHITE, scene.glow, 0.45)
    for count, radius, colour, opacity in ((150, 0.5, cold, 0.6), (52, 0.8, WHITE, 0.85), (14, 1.2, warm, 0.95)):
        yield Dots(tuple(_anywhere(scene) for _ in range(count)), radius, colour, opacity)
    for _ in range(scene.count(1, 3)):
        x, y = _anywhere(scene)
        yield from sparkle(x, y, scene.pick(4, 9), scene.light)
    if bodies:
        yield from scene.choose(*BODIES)(scene)


def _nebulae(scene: Scene, strength: float) -> Shapes:
    """Draw clouds along a band, lanes of dust before them, and darkness in the corners."""
    colours = [
        scene.glow,
        scene.tint,
        turn_hue(scene.glow, scene.vary(50)),
        turn_hue(scene.tint, scene.vary(40)),
        scene.sky.middle,
    ]
    angle, room = scene.vary(60), scene.room
    for _ in range(scene.count(13, 18)):
        place = _on_band(scene, angle, 46)
        radii = scene.pick(34, 120), scene.pick(18, 52)
        opacity = round(strength * scene.pick(0.16, 0.52), 3)
        turn = angle + scene.vary(35)
        yield Glow(*radii, scene.choose(*colours), opacity, place, turn)
    for _ in range(scene.count(4, 7)):
        place = _on_band(scene, angle, 30)
        yield Glow(scene.pick(30, 90), scene.pick(8, 22), scene.dark, 0.62, place, angle)
    for x in (room.left, room.right):
        for y in (room.top, room.bottom):
            yield Glow(130, 100, scene.dark, 0.7, (x, y))


def _on_band(scene: Scene, angle: float, spread: float) -> Point:
    """Return a random point near a band through the middle at this angle; `spread` is its half width."""
    along, aside = scene.vary(0.62) * WIDTH, scene.chance.gauss(0, spread)
    return polar(aside, angle + 90, polar(along, angle, scene.room.middle))


def _anywhere(scene: Scene) -> Point:
    room = scene.room
    return (
        scene.pick(room.left - MARGIN, room.right + MARGIN),
        scene.pick(room.top - MARGIN, room.bottom + MARGIN),
    )


def sparkle(x: float, y: float, size: float, colour: str) -> Shapes:
    """Draw a bright star with its rays."""
    yield halo(size * 1.5, colour, 0.55, (x, y))
    yield Filled(star(x, y, size, size * 0.09), WHITE, 0.9)
    yield Filled(circle(x, y, size * 0.16), WHITE)


def _planet(scene: Scene) -> Shapes:
    across = scene.choose(scene.pick(-6, 60), scene.pick(WIDTH - 60, WIDTH + 6))
    x, y = _in_room(scene, across, scene.pick(0.1, 0.9))
    yield from planet(scene, x, y, scene.pick(26, 62))


def planet(scene: Scene, x: float, y: float, radius: float, *, rings: bool | None = None) -> Shapes:
    """Draw a planet as an engraver cuts it: parallels round the lit side, the night side dark."""
    light = scene.pick(190, 350)
    lit = polar(0.5 * radius, light, (x, y))
    colour = scene.choose(scene.tint, scene.glow, turn_hue(scene.tint, scene.vary(70)))
    bright = lighten(colour, 0.35)
    has_rings = scene.happens(0.35) if rings is None else rings
    tilt, flat = scene.vary(30), scene.pick(0.16, 0.34)
    if has_rings:
        yield from _rings(x, y, radius, tilt, flat, colour, 180)
    yield halo(radius * 1.45, colour, 0.4, (x, y))
    stops = zip((0, 0.45, 0.95, 1), (bright, scene.darken(colour, 0.45), scene.dark, scene.dark), strict=True)
    disc = circle(x, y, radius)
    yield Filled(disc, Radial(lit, radius * 1.55, tuple(Stop(*stop) for stop in stops)))
    bands = scene.count(7, 13)
    parallels = (
        elliptic_arc(x, y, radius, radius * abs(height), 0, 180 if height > 0 else -180, tilt)
        for height in (2 * (number + 0.5) / bands - 1 for number in range(bands))
    )
    cut = tuple(Drawn(parallel, scene.choose(bright, scene.dark), scene.pick(0.4, 1.3), 0.4) for parallel in parallels)
    yield Group(cut, disc)
    yield Drawn(arc(x, y, radius, light - 75, light + 75), bright, 0.9, 0.9)
    if has_rings:
        yield from _rings(x, y, radius, tilt, flat, colour, 0)


def _rings(x: float, y: float, radius: float, tilt: float, flat: float, colour: str, start: float) -> Shapes:
    """Draw half of a planet's rings: 180 degrees from `start`, so that the planet can be drawn between the halves."""
    for reach, width, opacity in ((1.45, 1.4, 0.9), (1.6, 3.6, 0.55), (1.78, 1.8, 0.7), (1.92, 0.7, 0.8)):
        ring = elliptic_arc(x, y, radius * reach, radius * reach * flat, start, start + 180, tilt)
        yield Drawn(ring, lighten(colour, 0.3), width * radius / 46, opacity)


def _anywhere_above(scene: Scene, aside: float, least: float, most: float) -> Point:
    """Return a random point at least `aside` from the sides of the room and from `least` to `most` below its top."""
    room = scene.room
    return room.left + scene.pick(aside, WIDTH - aside), room.top + scene.pick(least, most)


def _moons(scene: Scene) -> Shapes:
    x, y = _anywhere_above(scene, 30, 20, 60)
    for _ in range(2):
        yield from planet(scene, x, y, scene.pick(6, 15), rings=False)
        x, y = x + scene.vary(44), y + scene.pick(16, 34)


def _comet(scene: Scene) -> Shapes:
    place, turn = _anywhere_above(scene, 40, 14, 60), scene.pick(150, 215)
    for reach, width, opacity in ((70, 9, 0.5), (46, 5, 0.7), (24, 3, 0.9)):
        yield Glow(reach, width, scene.light, opacity, polar(reach, turn, place), turn)
    yield from sparkle(*place, 8, scene.light)


def _galaxy(scene: Scene) -> Shapes:
    place, turn = _anywhere_above(scene, 30, 20, 70), scene.vary(40)
    for width, height, opacity in ((46, 13, 0.4), (30, 9, 0.5), (11, 5, 0.9)):
        yield Glow(width, height, scene.light, opacity, place, turn)
    for reach in (18, 28, 38):
        yield Drawn(elliptic_arc(*place, reach, reach * 0.3, 200, 350, turn), scene.light, 0.6, 0.5)


def _sun(scene: Scene) -> Shapes:
    (x, y), radius = _anywhere_above(scene, 20, 10, 50), scene.pick(9, 16)
    yield halo(radius * 5, scene.glow, 0.8, (x, y))
    yield Filled(circle(x, y, radius), lighten(scene.glow, 0.8))
    yield Drawn(line((x - radius * 7, y), (x + radius * 7, y)), WHITE, 0.7, 0.5)
    yield Drawn(circle(x, y, radius * 2.1), scene.light, 0.5, 0.6, (2, 2.4))


BODIES: tuple[Callable[[Scene], Shapes], ...] = (
    draw_nothing, _planet, _planet, _planet, _moons, _comet, _galaxy, _sun,
)  # fmt: skip
