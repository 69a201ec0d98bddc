"""Hulls seen from above, bow up, in a box of -50 to 50: each race builds in its own way, and no two ships are alike.

Clippers of the Federation, Klingon axes, Romulan sickles, Borg combs, launches of everybody else; and of what nobody
builds: wrecks' hulks, crystals, engines of doom. Every outline is this project's own.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from incursions.pictures.outlines import circle, ellipse, elliptic_arc, hexagon, line, polygon, rectangle, smooth, star
from incursions.pictures.shapes import Outline, Point, Run


class Engine(NamedTuple):
    """Where a drive burns, and how wide."""

    x: float
    y: float
    width: float


class Hull(NamedTuple):
    """The decks from the lowest to the uppermost, the seams between plates, windows, and drives."""

    decks: tuple[Outline, ...]
    seams: Outline
    windows: tuple[Point, ...]
    engines: tuple[Engine, ...]


def hull_of(race: str, chance: random.Random, weight: float = 0.5) -> Hull:
    """A ship of a race; `weight` from 0, a scout, to 1, the heaviest."""
    return BUILDERS.get(race, _launch)(chance, weight)


def mirrored(half: Sequence[Point]) -> list[Point]:
    """Points of the right side from bow to stern, and the same on the left from stern to bow."""
    return [*half, *((-x, y) for x, y in reversed(half) if x)]


def _both(outline: Outline) -> tuple[Outline, Outline]:
    """A part on the right side, and the same on the left."""

    def flipped(run: Run) -> Run:
        steps = (tuple(-n if place % 2 == 0 else n for place, n in enumerate(step)) for step in run.steps)
        return Run((-run.start[0], run.start[1]), tuple(steps), run.is_closed)

    return outline, tuple(map(flipped, outline))


def _rows(chance: random.Random, half_width: Callable[[float], float], tops: Iterable[float]) -> Iterator[Point]:
    """Windows in pairs."""
    for y in tops:
        x = half_width(y)
        for part in (0.35, 0.62):
            if chance.random() < 0.75:
                yield from ((part * x, y), (-part * x, y))


def _joined(*outlines: Outline) -> Outline:
    return tuple(run for outline in outlines for run in outline)


def _clipper(chance: random.Random, weight: float) -> Hull:
    """Federation: a long smooth body with outriggers on struts."""
    beam = 6 + 6 * weight + chance.uniform(-1, 1.5)
    waist, stern = chance.uniform(0.7, 1.05), chance.uniform(0.45, 0.8)
    half = [(0, -48), (beam * 0.6, -30), (beam, -10), (beam * waist, 12), (beam * stern, 34), (beam * 0.3, 43)]
    body = smooth(mirrored(half), is_closed=True)
    decks: list[Outline] = []
    engines = [Engine(0, 43, beam * 0.5)]
    for _ in range(1 if weight < 0.6 else 2):
        out = beam + chance.uniform(9, 16) + 6 * len(engines)
        top, long = chance.uniform(-14, 10), chance.uniform(24, 36)
        decks.append(polygon(mirrored([(0, 6 + top / 2), (out, top + long * 0.45), (out, top + long * 0.62), (0, 24)])))
        blade = [(out, top), (out + 3.4, top + 9), (out + 3, top + long), (out - 3, top + long), (out - 3.4, top + 9)]
        decks.extend(_both(polygon(blade)))
        engines += [Engine(out, top + long, 4.5), Engine(-out, top + long, 4.5)]
    bridge = smooth(mirrored([(0, -24), (beam * 0.4, -16), (beam * 0.36, -2), (0, 4)]), is_closed=True)
    keel = line((0, -44), (0, -25))
    ribs = (line((-beam * 0.8, y), (beam * 0.8, y)) for y in range(8, 34, 7))
    windows = _rows(chance, lambda y: beam, (-18, -12, -6, 0, 10, 17, 24))
    return Hull((*decks, body, bridge), _joined(keel, *ribs), tuple(windows), tuple(engines))


def _axe(chance: random.Random, weight: float) -> Hull:
    """Klingon: a broad blade forward, a haft, and a block of drives."""
    span, sweep = 34 + 10 * weight + chance.uniform(-3, 3), chance.uniform(-2, 12)
    neck, waist = 5 + 3 * weight, chance.uniform(6, 12)
    tip = -34 + sweep
    notch = chance.uniform(-30, -18)
    edge = [(0, notch), (span * 0.35, -24), (span, tip), (span * 0.9, tip + 18), (span * 0.55, tip + 34 - sweep / 2)]
    haft = [(neck + 2, 0), (neck, 18), (waist, 22), (waist + 6 * weight + 4, 42), (0, 42)]
    blade = polygon(mirrored([*edge, *haft]))
    ridge = polygon(mirrored([(0, notch + 8), (7, -14), (neck * 0.8, 16), (neck * 0.5, 34), (0, 36)]))
    fins = _both(polygon([(waist, 24), (waist + 16 + 8 * weight, 34), (waist + 13, 46), (waist, 40)]))
    grooves = [
        line((x * side, -22 + x * 0.1), (x * 0.7 * side, tip + 26)) for x in (12, 18, 24, 30) for side in (-1, 1)
    ]
    across = (line((-waist, y), (waist, y)) for y in (26, 31, 36))
    windows = _rows(chance, lambda y: 12, (-12, -4, 8, 27, 33))
    engines = tuple(Engine(x, 42, 5) for x in ((0,) if weight < 0.4 else (-8, 8)))
    return Hull((*fins, blade, ridge), _joined(*grooves, *across), tuple(windows), engines)


def _sickle(chance: random.Random, weight: float) -> Hull:
    """Romulan: a crescent round a needle."""
    reach, inner = 40 + 6 * weight, chance.uniform(27, 32)
    turn, low = chance.uniform(118, 148), chance.uniform(4, 12)
    outer = elliptic_arc(0, 0, reach, reach * chance.uniform(0.85, 1.05), 90 - turn, 90 + turn)
    hollow = elliptic_arc(0, -low, inner, inner, 90 + turn - 6, 90 - turn + 6)
    (start, steps, _), (inward, back, _) = outer[0], hollow[0]
    crescent: Outline = (Run(start, (*steps, inward, *back)),)
    needle = smooth(mirrored([(0, -50), (4 + weight * 2, -10), (7 + 3 * weight, 16), (3, 38)]), is_closed=True)
    spine = smooth(mirrored([(0, -16), (2.4, 0), (2.6, 18), (0, 26)]), is_closed=True)
    feathers = [
        line((side * (inner + 3) * math.cos(angle), (inner + 3) * math.sin(angle)), (side * far[0], far[1]))
        for angle in map(math.radians, range(-10, 86, 12))
        for far in [(reach * math.cos(angle), reach * math.sin(angle))]
        for side in (-1, 1)
    ]
    windows = _rows(chance, lambda y: 7, (-12, -4, 4, 12, 20, 28))
    engines = (Engine(0, 40, 5), Engine(-17, 36, 4), Engine(17, 36, 4))
    return Hull((crescent, needle, spine), _joined(*feathers), tuple(windows), engines)


def _comb(chance: random.Random, weight: float) -> Hull:
    """Borg: cells of a comb, some of them missing, some stacked."""
    cell = 9.5
    places = [(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3]
    wanted = round(13 + 14 * weight)
    ranked = sorted(places, key=lambda at: (abs(at[0]) + abs(at[1]) + abs(sum(at))) / 2 + chance.uniform(0, 1.6))
    centres = [(1.5 * cell * q, math.sqrt(3) * cell * (r + q / 2)) for q, r in ranked[:wanted]]
    decks = [hexagon(x, y, cell * 0.97) for x, y in centres]
    raised = chance.sample(centres, len(centres) // 3)
    decks += [hexagon(x, y, cell * 0.6) for x, y in raised]
    pipes = [line(first, second) for first, second in pairwise(raised)]
    windows = [
        (x + chance.uniform(-5, 5), y + chance.uniform(-5, 5)) for x, y in centres for _ in range(chance.randint(1, 3))
    ]
    engines = tuple(Engine(x, y, 4) for x, y in chance.sample(centres, 3))
    return Hull(tuple(decks), _joined(*pipes), tuple(windows), engines)


def _launch(chance: random.Random, weight: float) -> Hull:
    """A small working craft."""
    beam = 13 + 5 * weight + chance.uniform(-2, 3)
    half = [(0, -36), (beam * 0.55, -26), (beam, 4), (beam, 26), (beam * 0.5, 30)]
    body = smooth(mirrored(half), is_closed=True)
    glass = polygon(mirrored([(0, -26), (beam * 0.4, -18), (beam * 0.45, -8), (0, -5)]))
    pods = _both(rectangle(beam - 1, chance.uniform(-4, 6), chance.uniform(6, 10), 26, 3))
    seams = [line((-beam * 0.8, y), (beam * 0.8, y)) for y in (2, 10, 18)]
    engines = (Engine(beam + 2, 30, 5), Engine(-beam - 2, 30, 5))
    return Hull((*pods, body, glass), _joined(*seams), tuple(_rows(chance, lambda y: beam, (6, 14))), engines)


def _raider(chance: random.Random, weight: float) -> Hull:
    """Pirates: what was found, bolted together; nothing is the same on both sides."""
    points = [
        (reach * math.cos(angle), reach * math.sin(angle) * 1.15)
        for number in range(13)
        for reach, angle in [(chance.uniform(13, 40), 2 * math.pi * number / 13 - math.pi / 2)]
    ]
    scrap = [
        rectangle(chance.uniform(-26, 14), chance.uniform(-28, 18), chance.uniform(8, 20), chance.uniform(8, 20))
        for _ in range(4)
    ]
    seams = [line((chance.uniform(-20, 20), -20), (chance.uniform(-20, 20), 24)) for _ in range(5)]
    windows = [(chance.uniform(-14, 14), chance.uniform(-20, 24)) for _ in range(9)]
    return Hull((polygon(points), *scrap), _joined(*seams), tuple(windows), (Engine(-6, 34, 6), Engine(9, 30, 4)))


def _crystal(chance: random.Random, weight: float) -> Hull:
    """A living crystal: shards round a heart."""
    turn = chance.uniform(0, 40)
    decks = (star(0, 0, 50, 13, 9, turn), star(0, 0, 33, 11, 7, turn + 17), star(0, 0, 17, 7, 6, turn))
    facets = [
        line((0, 0), (reach * math.cos(angle), reach * math.sin(angle)))
        for number in range(9)
        for reach, angle in [(47, math.radians(turn - 90 + 40 * number))]
    ]
    return Hull(decks, _joined(*facets), (), (Engine(0, 0, 10),))


def _doom(chance: random.Random, weight: float) -> Hull:
    """An engine of doom: a maw behind which there is only machine."""
    waist, tail = chance.uniform(18, 26), chance.uniform(4, 9)
    half = [(30, -42), (34, -30), (waist, -6), (waist * 0.7, 20), (tail, 48), (0, 50)]
    body = polygon(mirrored([(0, -36), *half]))
    ribs = [elliptic_arc(0, y, 30 - 0.28 * (y + 42), 7, 0, 180) for y in range(-30, 40, chance.choice([7, 8, 10]))]
    fins = _both(polygon([(waist * 0.7, 14), (waist * 0.7 + chance.uniform(8, 18), 38), (waist * 0.5, 30)]))
    maw = ellipse(0, -38, 30, 9)
    return Hull((*fins, body, maw, circle(0, -38, 5)), _joined(*ribs), (), (Engine(0, -38, 22),))


def _wreck(chance: random.Random, weight: float) -> Hull:
    """What is left of a ship, torn across."""
    builder = chance.choice([_clipper, _axe, _sickle, _launch])
    whole = builder(chance, weight)
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
