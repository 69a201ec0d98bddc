"""Subjects of war: beams, bolts, torpedoes, mines, boarders, explosions; shields, evasion, repair."""

from __future__ import annotations

import math
from functools import partial

from incursions.games.incursions.pictures.art.scene import (
    Scene,
    backdrop,
    beam,
    burst,
    graduation,
    shield,
    sparkle,
    splinters,
    torpedo,
)
from incursions.games.incursions.pictures.art.ships import Pose, hull_of, outline_of, own_hull, ship
from incursions.games.incursions.pictures.colours import TINTS, WHITE, lighten, mix
from incursions.games.incursions.pictures.shapes import (
    ORIGIN,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Point,
    Shapes,
    arc,
    circle,
    draw_layers,
    elliptic_arc,
    fill_edged,
    halo,
    hexagon,
    join,
    line,
    mirror,
    point_between,
    polar,
    shade,
    smooth,
    star,
)

HOT = {"phasers": "#ffb056", "disruptors": "#6df08c", "torpedoes": "#ff6a4a", "mines": "#ffd257"}
DEEP = "#6fd0ff"
FIGURE = "0,-88 6,-86 8,-78 5,-69 17,-63 21,-36 15.5,-36 12.5,-52 11,-36 12,-14 13,0 4,0 3.4,-16 0,-34"
"""The right half of somebody who stands, 100 high, feet at the origin."""


def _exchange(scene: Scene, *, colour: str, is_beam: bool) -> Shapes:
    """Draw fire from a ship near us at one far off: beams, or bolts in volleys."""
    side = scene.choose_side()
    far = side * scene.pick(70, 96), -scene.pick(28, 46)
    near = -side * scene.pick(60, 82), scene.pick(18, 34)
    yield from backdrop(scene, centre=far)
    heading = 90 * side + scene.pick(-30, 6) * side
    rival = scene.choose_rival()
    away = Pose(*far, scene.pick(0.5, 0.7), heading + 180 + scene.vary(40))
    yield from ship(scene, hull_of(rival, scene.chance, 0.4), away, TINTS[rival])
    close = Pose(*near, scene.pick(1.1, 1.35), heading)
    yield from ship(scene, own_hull(scene, scene.pick(0.3, 0.9)), close)
    number = min(4, 1 + scene.piece.get("damage_dice", scene.count(1, 2)))
    for spot in range(number):
        muzzle = close.point((spot - (number - 1) / 2) * 12, -30)
        target = far[0] + scene.vary(12), far[1] + scene.vary(8)
        if is_beam:
            yield from beam(muzzle, target, colour, 1.5)
        else:
            yield from _volley(scene, muzzle, target, colour)
    yield from burst(scene, *far, scene.pick(15, 21), colour)


beams = partial(_exchange, colour=HOT["phasers"], is_beam=True)
bolts = partial(_exchange, colour=HOT["disruptors"], is_beam=False)


def _volley(scene: Scene, muzzle: Point, target: Point, colour: str) -> Shapes:
    """Draw four bolts on their way from the muzzle to the target."""
    begun = scene.pick(0.04, 0.16)
    for number in range(4):
        part = begun + 0.24 * number
        yield from beam(point_between(muzzle, target, part), point_between(muzzle, target, part + 0.13), colour, 1.9)


def torpedoes(scene: Scene) -> Shapes:
    """Draw a spread of torpedoes, in perspective, towards a ship or past it towards us."""
    side = scene.choose_side()
    far = side * scene.pick(64, 90), -scene.pick(20, 44)
    yield from backdrop(scene, centre=far)
    rival = scene.choose_rival()
    pose = Pose(*far, scene.pick(0.6, 0.85), scene.choose_turn())
    yield from ship(scene, hull_of(rival, scene.chance, 0.6), pose, TINTS[rival])
    number = scene.count(3, 5)
    for rank in range(number):
        part = 0.18 + 0.62 * (number - 1 - rank) / number
        x, y = point_between((-side * (70 + 38 * rank), scene.pick(10, 66)), far, part)
        turn = math.degrees(math.atan2(far[1] - y, far[0] - x))
        yield from torpedo(x, y, turn, 3.2 + 2.6 * (1 - part), HOT["torpedoes"])


def mines(scene: Scene) -> Shapes:
    """Draw a field of mines, and something that must pass through it."""
    yield from backdrop(scene, centre=None)
    pose = Pose(scene.vary(90), -scene.pick(24, 46), 0.62, scene.choose_turn())
    yield from ship(scene, hull_of(scene.choose_rival(), scene.chance, 0.3), pose, scene.tint)
    sizes = [*sorted(scene.pick(7, 19) for _ in range(7)), scene.pick(28, 36)]
    for number, size in enumerate(sizes):
        across = (number * 0.382 + scene.pick(0, 0.2)) % 1
        x = scene.room.left + 20 + across * (scene.room.width - 40) if size < 24 else scene.vary(60)
        yield from mine(scene, x, size * 2.2 - 34 + scene.pick(-16, 12), size)


