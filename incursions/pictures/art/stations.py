"""Subjects that were built and stay: stations, platforms, beacons, docks, worlds under a banner, conduits."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.art.backdrop import backdrop
from incursions.pictures.art.flashes import beam
from incursions.pictures.art.hulls import hull_of
from incursions.pictures.art.scene import Scene
from incursions.pictures.art.ships import Pose, ship
from incursions.pictures.art.sky import planet, sparkle
from incursions.pictures.colours import TINTS, mixed
from incursions.pictures.emblems import emblem
from incursions.pictures.outlines import (
    around,
    circle,
    ellipse,
    elliptic_arc,
    hexagon,
    line,
    motion,
    moved,
    placed,
    polygon,
    rectangle,
    smooth,
)
from incursions.pictures.shapes import Dots, Drawn, Filled, Glow, Linear, Outline, Shape, Stop


def _joined(outlines: Iterator[Outline]) -> Outline:
    return tuple(run for outline in outlines for run in outline)


def _steel(scene: Scene, x: float, y: float, reach: float) -> Linear:
    stops = (
        Stop(0, mixed(scene.tint, "#ffffff", 0.45)),
        Stop(0.5, mixed(scene.tint, scene.sky.dark, 0.42)),
        Stop(1, scene.sky.dark),
    )
    return Linear((x - reach, y - reach), (x + reach * 0.7, y + reach), stops)


def station(scene: Scene) -> Iterator[Shape]:
    """A station: rings about a spindle, arms, docks; how many of each is its own."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    size, flat = scene.size * 0.92, scene.between(0.3, 0.46)
    yield Glow((x, y), (size * 2, size * 1.5), 0, scene.sky.dark, 0.7)
    rings = sorted(
        (scene.between(0.55, 1.12) * size, scene.between(-0.3, 0.3) * size) for _ in range(scene.chance.randint(1, 2))
    )
    for radius, height in rings:
        yield from _ring(scene, x, y + height, radius, flat, 180, 360)
    yield from _spindle(scene, x, y, size)
    arms = scene.chance.choice([3, 4, 5, 6])
    turn = scene.between(0, 360 / arms)
    for radius, height in rings:
        for px, py in around(radius, arms, turn):
            yield Drawn(
                line((x, y + height), (x + px, y + height + py * flat)), mixed(scene.tint, scene.sky.dark, 0.3), 3
            )
            yield Drawn(line((x, y + height), (x + px, y + height + py * flat)), scene.light, 0.6, 0.8)
        yield from _ring(scene, x, y + height, radius, flat, 0, 180)
        for px, py in around(radius, arms, turn):
            yield Filled(circle(x + px, y + height + py * flat, 5.4), _steel(scene, x + px, y + height + py * flat, 5))
            yield Dots(((x + px, y + height + py * flat),), 1.5, "#fff3c4")


def _ring(scene: Scene, x: float, y: float, radius: float, flat: float, start: float, end: float) -> Iterator[Shape]:
    for depth, colour, width in (
        (4, scene.sky.dark, 9),
        (0, mixed(scene.tint, scene.sky.dark, 0.35), 8),
        (-2.4, mixed(scene.tint, "#ffffff", 0.4), 2.2),
    ):
        yield Drawn(elliptic_arc(x, y + depth, radius, radius * flat, start, end), colour, width)
    windows = 46
    lit = tuple(
        (x + radius * math.cos(a), y + 1.6 + radius * flat * math.sin(a))
        for number in range(windows)
        for a in [math.radians(start + (end - start) * (number + 0.5) / windows)]
        if scene.chance.random() < 0.7
    )
    yield Dots(lit, 0.8, "#fff3c4")


