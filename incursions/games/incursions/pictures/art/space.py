"""Subjects of space: wormholes, nebulae, storms, novas, rocks and wrecks; warp, shuttles, fleets, tractor beams."""

from __future__ import annotations

import math

from incursions.games.incursions.pictures.art.scene import WIDTH, Scene, backdrop, burst, planet, sky, sparkle
from incursions.games.incursions.pictures.art.ships import Pose, hull_of, outline_of, own_hull, ship
from incursions.games.incursions.pictures.colours import TINTS, WHITE, lighten, mix, turn_hue
from incursions.games.incursions.pictures.shapes import (
    Dots,
    Drawn,
    Filled,
    Glow,
    Shapes,
    circle,
    draw_layers,
    ellipse,
    elliptic_arc,
    halo,
    line,
    place,
    polar,
    polygon,
    smooth,
)

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
    """Draw a large denizen of this kind of hull, with glowing engines."""
    yield Glow(130 * scale, 100 * scale, scene.tint, 0.7)
    turn = scene.vary(30) if built == "crystal" else scene.pick(100, 150)
    pose = Pose(0, 0, 1.7 * scale, turn, 0.8)
    hull = hull_of(built, scene.chance)
    yield from ship(scene, hull, pose, burning=False)
    for engine in hull.engines:
        heart, reach = pose.point(engine.x, engine.y), engine.width * pose.scale
        yield Glow(reach * 1.5, reach, "#ff8a5a" if built == "doom" else scene.light, 0.95, heart, turn)
        yield Glow(reach * 0.6, reach * 0.4, WHITE, 0.9, heart, turn)


def wormhole(scene: Scene) -> Shapes:
    """Draw a funnel of light into the dark, with a rim that shines."""
    yield from backdrop(scene, nebula=1.2, bodies=False)
    violet, cold = turn_hue("#8a66c4", scene.vary(28)), turn_hue("#7fb8ff", scene.vary(24))
    flat, lean, reach = scene.pick(0.62, 0.8), scene.vary(24), scene.size * 1.02
    rim = ellipse(0, 0, reach, reach * flat, lean)
    yield Glow(reach * 2.1, reach * 1.7, violet, 0.85, turn=lean)
    yield Filled(rim, "#05060f")
    coils = 13
    for number in range(coils):
        part = 1 - number / coils
        radius, begun = reach * part, 31 * number + scene.pick(0, 20)
        for start in (begun, begun + 120, begun + 240):
            end = start + scene.pick(50, 104)
            coil = elliptic_arc((1 - part) * 9, (1 - part) * 7, radius, radius * flat, start, end, lean)
            yield Drawn(coil, mix(cold, violet, 1 - part), 0.6 + 2.6 * part, 0.35 + 0.5 * part)
    arms = scene.choose(3, 4, 5)
    for number in range(arms):
        points = (polar(reach * 1.42 * (1 - step / 15.5), 360 * number / arms + 21 * step) for step in range(15))
        spiral = smooth((x, y * flat) for x, y in points)
        yield Drawn(place(spiral, turn=lean), lighten(cold, 0.5), 1.1, 0.75)
    yield Drawn(rim, lighten(cold, 0.6), 1.8, 0.95)
    yield Glow(reach * 0.34, reach * 0.28, WHITE, 1.0, (9, 7))


def nebula(scene: Scene) -> Shapes:
    """Draw pillars and veils of gas."""
    yield from sky(scene, nebula=1.5, bodies=False)
    first, second = turn_hue("#b98fe0", scene.vary(40)), turn_hue("#7fc3dc", scene.vary(40))
    for _ in range(16):
        centre = scene.scatter(62, 40)
        radii, turn = (scene.pick(24, 80), scene.pick(18, 50)), scene.pick(0, 180)
        colour = scene.choose(first, second, scene.tint)
        yield Glow(*radii, colour, round(scene.pick(0.22, 0.5), 3), centre, turn)
    for veil in range(9):
        points = [(-150.0, scene.vary(70))]
        for _ in range(7):
            x, y = points[-1]
            points.append((x + scene.pick(34, 52), y + scene.vary(26)))
        colour = lighten(first if veil % 2 else second, 0.4)
        for offset in range(4):
            fold = place(smooth(points), 0, offset * 4.2)
            yield Drawn(fold, colour, 0.9 - 0.15 * offset, 0.7 - 0.14 * offset)
    for _ in range(scene.count(4, 6)):
        yield from sparkle(*scene.scatter(60, 34), scene.pick(6, 14), WHITE)


def storm(scene: Scene) -> Shapes:
    """Draw a whirl of charged gas with lightning in it."""
    yield from backdrop(scene, bodies=False)
    colour = turn_hue("#e0b070", scene.pick(-50, 70))
    flat, lean = scene.pick(0.55, 0.85), scene.vary(25)
    yield Glow(150, 110, colour, 0.6, turn=lean)
    for number in range(26):
        radius = scene.size * (0.16 + 1.25 * number / 26)
        begun = scene.choose_turn() + number * 17
        curl = elliptic_arc(0, 0, radius, radius * flat, begun, begun + scene.pick(70, 230), lean)
        tone, width = lighten(colour, scene.pick(0, 0.6)), scene.pick(0.7, 4.4)
        yield Drawn(curl, tone, width, round(scene.pick(0.3, 0.85), 3))
    for _ in range(scene.count(3, 5)):
        x, y = scene.place_near(20, 14)
        yield from _lightning(scene, x, y, scene.choose_turn(), scene.pick(70, 130))
    eye = ellipse(0, 0, 11, 11 * flat, lean)
    yield Filled(eye, scene.dark)
    yield Drawn(eye, WHITE, 1.2, 0.9)


