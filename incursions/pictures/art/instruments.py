"""Subjects of the bridge: instruments, charts, lights, signals, the spy's eye, the scales of a dilemma."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.art.backdrop import backdrop
from incursions.pictures.art.engraving import graduation
from incursions.pictures.art.hulls import hull_of
from incursions.pictures.art.scene import WIDTH, Scene
from incursions.pictures.art.ships import Pose, outline_of, ship
from incursions.pictures.art.sky import planet, sparkle
from incursions.pictures.colours import BRASS, BRASS_LIGHT, TINTS, mixed, turned
from incursions.pictures.outlines import (
    arc,
    around,
    circle,
    ellipse,
    elliptic_arc,
    hexagon,
    line,
    polygon,
    rectangle,
    smooth,
    star,
)
from incursions.pictures.shapes import Dots, Drawn, Filled, Glow, Group, Linear, Outline, Run, Shape, Stop


def _joined(outlines: Iterator[Outline]) -> Outline:
    return tuple(run for outline in outlines for run in outline)


def _metal(x: float, y: float, reach: float) -> Linear:
    return Linear(
        (x - reach, y - reach), (x + reach, y + reach), (Stop(0, "#f3e3b4"), Stop(0.45, BRASS), Stop(1, "#4a3611"))
    )


def device(scene: Scene) -> Iterator[Shape]:
    """An instrument of brass: rings, wheels and a jewel, put together anew for each piece."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    yield Glow((x, y), (130, 100), 0, scene.sky.dark, 0.8)
    for _ in range(scene.chance.randint(1, 2)):
        away, size = scene.between(0, 360), scene.between(18, 28)
        px, py = x + 74 * math.cos(math.radians(away)), y + 50 * math.sin(math.radians(away))
        yield from _wheel(scene, px, py, size)
    yield from _wheel(scene, x, y, scene.between(60, 68))
    if scene.chance.random() < 0.6:
        yield from _gimbal(scene, x, y, 78)
    yield from _heart(scene, x, y)


def _wheel(scene: Scene, x: float, y: float, radius: float) -> Iterator[Shape]:
    """A wheel with teeth, a graduated rim, spokes and a hub."""
    teeth = scene.chance.choice([24, 30, 36])
    turn, spokes = scene.between(0, 30), scene.chance.choice([3, 4, 5, 6, 8])
    rim = star(x, y, radius, radius * 0.93, teeth, turn)
    yield Filled((*rim, *circle(x, y, radius * 0.72)), _metal(x, y, radius))
    yield Drawn((*rim, *circle(x, y, radius * 0.72)), "#2b1f08", 0.8, 0.8)
    yield Filled(circle(x, y, radius * 0.72), scene.sky.dark, 0.55)
    yield Drawn(graduation(x, y, radius * 0.77, 72, radius * 0.05, radius * 0.11), "#2b1f08", 0.7, 0.9)
    style = scene.chance.randint(0, 2)
    for px, py in around(radius * 0.74, spokes, turn, x, y):
        if style == 0:
            yield Drawn(line((x, y), (px, py)), BRASS, radius * 0.06)
            yield Drawn(line((x, y), (px, py)), BRASS_LIGHT, 0.7)
        elif style == 1:
            bent = smooth(
                [(x, y), (x + (px - x) * 0.5 - (py - y) * 0.25, y + (py - y) * 0.5 + (px - x) * 0.25), (px, py)]
            )
            yield Drawn(bent, BRASS, radius * 0.055)
            yield Drawn(bent, BRASS_LIGHT, 0.6)
        else:
            yield Drawn(circle((x + px) / 2, (y + py) / 2, radius * 0.15), BRASS, radius * 0.045)
            yield Drawn(line((x, y), (px, py)), BRASS_LIGHT, 0.8)
    begun = scene.between(0, 360)
    yield Drawn(arc(x, y, radius * 0.63, begun, begun + scene.between(90, 290)), scene.tint, radius * 0.06, 0.95)
    yield Filled(circle(x, y, radius * 0.2), _metal(x, y, radius * 0.2))