def mine(scene: Scene, x: float, y: float, size: float) -> Shapes:
    """Draw a mine with its horns; its eye is lit."""
    yield halo(size * 2.2, HOT["torpedoes"], 0.35, (x, y))
    count = scene.choose(8, 9, 10)
    horns = star(x, y, size * 1.5, size * 0.7, count, scene.pick(0, 40))
    yield from fill_edged(horns, mix(scene.dark, scene.tint, 0.45), lighten(scene.tint, 0.4), 0.7, 0.8)
    body = circle(x, y, size)
    colours = lighten(scene.tint, 0.35), scene.darken_tint(0.5), scene.dark
    yield Filled(body, shade((x - size * 0.7, y - size), (x + size * 0.6, y + size), *colours))
    bands = tuple(Drawn(elliptic_arc(x, y, size, size * flat, 0, 180), scene.dark, 0.8, 0.7) for flat in (0.25, 0.6))
    yield Group(bands, body)
    yield Drawn(body, lighten(scene.tint, 0.5), 0.7, 0.8)
    yield halo(size * 0.8, HOT["mines"], 1.0, (x, y))
    yield Filled(circle(x, y, size * 0.24), "#fff6d8")


def boarders(scene: Scene) -> Shapes:
    """Draw figures that form in columns of light, in a hall."""
    unit = min(1.25, scene.size / 70)
    yield from backdrop(scene, bodies=False, centre=None)
    floor = 54 * unit
    for reach in range(5):  # arches, one behind the other
        width, top = 46 + 30 * reach, -40 - 15 * reach
        posts = join(line((side * width, floor + reach * 9), (side * width, top)) for side in (-1, 1))
        roof = elliptic_arc(0, top, width, 22 + 4 * reach, 180, 360)
        yield Drawn((*posts, *roof), scene.darken_tint(0.3 + 0.12 * (4 - reach)), 1.2 + 0.9 * reach, 0.8)
    number = scene.choose(2, 3, 3)
    for rank in range(number):
        x = (rank - (number - 1) / 2) * 52 * unit + scene.vary(6)
        high = scene.pick(84, 100) * unit
        yield Glow(24 * unit, high * 0.75, DEEP, 0.85, (x, floor - high * 0.45))
        yield from figure(scene, x, floor + scene.vary(4), high * 0.8)
        shafts = (line((x + dx * unit, floor - high), (x + dx * unit, floor + 3)) for dx in range(-15, 16, 6))
        yield Drawn(join(shafts), "#dff6ff", 0.8, 0.7)
        yield Drawn(elliptic_arc(x, floor + 2, 20 * unit, 5 * unit, 0, 360), WHITE, 1.2, 0.9)
        sparks = tuple((x + scene.vary(16) * unit, floor - scene.pick(0, high)) for _ in range(22))
        yield Dots(sparks, 0.8, WHITE, 0.9)


def figure(scene: Scene, x: float, floor: float, high: float) -> Shapes:
    """Draw somebody who stands there, as a shape in the light."""
    unit, lean = high / 100, scene.vary(3)
    points = [(x + px * unit + lean * -py / 90, floor + py * unit) for px, py in mirror(FIGURE)]
    body = smooth(points, is_closed=True)
    yield Filled(body, scene.dark, 0.92)
    yield Drawn(body, DEEP, 0.8, 0.9)


def explosion(scene: Scene) -> Shapes:
    """Draw a hull that is hit and breaks."""
    yield from backdrop(scene)
    pose = Pose(0, 4, scene.pick(1.35, 1.6), scene.pick(20, 160) * scene.choose_side())
    yield from ship(scene, own_hull(scene, 0.6), pose, burning=False)
    for size in (23, 14, 9):
        x, y = pose.point(*scene.place_near(16, 28))
        yield from burst(scene, x, y, size, scene.choose("#ff8a3d", "#ffb056", "#ff5a3a"))
    yield from splinters(scene, 0, 0, 46, scene.tint)


def shields(scene: Scene) -> Shapes:
    """Draw a ship within its shield, which holds."""
    yield from backdrop(scene)
    struck = scene.choose(-150, -130, -50, -30, 150, 35) + scene.vary(10)
    turn = scene.pick(30, 80) * scene.choose_side()
    yield from ship(scene, own_hull(scene), Pose(0, 0, scene.pick(1.0, 1.2), turn))
    width, height = scene.pick(88, 104), scene.pick(58, 68)
    yield from shield(scene, width, height, struck, DEEP)
    hit = polar(width, struck, ORIGIN, height / width)
    yield from beam(polar(190, struck, hit), hit, HOT[scene.choose(*sorted(HOT))], 1.6)
    yield from burst(scene, *hit, 11, DEEP)