def _lightning(scene: Scene, x: float, y: float, turn: float, long: float) -> Shapes:
    """Draw a stroke of lightning with a branch."""
    straight = (polar(long * step / 7, turn, (x, y)) for step in range(1, 8))
    points = [(x, y), *(polar(scene.vary(11), turn + 90, middle) for middle in straight)]
    bx, by = points[4]
    branch = line((bx, by), (bx + scene.vary(26), by + scene.vary(26)))
    for outline, wide in ((line(*points), 1.0), (branch, 0.6)):
        yield from draw_layers(outline, ("#8fd0ff", 4.4 * wide, 0.35), (WHITE, 1.4 * wide, 0.95))


def calamity(scene: Scene) -> Shapes:
    """Draw a ship in a storm that has her."""
    yield from storm(scene)
    pose = Pose(scene.vary(30), scene.pick(-8, 16), 1.1, scene.choose_turn())
    yield from ship(scene, own_hull(scene), pose, burning=False)
    for _ in range(3):
        x, y = pose.point(*scene.place_near(24, 30))
        yield from _lightning(scene, x, y, scene.choose_turn(), scene.pick(30, 70))
    yield from burst(scene, *pose.point(*scene.place_near(14, 20)), 10, "#ff9a4d")


def nova(scene: Scene) -> Shapes:
    """Draw a star that bursts."""
    yield from sky(scene, nebula=1.3, bodies=False)
    hot, size = turn_hue("#ffb45e", scene.pick(-20, 30)), scene.size
    yield Glow(220, 190, hot, 0.9)
    for number in range(84):
        turn = 360 * number / 84 + scene.vary(2)
        ray = line(polar(size * scene.pick(0.4, 0.6), turn), polar(size * scene.pick(0.8, 1.9), turn))
        yield Drawn(ray, lighten(hot, scene.pick(0.2, 0.9)), scene.pick(0.6, 1.9), 0.8)
    for reach in (0.72, 1.06, 1.3):
        dashes = scene.pick(9, 30), scene.pick(2, 9)
        yield Drawn(circle(0, 0, size * reach), lighten(hot, 0.6), 2.4 / reach, 0.7, dashes)
    yield halo(size * 0.9, "#fff3d0")
    yield Filled(circle(0, 0, size * 0.24), WHITE)


def belt(scene: Scene) -> Shapes:
    """Draw rocks adrift across the sky."""
    yield from backdrop(scene, centre=None)
    lean = scene.vary(0.45)
    rocks = sorted((scene.pick(2, 9) ** 1.4, scene.vary(0.55) * WIDTH) for _ in range(42))
    for size, along in rocks:
        yield from _rock(scene, along, along * lean + scene.chance.gauss(0, 17), size)


def _rock(scene: Scene, x: float, y: float, size: float) -> Shapes:
    """Draw a rock with its lit side and its craters."""
    rim = polygon([polar(size * scene.pick(0.72, 1.1), 40 * number) for number in range(9)])
    stone = mix(scene.tint, "#8d8474", 0.65)
    yield Filled(place(rim, x, y), scene.darken(stone, 0.55))
    yield Filled(place(rim, x - size * 0.1, y - size * 0.13, 0.82), lighten(stone, 0.12))
    if size > 7:
        for _ in range(3):
            cx, cy = x + scene.pick(-0.4, 0.3) * size, y + scene.pick(-0.45, 0.25) * size
            yield Filled(ellipse(cx, cy, size * 0.16, size * 0.11), scene.darken(stone, 0.6))
    yield Drawn(place(rim, x, y), lighten(stone, 0.5), 0.5, 0.7)


def wrecks(scene: Scene) -> Shapes:
    """Draw what is left of ships, adrift."""
    yield from backdrop(scene, centre=None)
    for number in range(6):
        race = scene.choose(*sorted(TINTS))
        x, y = (-1) ** number * scene.pick(10, 104), scene.pick(-46, 44)
        pose = Pose(x, y, 0.35 + 0.17 * number, scene.choose_turn(), scene.pick(0.5, 0.9))
        grey = scene.darken(mix(TINTS[race], "#b3a99c", 0.62), 0.08)
        yield from ship(scene, hull_of("wreck", scene.chance, scene.chance.random()), pose, grey, burning=False)
    bits = tuple(scene.scatter(90, 42) for _ in range(70))
    yield Dots(bits[:50], 0.9, mix(scene.tint, "#888078", 0.6), 0.9)
    yield Dots(bits[50:], 1.6, mix(scene.tint, "#888078", 0.6), 0.9)


def open_space(scene: Scene) -> Shapes:
    """Draw nothing but stars, and one bright one to steer by."""
    yield from backdrop(scene, bodies=False)
    yield from sparkle(0, 0, 22, scene.light)
    trail = [(across * 9, 30 + 12 * math.sin(across / 3)) for across in range(-15, 16)]
    yield Drawn(smooth(trail), scene.light, 0.8, 0.6, (1.5, 3))