def _gimbal(scene: Scene, x: float, y: float, radius: float) -> Iterator[Shape]:
    for turn, flat in ((scene.between(10, 50), 0.32), (scene.between(100, 150), 0.42)):
        ring = ellipse(x, y, radius, radius * flat, turn)
        yield Drawn(ring, "#2b1f08", 4.2, 0.7)
        yield Drawn(ring, BRASS, 3.0)
        yield Drawn(ring, BRASS_LIGHT, 0.8)
        for side in (0, 180):
            (px, py) = next(around(radius, 1, turn + side, x, y))
            yield Filled(circle(px, py, 4), _metal(px, py, 4))


def _heart(scene: Scene, x: float, y: float) -> Iterator[Shape]:
    """The jewel: a lens, a prism or a star, lit in the colour of the race."""
    size = scene.between(14, 20)
    yield Glow((x, y), (size * 3, size * 3), 0, scene.tint, 0.9)
    sides = scene.chance.choice([4, 6, 8])
    outer = list(around(size, sides, scene.between(0, 60), x, y))
    gem = polygon(outer)
    yield Filled(
        gem,
        Linear(
            (x - size, y - size),
            (x + size, y + size),
            (Stop(0, "#ffffff"), Stop(0.4, scene.tint), Stop(1, scene.sky.dark)),
        ),
    )
    facets = _joined(line((x, y), point) for point in outer)
    yield Drawn((*facets, *gem), "#ffffff", 0.7, 0.85)
    yield from sparkle(x - size * 0.3, y - size * 0.35, size * 0.6, "#ffffff")


