"""Ships: hulls seen from above, bow up, in a box of -50 to 50; and how they look under way, turned and seen aslant.

Each race builds in its own way, and no two ships are alike: clippers of the Federation, Klingon axes, Romulan sickles,
Borg combs, launches of everybody else; and of what nobody builds: wrecks' hulks, crystals, engines of doom. Every
outline is this project's own.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise, product
from typing import NamedTuple

from incursions.games.incursions.pictures.art.scene import Scene
from incursions.games.incursions.pictures.colours import WHITE, lighten, mix
from incursions.games.incursions.pictures.shapes import (
    ORIGIN,
    Colour,
    Dots,
    Drawn,
    Filled,
    Glow,
    Outline,
    Point,
    Points,
    Shapes,
    circle,
    ellipse,
    elliptic_arc,
    enclose,
    fill_edged,
    hexagon,
    join,
    line,
    mirror,
    motion,
    polar,
    polygon,
    rectangle,
    ring_points,
    shade,
    smooth,
    star,
    transform,
)

THICKNESS = 7.0
"""How deep a hull is, in the units of its plan."""
SIDES = 6
"""So many times a deck is drawn below itself: together they look like its side."""


class Engine(NamedTuple):
    """A drive: its place on the plan, and its width."""

    x: float
    y: float
    width: float


class Hull(NamedTuple):
    """The decks from the lowest to the uppermost, the seams between plates, windows, and drives."""

    decks: tuple[Outline, ...]
    seams: Outline
    windows: tuple[Point, ...]
    engines: tuple[Engine, ...]


class Pose(NamedTuple):
    """A ship's place, size, the turn of its bow (0 up), and how far it is laid over (1: seen from above)."""

    x: float
    y: float
    scale: float = 1.0
    turn: float = 60.0
    slant: float = 0.66

    def outline(self, outline: Outline, lower: float = 0.0) -> Outline:
        """Return an outline of the plan, turned, laid over, scaled and placed; `lower` moves it down, in plan units."""
        upright = transform(outline, motion(turn=self.turn))
        return transform(upright, motion(self.x, self.y + lower * self.scale, self.scale, stretch=self.slant))

    def point(self, x: float, y: float) -> Point:
        """Return a point of the plan, turned, laid over, scaled and placed."""
        px, py = motion(turn=self.turn)(x, y)
        return self.x + px * self.scale, self.y + py * self.scale * self.slant


def hull_of(race: str, chance: random.Random, weight: float = 0.5) -> Hull:
    """Build a ship of a race; `weight` from 0, a scout, to 1, the heaviest."""
    return BUILDERS.get(race, _launch)(chance, weight)


def own_hull(scene: Scene, weight: float = 0.5) -> Hull:
    """Build a ship of the scene's race."""
    return hull_of(scene.race, scene.chance, weight)


def ship(scene: Scene, hull: Hull, pose: Pose, colour: Colour | None = None, *, burning: bool = True) -> Shapes:
    """Draw a whole ship; `burning`: its drives are lit."""
    colour = colour or scene.tint
    if burning:
        yield from _wakes(scene, hull, pose)
    yield Glow(62 * pose.scale, 46 * pose.scale, scene.dark, 0.75, (pose.x, pose.y))
    side, rim = scene.darken(colour, 0.86), lighten(colour, 0.55)
    reach, at = 46 * pose.scale, motion(pose.x, pose.y)
    colours = lighten(colour, 0.3), scene.darken(colour, 0.38), scene.darken(colour, 0.8)
    plating = shade(at(-reach * 0.5, -reach), at(reach * 0.5, reach * 0.8), *colours, middle=0.4)
    for number, deck in enumerate(hull.decks):
        # Decks lie one above the other: each casts its side downwards.
        raised = -1.6 * number if len(hull.decks) < 8 else 0
        for step in range(SIDES, 0, -1):
            yield Filled(pose.outline(deck, THICKNESS * step / SIDES + raised), side)
        seen = pose.outline(deck, raised)
        yield from fill_edged(seen, plating, rim, 0.55 + 0.25 * pose.scale, 0.85)
    if hull.seams:
        yield Drawn(pose.outline(hull.seams, -1.6), scene.darken(colour, 0.55), 0.55, 0.75)
    if hull.windows:
        lit = tuple(pose.point(x, y - 1.6) for x, y in hull.windows)
        yield Dots(lit, max(0.45, 0.55 * pose.scale), mix(scene.glow, "#fff3c4", 0.8))
    if burning:
        yield from _drives(scene, hull, pose)


