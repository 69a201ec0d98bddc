"""Subjects of the bridge: instruments, charts, lights, signals, the spy's eye, the scales of a dilemma."""

from __future__ import annotations

import math

from incursions.games.incursions.pictures.art.scene import (
    MARGIN,
    WIDTH,
    Scene,
    backdrop,
    graduation,
    planet,
    sparkle,
    whole_room,
)
from incursions.games.incursions.pictures.art.ships import Pose, hull_of, outline_of, own_hull, ship
from incursions.games.incursions.pictures.colours import BRASS, BRASS_LIGHT, TINTS, WHITE, lighten, mix, turn_hue
from incursions.games.incursions.pictures.shapes import (
    ORIGIN,
    Dots,
    Drawn,
    Filled,
    Glow,
    Group,
    Linear,
    Outline,
    Run,
    Shapes,
    arc,
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
    read_points,
    rectangle,
    ring_points,
    shade,
    smooth,
    star,
)

BROWN = "#2b1f08"
ROCK = "-92,128 -74,72 -46,62 -26,46 24,44 50,66 82,78 96,128"
WATCH = "0,-1 .1,-.97 .125,-.86 .09,-.74 .1,-.69 .27,-.62 .31,-.4 .27,.02"
"""The right half of somebody seen from behind, from the belt up, 1 high."""
LIDS = "-1,0 -.5,-.86 0,-1 .5,-.86 1,0 .5,.86 0,1 -.5,.86"


def _metal(x: float, y: float, reach: float) -> Linear:
    """Return a gradient of brass, lit from the upper left."""
    return shade((x - reach, y - reach), (x + reach, y + reach), "#f3e3b4", BRASS, "#4a3611", middle=0.45)


def device(scene: Scene) -> Shapes:
    """Draw an instrument of brass: rings, wheels and a jewel, put together anew for each piece."""
    yield from backdrop(scene, bodies=False)
    yield Glow(130, 100, scene.dark, 0.8)
    for _ in range(scene.count(1, 2)):
        turn, size = scene.choose_turn(), scene.pick(18, 28)
        yield from _wheel(scene, *polar(74, turn, ORIGIN, 50 / 74), size)
    yield from _wheel(scene, 0, 0, scene.pick(60, 68))
    if scene.happens(0.6):  # rings of a gimbal
        for turn, flat in ((scene.pick(10, 50), 0.32), (scene.pick(100, 150), 0.42)):
            ring = ellipse(0, 0, 78, 78 * flat, turn)
            yield from draw_layers(ring, (BROWN, 4.2, 0.7), (BRASS, 3.0), (BRASS_LIGHT, 0.8))
            for pin in ring_points(78, 2, turn):
                yield Filled(circle(*pin, 4), _metal(*pin, 4))
    yield from _jewel(scene)


def _wheel(scene: Scene, x: float, y: float, radius: float) -> Shapes:
    """Draw a wheel with teeth, a graduated rim, spokes and a hub."""
    teeth = scene.choose(24, 30, 36)
    turn, spokes = scene.pick(0, 30), scene.choose(3, 4, 5, 6, 8)
    hollow = circle(x, y, radius * 0.72)
    rim = (*star(x, y, radius, radius * 0.93, teeth, turn), *hollow)
    yield from fill_edged(rim, _metal(x, y, radius), BROWN, 0.8, 0.8)
    yield Filled(hollow, scene.dark, 0.55)
    yield Drawn(graduation(x, y, radius * 0.77, 72, radius * 0.05, radius * 0.11), BROWN, 0.7, 0.9)
    style = scene.count(0, 2)
    for px, py in ring_points(radius * 0.74, spokes, turn):
        straight = line((x, y), (x + px, y + py))
        if style == 0:
            yield from draw_layers(straight, (BRASS, radius * 0.06), (BRASS_LIGHT, 0.7))
        elif style == 1:
            bent = smooth([(x, y), (x + px * 0.5 - py * 0.25, y + py * 0.5 + px * 0.25), (x + px, y + py)])
            yield from draw_layers(bent, (BRASS, radius * 0.055), (BRASS_LIGHT, 0.6))
        else:
            yield Drawn(circle(x + px / 2, y + py / 2, radius * 0.15), BRASS, radius * 0.045)
            yield Drawn(straight, BRASS_LIGHT, 0.8)
    begun = scene.choose_turn()
    yield Drawn(arc(x, y, radius * 0.63, begun, begun + scene.pick(90, 290)), scene.tint, radius * 0.06, 0.95)
    yield Filled(circle(x, y, radius * 0.2), _metal(x, y, radius * 0.2))