def chart(scene: Scene) -> Iterator[Shape]:
    """A compass rose over a chart with a plotted course."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    course = [(scene.between(0.04, 0.96) * WIDTH, y + scene.between(-70, 70)) for _ in range(5)]
    course.sort()
    yield Drawn(smooth(course), "#ffffff", 1.1, 0.8, (5, 4))
    for px, py in course:
        yield from (Drawn(circle(px, py, 5), scene.light, 1, 0.9), Filled(circle(px, py, 2), scene.tint))
    yield Glow((x, y), (100, 90), 0, scene.sky.dark, 0.8)
    for radius, width in ((66, 2.4), (61, 0.8), (40, 0.8)):
        yield Drawn(circle(x, y, radius), BRASS, width)
    yield Drawn(graduation(x, y, 61, 96, -3, -6), BRASS_LIGHT, 0.7)
    turn = scene.between(-40, 40)
    rays = scene.chance.choice([4, 4, 8])
    for long, short, lean in ((40, 7, 45), (58, 9, 0)):
        points = rays if lean else 4
        yield from _rose(x, y, long, short, points, turn + lean, scene.tint if lean else BRASS_LIGHT)
    yield Filled(circle(x, y, 6), _metal(x, y, 6))
    needle = turn + scene.between(60, 300)
    tip, side = next(around(54, 1, needle, x, y)), next(around(4, 1, needle + 90, x, y))
    yield Filled(polygon([tip, side, (2 * x - side[0], 2 * y - side[1])]), scene.sky.glow, 0.9)


def _rose(x: float, y: float, long: float, short: float, points: int, turn: float, colour: str) -> Iterator[Shape]:
    """A star whose rays are light on one side and dark on the other."""
    yield Filled(star(x, y, long, short, points, turn), mixed(colour, "#000000", 0.55))
    tips = around(long, points, turn - 90, x, y)
    sides = around(short, points, turn - 90 - 180 / points, x, y)
    lit = (polygon([tip, side, (x, y)]) for tip, side in zip(tips, sides, strict=True))
    yield Filled(_joined(lit), colour)
    yield Drawn(star(x, y, long, short, points, turn), "#2b1f08", 0.5, 0.8)


def lighthouse(scene: Scene) -> Iterator[Shape]:
    """A light on a rock, which turns its beams over the sea of stars."""
    x, y = scene.centre
    x += scene.between(-58, 58)
    yield from backdrop(scene, centre=(x, y - 36))
    lamp, turn = y - 34 + scene.between(-6, 8), scene.between(0, 50)
    for number in range(scene.chance.randint(5, 8)):
        wide, angle = scene.between(3, 8), -math.radians(turn + number * 25)
        ends = ((x + 380 * math.cos(angle + d), lamp + 380 * math.sin(angle + d)) for d in (-wide / 100, wide / 100))
        yield Filled(polygon([(x, lamp), *ends]), scene.light, round(scene.between(0.1, 0.26), 3))
    yield Glow((x, lamp), (90, 80), 0, scene.sky.glow, 0.9)
    rock = [
        (x - 92, y + 128),
        (x - 74, y + 72),
        (x - 46, y + 62),
        (x - 26, y + 46),
        (x + 24, y + 44),
        (x + 50, y + 66),
        (x + 82, y + 78),
        (x + 96, y + 128),
    ]
    rock = [(px + scene.between(-7, 7), py + scene.between(-5, 5)) for px, py in rock]
    yield Filled(
        polygon(rock),
        Linear(
            (x - 60, y + 40),
            (x + 40, y + 110),
            (Stop(0, mixed(scene.sky.middle, "#ffffff", 0.12)), Stop(1, scene.sky.dark)),
        ),
    )
    cracks = _joined(
        line((px, py), (px + scene.between(-14, 14), py + scene.between(16, 40)))
        for px, py in rock[1:-1]
        for _ in range(2)
    )
    yield Drawn(cracks, scene.sky.dark, 0.8, 0.8)
    top = lamp + 12
    tower = polygon([(x - 9, top), (x + 9, top), (x + 17, y + 52), (x - 17, y + 52)])
    yield Filled(
        tower,
        Linear(
            (x - 16, 0),
            (x + 17, 0),
            (
                Stop(0, mixed(scene.tint, "#ffffff", 0.55)),
                Stop(0.5, mixed(scene.tint, scene.sky.dark, 0.4)),
                Stop(1, scene.sky.dark),
            ),
        ),
    )
    bands = scene.chance.choice([2, 3, 4])
    high = (y + 52 - top) / (2 * bands)
    stripes = tuple(
        Filled(rectangle(x - 20, top + (2 * number + 1) * high, 40, high), scene.sky.dark, 0.5)
        for number in range(bands)
    )
    yield Group(stripes, tower)
    yield Drawn(tower, scene.light, 0.8, 0.8)
    yield Filled(rectangle(x - 13, top - 3, 26, 4), scene.sky.dark)
    yield Drawn(line((x - 15, top - 3), (x + 15, top - 3)), scene.light, 1.2)
    yield Filled(rectangle(x - 7.5, lamp - 9, 15, 18), "#fffbe2")
    yield Drawn(
        _joined(line((x + dx, lamp - 9), (x + dx, lamp + 9)) for dx in (-7.5, -2.5, 2.5, 7.5)), scene.sky.dark, 1
    )
    yield Filled(polygon([(x - 11, lamp - 9), (x, lamp - 21), (x + 11, lamp - 9)]), scene.sky.dark)
    yield Drawn(line((x, lamp - 20), (x, lamp - 30)), scene.light, 1)
    yield Glow((x, lamp), (24, 24), 0, "#ffffff", 1.0)


def bridge(scene: Scene) -> Iterator[Shape]:
    """The bridge, with its people as shapes before the great window."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y - 10))
    if scene.chance.random() < 0.6:
        rival = scene.rival
        yield from ship(
            scene,
            hull_of(rival, scene.chance, 0.5),
            Pose(x + scene.between(-70, 70), y - 34, 0.8, scene.between(0, 360)),
            TINTS[rival],
        )
    else:
        yield from planet(scene, x + scene.between(-80, 80), y - 26, scene.between(30, 46))
    shade, rim = mixed(scene.sky.dark, "#000000", 0.3), scene.sky.glow
    panes = scene.chance.choice([3, 4, 5])
    posts = _joined(
        line((x + (number - panes / 2) * 300 / panes, y - 112), (x + (number - panes / 2) * 420 / panes, y + 30))
        for number in range(panes + 1)
    )
    yield Drawn(posts, shade, 6)
    yield Drawn(posts, rim, 0.8, 0.6)
    sill = [
        (-20, y + 34),
        (WIDTH * 0.25, y + 26),
        (WIDTH * 0.75, y + 26),
        (WIDTH + 20, y + 34),
        (WIDTH + 20, y + 140),
        (-20, y + 140),
    ]
    yield Filled(polygon(sill), shade)
    yield Drawn(line(*sill[:4]), rim, 1.4, 0.9)
    lights = [(scene.between(6, WIDTH - 6), y + scene.between(42, 96)) for _ in range(70)]
    yield Dots(tuple(lights[:48]), 1.0, mixed(rim, "#ffffff", 0.4), 0.7)
    yield Dots(tuple(lights[48:]), 1.3, scene.tint, 0.9)
    number = scene.chance.randint(2, 4)
    for place in range(number):
        px = x + (place - (number - 1) / 2) * 74 + scene.between(-9, 9)
        yield from _watch(scene, px, y + 40, scene.between(50, 58), shade, rim)
    yield from _watch(scene, x + scene.between(-20, 20), y + 74, 92, mixed(shade, "#000000", 0.4), rim)