def outline_of(hull: Hull, pose: Pose) -> tuple[Outline, ...]:
    """Return where the ship hides what lies behind it."""
    return tuple(pose.outline(deck) for deck in hull.decks)


def _wakes(scene: Scene, hull: Hull, pose: Pose) -> Shapes:
    """Draw the light that trails behind each engine."""
    (x, y), (bow_x, bow_y) = pose.point(0, 50), pose.point(0, -50)
    turn = math.degrees(math.atan2(y - bow_y, x - bow_x))
    for engine, (reach, strength) in product(hull.engines, ((74, 0.3), (40, 0.6))):
        far, place = reach * pose.scale, pose.point(engine.x, engine.y)
        yield Glow(far, engine.width * pose.scale * 0.9, scene.glow, strength, polar(far * 0.8, turn, place), turn)


def _drives(scene: Scene, hull: Hull, pose: Pose) -> Shapes:
    """Draw the light of each engine."""
    for engine in hull.engines:
        place, radius = pose.point(engine.x, engine.y), engine.width * pose.scale
        yield Glow(radius * 1.6, radius * 1.2, scene.glow, 0.9, place)
        yield Glow(radius * 0.7, radius * 0.55, WHITE, 0.95, place)


def _both(points: Points) -> tuple[Outline, Outline]:
    """Return a part on the right side, and its mirror image on the left."""
    right = polygon(points)
    return right, transform(right, lambda x, y: (-x, y))


def _plan(half: Points) -> Outline:
    """Return an outline with straight sides by its right half, from bow to stern."""
    return polygon(mirror(half))


def _rounded_plan(half: Points) -> Outline:
    """Return an outline with curved sides by its right half, from bow to stern."""
    return smooth(mirror(half), is_closed=True)


def _rows(chance: random.Random, half_width: float, tops: Iterable[float]) -> tuple[Point, ...]:
    """Return windows in pairs."""
    pairs = (
        ((part * half_width, y), (-part * half_width, y))
        for y in tops
        for part in (0.35, 0.62)
        if chance.random() < 0.75
    )
    return tuple(window for pair in pairs for window in pair)


def _across(half_width: float, heights: Iterable[float]) -> Outline:
    """Return seams from side to side."""
    return join(line((-half_width, y), (half_width, y)) for y in heights)


def _clipper(chance: random.Random, weight: float) -> Hull:
    """Draw a Federation ship: a long smooth body with outriggers on struts."""
    beam = 6 + 6 * weight + chance.uniform(-1, 1.5)
    waist, stern = chance.uniform(0.7, 1.05), chance.uniform(0.45, 0.8)
    body = f"0,-48 {beam * 0.6},-30 {beam},-10 {beam * waist},12 {beam * stern},34 {beam * 0.3},43"
    decks: list[Outline] = []
    engines = [Engine(0, 43, beam * 0.5)]
    for _ in range(1 if weight < 0.6 else 2):
        out = beam + chance.uniform(9, 16) + 6 * len(engines)
        top, long = chance.uniform(-14, 10), chance.uniform(24, 36)
        low = top + long
        decks.append(_plan(f"0,{6 + top / 2} {out},{top + long * 0.45} {out},{top + long * 0.62} 0,24"))
        decks.extend(_both(f"{out},{top} {out + 3.4},{top + 9} {out + 3},{low} {out - 3},{low} {out - 3.4},{top + 9}"))
        engines += [Engine(out, low, 4.5), Engine(-out, low, 4.5)]
    bridge = f"0,-24 {beam * 0.4},-16 {beam * 0.36},-2 0,4"
    seams = (*line((0, -44), (0, -25)), *_across(beam * 0.8, range(8, 34, 7)))
    windows = _rows(chance, beam, (-18, -12, -6, 0, 10, 17, 24))
    return Hull((*decks, _rounded_plan(body), _rounded_plan(bridge)), seams, windows, tuple(engines))


