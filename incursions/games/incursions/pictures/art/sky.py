"""The background of every subject: night, nebulae, stars, at times a planet or a comet, and an engraver's lines."""

from __future__ import annotations

import math
from collections.abc import Callable

from incursions.games.incursions.pictures.art.scene import WIDTH, Scene
from incursions.games.incursions.pictures.colours import WHITE, lighten, mix, turn_hue
from incursions.games.incursions.pictures.outlines import (
    arc,
    circle,
    elliptic_arc,
    join,
    line,
    polar,
    rectangle,
    ring_points,
    star,
)
from incursions.games.incursions.pictures.shapes import (
    ORIGIN,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Outline,
    Point,
    Radial,
    Shapes,
    Stop,
    draw_nothing,
    halo,
    shade,
)

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


def sky(scene: Scene, *, nebula: float = 1.0, bodies: bool = True) -> Shapes:
    """Draw night with its nebulae (`nebula` says how bright) and stars; `bodies`: perhaps something larger too."""
    yield Group((_night(scene), *_nebulae(scene, nebula)))
    yield from _stars(scene)
    if bodies:
        yield from scene.choose(*BODIES)(scene)


def _night(scene: Scene) -> Filled:
    dark, middle, _ = scene.sky
    room, angle = scene.room, scene.choose_turn()
    start, end = ring_points(0.55 * math.hypot(WIDTH, scene.height), 2, angle + 180, *room.middle)
    paint = shade(start, end, dark, mix(dark, middle, 0.8), dark, middle=scene.pick(0.35, 0.65))
    return Filled(whole_room(scene), paint)


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
    along, aside = scene.vary(0.62) * WIDTH, scene.chance.gauss(0, spread)
    return polar(aside, angle + 90, polar(along, angle, scene.room.middle))


def _stars(scene: Scene) -> Shapes:
    warm, cold = mix(WHITE, "#ffd9a0", 0.7), mix(WHITE, scene.glow, 0.45)
    for count, radius, colour, opacity in ((150, 0.5, cold, 0.6), (52, 0.8, WHITE, 0.85), (14, 1.2, warm, 0.95)):
        yield Dots(tuple(_anywhere(scene) for _ in range(count)), radius, colour, opacity)
    for _ in range(scene.count(1, 3)):
        x, y = _anywhere(scene)
        yield from sparkle(x, y, scene.pick(4, 9), scene.light)


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
    for reach, width, opacity in ((1.45, 1.4, 0.9), (1.6, 3.6, 0.55), (1.78, 1.8, 0.7), (1.92, 0.7, 0.8)):
        ring = elliptic_arc(x, y, radius * reach, radius * reach * flat, start, start + 180, tilt)
        yield Drawn(ring, lighten(colour, 0.3), width * radius / 46, opacity)


def _anywhere_above(scene: Scene, aside: float, least: float, most: float) -> Point:
    """Return a place by chance in the upper part of the room, so far from its sides."""
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