def _watch(scene: Scene, x: float, floor: float, high: float, shade: str, rim: str) -> Iterator[Shape]:
    """Somebody seen from behind, from the belt up."""
    lean = scene.between(-0.03, 0.03)
    half = [
        (0, -1.0),
        (0.1, -0.97),
        (0.125, -0.86),
        (0.09, -0.74),
        (0.1, -0.69),
        (0.27, -0.62),
        (0.31, -0.4),
        (0.27, 0.02),
    ]
    places = [*half, *((-px, py) for px, py in reversed(half) if px)]
    seen = smooth([(x + (px - lean * py) * high, floor + py * high) for px, py in places], is_closed=True)
    yield Filled(seen, shade)
    yield Drawn(seen, rim, 0.9, 0.75)


def agent(scene: Scene) -> Iterator[Shape]:
    """Somebody in a door, at times two, with the light behind, and long shadows."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    wall = mixed(scene.sky.dark, "#000000", 0.35)
    light = scene.chance.choice([scene.sky.glow, scene.tint, turned(scene.sky.glow, scene.between(-70, 70))])
    x += scene.between(-40, 40)
    wide, top, floor, lean = scene.between(34, 52), y - scene.between(72, 90), y + 46, scene.between(-60, 60)
    opening = scene.chance.choice(DOORS)(x, top, floor, wide)
    room = rectangle(-12, -12, WIDTH + 24, scene.height + 24)
    yield Filled((*room, *opening), wall, 0.92)
    yield Glow((x, y - 6), (wide * 1.6, 96), 0, light, 0.9)
    end = scene.height + 12
    sill = wide * 0.86
    carpet = polygon([(x - sill, floor), (x + sill, floor), (x + sill * 2.7 + lean, end), (x - sill * 2.7 + lean, end)])
    fading = (Stop(0, mixed(light, "#ffffff", 0.3)), Stop(1, wall))
    yield Filled(carpet, Linear((x, floor), (x + lean, scene.height), fading), 0.85)
    gap = scene.between(15, 24)
    posts = (
        line((x + side * (wide + 14 + gap * n), -12), (x + side * (wide + 14 + gap * n), floor + 6 * n))
        for n in range(9)
        for side in (-1, 1)
    )
    yield Drawn(_joined(posts), light, 0.7, 0.32)
    yield Drawn(opening, mixed(light, "#ffffff", 0.55), 1.8, 0.95)
    others = scene.chance.choice([0, 0, 1])
    for number in range(1 + others):
        px = x + (number - others / 2) * 36 + scene.between(-9, 9)
        yield from _stranger(scene, px, floor, lean, wall)
    yield from sparkle(x + scene.chance.choice([-1, 1]) * (wide + 9), y - scene.between(20, 40), 7, light)


def _stranger(scene: Scene, x: float, floor: float, lean: float, wall: str) -> Iterator[Shape]:
    coat, hat = scene.between(0.26, 0.38), scene.chance.choice([0.12, 0.12, 0.2])
    half = [(0, -1.0), (0.09, -0.97), (hat, -0.86), (0.08, -0.77), (0.2, -0.7), (0.24, -0.42), (coat, 0.0), (0.1, 0.02)]
    places = [*half, *((-px, py) for px, py in reversed(half) if px)]
    high = scene.between(88, 108)
    shadow = [(x + across * 62 - lean * 0.8 * down, floor - down * 74) for across, down in places]
    yield Filled(smooth(shadow, is_closed=True), wall, 0.8)
    seen = smooth([(x + across * high * 0.82, floor + 5 + down * high) for across, down in places], is_closed=True)
    yield Filled(seen, wall)
    yield Drawn(seen, scene.light, 1.1, 0.9)


def _tall_door(x: float, top: float, floor: float, wide: float) -> Outline:
    corner = wide * 0.6
    left, right = x - wide, x + wide
    return polygon(
        [
            (left, floor),
            (left, top + corner),
            (left + corner, top),
            (right - corner, top),
            (right, top + corner),
            (right, floor),
        ]
    )


def _arch(x: float, top: float, floor: float, wide: float) -> Outline:
    (upper,) = elliptic_arc(x, top + wide, wide, wide, 180, 360)
    return (Run((x - wide, floor), ((x - wide, top + wide), *upper.steps, (x + wide, floor))),)


def _hatch(x: float, top: float, floor: float, wide: float) -> Outline:
    reach = (floor - top) * 0.56
    (round_,) = elliptic_arc(x, floor - reach * 0.8, reach, reach, 127, 413)
    return (Run(round_.start, round_.steps),)


def _cell(x: float, top: float, floor: float, wide: float) -> Outline:
    reach = (floor - top) / 1.73
    return hexagon(x, (top + floor) / 2, reach)


DOORS = (_tall_door, _arch, _hatch, _cell)


def signal(scene: Scene) -> Iterator[Shape]:
    """A call that goes out in rings from a ship's masts."""
    x, y = scene.centre
    side = scene.chance.choice([-1, 1])
    px, py = x - side * 50, y + 12
    yield from backdrop(scene)
    for number in range(1, 8):
        reach = 20 + 17 * number
        spread = scene.between(30, 58)
        facing = 0 if side > 0 else 180
        yield Drawn(
            arc(px + side * 28, py - 26, reach, facing - spread, facing + spread),
            mixed(scene.sky.glow, "#ffffff", 0.4),
            2.6 - number * 0.25,
            0.95 - number * 0.09,
        )
    yield Glow((px + side * 28, py - 26), (50, 50), 0, scene.sky.glow, 0.9)
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.6), Pose(px, py, 1.2, 60 * side))
    words = scene.chance.getrandbits(24)
    at = x - 60.0
    for bit in range(14):
        long = 9 if words >> bit & 1 else 3
        yield Drawn(line((at, y + 78), (at + long, y + 78)), scene.light, 2.2, 0.9)
        at += long + 4