def _axe(chance: random.Random, weight: float) -> Hull:
    """Draw a Klingon ship: a broad blade forward, a haft, and a block of drives."""
    span, sweep = 34 + 10 * weight + chance.uniform(-3, 3), chance.uniform(-2, 12)
    neck, waist = 5 + 3 * weight, chance.uniform(6, 12)
    tip = -34 + sweep
    notch = chance.uniform(-30, -18)
    edge = f"0,{notch} {span * 0.35},-24 {span},{tip} {span * 0.9},{tip + 18} {span * 0.55},{tip + 34 - sweep / 2}"
    haft = f"{neck + 2},0 {neck},18 {waist},22 {waist + 6 * weight + 4},42 0,42"
    ridge = f"0,{notch + 8} 7,-14 {neck * 0.8},16 {neck * 0.5},34 0,36"
    fins = f"{waist},24 {waist + 16 + 8 * weight},34 {waist + 13},46 {waist},40"
    grooves = (
        line((x * side, -22 + x * 0.1), (x * 0.7 * side, tip + 26)) for x in (12, 18, 24, 30) for side in (-1, 1)
    )
    seams = (*join(grooves), *_across(waist, (26, 31, 36)))
    windows = _rows(chance, 12, (-12, -4, 8, 27, 33))
    engines = tuple(Engine(x, 42, 5) for x in ((0,) if weight < 0.4 else (-8, 8)))
    return Hull((*_both(fins), _plan(f"{edge} {haft}"), _plan(ridge)), seams, windows, engines)


def _sickle(chance: random.Random, weight: float) -> Hull:
    """Draw a Romulan ship: a crescent round a needle."""
    reach, inner = 40 + 6 * weight, chance.uniform(27, 32)
    turn, low = chance.uniform(118, 148), chance.uniform(4, 12)
    outer = elliptic_arc(0, 0, reach, reach * chance.uniform(0.85, 1.05), 90 - turn, 90 + turn)
    hollow = elliptic_arc(0, -low, inner, inner, 90 + turn - 6, 90 - turn + 6)
    needle = _rounded_plan(f"0,-50 {4 + weight * 2},-10 {7 + 3 * weight},16 3,38")
    spine = _rounded_plan("0,-16 2.4,0 2.6,18 0,26")
    turns = (turn for angle in range(-10, 86, 12) for turn in (180 - angle, angle))
    feathers = (line(polar(inner + 3, turn), polar(reach, turn)) for turn in turns)
    windows = _rows(chance, 7, (-12, -4, 4, 12, 20, 28))
    engines = (Engine(0, 40, 5), Engine(-17, 36, 4), Engine(17, 36, 4))
    return Hull((enclose(outer, hollow), needle, spine), join(feathers), windows, engines)