def _spindle(scene: Scene, x: float, y: float, size: float) -> Iterator[Shape]:
    heights = [-1.0, -0.72, -0.5, -0.2, 0.1, 0.42, 0.66, 0.95]
    widths = [
        0.03,
        0.1,
        scene.between(0.1, 0.3),
        scene.between(0.14, 0.34),
        scene.between(0.2, 0.36),
        scene.between(0.1, 0.26),
        0.09,
        0.02,
    ]
    half = [(width * size, height * size) for width, height in zip(widths, heights, strict=True)]
    body = polygon([(x + px, y + py) for px, py in [*half, *((-px, py) for px, py in reversed(half))]])
    yield Filled(body, _steel(scene, x, y, size * 0.4))
    seams = _joined(elliptic_arc(x, y + py, px, px * 0.3, 0, 180) for px, py in half[1:-1])
    yield Drawn(seams, scene.sky.dark, 0.9, 0.8)
    yield Drawn(body, scene.light, 0.9, 0.85)
    masts = _joined(line((x, y + side * 0.95 * size), (x, y + side * 1.24 * size)) for side in (-1, 1))
    yield Drawn(masts, scene.light, 1.1)
    lit = tuple((x + scene.between(-0.1, 0.1) * size, y + scene.between(-0.6, 0.6) * size) for _ in range(26))
    yield Dots(lit, 0.8, "#fff3c4", 0.95)
    yield Glow((x, y - 1.22 * size), (9, 9), 0, "#ff9a7a", 0.95)


def platform(scene: Scene) -> Iterator[Shape]:
    """A platform with its guns, one of which fires."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    size = scene.size
    yield Glow((x, y), (size * 1.9, size * 1.3), 0, scene.sky.dark, 0.7)
    guns = scene.chance.choice([3, 4, 5])
    shot = scene.chance.randrange(guns)
    sides, turn = scene.chance.choice([6, 8]), scene.between(0, 60)
    deck = [(x + px, y + 10 + py * 0.42) for px, py in around(size * 0.86, sides, turn)]
    for depth in (16, 11, 6):
        yield Filled(
            polygon([(px, py + depth) for px, py in deck]), mixed(scene.sky.dark, scene.tint, 0.12 + 0.02 * depth / 6)
        )
    yield Filled(polygon(deck), _steel(scene, x, y + 8, size * 0.7))
    yield Drawn(polygon(deck), scene.light, 1.0, 0.9)
    inner = [(x + px, y + 8 + py * 0.42) for px, py in around(size * 0.5, sides, turn)]
    yield Drawn(
        (*polygon(inner), *_joined(line(a, b) for a, b in zip(inner, deck, strict=True))), scene.sky.dark, 0.8, 0.8
    )
    for number in range(guns):
        angle = -160 + 140 * (number + 0.5) / guns + scene.between(-8, 8)
        px = x + size * 0.6 * (2 * (number + 0.5) / guns - 1)
        py = y + 6 + scene.between(-8, 10)
        cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        muzzle = px + 30 * cosine, py - 6 + 30 * sine
        if number == shot:
            yield from beam(muzzle, (muzzle[0] + 260 * cosine, muzzle[1] + 260 * sine), "#ffb056", 1.5)
        yield Drawn(line((px, py - 6), muzzle), scene.sky.dark, 6.4)
        yield Drawn(line((px, py - 6), muzzle), mixed(scene.tint, "#ffffff", 0.3), 3.2)
        yield Filled(ellipse(px, py - 2, 12, 9), _steel(scene, px, py, 10))
        yield Drawn(ellipse(px, py - 2, 12, 9), scene.light, 0.8, 0.8)
    mast = y - size * 0.7
    yield Drawn(line((x, y + 4), (x, mast)), mixed(scene.tint, scene.sky.dark, 0.3), 4)
    yield Drawn(elliptic_arc(x, mast, 15, 9, 20, 160), scene.light, 1.6)
    yield Glow((x, mast - 4), (12, 12), 0, "#ff9a7a", 0.9)
    yield Dots(tuple((px, py + 9) for px, py in deck), 1.2, "#fff3c4")


def beacon(scene: Scene) -> Iterator[Shape]:
    """A mast with dishes that listens or calls."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y - 30))
    size, top = scene.size, y - scene.size * 0.52
    for number in range(1, 7):
        reach = size * 0.26 * number
        for facing in (0, 180):
            spread = 34 - 2 * number
            yield Drawn(
                elliptic_arc(x, top, reach, reach * 0.9, facing - spread, facing + spread),
                mixed(scene.sky.glow, "#ffffff", 0.3),
                2.4 - 0.2 * number,
                0.9 - 0.1 * number,
            )
    low = y + size * 0.9
    legs = (line((x, top + 10), (x + dx, low)) for dx in (-size * 0.34, size * 0.34, -size * 0.1, size * 0.1))
    yield Drawn(_joined(legs), mixed(scene.tint, scene.sky.dark, 0.25), 2.6)
    braces = []
    for number in range(7):
        part, after = number / 7, (number + 1) / 7
        wide, wider = size * 0.34 * part, size * 0.34 * after
        py, qy = top + 10 + (low - top - 10) * part, top + 10 + (low - top - 10) * after
        braces += [line((x - wide, py), (x + wider, qy)), line((x + wide, py), (x - wider, qy))]
    yield Drawn(_joined(iter(braces)), scene.light, 0.8, 0.8)
    for _ in range(scene.chance.randint(2, 4)):
        py, side = y + scene.between(-0.2, 0.5) * size, scene.chance.choice([-1, 1])
        dish = moved(
            elliptic_arc(0, 0, 17, 8, 0, 180),
            motion(x + side * 20, py, scene.between(0.8, 1.3), side * -scene.between(40, 80)),
        )
        yield Drawn(line((x, py), (x + side * 20, py)), scene.tint, 2)
        yield Filled(dish, _steel(scene, x + side * 20, py, 14))
        yield Drawn(dish, scene.light, 0.9)
    yield Glow((x, top), (46, 46), 0, scene.sky.glow, 0.95)
    yield Filled(polygon([(x, top - 14), (x + 8, top), (x, top + 12), (x - 8, top)]), "#ffffff")