def _jewel(scene: Scene) -> Shapes:
    """Draw the jewel: a lens, a prism or a star, lit in the colour of the race."""
    size = scene.pick(14, 20)
    yield halo(size * 3, scene.tint, 0.9)
    sides = scene.choose(4, 6, 8)
    corners = ring_points(size, sides, scene.pick(0, 60))
    gem = polygon(corners)
    yield Filled(gem, shade((-size, -size), (size, size), WHITE, scene.tint, scene.dark, middle=0.4))
    yield Drawn((*join(line(ORIGIN, corner) for corner in corners), *gem), WHITE, 0.7, 0.85)
    yield from sparkle(-size * 0.3, -size * 0.35, size * 0.6, WHITE)


def chart(scene: Scene) -> Shapes:
    """Draw a compass rose over a chart with a plotted course."""
    yield from backdrop(scene, bodies=False)
    left = scene.room.left
    course = sorted((left + scene.pick(0.04, 0.96) * WIDTH, scene.vary(70)) for _ in range(5))
    yield Drawn(smooth(course), WHITE, 1.1, 0.8, (5, 4))
    for stop in course:
        yield from (Drawn(circle(*stop, 5), scene.light, 1, 0.9), Filled(circle(*stop, 2), scene.tint))
    yield Glow(100, 90, scene.dark, 0.8)
    for radius, width in ((66, 2.4), (61, 0.8), (40, 0.8)):
        yield Drawn(circle(0, 0, radius), BRASS, width)
    yield Drawn(graduation(0, 0, 61, 96, -3, -6), BRASS_LIGHT, 0.7)
    turn = scene.vary(40)
    yield from _rose(40, 7, scene.choose(4, 4, 8), turn + 45, scene.tint)
    yield from _rose(58, 9, 4, turn, BRASS_LIGHT)
    yield Filled(circle(0, 0, 6), _metal(0, 0, 6))
    needle = turn + scene.pick(60, 300)
    yield Filled(polygon([polar(54, needle), polar(4, needle + 90), polar(4, needle - 90)]), scene.glow, 0.9)


def _rose(long: float, short: float, points: int, turn: float, colour: str) -> Shapes:
    """Draw a star whose rays are light on one side and dark on the other."""
    rose = star(0, 0, long, short, points, turn)
    yield Filled(rose, mix(colour, "#000000", 0.55))
    tips, sides = ring_points(long, points, turn - 90), ring_points(short, points, turn - 90 - 180 / points)
    lit = (polygon([tip, side, ORIGIN]) for tip, side in zip(tips, sides, strict=True))
    yield Filled(join(lit), colour)
    yield Drawn(rose, BROWN, 0.5, 0.8)


def lighthouse(scene: Scene) -> Shapes:
    """Draw a light on a rock, which turns its beams over the sea of stars."""
    x = scene.vary(58)
    yield from backdrop(scene, centre=(x, -36))
    lamp, turn = -34 + scene.pick(-6, 8), scene.pick(0, 50)
    for number in range(scene.count(5, 8)):
        wide, angle = math.degrees(scene.pick(3, 8) / 100), -turn - number * 25
        ends = (polar(380, angle + spread, (x, lamp)) for spread in (-wide, wide))
        yield Filled(polygon([(x, lamp), *ends]), scene.light, round(scene.pick(0.1, 0.26), 3))
    yield Glow(90, 80, scene.glow, 0.9, (x, lamp))
    rock = [(x + px + scene.vary(7), py + scene.vary(5)) for px, py in read_points(ROCK)]
    yield Filled(polygon(rock), shade((x - 60, 40), (x + 40, 110), lighten(scene.sky.middle, 0.12), scene.dark))
    cracks = (line((px, py), (px + scene.vary(14), py + scene.pick(16, 40))) for px, py in rock[1:-1] for _ in range(2))
    yield Drawn(join(cracks), scene.dark, 0.8, 0.8)
    yield from _tower(scene, x, lamp)
    yield halo(24, WHITE, 1.0, (x, lamp))