def _comb(chance: random.Random, weight: float) -> Hull:
    """Draw a Borg ship: cells of a comb, some of them missing, some stacked."""
    cell = 9.5
    places = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
    wanted = round(13 + 14 * weight)
    ranked = sorted(places, key=lambda at: (abs(at[0]) + abs(at[1]) + abs(sum(at))) / 2 + chance.uniform(0, 1.6))
    centres = [(1.5 * cell * q, math.sqrt(3) * cell * (r + q / 2)) for q, r in ranked[:wanted]]
    raised = chance.sample(centres, len(centres) // 3)
    decks = [*(hexagon(*place, cell * 0.97) for place in centres), *(hexagon(*place, cell * 0.6) for place in raised)]
    windows = [
        (x + chance.uniform(-5, 5), y + chance.uniform(-5, 5)) for x, y in centres for _ in range(chance.randint(1, 3))
    ]
    engines = tuple(Engine(x, y, 4) for x, y in chance.sample(centres, 3))
    return Hull(tuple(decks), join(line(*pipe) for pipe in pairwise(raised)), tuple(windows), engines)


def _launch(chance: random.Random, weight: float) -> Hull:
    """Draw a small working craft, for any other race."""
    beam = 13 + 5 * weight + chance.uniform(-2, 3)
    body = _rounded_plan(f"0,-36 {beam * 0.55},-26 {beam},4 {beam},26 {beam * 0.5},30")
    glass = _plan(f"0,-26 {beam * 0.4},-18 {beam * 0.45},-8 0,-5")
    pod = rectangle(beam - 1, chance.uniform(-4, 6), chance.uniform(6, 10), 26, 3)
    engines = (Engine(beam + 2, 30, 5), Engine(-beam - 2, 30, 5))
    decks = (pod, transform(pod, lambda x, y: (-x, y)), body, glass)
    return Hull(decks, _across(beam * 0.8, (2, 10, 18)), _rows(chance, beam, (6, 14)), engines)


def _raider(chance: random.Random, weight: float) -> Hull:
    """Draw a pirate ship: an asymmetric patchwork."""
    points = [polar(chance.uniform(13, 40), 360 * number / 13 - 90, flat=1.15) for number in range(13)]
    scrap = [
        rectangle(chance.uniform(-26, 14), chance.uniform(-28, 18), chance.uniform(8, 20), chance.uniform(8, 20))
        for _ in range(4)
    ]
    seams = [line((chance.uniform(-20, 20), -20), (chance.uniform(-20, 20), 24)) for _ in range(5)]
    windows = [(chance.uniform(-14, 14), chance.uniform(-20, 24)) for _ in range(9)]
    return Hull((polygon(points), *scrap), join(seams), tuple(windows), (Engine(-6, 34, 6), Engine(9, 30, 4)))


def _crystal(chance: random.Random, weight: float) -> Hull:
    """Draw a living crystal: shards round a heart."""
    turn = chance.uniform(0, 40)
    decks = (star(0, 0, 50, 13, 9, turn), star(0, 0, 33, 11, 7, turn + 17), star(0, 0, 17, 7, 6, turn))
    facets = (line(ORIGIN, tip) for tip in ring_points(47, 9, turn - 90))
    return Hull(decks, join(facets), (), (Engine(0, 0, 10),))


def _doom(chance: random.Random, weight: float) -> Hull:
    """Draw an engine of doom: a maw in front of a machine."""
    waist, tail = chance.uniform(18, 26), chance.uniform(4, 9)
    body = _plan(f"0,-36 30,-42 34,-30 {waist},-6 {waist * 0.7},20 {tail},48 0,50")
    ribs = [elliptic_arc(0, y, 30 - 0.28 * (y + 42), 7, 0, 180) for y in range(-30, 40, chance.choice([7, 8, 10]))]
    fins = _both(f"{waist * 0.7},14 {waist * 0.7 + chance.uniform(8, 18)},38 {waist * 0.5},30")
    decks = (*fins, body, ellipse(0, -38, 30, 9), circle(0, -38, 5))
    return Hull(decks, join(ribs), (), (Engine(0, -38, 22),))


def _wreck(chance: random.Random, weight: float) -> Hull:
    """Draw a wreck: the rest of a ship, torn across."""
    whole = chance.choice([_clipper, _axe, _sickle, _launch])(chance, weight)
    return Hull(whole.decks[-3:], whole.seams, (), ())


BUILDERS: Mapping[str, Callable[[random.Random, float], Hull]] = {
    "Federation": _clipper,
    "Klingon": _axe,
    "Romulan": _sickle,
    "Borg": _comb,
    "neutral": _launch,
    "raiders": _raider,
    "crystal": _crystal,
    "doom": _doom,
    "wreck": _wreck,
}
