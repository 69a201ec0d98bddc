"""Subjects of travel: warp, shuttles, fleets, single ships, tractor beams."""

from __future__ import annotations

import math
from collections.abc import Iterator

from incursions.pictures.art.backdrop import backdrop
from incursions.pictures.art.hulls import hull_of
from incursions.pictures.art.scene import Scene
from incursions.pictures.art.ships import Pose, outline_of, ship
from incursions.pictures.art.sky import planet, sky
from incursions.pictures.colours import TINTS, mixed
from incursions.pictures.outlines import line, polygon
from incursions.pictures.shapes import Drawn, Filled, Glow, Shape

FULL_WEIGHT = 44
"""Hull points of a ship that looks as heavy as any."""


def portrait_of_ship(scene: Scene) -> Iterator[Shape]:
    """A ship by herself; what her card prints says how heavy she looks, and how strong the light of her shields is."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    weight = min(1.0, scene.piece.get("hull", 24) / FULL_WEIGHT)
    side = scene.chance.choice([-1, 1])
    pose = Pose(x, y + 4, 1.75 + 0.45 * weight, scene.between(38, 82) * side, scene.between(0.54, 0.7))
    yield Glow((x, y), (150, 92), 0, scene.sky.glow, 0.3 + 0.3 * min(1, scene.piece.get("shields", 20) / 50))
    yield from ship(scene, hull_of(scene.race, scene.chance, weight), pose)


def warp(scene: Scene) -> Iterator[Shape]:
    """Stars drawn out to lines round a ship that flies into them."""
    x, y = scene.centre
    px, py = x + scene.between(-36, 36), y - scene.between(6, 26)
    yield from sky(scene, nebula=0.7, bodies=False)
    yield Glow((px, py), (150, 105), 0, scene.sky.glow, 0.75)
    yield Glow((px, py), (50, 40), 0, "#ffffff", 0.9)
    for _ in range(110):
        angle, near = scene.between(0, 2 * math.pi), 16 + 170 * scene.chance.random() ** 1.5
        far = near * scene.between(1.15, 1.6)
        cosine, sine = math.cos(angle), math.sin(angle) * 0.82
        streak = line((px + near * cosine, py + near * sine), (px + far * cosine, py + far * sine))
        yield Drawn(streak, mixed(scene.sky.glow, "#ffffff", scene.between(0.2, 1)), 0.4 + near / 120, 0.85)
    side = scene.chance.choice([-1, 1])
    pose = Pose(x - 46 * side, y + 30, scene.between(1.05, 1.25), 40 * side, 0.72)
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.4), pose)


def shuttle(scene: Scene) -> Iterator[Shape]:
    """A small craft before a great hull or a world."""
    x, y = scene.centre
    yield from backdrop(scene, bodies=False)
    side = scene.chance.choice([-1, 1])
    if scene.chance.random() < 0.5:
        yield from planet(scene, x + side * 84, y + 40, scene.between(66, 88))
    else:
        great = Pose(x + side * 66, y - 10, 2.3, scene.between(120, 170) * side)
        yield from ship(scene, hull_of(scene.race, scene.chance, 0.9), great, mixed(scene.tint, scene.sky.dark, 0.35))
    own = TINTS["neutral"] if scene.race == "neutral" else mixed(scene.tint, "#ffffff", 0.2)
    yield from ship(
        scene,
        hull_of("neutral", scene.chance, scene.chance.random()),
        Pose(x - side * 50, y + 16, 1.35, 58 * side),
        own,
    )


def fleet(scene: Scene) -> Iterator[Shape]:
    """Ships of one race in formation."""
    x, y = scene.centre
    yield from backdrop(scene)
    side = scene.chance.choice([-1, 1])
    places = [(-96, -44, 0.5), (88, -36, 0.55), (-58, 0, 0.75), (64, 22, 0.9), (-4, 34, 1.15)]
    turn = scene.between(26, 64) * side
    for px, py, scale in places[scene.chance.randint(0, 1) :]:
        hull = hull_of(scene.race, scene.chance, scene.between(0.2, 0.8))
        yield from ship(scene, hull, Pose(x + px + scene.between(-8, 8), y + py, scale, turn))


def tractor(scene: Scene) -> Iterator[Shape]:
    """One ship held by another's beam."""
    x, y = scene.centre
    yield from backdrop(scene)
    side = scene.chance.choice([-1, 1])
    holder, held = Pose(x - side * 66, y - 26, 1.05, 96 * side), Pose(x + side * 70, y + 34, 0.8, scene.between(0, 360))
    rival = scene.rival
    light = "#9fe8ff"
    for spread in (30, 21, 12):
        cone = polygon(
            [holder.point(0, -30), (held.x - spread * 0.3, held.y - spread), (held.x + spread * 0.6, held.y + spread)]
        )
        yield Filled(cone, light, 0.22)
    for part in (0.25, 0.45, 0.65, 0.85):
        px, py = holder.x + (held.x - holder.x) * part, holder.y + (held.y - holder.y) * part
        yield Drawn(line((px - 3, py - 34 * part), (px + 10 * part, py + 28 * part)), light, 1.1, 0.8)
    yield from ship(scene, hull_of(rival, scene.chance, 0.4), held, TINTS[rival], burning=False)
    yield Glow((held.x, held.y), (56, 44), 0, light, 0.45)
    yield from ship(scene, hull_of(scene.race, scene.chance, 0.7), holder)


def cloak(scene: Scene) -> Iterator[Shape]:
    """A ship that is half gone: outlines where the hull was."""
    x, y = scene.centre
    yield from backdrop(scene)
    hull = hull_of(scene.race, scene.chance, 0.5)
    pose = Pose(x, y + 2, 1.6, scene.between(40, 90) * scene.chance.choice([-1, 1]))
    for number, scale in enumerate((1.16, 1.08, 1.0)):
        for seen in outline_of(hull, pose._replace(scale=pose.scale * scale, y=pose.y - number)):
            yield Filled(seen, scene.sky.dark, 0.34)
            yield Drawn(seen, mixed(scene.tint, "#ffffff", 0.3), 0.9, 0.3 + 0.25 * number, (3.4, 2.6))
    yield Glow((x, y), (96, 60), 0, scene.tint, 0.35)


def pack(scene: Scene, built: str) -> Iterator[Shape]:
    """What lives in a hex: one great thing, or three hulls that hunt together."""
    x, y = scene.centre
    yield from backdrop(scene, centre=(x, y))
    scale = scene.size / 80
    if built in ("crystal", "doom"):
        yield Glow((x, y), (130 * scale, 100 * scale), 0, scene.tint, 0.7)
        turn = scene.between(-30, 30) if built == "crystal" else scene.between(100, 150)
        pose = Pose(x, y, 1.7 * scale, turn, 0.8)
        hull = hull_of(built, scene.chance)
        yield from ship(scene, hull, pose, burning=False)
        for engine in hull.engines:
            heart, reach = pose.point(engine.x, engine.y), engine.width * pose.scale
            yield Glow(heart, (reach * 1.5, reach), turn, "#ff8a5a" if built == "doom" else scene.light, 0.95)
            yield Glow(heart, (reach * 0.6, reach * 0.4), turn, "#ffffff", 0.9)
        return
    side = scene.chance.choice([-1, 1])
    for px, py, size in ((-84, -26, 0.72), (82, -34, 0.62), (0, 22, 1.35)):
        pose = Pose(x + px * side * scale, y + py * scale, size * scale, scene.between(30, 80) * side)
        yield from ship(scene, hull_of(built, scene.chance, scene.chance.random()), pose)