def _tower(scene: Scene, x: float, lamp: float) -> Shapes:
    """Draw the tower, striped, and its lantern."""
    top = lamp + 12
    tower = polygon([(x - 9, top), (x + 9, top), (x + 17, 52), (x - 17, 52)])
    colours = lighten(scene.tint, 0.55), scene.darken_tint(0.4), scene.dark
    yield Filled(tower, shade((x - 16, 0), (x + 17, 0), *colours))
    bands = scene.choose(2, 3, 4)
    high = (52 - top) / (2 * bands)
    stripes = (rectangle(x - 20, top + (2 * number + 1) * high, 40, high) for number in range(bands))
    yield Group(tuple(Filled(stripe, scene.dark, 0.5) for stripe in stripes), tower)
    yield Drawn(tower, scene.light, 0.8, 0.8)
    yield Filled(rectangle(x - 13, top - 3, 26, 4), scene.dark)
    yield Drawn(line((x - 15, top - 3), (x + 15, top - 3)), scene.light, 1.2)
    yield Filled(rectangle(x - 7.5, lamp - 9, 15, 18), "#fffbe2")
    posts = (line((x + dx, lamp - 9), (x + dx, lamp + 9)) for dx in (-7.5, -2.5, 2.5, 7.5))
    yield Drawn(join(posts), scene.dark, 1)
    yield Filled(place(polygon("-11,-9 0,-21 11,-9"), x, lamp), scene.dark)
    yield Drawn(line((x, lamp - 20), (x, lamp - 30)), scene.light, 1)


def bridge(scene: Scene) -> Shapes:
    """Draw the bridge, with its people as shapes before the great window."""
    yield from backdrop(scene, centre=(0, -10))
    if scene.happens(0.6):
        rival = scene.choose_rival()
        hull = hull_of(rival, scene.chance, 0.5)
        pose = Pose(scene.vary(70), -34, 0.8, scene.choose_turn())
        yield from ship(scene, hull, pose, TINTS[rival])
    else:
        yield from planet(scene, scene.vary(80), -26, scene.pick(30, 46))
    night, rim, room = mix(scene.dark, "#000000", 0.3), scene.glow, scene.room
    panes = scene.choose(3, 4, 5)
    parts = (number / panes - 0.5 for number in range(panes + 1))
    posts = join(line((part * 300, -112), (part * 420, 30)) for part in parts)
    yield from draw_layers(posts, (night, 6), (rim, 0.8, 0.6))
    left, right = room.left, room.right
    sill = [(left - 20, 34), (left + WIDTH * 0.25, 26), (left + WIDTH * 0.75, 26), (right + 20, 34)]
    yield Filled(polygon([*sill, (right + 20, 140), (left - 20, 140)]), night)
    yield Drawn(line(*sill), rim, 1.4, 0.9)
    lights = tuple((left + scene.pick(6, WIDTH - 6), scene.pick(42, 96)) for _ in range(70))
    yield Dots(lights[:48], 1.0, lighten(rim, 0.4), 0.7)
    yield Dots(lights[48:], 1.3, scene.tint, 0.9)
    number = scene.count(2, 4)
    for rank in range(number):
        x = (rank - (number - 1) / 2) * 74 + scene.vary(9)
        yield from _watch(scene, x, 40, scene.pick(50, 58), night)
    yield from _watch(scene, scene.vary(20), 74, 92, mix(night, "#000000", 0.4))


def _watch(scene: Scene, x: float, floor: float, high: float, colour: str) -> Shapes:
    """Draw somebody seen from behind, from the belt up."""
    lean = scene.vary(0.03)
    body = smooth([(x + (px - lean * py) * high, floor + py * high) for px, py in mirror(WATCH)], is_closed=True)
    yield from fill_edged(body, colour, scene.glow, 0.9, 0.75)


def agent(scene: Scene) -> Shapes:
    """Draw somebody in a door, at times two, with the light behind, and long shadows."""
    yield from backdrop(scene, bodies=False)
    wall, room = mix(scene.dark, "#000000", 0.35), scene.room
    light = scene.choose(scene.glow, scene.tint, turn_hue(scene.glow, scene.vary(70)))
    x, floor = scene.vary(40), 46.0
    wide, top, lean = scene.pick(34, 52), -scene.pick(72, 90), scene.vary(60)
    opening = scene.choose(*DOORS)(x, top, floor, wide)
    yield Filled((*whole_room(scene), *opening), wall, 0.92)
    yield Glow(wide * 1.6, 96, light, 0.9, (x, -6))
    end, sill = room.bottom + MARGIN, wide * 0.86
    carpet = polygon([(x - sill, floor), (x + sill, floor), (x + sill * 2.7 + lean, end), (x - sill * 2.7 + lean, end)])
    yield Filled(carpet, shade((x, floor), (x + lean, room.bottom), lighten(light, 0.3), wall), 0.85)
    gap = scene.pick(15, 24)
    posts = (
        line((x + side * (wide + 14 + gap * n), room.top - MARGIN), (x + side * (wide + 14 + gap * n), floor + 6 * n))
        for n in range(9)
        for side in (-1, 1)
    )
    yield Drawn(join(posts), light, 0.7, 0.32)
    yield Drawn(opening, lighten(light, 0.55), 1.8, 0.95)
    others = scene.choose(0, 0, 1)
    for number in range(1 + others):
        yield from _stranger(scene, x + (number - others / 2) * 36 + scene.vary(9), floor, lean, wall)
    yield from sparkle(x + scene.choose_side() * (wide + 9), -scene.pick(20, 40), 7, light)