def dock(scene: Scene) -> Iterator[Shape]:
    """A dock: girders round an empty berth, or one that is taken."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    pose = Pose(x, y, scene.size / 62, scene.between(58, 122) * scene.chance.choice([-1, 1]), 0.6)
    colour = mixed(scene.tint, scene.sky.dark, 0.3)
    bays = scene.chance.randint(4, 6)
    for half in (0, 1):
        for number in range(bays):
            along = -56 + 112 * number / (bays - 1)
            left, right = pose.point(-46, along), pose.point(46, along)
            lift = (-1 if half else 1) * 26 * pose.scale
            hoop = smooth(
                [
                    left,
                    (left[0], left[1] + lift * 0.8),
                    ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2 + lift * 1.2),
                    (right[0], right[1] + lift * 0.8),
                    right,
                ]
            )
            yield Drawn(hoop, colour if half else mixed(colour, scene.sky.dark, 0.4), 3.2)
            yield Drawn(hoop, scene.light, 0.6, 0.7)
        if half == 0:
            yield from ship(
                scene, hull_of(scene.race, scene.chance, 0.7), pose._replace(scale=pose.scale * 0.8), burning=False
            )
    for edge in (-46, 46):
        rail = line(pose.point(edge, -64), pose.point(edge, 64))
        yield Drawn(rail, colour, 5)
        yield Drawn(rail, scene.light, 0.9)
        lamps = tuple(pose.point(edge, along) for along in range(-60, 61, 12))
        yield Dots(lamps, 1.5, "#fff3c4")
    for _ in range(2):
        yield from sparkle(*pose.point(scene.between(-20, 20), scene.between(-40, 40)), scene.between(8, 13), "#bfe8ff")


def sector(scene: Scene) -> Iterator[Shape]:
    """A world that flies the emblem of a race, with ships that keep watch."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    radius = scene.size * scene.between(0.66, 0.8)
    yield from planet(scene, x, y, radius)
    mark = placed(emblem(scene.race), x - 28, y - 28, 0.56)
    yield Glow((x, y), (50, 50), 0, scene.sky.dark, 0.85)
    yield Filled(mark, mixed(scene.tint, "#ffffff", 0.72), 0.95)
    orbit = scene.size * 1.22
    lean, flat = scene.between(-28, 28), scene.between(0.3, 0.5)
    yield Drawn(ellipse(x, y, orbit, orbit * flat, lean), scene.light, 0.9, 0.8, (5, 3))
    for _ in range(scene.chance.randint(2, 3)):
        angle = scene.between(15, 165)
        (start, _, _), *_ = elliptic_arc(x, y, orbit, orbit * flat, angle, angle + 1, lean)
        yield from ship(scene, hull_of(scene.race, scene.chance, 0.4), Pose(*start, 0.3, 90 + lean), burning=False)


