"""Subjects of war: beams, bolts, torpedoes, mines, boarders, explosions; shields, evasion, repair."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.art.backdrop import backdrop
from incursions.pictures.art.engraving import graduation
from incursions.pictures.art.flashes import beam, burst, shield, splinters, torpedo
from incursions.pictures.art.hulls import hull_of
from incursions.pictures.art.scene import WIDTH, Scene
from incursions.pictures.art.ships import Pose, outline_of, ship
from incursions.pictures.art.sky import sparkle
from incursions.pictures.colours import TINTS, mixed
from incursions.pictures.outlines import arc, circle, elliptic_arc, hexagon, line, smooth, star
from incursions.pictures.shapes import Dots, Drawn, Filled, Glow, Group, Linear, Point, Shape, Stop

HOT = {"phasers": "#ffb056", "disruptors": "#6df08c", "torpedoes": "#ff6a4a", "mines": "#ffd257"}
DEEP = "#6fd0ff"


def beams(scene: Scene) -> Iterator[Shape]:
    """Beams from a ship near us to one far off."""
    yield from _exchange(scene, HOT["phasers"], straight=True)


def bolts(scene: Scene) -> Iterator[Shape]:
    """Bolts, in volleys."""
    yield from _exchange(scene, HOT["disruptors"], straight=False)


def _exchange(scene: Scene, colour: str, *, straight: bool) -> Iterator[Shape]:
    x, y = scene.centre
    side = scene.chance.choice([-1, 1])
    far = x + side * scene.between(70, 96), y - scene.between(28, 46)
    near = x - side * scene.between(60, 82), y + scene.between(18, 34)
    yield from backdrop(scene, centre=far)
    heading = 90 * side + scene.between(-30, 6) * side
    rival = scene.rival
    away = Pose(*far, scene.between(0.5, 0.7), heading + 180 + scene.between(-40, 40))
    yield from ship(scene, hull_of(rival, scene.chance, 0.4), away, TINTS[rival])
    close = Pose(*near, scene.between(1.1, 1.35), heading)
    yield from ship(scene, hull_of(scene.race, scene.chance, scene.between(0.3, 0.9)), close)
    number = min(4, 1 + scene.piece.get("damage_dice", scene.chance.randint(1, 2)))
    for place in range(number):
        muzzle = close.point((place - (number - 1) / 2) * 12, -30)
        target = far[0] + scene.between(-12, 12), far[1] + scene.between(-8, 8)
        if straight:
            yield from beam(muzzle, target, colour, 1.5)
        else:
            yield from _volley(scene, muzzle, target, colour)
    yield from burst(scene, *far, scene.between(15, 21), colour)


def _volley(scene: Scene, muzzle: Point, target: Point, colour: str) -> Iterator[Shape]:
    begun = scene.between(0.04, 0.16)
    for number in range(4):
        ends = (begun + 0.24 * number, begun + 0.24 * number + 0.13)
        first, last = (
            (muzzle[0] + (target[0] - muzzle[0]) * part, muzzle[1] + (target[1] - muzzle[1]) * part) for part in ends
        )
        yield from beam(first, last, colour, 1.9)


def torpedoes(scene: Scene) -> Iterator[Shape]:
    """A spread of torpedoes, in perspective, towards a ship or past it towards us."""
    x, y = scene.centre
    side = scene.chance.choice([-1, 1])
    far = x + side * scene.between(64, 90), y - scene.between(20, 44)
    yield from backdrop(scene, centre=far)
    rival = scene.rival
    pose = Pose(*far, scene.between(0.6, 0.85), scene.between(0, 360))
    yield from ship(scene, hull_of(rival, scene.chance, 0.6), pose, TINTS[rival])
    number = scene.chance.randint(3, 5)
    for place in range(number):
        part = 0.18 + 0.62 * (number - 1 - place) / number
        start = x - side * (70 + 38 * place), y + scene.between(10, 66)
        px, py = start[0] + (far[0] - start[0]) * part, start[1] + (far[1] - start[1]) * part
        turn = math.degrees(math.atan2(far[1] - py, far[0] - px))
        yield from torpedo(px, py, turn, 3.2 + 2.6 * (1 - part), HOT["torpedoes"])


def mines(scene: Scene) -> Iterator[Shape]:
    """A field of mines, and something that must pass through it."""
    x, y = scene.centre
    yield from backdrop(scene)
    pose = Pose(x + scene.between(-90, 90), y - scene.between(24, 46), 0.62, scene.between(0, 360))
    yield from ship(scene, hull_of(scene.rival, scene.chance, 0.3), pose, scene.tint)
    sizes = [*sorted(scene.between(7, 19) for _ in range(7)), scene.between(28, 36)]
    for number, size in enumerate(sizes):
        across = (number * 0.382 + scene.between(0, 0.2)) % 1
        px = 20 + across * (WIDTH - 40) if size < 24 else x + scene.between(-60, 60)
        py = y - 34 + size * 2.2 + scene.between(-16, 12)
        yield from mine(scene, px, py, size)


def mine(scene: Scene, x: float, y: float, size: float) -> Iterator[Shape]:
    """A mine with its horns; its eye is lit."""
    colour = HOT["mines"]
    yield Glow((x, y), (size * 2.2, size * 2.2), 0, HOT["torpedoes"], 0.35)
    count = scene.chance.choice([8, 9, 10])
    horns = star(x, y, size * 1.5, size * 0.7, count, scene.between(0, 40))
    yield Filled(horns, mixed(scene.sky.dark, scene.tint, 0.45))
    yield Drawn(horns, mixed(scene.tint, "#ffffff", 0.4), 0.7, 0.8)
    body = circle(x, y, size)
    stops = (
        Stop(0, mixed(scene.tint, "#ffffff", 0.35)),
        Stop(0.5, mixed(scene.tint, scene.sky.dark, 0.5)),
        Stop(1, scene.sky.dark),
    )
    yield Filled(body, Linear((x - size * 0.7, y - size), (x + size * 0.6, y + size), stops))
    bands = tuple(
        Drawn(elliptic_arc(x, y, size, size * flat, 0, 180), scene.sky.dark, 0.8, 0.7) for flat in (0.25, 0.6)
    )
    yield Group(bands, body)
    yield Drawn(body, mixed(scene.tint, "#ffffff", 0.5), 0.7, 0.8)
    yield Glow((x, y), (size * 0.8, size * 0.8), 0, colour, 1.0)
    yield Filled(circle(x, y, size * 0.24), "#fff6d8")


def boarders(scene: Scene) -> Iterator[Shape]:
    """Figures that form in columns of light, in a hall."""
    x, y = scene.centre
    unit = min(1.25, scene.size / 70)
    yield from backdrop(scene, bodies=False)
    floor = y + 54 * unit
    yield from _vault(scene, x, y, floor)
    number = scene.chance.choice([2, 3, 3])
    for place in range(number):
        px = x + (place - (number - 1) / 2) * 52 * unit + scene.between(-6, 6)
        high = scene.between(84, 100) * unit
        yield Glow((px, floor - high * 0.45), (24 * unit, high * 0.75), 0, DEEP, 0.85)
        yield from figure(scene, px, floor + scene.between(-4, 4), high * 0.8)
        shafts = (line((px + dx * unit, floor - high), (px + dx * unit, floor + 3)) for dx in (-15, -9, -3, 3, 9, 15))
        yield Drawn(tuple(run for shaft in shafts for run in shaft), "#dff6ff", 0.8, 0.7)
        yield Drawn(elliptic_arc(px, floor + 2, 20 * unit, 5 * unit, 0, 360), "#ffffff", 1.2, 0.9)
        sparks = tuple((px + scene.between(-16, 16) * unit, floor - scene.between(0, high)) for _ in range(22))
        yield Dots(sparks, 0.8, "#ffffff", 0.9)


def _vault(scene: Scene, x: float, y: float, floor: float) -> Iterator[Shape]:
    """Arches, one behind the other."""
    for reach in range(5):
        width, top = 46 + 30 * reach, y - 40 - 15 * reach
        posts = (line((x + side * width, floor + reach * 9), (x + side * width, top)) for side in (-1, 1))
        roof = elliptic_arc(x, top, width, 22 + 4 * reach, 180, 360)
        colour = mixed(scene.tint, scene.sky.dark, 0.3 + 0.12 * (4 - reach))
        yield Drawn((*(run for post in posts for run in post), *roof), colour, 1.2 + 0.9 * reach, 0.8)


def figure(scene: Scene, x: float, floor: float, high: float) -> Iterator[Shape]:
    """Somebody who stands there, as a shape in the light."""
    unit, lean = high / 100, scene.between(-3, 3)
    upper = [(0, -88), (6, -86), (8, -78), (5, -69), (17, -63), (21, -36), (15.5, -36), (12.5, -52)]
    half = [*upper, (11, -36), (12, -14), (13, 0), (4, 0), (3.4, -16), (0, -34)]
    points = [
        (x + px * unit + lean * -py / 90, floor + py * unit)
        for px, py in [*half, *((-px, py) for px, py in reversed(half) if px)]
    ]
    yield Filled(smooth(points, is_closed=True), scene.sky.dark, 0.92)
    yield Drawn(smooth(points, is_closed=True), DEEP, 0.8, 0.9)


def explosion(scene: Scene) -> Iterator[Shape]:
    """A hull that is hit and breaks."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    pose = Pose(x, y + 4, scene.between(1.35, 1.6), scene.between(20, 160) * scene.chance.choice([-1, 1]))
    hull = hull_of(scene.race, scene.chance, 0.6)
    yield from ship(scene, hull, pose, burning=False)
    for size in (23, 14, 9):
        px, py = pose.point(scene.between(-16, 16), scene.between(-28, 28))
        yield from burst(scene, px, py, size, scene.chance.choice(["#ff8a3d", "#ffb056", "#ff5a3a"]))
    yield from splinters(scene, x, y, 46, scene.tint)