def screens(scene: Scene) -> Shapes:
    """Draw a wall of cells between a ship and what comes at it."""
    side = scene.choose_side()
    yield from backdrop(scene, centre=None)
    yield from ship(scene, own_hull(scene, 0.6), Pose(-side * 58, 18, 1.15, 66 * side))
    wall = side * 52
    yield Glow(46, 96, DEEP, 0.5, (wall, 0))
    for row in range(-5, 6):
        x = wall + side * 0.12 * row**2 + (10.4 if row % 2 else 0)
        for column in range(-1, 2):
            strength = scene.pick(0.15, 0.6)
            cell = hexagon(x + column * 20.8, row * 18, 11, 30)
            yield Filled(cell, DEEP, round(strength * 0.5, 3))
            yield Drawn(cell, lighten(DEEP, 0.5), 0.8, round(0.35 + strength * 0.6, 3))
    hit = wall + side * 12, scene.vary(30)
    yield from torpedo(hit[0] + side * 46, hit[1] - 16, 180 * (side > 0) + 18 * side, 4, HOT["torpedoes"])
    yield from burst(scene, *hit, 13, DEEP)


def evasion(scene: Scene) -> Shapes:
    """Draw a ship that turns away on a plotted curve from what misses it."""
    side = scene.choose_side()
    yield from backdrop(scene, centre=(0, 20))
    track = [(-side * 170, 70), (-side * 90, 44), (-side * 14, 58), (side * 40, 22), (side * 58, -22)]
    yield Drawn(smooth(track), scene.light, 1.3, 0.9, (5, 4))
    for spot in track[1:-1]:
        yield Drawn(circle(*spot, 4.5), scene.light, 1.0, 0.9)
    ghost = own_hull(scene, 0.3)
    for number, spot in enumerate(track[1:4]):
        for seen in outline_of(ghost, Pose(*spot, 0.62 + 0.14 * number, (88 - 26 * number) * side)):
            yield Drawn(seen, scene.tint, 0.7, 0.3 + 0.15 * number)
    shot = -scene.pick(20, 34)
    hot = HOT[scene.choose("phasers", "disruptors")]
    yield from beam((-side * 190, shot + 60), (side * 190, shot + 34), hot, 1.7)
    yield from ship(scene, ghost, Pose(side * 60, -26, 1.15, 14 * side))


def repair(scene: Scene) -> Shapes:
    """Draw a ship in a dock, with frames round it and sparks where plates are joined."""
    yield from backdrop(scene, bodies=False)
    pose = Pose(0, 4, scene.pick(1.45, 1.65), scene.pick(62, 118) * scene.choose_side(), 0.6)
    frame = pose._replace(scale=pose.scale * 1.05)
    girder = scene.darken_tint(0.35)
    for rib in (-54, -27, 0, 27, 54):
        left, right = frame.point(-52, rib), frame.point(52, rib)
        hoop = smooth([left, (left[0], left[1] - 44), (right[0], right[1] - 44), right])
        yield Drawn(hoop, girder, 2.6, 0.9)
    yield from ship(scene, own_hull(scene, 0.7), pose, burning=False)
    for edge in (-52, 52):
        rail = line(frame.point(edge, -60), frame.point(edge, 60))
        yield from draw_layers(rail, (girder, 3.4), (scene.light, 0.7, 0.8))
    for _ in range(scene.count(3, 4)):
        x, y = pose.point(*scene.place_near(20, 34))
        yield from sparkle(x, y, scene.pick(9, 16), "#bfe8ff")
        arcs = (
            smooth([(x, y), (x + dx * 0.6, y - scene.pick(2, 9)), (x + dx, y + scene.pick(8, 20))])
            for dx in (-16, -9, 8, 15)
        )
        yield Drawn(join(arcs), "#ffdf9a", 0.7, 0.9)


def gunnery(scene: Scene) -> Shapes:
    """Draw a ship held in the rings of a sight."""
    yield from backdrop(scene)
    rival = scene.choose_rival()
    hull = hull_of(rival, scene.chance, 0.5)
    yield from ship(scene, hull, Pose(0, 0, 0.95, scene.choose_turn()), TINTS[rival])
    hot = "#ff8f63"
    for radius, width in ((64, 1.8), (58, 0.7), (34, 0.9)):
        yield Drawn(circle(0, 0, radius), hot, width, 0.95)
    yield Drawn(graduation(0, 0, 64, 72, 3, 7), hot, 0.8, 0.9)
    yield Drawn(join(line(polar(18, turn), polar(80, turn)) for turn in (0, 180, 90, 270)), hot, 1.2, 0.95)
    begun = scene.choose_turn()
    for number in range(3):
        yield Drawn(arc(0, 0, 71, begun + 120 * number, begun + 120 * number + 46), "#ffd7b0", 2.6, 0.95)
    lead = scene.vary(52), -scene.pick(22, 40)
    yield Drawn(line(ORIGIN, lead), hot, 0.8, 0.9, (3, 2.4))
    yield Drawn(star(*lead, 7, 2.2), "#ffe9c8", 0.9)
