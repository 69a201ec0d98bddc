"""Subjects of travel: warp, shuttles, fleets, single ships, tractor beams."""

from __future__ import annotations

from incursions.games.incursions.pictures.art.scene import Scene
from incursions.games.incursions.pictures.art.ships import Pose, hull_of, outline_of, own_hull, ship
from incursions.games.incursions.pictures.art.sky import backdrop, planet, sky
from incursions.games.incursions.pictures.colours import TINTS, WHITE, lighten
from incursions.games.incursions.pictures.outlines import line, polar, polygon
from incursions.games.incursions.pictures.shapes import Drawn, Filled, Glow, Shapes

FULL_WEIGHT = 44
"""Hull points of a ship that looks as heavy as any."""


def portrait_of_ship(scene: Scene) -> Shapes:
    """Draw a ship by herself; her card's numbers say how heavy she looks and how strong the light of her shields is."""
    yield from backdrop(scene)
    weight = min(1.0, scene.piece.get("hull", 24) / FULL_WEIGHT)
    side = scene.choose_side()
    pose = Pose(0, 4, 1.75 + 0.45 * weight, scene.pick(38, 82) * side, scene.pick(0.54, 0.7))
    yield Glow(150, 92, scene.glow, 0.3 + 0.3 * min(1, scene.piece.get("shields", 20) / 50))
    yield from ship(scene, own_hull(scene, weight), pose)


def warp(scene: Scene) -> Shapes:
    """Draw stars drawn out to lines round a ship that flies into them."""
    centre = scene.vary(36), -scene.pick(6, 26)
    yield from sky(scene, nebula=0.7, bodies=False)
    yield Glow(150, 105, scene.glow, 0.75, centre)
    yield Glow(50, 40, WHITE, 0.9, centre)
    for _ in range(110):
        turn, near = scene.choose_turn(), 16 + 170 * scene.chance.random() ** 1.5
        streak = line(polar(near, turn, centre, 0.82), polar(near * scene.pick(1.15, 1.6), turn, centre, 0.82))
        yield Drawn(streak, lighten(scene.glow, scene.pick(0.2, 1)), 0.4 + near / 120, 0.85)
    side = scene.choose_side()
    pose = Pose(-46 * side, 30, scene.pick(1.05, 1.25), 40 * side, 0.72)
    yield from ship(scene, own_hull(scene, 0.4), pose)


def shuttle(scene: Scene) -> Shapes:
    """Draw a small craft before a great hull or a world."""
    yield from backdrop(scene, bodies=False, centre=None)
    side = scene.choose_side()
    if scene.happens(0.5):
        yield from planet(scene, side * 84, 40, scene.pick(66, 88))
    else:
        great = Pose(side * 66, -10, 2.3, scene.pick(120, 170) * side)
        yield from ship(scene, own_hull(scene, 0.9), great, scene.darken_tint(0.35))
    own = TINTS["neutral"] if scene.race == "neutral" else lighten(scene.tint, 0.2)
    hull = hull_of("neutral", scene.chance, scene.chance.random())
    yield from ship(scene, hull, Pose(-side * 50, 16, 1.35, 58 * side), own)


def fleet(scene: Scene) -> Shapes:
    """Draw ships of one race in formation."""
    yield from backdrop(scene, centre=None)
    side = scene.choose_side()
    places = [(-96, -44, 0.5), (88, -36, 0.55), (-58, 0, 0.75), (64, 22, 0.9), (-4, 34, 1.15)]
    turn = scene.pick(26, 64) * side
    for x, y, scale in places[scene.count(0, 1) :]:
        hull = own_hull(scene, scene.pick(0.2, 0.8))
        yield from ship(scene, hull, Pose(x + scene.vary(8), y, scale, turn))


def tractor(scene: Scene) -> Shapes:
    """Draw one ship held by another's beam."""
    yield from backdrop(scene, centre=None)
    side = scene.choose_side()
    holder, held = Pose(-side * 66, -26, 1.05, 96 * side), Pose(side * 70, 34, 0.8, scene.choose_turn())
    rival = scene.choose_rival()
    light = "#9fe8ff"
    for spread in (30, 21, 12):
        far = (held.x - spread * 0.3, held.y - spread), (held.x + spread * 0.6, held.y + spread)
        yield Filled(polygon([holder.point(0, -30), *far]), light, 0.22)
    for part in (0.25, 0.45, 0.65, 0.85):
        x, y = holder.x + (held.x - holder.x) * part, holder.y + (held.y - holder.y) * part
        yield Drawn(line((x - 3, y - 34 * part), (x + 10 * part, y + 28 * part)), light, 1.1, 0.8)
    yield from ship(scene, hull_of(rival, scene.chance, 0.4), held, TINTS[rival], burning=False)
    yield Glow(56, 44, light, 0.45, (held.x, held.y))
    yield from ship(scene, own_hull(scene, 0.7), holder)


def cloak(scene: Scene) -> Shapes:
    """Draw a ship that is half gone: outlines where the hull was."""
    yield from backdrop(scene, centre=None)
    hull = own_hull(scene)
    pose = Pose(0, 2, 1.6, scene.pick(40, 90) * scene.choose_side())
    for number, scale in enumerate((1.16, 1.08, 1.0)):
        for seen in outline_of(hull, pose._replace(scale=pose.scale * scale, y=pose.y - number)):
            yield Filled(seen, scene.dark, 0.34)
            yield Drawn(seen, lighten(scene.tint, 0.3), 0.9, 0.3 + 0.25 * number, (3.4, 2.6))
    yield Glow(96, 60, scene.tint, 0.35)


def pack(scene: Scene, built: str) -> Shapes:
    """Draw what lives in a hex: one great thing, or three hulls that hunt together."""
    yield from backdrop(scene)
    scale = scene.size / 80
    if built in ("crystal", "doom"):
        yield from _giant(scene, built, scale)
        return
    side = scene.choose_side()
    for x, y, size in ((-84, -26, 0.72), (82, -34, 0.62), (0, 22, 1.35)):
        pose = Pose(x * side * scale, y * scale, size * scale, scene.pick(30, 80) * side)
        yield from ship(scene, hull_of(built, scene.chance, scene.chance.random()), pose)


def _giant(scene: Scene, built: str, scale: float) -> Shapes:
    yield Glow(130 * scale, 100 * scale, scene.tint, 0.7)
    turn = scene.vary(30) if built == "crystal" else scene.pick(100, 150)
    pose = Pose(0, 0, 1.7 * scale, turn, 0.8)
    hull = hull_of(built, scene.chance)
    yield from ship(scene, hull, pose, burning=False)
    for engine in hull.engines:
        heart, reach = pose.point(engine.x, engine.y), engine.width * pose.scale
        yield Glow(reach * 1.5, reach, "#ff8a5a" if built == "doom" else scene.light, 0.95, heart, turn)
        yield Glow(reach * 0.6, reach * 0.4, WHITE, 0.9, heart, turn)
