"""Subjects that were built and stay: stations, platforms, beacons, docks, worlds under a banner, conduits."""

from __future__ import annotations

from itertools import pairwise

from incursions.games.incursions.pictures.art.scene import Scene, backdrop, beam, planet, sparkle
from incursions.games.incursions.pictures.art.ships import Pose, hull_of, own_hull, ship
from incursions.games.incursions.pictures.colours import TINTS, lighten, mix
from incursions.games.incursions.pictures.ornaments import emblem
from incursions.games.incursions.pictures.shapes import (
    Dots,
    Drawn,
    Filled,
    Glow,
    Linear,
    Outline,
    Point,
    Shapes,
    circle,
    draw_layers,
    ellipse,
    elliptic_arc,
    fill_edged,
    halo,
    hexagon,
    join,
    line,
    mirror,
    place,
    polar,
    polygon,
    rectangle,
    ring_points,
    shade,
    smooth,
)

LAMP = "#fff3c4"
BEACON = "#ff9a7a"


def _steel(scene: Scene, x: float, y: float, reach: float) -> Linear:
    """Return a gradient of metal in the scene's colour."""
    colours = lighten(scene.tint, 0.45), scene.darken_tint(0.42), scene.dark
    return shade((x - reach, y - reach), (x + reach * 0.7, y + reach), *colours)


def station(scene: Scene) -> Shapes:
    """Draw a station: rings about a spindle, arms, docks; how many of each is its own."""
    yield from backdrop(scene)
    size, flat = scene.size * 0.92, scene.pick(0.3, 0.46)
    yield Glow(size * 2, size * 1.5, scene.dark, 0.7)
    count = scene.count(1, 2)
    rings = sorted((scene.pick(0.55, 1.12) * size, scene.vary(0.3) * size) for _ in range(count))
    for radius, y in rings:
        yield from _ring(scene, y, radius, flat, 180)
    yield from _spindle(scene, size)
    arms = scene.choose(3, 4, 5, 6)
    turn = scene.pick(0, 360 / arms)
    for radius, y in rings:
        ends = ring_points(radius, arms, turn, 0, y, flat)
        for end in ends:
            arm = line((0, y), end)
            yield from draw_layers(arm, (scene.darken_tint(0.3), 3), (scene.light, 0.6, 0.8))
        yield from _ring(scene, y, radius, flat, 0)
        for end in ends:
            yield Filled(circle(*end, 5.4), _steel(scene, *end, 5))
            yield Dots((end,), 1.5, LAMP)


def _ring(scene: Scene, y: float, radius: float, flat: float, start: float) -> Shapes:
    """Draw half of a station's ring with its windows: 180 degrees from `start`, flattened by `flat`."""
    for depth, colour, width in (
        (4, scene.dark, 9),
        (0, scene.darken_tint(0.35), 8),
        (-2.4, lighten(scene.tint, 0.4), 2.2),
    ):
        yield Drawn(elliptic_arc(0, y + depth, radius, radius * flat, start, start + 180), colour, width)
    windows = [polar(radius, start + 180 * (number + 0.5) / 46, (0, y + 1.6), flat) for number in range(46)]
    yield Dots(tuple(window for window in windows if scene.happens(0.7)), 0.8, LAMP)


def _spindle(scene: Scene, size: float) -> Shapes:
    """Draw the spindle in the middle of a station."""
    ranges = ((0.1, 0.3), (0.14, 0.34), (0.2, 0.36), (0.1, 0.26))
    upper, hips, lower, low = (scene.pick(*each) * size for each in ranges)
    half = [
        (0.03 * size, -size),
        (0.1 * size, -0.72 * size),
        (upper, -0.5 * size),
        (hips, -0.2 * size),
        (lower, 0.1 * size),
        (low, 0.42 * size),
        (0.09 * size, 0.66 * size),
        (0.02 * size, 0.95 * size),
    ]
    body = polygon(mirror(half))
    yield Filled(body, _steel(scene, 0, 0, size * 0.4))
    yield Drawn(join(elliptic_arc(0, y, x, x * 0.3, 0, 180) for x, y in half[1:-1]), scene.dark, 0.9, 0.8)
    yield Drawn(body, scene.light, 0.9, 0.85)
    masts = join(line((0, side * 0.95 * size), (0, side * 1.24 * size)) for side in (-1, 1))
    yield Drawn(masts, scene.light, 1.1)
    lit = tuple((scene.vary(0.1) * size, scene.vary(0.6) * size) for _ in range(26))
    yield Dots(lit, 0.8, LAMP, 0.95)
    yield halo(9, BEACON, 0.95, (0, -1.22 * size))


