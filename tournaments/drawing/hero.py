"""The sky behind the front page: a compass rose among wrecks."""

import math
import random
from functools import cache

from tournaments.drawing.geometry import around, chance, star

WIDTH, HEIGHT = 1440, 520
ROSE_X, ROSE_Y = 1090, 240


@cache
def hero_sky() -> str:
    """The whole picture; decoration, so hidden from screen readers."""
    source = chance("Sea of Wrecks")
    stars = "".join(f"M{source.uniform(0, WIDTH):.0f} {source.uniform(0, HEIGHT):.0f}h.01" for _ in range(160))
    rose = star(ROSE_X, ROSE_Y, 112, 15) + star(ROSE_X, ROSE_Y, 62, 14, 4, 45)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">'
        f'<path class="m-grid" d="{_sea()}{_bearings()}"/>{_rings()}'
        f'<path class="t-stars" d="{stars}"/>{_wrecks(source)}<path class="t-brass" d="{rose}"/></svg>'
    )


def _sea() -> str:
    """Empty hexes, a few columns of them."""
    step = math.sqrt(3) * 100
    return "".join(
        f"M{900 + 150 * q - 50:.0f} {260 + step * (r + q / 2) - 87:.0f}h100l50 87-50 87h-100l-50-87Z"
        for q in range(-2, 4)
        for r in range(-3, 4)
    )


def _bearings() -> str:
    return "".join(f"M{ROSE_X} {ROSE_Y}L{x:.0f} {y:.0f}" for x, y in around(900, 32, 0, ROSE_X, ROSE_Y))


def _rings() -> str:
    """Range circles, the inner pair graduated."""
    circles = "".join(
        f'<circle class="m-frame" cx="{ROSE_X}" cy="{ROSE_Y}" r="{radius}" stroke-width="{width}"/>'
        for radius, width in ((120, 2), (132, 1), (260, 1), (400, 1))
    )
    inner, outer = around(120, 72, 0, ROSE_X, ROSE_Y), around(132, 72, 0, ROSE_X, ROSE_Y)
    ticks = "".join(f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}" for (x, y), (u, v) in zip(inner, outer, strict=True))
    return f'{circles}<path class="m-ticks" d="{ticks}"/>'


def _wrecks(source: random.Random) -> str:
    return "".join(_wreck(source, source.uniform(180, 420), source.uniform(0, 360)) for _ in range(46))


def _wreck(source: random.Random, distance: float, bearing: float) -> str:
    """One splinter of a hull, adrift on a flattened circle round the rose."""
    between = source.uniform
    outline = (
        f"M0 0l{between(14, 40):.0f}-{between(4, 12):.0f} {between(10, 30):.0f} {between(6, 18):.0f}"
        f"-{between(8, 22):.0f} {between(6, 14):.0f}-{between(16, 34):.0f}-{between(0, 6):.0f}Z"
    )
    x = ROSE_X + distance * math.cos(math.radians(bearing))
    y = ROSE_Y + 0.55 * distance * math.sin(math.radians(bearing))
    return f'<path class="m-wreck" d="{outline}" transform="translate({x:.0f} {y:.0f}) rotate({between(0, 360):.0f})"/>'