def eye(scene: Scene) -> Iterator[Shape]:
    """The spy's eye: lids of light, an iris with its blades, and what it looks for in the pupil."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    wide, high, lean = scene.between(112, 130), scene.between(46, 60), scene.between(-12, 12)
    lids = smooth(
        [
            (x - wide, y + lean),
            (x - wide * 0.5, y - high * 0.86),
            (x, y - high),
            (x + wide * 0.5, y - high * 0.86),
            (x + wide, y - lean),
            (x + wide * 0.5, y + high * 0.86),
            (x, y + high),
            (x - wide * 0.5, y + high * 0.86),
        ],
        is_closed=True,
    )
    yield Filled(lids, mixed(scene.sky.dark, "#000000", 0.4), 0.85)
    lashes = scene.chance.choice([9, 13, 17])
    for number in range(lashes):
        part = (number + 0.5) / lashes * 2 - 1
        bx, by = x + part * wide * 0.92, y - high * math.sqrt(max(0.02, 1 - part * part)) - lean * part
        yield Drawn(line((bx, by - 4), (bx + part * 10, by - 15)), scene.light, 0.9, 0.7)
    radius = high * 0.82
    yield Glow((x, y), (radius * 1.7, radius * 1.5), 0, scene.tint, 0.8)
    iris = circle(x, y, radius)
    yield Filled(iris, mixed(scene.tint, scene.sky.dark, 0.55))
    blades, turn = scene.chance.choice([7, 9, 11, 13]), scene.between(0, 40)
    for number, (px, py) in enumerate(around(radius, blades, turn, x, y)):
        (qx, qy) = next(around(radius * 0.46, 1, turn + (number + 1.6) * 360 / blades, x, y))
        (rx, ry) = next(around(radius, 1, turn + (number + 1) * 360 / blades, x, y))
        yield Filled(
            polygon([(px, py), (qx, qy), (rx, ry)]), mixed(scene.tint, "#ffffff", 0.12 + 0.3 * (number % 2)), 0.85
        )
        yield Drawn(line((px, py), (qx, qy)), scene.sky.dark, 0.8)
    pupil = circle(x, y, radius * 0.47)
    yield Filled(pupil, "#05070a")
    hull = hull_of(scene.rival, scene.chance, 0.4)
    seen = tuple(
        Drawn(each, scene.light, 0.8, 0.95)
        for each in outline_of(hull, Pose(x, y, radius / 130, scene.between(0, 360), 1.0))
    )
    yield Group(seen, pupil)
    yield Drawn((*iris, *pupil), scene.light, 1.3, 0.95)
    yield Drawn(graduation(x, y, radius * 1.04, 60, 2.4, 5), scene.light, 0.7, 0.8)
    yield Drawn(lids, scene.light, 2.2, 0.95)
    yield Glow((x - radius * 0.34, y - radius * 0.4), (9, 7), -30, "#ffffff", 0.95)


def scales(scene: Scene) -> Iterator[Shape]:
    """The scales of a dilemma."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    yield Glow((x, y), (120, 100), 0, scene.sky.dark, 0.65)
    lean = scene.between(7, 20) * scene.chance.choice([-1, 1])
    top = y - 58
    pillar = polygon([(x - 3, top), (x + 3, top), (x + 6, y + 62), (x - 6, y + 62)])
    yield Filled(pillar, _metal(x, y, 30))
    yield Filled(
        polygon([(x - 34, y + 74), (x - 22, y + 60), (x + 22, y + 60), (x + 34, y + 74)]), _metal(x, y + 66, 24)
    )
    left, right = (x - 76, top + 6 + lean), (x + 76, top + 6 - lean)
    arm = smooth([left, (x, top), right])
    yield Drawn(arm, "#2b1f08", 6.4)
    yield Drawn(arm, BRASS, 5)
    yield Drawn(arm, BRASS_LIGHT, 1)
    for px, py in (left, right):
        bowl = py + 62
        cords = _joined(line((px, py), (px + dx, bowl)) for dx in (-30, -10, 10, 30))
        yield Drawn(cords, BRASS_LIGHT, 0.9)
        dish = elliptic_arc(px, bowl, 34, 20, 0, 180)
        yield Filled(dish, _metal(px, bowl + 6, 26))
        yield Drawn(ellipse(px, bowl, 34, 6), BRASS_LIGHT, 1.2)
    yield from ship(
        scene, hull_of(scene.race, scene.chance, 0.4), Pose(left[0], left[1] + 52, 0.44, 90, 0.6), burning=False
    )
    yield Glow((right[0], right[1] + 50), (30, 26), 0, "#ffb056", 0.95)
    yield Filled(star(right[0], right[1] + 50, 15, 5, 7, 8), "#fff2c8")
    yield Filled(star(x, top - 8, 13, 4, 8), BRASS_LIGHT)