def platform(scene: Scene) -> Shapes:
    """Draw a platform with its guns, one of which fires."""
    yield from backdrop(scene)
    size = scene.size
    yield Glow(size * 1.9, size * 1.3, scene.dark, 0.7)
    guns = scene.choose(3, 4, 5)
    shot = scene.chance.randrange(guns)
    sides, turn = scene.choose(6, 8), scene.pick(0, 60)
    rim = ring_points(size * 0.86, sides, turn, 0, 10, 0.42)
    deck = polygon(rim)
    for depth in (16, 11, 6):
        yield Filled(place(deck, 0, depth), mix(scene.dark, scene.tint, 0.12 + 0.02 * depth / 6))
    yield from fill_edged(deck, _steel(scene, 0, 8, size * 0.7), scene.light, 1.0, 0.9)
    inner = ring_points(size * 0.5, sides, turn, 0, 8, 0.42)
    seams = (line(*ends) for ends in zip(inner, rim, strict=True))
    yield Drawn((*polygon(inner), *join(seams)), scene.dark, 0.8, 0.8)
    for number in range(guns):
        part = (number + 0.5) / guns
        turn = -160 + 140 * part + scene.vary(8)
        x, y = size * 0.6 * (2 * part - 1), 6 + scene.pick(-8, 10)
        yield from _gun(scene, x, y, turn, fires=number == shot)
    mast = -size * 0.7
    yield Drawn(line((0, 4), (0, mast)), scene.darken_tint(0.3), 4)
    yield Drawn(elliptic_arc(0, mast, 15, 9, 20, 160), scene.light, 1.6)
    yield halo(12, BEACON, 0.9, (0, mast - 4))
    yield Dots(tuple((x, y + 9) for x, y in rim), 1.2, LAMP)


def _gun(scene: Scene, x: float, y: float, turn: float, *, fires: bool) -> Shapes:
    """Draw a gun that points in the direction `turn`; `fires`: with its beam."""
    muzzle = polar(30, turn, (x, y - 6))
    if fires:
        yield from beam(muzzle, polar(260, turn, muzzle), "#ffb056", 1.5)
    yield from draw_layers(line((x, y - 6), muzzle), (scene.dark, 6.4), (lighten(scene.tint, 0.3), 3.2))
    yield from fill_edged(ellipse(x, y - 2, 12, 9), _steel(scene, x, y, 10), scene.light, 0.8, 0.8)


def beacon(scene: Scene) -> Shapes:
    """Draw a mast with dishes that listens or calls."""
    yield from backdrop(scene, centre=(0, -30))
    size, top = scene.size, -scene.size * 0.52
    for number in range(1, 7):
        reach, spread = size * 0.26 * number, 34 - 2 * number
        for facing in (0, 180):
            wave = elliptic_arc(0, top, reach, reach * 0.9, facing - spread, facing + spread)
            yield Drawn(wave, lighten(scene.glow, 0.3), 2.4 - 0.2 * number, 0.9 - 0.1 * number)
    high, low, foot = top + 10, size * 0.9, size * 0.34
    legs = (line((0, high), (x, low)) for x in (-foot, foot, -size * 0.1, size * 0.1))
    yield Drawn(join(legs), scene.darken_tint(0.25), 2.6)
    knots = [(foot * number / 7, high + (low - high) * number / 7) for number in range(8)]
    braces = (
        line((side * x, y), (-side * wider, lower)) for (x, y), (wider, lower) in pairwise(knots) for side in (-1, 1)
    )
    yield Drawn(join(braces), scene.light, 0.8, 0.8)
    for _ in range(scene.count(2, 4)):
        y, side = scene.pick(-0.2, 0.5) * size, scene.choose_side()
        x = side * 20
        scale = scene.pick(0.8, 1.3)
        dish = place(elliptic_arc(0, 0, 17, 8, 0, 180), x, y, scale, side * -scene.pick(40, 80))
        yield Drawn(line((0, y), (x, y)), scene.tint, 2)
        yield from fill_edged(dish, _steel(scene, x, y, 14), scene.light, 0.9)
    yield halo(46, scene.glow, 0.95, (0, top))
    yield Filled(place(polygon("0,-14 8,0 0,12 -8,0"), 0, top), "#ffffff")


def dock(scene: Scene) -> Shapes:
    """Draw a dock: girders round an empty berth, or one that is taken."""
    yield from backdrop(scene)
    pose = Pose(0, 0, scene.size / 62, scene.pick(58, 122) * scene.choose_side(), 0.6)
    colour = scene.darken_tint(0.3)
    bays = scene.count(4, 6)
    rows = [-56 + 112 * number / (bays - 1) for number in range(bays)]
    for row in rows:
        yield from draw_layers(_hoop(pose, row, 26), (scene.darken(colour, 0.4), 3.2), (scene.light, 0.6, 0.7))
    yield from ship(scene, own_hull(scene, 0.7), pose._replace(scale=pose.scale * 0.8), burning=False)
    for row in rows:
        yield from draw_layers(_hoop(pose, row, -26), (colour, 3.2), (scene.light, 0.6, 0.7))
    for edge in (-46, 46):
        rail = line(pose.point(edge, -64), pose.point(edge, 64))
        yield from draw_layers(rail, (colour, 5), (scene.light, 0.9))
        yield Dots(tuple(pose.point(edge, along) for along in range(-60, 61, 12)), 1.5, LAMP)
    for _ in range(2):
        yield from sparkle(*pose.point(*scene.place_near(20, 40)), scene.pick(8, 13), "#bfe8ff")


