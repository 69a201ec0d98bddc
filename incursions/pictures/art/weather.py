"""Subjects that nobody made: wormholes, nebulae, storms, novas, belts of rock, wrecks adrift."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.art.backdrop import backdrop
from incursions.pictures.art.flashes import burst
from incursions.pictures.art.hulls import hull_of
from incursions.pictures.art.scene import WIDTH, Scene
from incursions.pictures.art.ships import Pose, ship
from incursions.pictures.art.sky import sky, sparkle
from incursions.pictures.colours import TINTS, mixed, turned
from incursions.pictures.outlines import at, circle, ellipse, elliptic_arc, line, polygon, smooth
from incursions.pictures.shapes import Dots, Drawn, Filled, Glow, Outline, Point, Shape


def wormhole(scene: Scene) -> Iterator[Shape]:
    """A funnel of light into the dark, with a rim that shines."""
    x, y = scene.centre
    yield from backdrop(scene, nebula=1.2, bodies=False, centre=(x, y))
    violet, cold = turned("#8a66c4", scene.between(-28, 28)), turned("#7fb8ff", scene.between(-24, 24))
    flat, lean, reach = scene.between(0.62, 0.8), scene.between(-24, 24), scene.size * 1.02
    yield Glow((x, y), (reach * 2.1, reach * 1.7), lean, violet, 0.85)
    yield Filled(ellipse(x, y, reach, reach * flat, lean), "#05060f")
    coils = 13
    for number in range(coils):
        part = 1 - number / coils
        radius = reach * part
        px, py = x + (1 - part) * 9, y + (1 - part) * 7
        begun = 31 * number + scene.between(0, 20)
        for offset in (0, 120, 240):
            coil = elliptic_arc(
                px, py, radius, radius * flat, begun + offset, begun + offset + scene.between(50, 104), lean
            )
            yield Drawn(coil, mixed(cold, violet, 1 - part), 0.6 + 2.6 * part, 0.35 + 0.5 * part)
    arms = scene.chance.choice([3, 4, 5])
    for number in range(arms):
        yield Drawn(
            _spiral(x, y, reach * 1.42, flat, lean, 360 * number / arms), mixed(cold, "#ffffff", 0.5), 1.1, 0.75
        )
    yield Drawn(ellipse(x, y, reach, reach * flat, lean), mixed(cold, "#ffffff", 0.6), 1.8, 0.95)
    yield Glow((x + 9, y + 7), (reach * 0.34, reach * 0.28), 0, "#ffffff", 1.0)


def _spiral(x: float, y: float, reach: float, flat: float, lean: float, begun: float) -> Outline:
    points = []
    cosine, sine = math.cos(math.radians(lean)), math.sin(math.radians(lean))
    for step in range(15):
        angle, radius = math.radians(begun + 21 * step), reach * (1 - step / 15.5)
        px, py = radius * math.cos(angle), radius * flat * math.sin(angle)
        points.append((x + px * cosine - py * sine, y + px * sine + py * cosine))
    return smooth(points)


def nebula(scene: Scene) -> Iterator[Shape]:
    """Pillars and veils of gas."""
    x, y = scene.centre
    yield from sky(scene, nebula=1.5, bodies=False)
    first, second = turned("#b98fe0", scene.between(-40, 40)), turned("#7fc3dc", scene.between(-40, 40))
    for _ in range(16):
        px, py = x + scene.chance.gauss(0, 62), y + scene.chance.gauss(0, 40)
        yield Glow(
            (px, py),
            (scene.between(24, 80), scene.between(18, 50)),
            scene.between(0, 180),
            scene.chance.choice([first, second, scene.tint]),
            round(scene.between(0.22, 0.5), 3),
        )
    for veil in range(9):
        begun = (x - 150, y + scene.between(-70, 70))
        points: list[Point] = [begun]
        for _ in range(7):
            px, py = points[-1]
            points.append((px + scene.between(34, 52), py + scene.between(-26, 26)))
        shade = mixed(first if veil % 2 else second, "#ffffff", 0.4)
        for offset in range(4):
            yield Drawn(
                smooth([(px, py + offset * 4.2) for px, py in points]), shade, 0.9 - 0.15 * offset, 0.7 - 0.14 * offset
            )
    for _ in range(scene.chance.randint(4, 6)):
        yield from sparkle(
            x + scene.chance.gauss(0, 60), y + scene.chance.gauss(0, 34), scene.between(6, 14), "#ffffff"
        )


def storm(scene: Scene) -> Iterator[Shape]:
    """A whirl of charged gas with lightning in it."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    colour = turned("#e0b070", scene.between(-50, 70))
    flat, lean = scene.between(0.55, 0.85), scene.between(-25, 25)
    yield Glow((x, y), (150, 110), lean, colour, 0.6)
    for number in range(26):
        radius = scene.size * (0.16 + 1.25 * number / 26)
        begun = scene.between(0, 360) + number * 17
        curl = elliptic_arc(x, y, radius, radius * flat, begun, begun + scene.between(70, 230), lean)
        yield Drawn(
            curl,
            mixed(colour, "#ffffff", scene.between(0, 0.6)),
            scene.between(0.7, 4.4),
            round(scene.between(0.3, 0.85), 3),
        )
    for _ in range(scene.chance.randint(3, 5)):
        yield from lightning(
            scene, x + scene.between(-20, 20), y + scene.between(-14, 14), scene.between(0, 360), scene.between(70, 130)
        )
    yield Filled(ellipse(x, y, 11, 11 * flat, lean), scene.sky.dark)
    yield Drawn(ellipse(x, y, 11, 11 * flat, lean), "#ffffff", 1.2, 0.9)