def _stranger(scene: Scene, x: float, floor: float, lean: float, wall: str) -> Shapes:
    """Draw a person in coat and hat before a doorway, with a shadow that leans by `lean`."""
    coat, hat = scene.pick(0.26, 0.38), scene.choose(0.12, 0.12, 0.2)
    body = mirror(f"0,-1 .09,-.97 {hat},-.86 .08,-.77 .2,-.7 .24,-.42 {coat},0 .1,.02")
    high = scene.pick(88, 108)
    shadow = [(x + across * 62 - lean * 0.8 * down, floor - down * 74) for across, down in body]
    yield Filled(smooth(shadow, is_closed=True), wall, 0.8)
    seen = [(x + across * high * 0.82, floor + 5 + down * high) for across, down in body]
    yield from fill_edged(smooth(seen, is_closed=True), wall, scene.light, 1.1, 0.9)


def _tall_door(x: float, top: float, floor: float, wide: float) -> Outline:
    left, right, corner = x - wide, x + wide, wide * 0.6
    return polygon(
        f"{left},{floor} {left},{top + corner} {left + corner},{top} "
        f"{right - corner},{top} {right},{top + corner} {right},{floor}"
    )


def _arch(x: float, top: float, floor: float, wide: float) -> Outline:
    (upper,) = elliptic_arc(x, top + wide, wide, wide, 180, 360)
    return (Run((x - wide, floor), ((x - wide, top + wide), *upper.steps, (x + wide, floor))),)


def _hatch(x: float, top: float, floor: float, wide: float) -> Outline:
    reach = (floor - top) * 0.56
    (round_,) = elliptic_arc(x, floor - reach * 0.8, reach, reach, 127, 413)
    return (Run(round_.start, round_.steps),)


def _hexagonal_door(x: float, top: float, floor: float, wide: float) -> Outline:
    return hexagon(x, (top + floor) / 2, (floor - top) / 1.73)


DOORS = (_tall_door, _arch, _hatch, _hexagonal_door)


def signal(scene: Scene) -> Shapes:
    """Draw a call that goes out in rings from a ship's masts."""
    side = scene.choose_side()
    x, y = -side * 50, 12
    mast = x + side * 28, y - 26
    yield from backdrop(scene, centre=None)
    for number in range(1, 8):
        spread, facing = scene.pick(30, 58), 0 if side > 0 else 180
        wave = arc(*mast, 20 + 17 * number, facing - spread, facing + spread)
        yield Drawn(wave, lighten(scene.glow, 0.4), 2.6 - number * 0.25, 0.95 - number * 0.09)
    yield halo(50, scene.glow, 0.9, mast)
    yield from ship(scene, own_hull(scene, 0.6), Pose(x, y, 1.2, 60 * side))
    words = scene.chance.getrandbits(24)
    at = -60.0
    for bit in range(14):
        long = 9 if words >> bit & 1 else 3
        yield Drawn(line((at, 78), (at + long, 78)), scene.light, 2.2, 0.9)
        at += long + 4


def eye(scene: Scene) -> Shapes:
    """Draw the spy's eye: lids of light, an iris with its blades, and what it looks for in the pupil."""
    yield from backdrop(scene, bodies=False)
    wide, high, lean = scene.pick(112, 130), scene.pick(46, 60), scene.vary(12)
    tilted = ((x * wide, y * high if y else -x * lean) for x, y in read_points(LIDS))
    lids = smooth(tilted, is_closed=True)
    yield Filled(lids, mix(scene.dark, "#000000", 0.4), 0.85)
    lashes = scene.choose(9, 13, 17)
    for number in range(lashes):
        part = (number + 0.5) / lashes * 2 - 1
        x, y = part * wide * 0.92, -high * math.sqrt(max(0.02, 1 - part * part)) - lean * part
        yield Drawn(line((x, y - 4), (x + part * 10, y - 15)), scene.light, 0.9, 0.7)
    yield from _iris(scene, high * 0.82)
    yield Drawn(lids, scene.light, 2.2, 0.95)
    radius = high * 0.82
    yield Glow(9, 7, WHITE, 0.95, (-radius * 0.34, -radius * 0.4), -30)


