"""What lies behind every subject: night, nebulae, stars, at times a planet, a comet or a second sun."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from incursions.pictures.art.scene import WIDTH, Scene
from incursions.pictures.colours import mixed, turned
from incursions.pictures.outlines import arc, circle, ellipse, elliptic_arc, line, rectangle, star
from incursions.pictures.shapes import Dots, Drawn, Filled, Glow, Group, Linear, Point, Radial, Shape, Stop

MARGIN = 12
"""How far art goes on beyond its room, so that no rounding leaves a gap at the edge."""


def sky(scene: Scene, *, nebula: float = 1.0, bodies: bool = True) -> Iterator[Shape]:
    """Night with its nebulae (`nebula` says how bright) and stars; `bodies`: perhaps something larger too."""
    yield Group((_night(scene), *_nebulae(scene, nebula)))
    yield from _stars(scene)
    if bodies:
        yield from scene.chance.choice(BODIES)(scene)


def _night(scene: Scene) -> Filled:
    dark, middle, _ = scene.sky
    angle = scene.between(0, 2 * math.pi)
    x, y, reach = WIDTH / 2, scene.height / 2, 0.55 * math.hypot(WIDTH, scene.height)
    start, end = ((x + side * reach * math.cos(angle), y + side * reach * math.sin(angle)) for side in (-1, 1))
    stops = (Stop(0, dark), Stop(scene.between(0.35, 0.65), mixed(dark, middle, 0.8)), Stop(1, dark))
    room = rectangle(-MARGIN, -MARGIN, WIDTH + 2 * MARGIN, scene.height + 2 * MARGIN)
    return Filled(room, Linear(start, end, stops))


def _nebulae(scene: Scene, strength: float) -> Iterator[Shape]:
    """Clouds along a band, lanes of dust before them, and darkness in the corners."""
    colours = [
        scene.sky.glow,
        scene.tint,
        turned(scene.sky.glow, scene.between(-50, 50)),
        turned(scene.tint, scene.between(-40, 40)),
        scene.sky.middle,
    ]
    angle = scene.between(-60, 60)
    for _ in range(scene.chance.randint(13, 18)):
        x, y = _on_band(scene, angle, 46)
        radii = scene.between(34, 120), scene.between(18, 52)
        opacity = strength * scene.between(0.16, 0.52)
        yield Glow((x, y), radii, angle + scene.between(-35, 35), scene.chance.choice(colours), round(opacity, 3))
    for _ in range(scene.chance.randint(4, 7)):
        x, y = _on_band(scene, angle, 30)
        yield Glow((x, y), (scene.between(30, 90), scene.between(8, 22)), angle, scene.sky.dark, 0.62)
    for x in (0.0, WIDTH):
        for y in (0.0, scene.height):
            yield Glow((x, y), (130, 100), 0, scene.sky.dark, 0.7)


def _on_band(scene: Scene, angle: float, spread: float) -> Point:
    along, aside = scene.between(-0.62, 0.62) * WIDTH, scene.chance.gauss(0, spread)
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return WIDTH / 2 + along * cosine - aside * sine, scene.height / 2 + along * sine + aside * cosine


def _stars(scene: Scene) -> Iterator[Shape]:
    warm, cold = mixed("#ffffff", "#ffd9a0", 0.7), mixed("#ffffff", scene.sky.glow, 0.45)
    for count, radius, colour, opacity in ((150, 0.5, cold, 0.6), (52, 0.8, "#ffffff", 0.85), (14, 1.2, warm, 0.95)):
        yield Dots(tuple(_anywhere(scene) for _ in range(count)), radius, colour, opacity)
    for _ in range(scene.chance.randint(1, 3)):
        x, y = _anywhere(scene)
        yield from sparkle(x, y, scene.between(4, 9), scene.light)


def _anywhere(scene: Scene) -> Point:
    return scene.between(-MARGIN, WIDTH + MARGIN), scene.between(-MARGIN, scene.height + MARGIN)


def sparkle(x: float, y: float, size: float, colour: str) -> Iterator[Shape]:
    """A bright star with its rays."""
    yield Glow((x, y), (size * 1.5, size * 1.5), 0, colour, 0.55)
    yield Filled(star(x, y, size, size * 0.09), "#ffffff", 0.9)
    yield Filled(circle(x, y, size * 0.16), "#ffffff")


def _nothing(scene: Scene) -> Iterator[Shape]:
    return iter(())


def _planet(scene: Scene) -> Iterator[Shape]:
    x = scene.chance.choice([scene.between(-6, 60), scene.between(WIDTH - 60, WIDTH + 6)])
    yield from planet(scene, x, scene.between(0.1, 0.9) * scene.height, scene.between(26, 62))


def planet(scene: Scene, x: float, y: float, radius: float, *, rings: bool | None = None) -> Iterator[Shape]:
    """A planet as an engraver cuts it: parallels round the lit side, the night side dark."""
    light = scene.between(190, 350)
    lit = x + 0.5 * radius * math.cos(math.radians(light)), y + 0.5 * radius * math.sin(math.radians(light))
    colour = scene.chance.choice([scene.tint, scene.sky.glow, turned(scene.tint, scene.between(-70, 70))])
    bright, middle = mixed(colour, "#ffffff", 0.35), mixed(colour, scene.sky.dark, 0.45)
    has_rings = scene.chance.random() < 0.35 if rings is None else rings
    tilt, flat = scene.between(-30, 30), scene.between(0.16, 0.34)
    if has_rings:
        yield from _rings(x, y, radius, tilt, flat, colour, 180, 360)
    yield Glow((x, y), (radius * 1.45, radius * 1.45), 0, colour, 0.4)
    stops = (Stop(0, bright), Stop(0.45, middle), Stop(0.95, scene.sky.dark), Stop(1, scene.sky.dark))
    disc = circle(x, y, radius)
    yield Filled(disc, Radial(lit, radius * 1.55, stops))
    bands = scene.chance.randint(7, 13)
    parallels = (
        elliptic_arc(x, y, radius, radius * abs(height), 0, 180 if height > 0 else -180, tilt)
        for height in (2 * (number + 0.5) / bands - 1 for number in range(bands))
    )
    cut = tuple(
        Drawn(parallel, scene.chance.choice([bright, scene.sky.dark]), scene.between(0.4, 1.3), 0.4)
        for parallel in parallels
    )
    yield Group(cut, disc)
    yield Drawn(arc(x, y, radius, light - 75, light + 75), bright, 0.9, 0.9)
    if has_rings:
        yield from _rings(x, y, radius, tilt, flat, colour, 0, 180)


def _rings(
    x: float, y: float, radius: float, tilt: float, flat: float, colour: str, start: float, end: float
) -> Iterator[Shape]:
    for reach, width, opacity in ((1.45, 1.4, 0.9), (1.6, 3.6, 0.55), (1.78, 1.8, 0.7), (1.92, 0.7, 0.8)):
        ring = elliptic_arc(x, y, radius * reach, radius * reach * flat, start, end, tilt)
        yield Drawn(ring, mixed(colour, "#ffffff", 0.3), width * radius / 46, opacity)


def _moons(scene: Scene) -> Iterator[Shape]:
    x, y = scene.between(30, WIDTH - 30), scene.between(20, 60)
    for _ in range(2):
        yield from planet(scene, x, y, scene.between(6, 15), rings=False)
        x, y = x + scene.between(-44, 44), y + scene.between(16, 34)


def _comet(scene: Scene) -> Iterator[Shape]:
    x, y, turn = scene.between(40, 280), scene.between(14, 60), scene.between(150, 215)
    away = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    for reach, width, opacity in ((70, 9, 0.5), (46, 5, 0.7), (24, 3, 0.9)):
        yield Glow((x + away[0] * reach, y + away[1] * reach), (reach, width), turn, scene.light, opacity)
    yield from sparkle(x, y, 8, scene.light)


def _galaxy(scene: Scene) -> Iterator[Shape]:
    x, y, turn = scene.between(30, 290), scene.between(20, 70), scene.between(-40, 40)
    for radii, opacity in (((46, 13), 0.4), ((30, 9), 0.5), ((11, 5), 0.9)):
        yield Glow((x, y), radii, turn, scene.light, opacity)
    for reach in (18, 28, 38):
        yield Drawn(elliptic_arc(x, y, reach, reach * 0.3, 200, 350, turn), scene.light, 0.6, 0.5)


def _sun(scene: Scene) -> Iterator[Shape]:
    x, y, radius = scene.between(20, 300), scene.between(10, 50), scene.between(9, 16)
    yield Glow((x, y), (radius * 5, radius * 5), 0, scene.sky.glow, 0.8)
    yield Filled(circle(x, y, radius), mixed(scene.sky.glow, "#ffffff", 0.8))
    yield Drawn(line((x - radius * 7, y), (x + radius * 7, y)), "#ffffff", 0.7, 0.5)
    yield Drawn(ellipse(x, y, radius * 2.1, radius * 2.1), scene.light, 0.5, 0.6, (2, 2.4))


BODIES: tuple[Callable[[Scene], Iterator[Shape]], ...] = (
    _nothing, _planet, _planet, _planet, _moons, _comet, _galaxy, _sun,
)  # fmt: skip
