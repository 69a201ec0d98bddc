"""Silhouettes of ships, drawn by code: one for each kind and side, bow to the right, in a box of -50 to 50.

Terran hulls are of straight lines, with engine pods beside them; Talon hulls are of curves, with claws swept forward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from incursions.games.talon.rules.definitions import SIDES
from incursions.games.talon.table.plane import Point, find_point


class Terran(NamedTuple):
    """A hull of straight lines: half its length and width, the pods on each side, and blocks of cargo."""

    length: float
    width: float
    pods: int
    blocks: int = 0
    is_flat: bool = False


class Talon(NamedTuple):
    """A hull of curves: half its length and width, the claws on each side, and how far forward they reach."""

    length: float
    width: float
    claws: int
    reach: float
    blocks: int = 0


TERRANS: Mapping[str, Terran] = {
    "DN": Terran(49, 44, 3),
    "BB": Terran(47, 40, 2),
    "BC": Terran(46, 33, 2),
    "CA": Terran(42, 32, 1),
    "CL": Terran(36, 26, 1),
    "CV": Terran(46, 34, 1, is_flat=True),
    "DD": Terran(34, 18, 1),
    "FF": Terran(30, 30, 0),
    "SC": Terran(25, 24, 0),
    "TRAN": Terran(38, 18, 0, blocks=3),
}
TALONS: Mapping[str, Talon] = {
    "DN": Talon(48, 47, 3, 0.95),
    "BB": Talon(46, 44, 2, 0.9),
    "BC": Talon(45, 38, 2, 0.6),
    "CA": Talon(41, 36, 1, 0.85),
    "CL": Talon(36, 31, 1, 0.6),
    "CV": Talon(45, 42, 2, 0.15),
    "DD": Talon(33, 26, 1, 0.95),
    "FF": Talon(30, 26, 1, 0.4),
    "SC": Talon(26, 21, 1, 0.0),
    "TRAN": Talon(38, 22, 0, 0.0, blocks=2),
}


def make_id(side: str, kind: str) -> str:
    """Return the id of the symbol of a kind of ships of a side."""
    return f"hull-{side}-{kind}".lower()


@cache
def draw_silhouette(side: str, kind: str) -> tuple[str, ...]:
    """Return the paths of a kind of ships of a side; those of the cruiser for a kind without one."""
    is_terran = side == SIDES[0]
    if kind == "BASE":
        return _draw_terran_base() if is_terran else _draw_talon_base()
    if kind == "FTR":
        return tuple(_draw_fighter(x, y, is_terran) for x, y in ((22, 0), (-14, -22), (-14, 22)))
    if is_terran:
        return tuple(_draw_terran(TERRANS.get(kind, TERRANS["CA"])))
    return tuple(_draw_talon(TALONS.get(kind, TALONS["CA"])))


def _polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"


def _mirror(points: Sequence[Point]) -> list[Point]:
    """Return a half outline, from bow to stern, with its other half."""
    return [*points, *((x, -y) for x, y in reversed(points))]


def _box(left: float, top: float, right: float, bottom: float) -> str:
    return _polygon(((left, top), (right, top), (right, bottom), (left, bottom)))


# --- Terran -----------------------------------------------------------------------------------------------------------


def _draw_terran(hull: Terran) -> Iterator[str]:
    """Yield a spear with shoulders, its pods beside it, one behind the other outwards."""
    length, width = hull.length, hull.width
    beam = width * (0.95 if hull.is_flat else 0.5)
    bow = 0.3 * beam if hull.is_flat else 0.12 * width
    outline = [
        (length, bow),
        (0.6 * length, 0.6 * beam),
        (-0.1 * length, 0.7 * beam),
        (-0.3 * length, beam),
        (-0.8 * length, beam),
        (-0.85 * length, 0.55 * beam),
        (-length, 0.45 * beam),
    ]
    if hull.blocks:
        outline = [(length, bow), (0.7 * length, 0.3 * width), (-length, 0.3 * width)]
    yield _polygon(_mirror(outline))
    for pod in range(hull.pods):
        inner = beam + 3 + pod * 8
        left, right = -length * (0.95 - 0.2 * pod), length * (0.1 - 0.25 * pod)
        for sign in (1, -1):
            outer = sign * (inner + 6)
            yield _polygon(((right, sign * inner), (right - 8, outer), (left, outer), (left, sign * inner)))
            yield _box(left + 8, sign * (inner - 10), left + 16, sign * (inner + 1))
    for block in range(hull.blocks):
        left = -length + 4 + block * 22
        yield _box(left, -width, left + 17, width)


def _draw_terran_base() -> tuple[str, ...]:
    """Return a station: a ring of six sides, its spokes, and a long gun deck at the bow."""
    outer = [find_point(46, 60 * number + 30) for number in range(6)]
    inner = [find_point(34, 60 * number + 30) for number in range(5, -1, -1)]
    spokes = [
        _polygon(
            (find_point(36, angle - 6), find_point(36, angle + 6), find_point(8, angle + 40), find_point(8, angle - 40))
        )
        for angle in (0, 120, 240)
    ]
    core, gun = _polygon(find_point(13, 60 * number) for number in range(6)), _box(36, -5, 50, 5)
    return (_polygon(outer) + _polygon(inner), *spokes, core, gun)


def _draw_fighter(x: float, y: float, is_terran: bool) -> str:
    """Return a fighter: an arrowhead, or a crescent."""
    if is_terran:
        return _polygon(((x + 18, y), (x - 12, y + 13), (x - 6, y), (x - 12, y - 13)))
    return (
        f"M{x + 6:.0f} {y - 14:.0f}Q{x + 20:.0f} {y:.0f} {x + 6:.0f} {y + 14:.0f}"
        f"Q{x - 22:.0f} {y:.0f} {x + 6:.0f} {y - 14:.0f}Z"
    )


# --- Talon ------------------------------------------------------------------------------------------------------------


def _draw_talon(hull: Talon) -> Iterator[str]:
    """Yield a curved spindle with claws, each a crescent from the stern forward."""
    length, width = hull.length, hull.width
    spine = 0.3 * width
    yield (
        f"M{length:.0f} 0Q{0.3 * length:.0f} {spine:.0f} {-0.35 * length:.0f} {spine:.0f}"
        f"Q{-0.8 * length:.0f} {0.8 * spine:.0f} {-length:.0f} 0"
        f"Q{-0.8 * length:.0f} {-0.8 * spine:.0f} {-0.35 * length:.0f} {-spine:.0f}"
        f"Q{0.3 * length:.0f} {-spine:.0f} {length:.0f} 0Z"
    )
    for claw in range(hull.claws):
        share = 1 - claw * 0.3
        tip = (length * (hull.reach - 0.35 * claw), width * share * 0.75)
        yield from (_draw_claw(length, spine * 0.6, width * share, tip, sign) for sign in (1, -1))
    for block in range(hull.blocks):
        middle = 6 - block * 26
        left, right = middle - 12, middle + 12
        yield f"M{left} 0A12 {width:.0f} 0 1 1 {right} 0A12 {width:.0f} 0 1 1 {left} 0Z"


def _draw_claw(length: float, root: float, width: float, tip: Point, sign: int) -> str:
    """Return a crescent from the spine outwards and forward to its tip."""
    x, y = tip
    back, front = -0.75 * length, -0.1 * length
    return (
        f"M{back:.0f} {sign * root:.0f}Q{back * 0.75:.0f} {sign * width * 1.25:.0f} {x:.0f} {sign * y:.0f}"
        f"Q{front * 0.5:.0f} {sign * width * 0.85:.0f} {front:.0f} {sign * root:.0f}Z"
    )


def _draw_talon_base() -> tuple[str, ...]:
    """Return a station: three great claws round a core."""
    drawn = ["M16 0A16 16 0 1 1 -16 0A16 16 0 1 1 16 0Z"]
    for angle in (0, 120, 240):
        root, tip, far, back = (
            find_point(*at) for at in ((13, angle), (49, angle + 62), (58, angle + 20), (30, angle + 48))
        )
        end = find_point(13, angle + 50)
        drawn.append(
            f"M{root[0]:.0f} {root[1]:.0f}Q{far[0]:.0f} {far[1]:.0f} {tip[0]:.0f} {tip[1]:.0f}"
            f"Q{back[0]:.0f} {back[1]:.0f} {end[0]:.0f} {end[1]:.0f}Z"
        )
    return tuple(drawn)