def conduit(scene: Scene) -> Iterator[Shape]:
    """A gate: rings one behind the other, and light that runs through them."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    side = scene.chance.choice([-1, 1])
    number, sides = scene.chance.randint(4, 6), scene.chance.choice([6, 8, 40])
    yield Glow((x + side * 46, y - 22), (90, 80), 0, scene.sky.glow, 0.95)
    for place in range(number):
        part = (place + 1) / number
        px, py, radius = x + side * 48 * (1 - 2 * part * 0.72), y - 22 + 34 * part, scene.size * (0.3 + 0.72 * part)
        frame = polygon([(px + ax * 0.72, py + ay) for ax, ay in around(radius, sides, 30)])
        yield Drawn(frame, scene.sky.dark, 3 + 9 * part)
        yield Drawn(frame, mixed(scene.tint, scene.sky.dark, 0.35), 2 + 6 * part)
        yield Drawn(frame, scene.light, 0.5 + 0.8 * part, 0.9)
        yield Dots(tuple((px + ax * 0.72, py + ay) for ax, ay in around(radius, 6, 30)), 0.9 + 1.6 * part, "#fff3c4")
    yield Glow((x + side * 46, y - 22), (22, 22), 0, "#ffffff", 1.0)
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.3), Pose(x + side * 12, y + 4, 0.5, 62 * side))


def convoy(scene: Scene) -> Iterator[Shape]:
    """Freighters in line, each with its train of holds."""
    x, y = scene.centre
    yield from backdrop(scene)
    side, size, drop = scene.chance.choice([-1, 1]), scene.size / 80, scene.between(14, 24)
    for number in range(3):
        scale = size * (0.75 + 0.3 * number)
        px, py = x + side * (92 - 80 * number) * size, y + drop * (1.9 * number - 1.6) * size
        for cell in range(3, 0, -1):
            cx, cy = px - side * 15 * cell * scale, py + 3.4 * cell * scale
            yield Filled(hexagon(cx, cy + 4 * scale, 10 * scale), scene.sky.dark)
            yield Filled(hexagon(cx, cy, 10 * scale), _steel(scene, cx, cy, 9 * scale))
            yield Drawn(hexagon(cx, cy, 10 * scale), scene.light, 0.7, 0.8)
            yield Drawn(hexagon(cx, cy, 5 * scale), scene.sky.dark, 0.8, 0.7)
        tug = Pose(px + side * 8 * scale, py - 2 * scale, 0.62 * scale, 78 * side)
        yield from ship(scene, hull_of("neutral", scene.chance, 0.4), tug, TINTS["neutral"])


def hall(scene: Scene) -> Iterator[Shape]:
    """A hall with banners."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False)
    size = scene.size / 80
    floor = y + 66 * size
    for rank in range(4):
        depth = 0.45 + 0.2 * rank
        for side in (-1, 1):
            px, wide, high = x + side * 118 * depth * size, 30 * depth * size, 120 * depth * size
            top = floor - 16 * size - high + 26 * depth
            yield Filled(
                rectangle(px + side * wide * 0.7 - 3, top - 12, 6 * depth, high + 20),
                mixed(scene.tint, scene.sky.dark, 0.6),
            )
            cloth = polygon(
                [
                    (px - wide / 2, top),
                    (px + wide / 2, top),
                    (px + wide / 2, top + high * 0.62),
                    (px, top + high * 0.78),
                    (px - wide / 2, top + high * 0.62),
                ]
            )
            yield Filled(
                cloth,
                Linear(
                    (px - wide, top),
                    (px + wide, top + high),
                    (Stop(0, mixed(scene.tint, "#ffffff", 0.1)), Stop(1, mixed(scene.tint, scene.sky.dark, 0.75))),
                ),
            )
            yield Drawn(cloth, scene.light, 0.8, 0.85)
            yield Filled(
                placed(emblem(scene.race), px - wide * 0.36, top + high * 0.14, wide * 0.0072), scene.light, 0.9
            )
    yield Glow((x, floor - 30), (60, 50), 0, scene.sky.glow, 0.9)
    yield Filled(placed(emblem(scene.race), x - 24 * size, y - 44 * size, 0.48 * size), scene.light, 0.95)