def shields(scene: Scene) -> Iterator[Shape]:
    """A ship within its shield, which holds."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    struck = scene.chance.choice([-150, -130, -50, -30, 150, 35]) + scene.between(-10, 10)
    turn = scene.between(30, 80) * scene.chance.choice([-1, 1])
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.5), Pose(x, y, scene.between(1.0, 1.2), turn))
    width, height = scene.between(88, 104), scene.between(58, 68)
    yield from shield(scene, x, y, width, height, struck, DEEP)
    angle = math.radians(struck)
    hit = x + width * math.cos(angle), y + height * math.sin(angle)
    away = hit[0] + 190 * math.cos(angle), hit[1] + 190 * math.sin(angle)
    yield from beam(away, hit, HOT[scene.chance.choice(sorted(HOT))], 1.6)
    yield from burst(scene, *hit, 11, DEEP)


def screens(scene: Scene) -> Iterator[Shape]:
    """A wall of cells between a ship and what comes at it."""
    x, y = scene.centre
    side = scene.chance.choice([-1, 1])
    yield from backdrop(scene)
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.6), Pose(x - side * 58, y + 18, 1.15, 66 * side))
    wall = x + side * 52
    cells = [(wall + side * 0.24 * (row**2) / 2 + (10.4 if row % 2 else 0), y + row * 18) for row in range(-5, 6)]
    yield Glow((wall, y), (46, 96), 0, DEEP, 0.5)
    for cx, cy in cells:
        for column in range(-1, 2):
            strength = scene.between(0.15, 0.6)
            cell = hexagon(cx + column * 20.8, cy, 11, 30)
            yield Filled(cell, DEEP, round(strength * 0.5, 3))
            yield Drawn(cell, mixed(DEEP, "#ffffff", 0.5), 0.8, round(0.35 + strength * 0.6, 3))
    hit = wall + side * 12, y + scene.between(-30, 30)
    yield from torpedo(hit[0] + side * 46, hit[1] - 16, 180 * (side > 0) + 18 * side, 4, HOT["torpedoes"])
    yield from burst(scene, *hit, 13, DEEP)


def evasion(scene: Scene) -> Iterator[Shape]:
    """A ship that turns away on a plotted curve from what misses it."""
    x, y = scene.centre
    side = scene.chance.choice([-1, 1])
    yield from backdrop(scene, centre=(x, y + 20))
    track = [
        (x - side * 170, y + 70),
        (x - side * 90, y + 44),
        (x - side * 14, y + 58),
        (x + side * 40, y + 22),
        (x + side * 58, y - 22),
    ]
    yield Drawn(smooth(track), scene.light, 1.3, 0.9, (5, 4))
    for px, py in track[1:-1]:
        yield Drawn(circle(px, py, 4.5), scene.light, 1.0, 0.9)
    ghost = hull_of(scene.race, scene.chance, 0.3)
    for place, (px, py) in enumerate(track[1:4]):
        for seen in outline_of(ghost, Pose(px, py, 0.62 + 0.14 * place, (88 - 26 * place) * side)):
            yield Drawn(seen, scene.tint, 0.7, 0.3 + 0.15 * place)
    shot = y - scene.between(20, 34)
    yield from beam(
        (x - side * 190, shot + 60),
        (x + side * 190, shot + 34),
        HOT[scene.chance.choice(["phasers", "disruptors"])],
        1.7,
    )
    yield from ship(scene, ghost, Pose(x + side * 60, y - 26, 1.15, 14 * side))


def repair(scene: Scene) -> Iterator[Shape]:
    """A ship in a dock, with frames round it and sparks where plates are joined."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False, centre=(x, y))
    pose = Pose(x, y + 4, scene.between(1.45, 1.65), scene.between(62, 118) * scene.chance.choice([-1, 1]), 0.6)
    frames = [Pose(x, y + 4, pose.scale * 1.05, pose.turn, 0.6)]
    girder = mixed(scene.tint, scene.sky.dark, 0.35)
    ribs = [-54, -27, 0, 27, 54]
    for rib in ribs:
        far = [frames[0].point(px, rib) for px in (-52, -30, 30, 52)]
        hoop = smooth([far[0], (far[0][0], far[0][1] - 44), (far[3][0], far[3][1] - 44), far[3]])
        yield Drawn(hoop, girder, 2.6, 0.9)
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.7), pose, burning=False)
    for edge in (-52, 52):
        rail = line(frames[0].point(edge, -60), frames[0].point(edge, 60))
        yield Drawn(rail, girder, 3.4)
        yield Drawn(rail, scene.light, 0.7, 0.8)
    for _ in range(scene.chance.randint(3, 4)):
        px, py = pose.point(scene.between(-20, 20), scene.between(-34, 34))
        yield from sparkle(px, py, scene.between(9, 16), "#bfe8ff")
        arcs = (
            smooth([(px, py), (px + dx * 0.6, py - scene.between(2, 9)), (px + dx, py + scene.between(8, 20))])
            for dx in (-16, -9, 8, 15)
        )
        yield Drawn(tuple(run for each in arcs for run in each), "#ffdf9a", 0.7, 0.9)