def _iris(scene: Scene, radius: float) -> Shapes:
    yield Glow(radius * 1.7, radius * 1.5, scene.tint, 0.8)
    iris, pupil = circle(0, 0, radius), circle(0, 0, radius * 0.47)
    yield Filled(iris, scene.darken_tint(0.55))
    blades, turn = scene.choose(7, 9, 11, 13), scene.pick(0, 40)
    for number in range(blades):
        outer, inner, after = (
            polar(reach * radius, turn + (number + ahead) * 360 / blades)
            for reach, ahead in ((1, 0), (0.46, 1.6), (1, 1))
        )
        yield Filled(polygon([outer, inner, after]), lighten(scene.tint, 0.12 + 0.3 * (number % 2)), 0.85)
        yield Drawn(line(outer, inner), scene.dark, 0.8)
    yield Filled(pupil, "#05070a")
    hull = hull_of(scene.choose_rival(), scene.chance, 0.4)
    outlines = outline_of(hull, Pose(0, 0, radius / 130, scene.choose_turn(), 1.0))
    yield Group(tuple(Drawn(each, scene.light, 0.8, 0.95) for each in outlines), pupil)
    yield Drawn((*iris, *pupil), scene.light, 1.3, 0.95)
    yield Drawn(graduation(0, 0, radius * 1.04, 60, 2.4, 5), scene.light, 0.7, 0.8)


def scales(scene: Scene) -> Shapes:
    """Draw the scales of a dilemma."""
    yield from backdrop(scene)
    yield Glow(120, 100, scene.dark, 0.65)
    lean = scene.pick(7, 20) * scene.choose_side()
    yield Filled(polygon("-3,-58 3,-58 6,62 -6,62"), _metal(0, 0, 30))
    yield Filled(polygon("-34,74 -22,60 22,60 34,74"), _metal(0, 66, 24))
    left, right = (-76, -52 + lean), (76, -52 - lean)
    yield from draw_layers(smooth([left, (0, -58), right]), (BROWN, 6.4), (BRASS, 5), (BRASS_LIGHT, 1))
    for x, y in (left, right):
        bowl = y + 62
        yield Drawn(join(line((x, y), (x + dx, bowl)) for dx in (-30, -10, 10, 30)), BRASS_LIGHT, 0.9)
        yield Filled(elliptic_arc(x, bowl, 34, 20, 0, 180), _metal(x, bowl + 6, 26))
        yield Drawn(ellipse(x, bowl, 34, 6), BRASS_LIGHT, 1.2)
    yield from ship(scene, own_hull(scene, 0.4), Pose(left[0], left[1] + 52, 0.44, 90, 0.6), burning=False)
    load = right[0], right[1] + 50
    yield Glow(30, 26, "#ffb056", 0.95, load)
    yield Filled(star(*load, 15, 5, 7, 8), "#fff2c8")
    yield Filled(star(0, -66, 13, 4, 8), BRASS_LIGHT)


def code(scene: Scene) -> Shapes:
    """Draw what creeps through a ship's machines: a net of cells, some of them taken."""
    yield from backdrop(scene, bodies=False, centre=None)
    cell = scene.pick(15, 19)
    taken = [scene.place_near(70, 40)]
    for _ in range(26):
        x, y = polar(cell * 1.7, scene.choose(30, 90, 150, 210, 270, 330), taken[-1])
        if abs(x) < 140 and abs(y) < 84:
            taken.append((x, y))
    for column in range(-6, 7):
        for row in range(-4, 5):
            x, y = column * cell * 1.5, (row + column % 2 / 2) * cell * 1.732
            yield Drawn(hexagon(x, y, cell * 0.9), scene.tint, 0.8, 0.4)
    yield Drawn(line(*taken), scene.glow, 2.6, 0.9)
    for number, knot in enumerate(taken):
        yield halo(cell * 1.4, scene.glow, 0.5, knot)
        yield Filled(hexagon(*knot, cell * (0.3 + 0.3 * number / len(taken))), lighten(scene.glow, 0.5))
    yield from sparkle(*taken[-1], cell, WHITE)