def code(scene: Scene) -> Iterator[Shape]:
    """What creeps through a ship's machines: a net of cells, some of them taken."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False)
    cell = scene.between(15, 19)
    taken = [(scene.between(-70, 70), scene.between(-40, 40))]
    for _ in range(26):
        px, py = taken[-1]
        angle = math.radians(scene.chance.choice([30, 90, 150, 210, 270, 330]))
        px, py = px + cell * 1.7 * math.cos(angle), py + cell * 1.7 * math.sin(angle)
        if abs(px) < 140 and abs(py) < 84:
            taken.append((px, py))
    for column in range(-6, 7):
        for row in range(-4, 5):
            px, py = x + column * cell * 1.5, y + (row + column % 2 / 2) * cell * 1.732
            yield Drawn(hexagon(px, py, cell * 0.9), scene.tint, 0.8, 0.4)
    yield Drawn(line(*((x + px, y + py) for px, py in taken)), scene.sky.glow, 2.6, 0.9)
    for number, (px, py) in enumerate(taken):
        yield Glow((x + px, y + py), (cell * 1.4, cell * 1.4), 0, scene.sky.glow, 0.5)
        yield Filled(
            hexagon(x + px, y + py, cell * (0.3 + 0.3 * number / len(taken))), mixed(scene.sky.glow, "#ffffff", 0.5)
        )
    px, py = taken[-1]
    yield from sparkle(x + px, y + py, cell, "#ffffff")