def gunnery(scene: Scene) -> Iterator[Shape]:
    """A ship held in the rings of a sight."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    rival = scene.rival
    yield from ship(scene, hull_of(rival, scene.chance, 0.5), Pose(x, y, 0.95, scene.between(0, 360)), TINTS[rival])
    hot = "#ff8f63"
    for radius, width in ((64, 1.8), (58, 0.7), (34, 0.9)):
        yield Drawn(circle(x, y, radius), hot, width, 0.95)
    yield Drawn(graduation(x, y, 64, 72, 3, 7), hot, 0.8, 0.9)
    hairs = (
        line((x + dx * near, y + dy * near), (x + dx * 80, y + dy * 80))
        for near in (18,)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    yield Drawn(tuple(run for hair in hairs for run in hair), hot, 1.2, 0.95)
    begun = scene.between(0, 360)
    for number in range(3):
        yield Drawn(arc(x, y, 71, begun + 120 * number, begun + 120 * number + 46), "#ffd7b0", 2.6, 0.95)
    lead = x + scene.between(-52, 52), y - scene.between(22, 40)
    yield Drawn(line((x, y), lead), hot, 0.8, 0.9, (3, 2.4))
    yield Drawn(star(*lead, 7, 2.2), "#ffe9c8", 0.9)