def lightning(scene: Scene, x: float, y: float, turn: float, long: float) -> Iterator[Shape]:
    """A stroke of lightning with a branch."""
    points = [(x, y)]
    for step in range(1, 8):
        far, aside = long * step / 7, scene.between(-11, 11)
        cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        points.append((x + far * cosine - aside * sine, y + far * sine + aside * cosine))
    bx, by = points[4]
    branch = line((bx, by), at(bx + scene.between(-26, 26), by + scene.between(-26, 26)))
    for outline, wide in ((line(*points), 1.0), (branch, 0.6)):
        yield Drawn(outline, "#8fd0ff", 4.4 * wide, 0.35)
        yield Drawn(outline, "#ffffff", 1.4 * wide, 0.95)


def calamity(scene: Scene) -> Iterator[Shape]:
    """A ship in a storm that has her."""
    x, y = scene.centre
    yield from storm(scene)
    pose = Pose(x + scene.between(-30, 30), y + scene.between(-8, 16), 1.1, scene.between(0, 360))
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.5), pose, burning=False)
    for _ in range(3):
        px, py = pose.point(scene.between(-24, 24), scene.between(-30, 30))
        yield from lightning(scene, px, py, scene.between(0, 360), scene.between(30, 70))
    yield from burst(scene, *pose.point(scene.between(-14, 14), scene.between(-20, 20)), 10, "#ff9a4d")


def nova(scene: Scene) -> Iterator[Shape]:
    """A star that bursts."""
    x, y = scene.centre
    yield from sky(scene, nebula=1.3, bodies=False)
    hot = turned("#ffb45e", scene.between(-20, 30))
    yield Glow((x, y), (220, 190), 0, hot, 0.9)
    for number in range(84):
        angle = math.radians(360 * number / 84 + scene.between(-2, 2))
        near, far = scene.size * scene.between(0.4, 0.6), scene.size * scene.between(0.8, 1.9)
        ray = line(
            (x + near * math.cos(angle), y + near * math.sin(angle)),
            (x + far * math.cos(angle), y + far * math.sin(angle)),
        )
        yield Drawn(ray, mixed(hot, "#ffffff", scene.between(0.2, 0.9)), scene.between(0.6, 1.9), 0.8)
    for reach in (0.72, 1.06, 1.3):
        yield Drawn(
            circle(x, y, scene.size * reach),
            mixed(hot, "#ffffff", 0.6),
            2.4 / reach,
            0.7,
            (scene.between(9, 30), scene.between(2, 9)),
        )
    yield Glow((x, y), (scene.size * 0.9, scene.size * 0.9), 0, "#fff3d0", 1.0)
    yield Filled(circle(x, y, scene.size * 0.24), "#ffffff")


def belt(scene: Scene) -> Iterator[Shape]:
    """Rocks adrift across the sky."""
    x, y = scene.centre
    yield from backdrop(scene)
    lean = scene.between(-0.45, 0.45)
    rocks = sorted((scene.between(2, 9) ** 1.4, scene.between(-0.55, 0.55) * WIDTH) for _ in range(42))
    for size, along in rocks:
        yield from rock(scene, x + along, y + along * lean + scene.chance.gauss(0, 17), size)


def rock(scene: Scene, x: float, y: float, size: float) -> Iterator[Shape]:
    """A rock with its lit side and its craters."""
    points = []
    for number in range(9):
        angle, reach = math.radians(40 * number), size * scene.between(0.72, 1.1)
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    stone = mixed(scene.tint, "#8d8474", 0.65)
    yield Filled(polygon(points), mixed(stone, scene.sky.dark, 0.55))
    yield Filled(
        polygon([(x + (px - x) * 0.82 - size * 0.1, y + (py - y) * 0.82 - size * 0.13) for px, py in points]),
        mixed(stone, "#ffffff", 0.12),
    )
    if size > 7:
        for _ in range(3):
            cx, cy = x + scene.between(-0.4, 0.3) * size, y + scene.between(-0.45, 0.25) * size
            yield Filled(ellipse(cx, cy, size * 0.16, size * 0.11), mixed(stone, scene.sky.dark, 0.6))
    yield Drawn(polygon(points), mixed(stone, "#ffffff", 0.5), 0.5, 0.7)


def wrecks(scene: Scene) -> Iterator[Shape]:
    """What is left of ships, adrift."""
    x, y = scene.centre
    yield from backdrop(scene)
    for number in range(6):
        scale = 0.35 + 0.17 * number
        race = scene.chance.choice(sorted(TINTS))
        pose = Pose(
            x + (-1) ** number * scene.between(10, 104),
            y + scene.between(-46, 44),
            scale,
            scene.between(0, 360),
            scene.between(0.5, 0.9),
        )
        grey = mixed(mixed(TINTS[race], "#b3a99c", 0.62), scene.sky.dark, 0.08)
        yield from ship(scene, hull_of("wreck", scene.chance, scene.chance.random()), pose, grey, burning=False)
    bits = tuple((x + scene.chance.gauss(0, 90), y + scene.chance.gauss(0, 42)) for _ in range(70))
    yield Dots(bits[:50], 0.9, mixed(scene.tint, "#888078", 0.6), 0.9)
    yield Dots(bits[50:], 1.6, mixed(scene.tint, "#888078", 0.6), 0.9)


def open_space(scene: Scene) -> Iterator[Shape]:
    """Nothing but stars, and one bright one to steer by."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    yield from sparkle(x, y, 22, scene.light)
    trail = tuple((x + px * 9, y + 30 + 12 * math.sin(px / 3)) for px in range(-15, 16))
    yield Drawn(smooth(trail), scene.light, 0.8, 0.6, (1.5, 3))