def _hoop(pose: Pose, along: float, rise: float) -> Outline:
    """Return a girder over the berth, or below it."""
    (left, y), (right, z) = pose.point(-46, along), pose.point(46, along)
    lift = rise * pose.scale
    middle = (left + right) / 2, (y + z) / 2 + lift * 1.2
    return smooth([(left, y), (left, y + lift * 0.8), middle, (right, z + lift * 0.8), (right, z)])


def sector(scene: Scene) -> Shapes:
    """Draw a world that flies the emblem of a race, with ships that keep watch."""
    yield from backdrop(scene, bodies=False)
    yield from planet(scene, 0, 0, scene.size * scene.pick(0.66, 0.8))
    yield halo(50, scene.dark, 0.85)
    yield Filled(place(emblem(scene.race), -28, -28, 0.56), lighten(scene.tint, 0.72), 0.95)
    orbit = scene.size * 1.22
    lean, flat = scene.vary(28), scene.pick(0.3, 0.5)
    yield Drawn(ellipse(0, 0, orbit, orbit * flat, lean), scene.light, 0.9, 0.8, (5, 3))
    for _ in range(scene.count(2, 3)):
        angle = scene.pick(15, 165)
        (start, _, _), *_ = elliptic_arc(0, 0, orbit, orbit * flat, angle, angle + 1, lean)
        yield from ship(scene, own_hull(scene, 0.4), Pose(*start, 0.3, 90 + lean), burning=False)


def conduit(scene: Scene) -> Shapes:
    """Draw a gate: rings one behind the other, and light that runs through them."""
    yield from backdrop(scene)
    side = scene.choose_side()
    far: Point = (side * 46, -22)
    number, sides = scene.count(4, 6), scene.choose(6, 8, 40)
    yield Glow(90, 80, scene.glow, 0.95, far)
    for rank in range(1, number + 1):
        part = rank / number
        x, y, radius = side * 48 * (1 - 2 * part * 0.72), -22 + 34 * part, scene.size * (0.3 + 0.72 * part)
        frame = polygon((x + px * 0.72, y + py) for px, py in ring_points(radius, sides, 30))
        steel = scene.darken_tint(0.35)
        yield from draw_layers(
            frame, (scene.dark, 3 + 9 * part), (steel, 2 + 6 * part), (scene.light, 0.5 + 0.8 * part, 0.9)
        )
        yield Dots(tuple((x + px * 0.72, y + py) for px, py in ring_points(radius, 6, 30)), 0.9 + 1.6 * part, LAMP)
    yield halo(22, "#ffffff", 1.0, far)
    yield from ship(scene, own_hull(scene, 0.3), Pose(side * 12, 4, 0.5, 62 * side))


def convoy(scene: Scene) -> Shapes:
    """Draw freighters in line, each with its train of holds."""
    yield from backdrop(scene, centre=None)
    side, size, drop = scene.choose_side(), scene.size / 80, scene.pick(14, 24)
    for number in range(3):
        scale = size * (0.75 + 0.3 * number)
        x, y = side * (92 - 80 * number) * size, drop * (1.9 * number - 1.6) * size
        for cell in range(3, 0, -1):
            cx, cy = x - side * 15 * cell * scale, y + 3.4 * cell * scale
            yield Filled(hexagon(cx, cy + 4 * scale, 10 * scale), scene.dark)
            hold = hexagon(cx, cy, 10 * scale)
            yield from fill_edged(hold, _steel(scene, cx, cy, 9 * scale), scene.light, 0.7, 0.8)
            yield Drawn(hexagon(cx, cy, 5 * scale), scene.dark, 0.8, 0.7)
        tug = Pose(x + side * 8 * scale, y - 2 * scale, 0.62 * scale, 78 * side)
        yield from ship(scene, hull_of("neutral", scene.chance, 0.4), tug, TINTS["neutral"])


def hall(scene: Scene) -> Shapes:
    """Draw a hall with banners."""
    yield from backdrop(scene, bodies=False, centre=None)
    size = scene.size / 80
    floor = 66 * size
    for rank in range(4):
        depth = 0.45 + 0.2 * rank
        wide, high = 30 * depth * size, 120 * depth * size
        top = floor - 16 * size - high + 26 * depth
        for side in (-1, 1):
            x = side * 118 * depth * size
            pole = rectangle(x + side * wide * 0.7 - 3, top - 12, 6 * depth, high + 20)
            yield Filled(pole, scene.darken_tint(0.6))
            cloth = place(polygon("-.5,0 .5,0 .5,.62 0,.78 -.5,.62"), x, top, wide, stretch=high / wide)
            paint = shade((x - wide, top), (x + wide, top + high), lighten(scene.tint, 0.1), scene.darken_tint(0.75))
            yield from fill_edged(cloth, paint, scene.light, 0.8, 0.85)
            yield Filled(place(emblem(scene.race), x - wide * 0.36, top + high * 0.14, wide * 0.0072), scene.light, 0.9)
    yield Glow(60, 50, scene.glow, 0.9, (0, floor - 30))
    yield Filled(place(emblem(scene.race), -24 * size, -44 * size, 0.48 * size), scene.light, 0.95)
