"""The pictures of badges: a hexagon with a sign for the deed, drawn in the colours of the page."""

from __future__ import annotations

from functools import cache

from tournaments.drawing.geometry import around, hexagon, star

LINE = 'fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"'
FULL = 'fill="currentColor"'
HULL = "M0-15 6 4 14 12 0 8-14 12-6 4Z"
BANNERS = ((-12, -16), (4, -16), (-12, 2), (4, 2))
DIE = "M-7-7H7V7H-7Z"


def _dots(*places: tuple[float, float]) -> str:
    return "".join(f'<circle cx="{x:g}" cy="{y:g}" r="1.8" {FULL}/>' for x, y in places)


def _moved(drawing: str, x: float, y: float, size: float = 1.0) -> str:
    return f'<g transform="translate({x:g} {y:g}) scale({size:g})">{drawing}</g>'


def _hexes(*places: tuple[float, float]) -> str:
    return "".join(f'<polygon points="{hexagon(7.5, x, y)}" {LINE}/>' for x, y in places)


def _ship(x: float = 0, y: float = 0, size: float = 1.0) -> str:
    return _moved(f'<path d="{HULL}" {FULL}/>', x, y, size)


def _die(x: float, y: float) -> str:
    return _moved(f'<path d="{DIE}" {LINE}/>{_dots((-3.5, -3.5), (3.5, 3.5), (0, 0))}', x, y)


def _fleet(count: int, radius: float, size: float) -> str:
    return "".join(_ship(x, y, size) for x, y in around(radius, count, -90))


SIGNS = {
    "first-win": f'<path d="{star(0, 0, 18, 5)}" {FULL}/>',
    "doubles": _die(-9, 6) + _die(9, -6),
    "last-afloat": _ship(0, -4) + f'<path d="M-17 15h7l4 4 6-6 6 6 4-4h7" {LINE}/>',
    "shuttle": f'<path d="M-12 8V0a12 12 0 0 1 24 0v8ZM-5 8v7M5 8v7M-5 0H5" {LINE}/>',
    "comeback": f'<path d="M0 16C-20 2-17-14-8-14c5 0 8 5 8 8 0-3 3-8 8-8 9 0 12 16-8 30ZM-3-6l5 6-5 4 4 7" {LINE}/>',
    "unscathed": f'<path d="M0-16 14-10V0C14 10 6 15 0 18-6 15-14 10-14 0V-10ZM-6 0l5 5 8-10" {LINE}/>',
    "roll-off": _die(0, 5) + f'<path d="M-14-8a16 16 0 0 1 28 0M14-8l1-7M14-8l-7-1" {LINE}/>',
    "together": _ship(-8, -2, 0.75) + _ship(8, -2, 0.75) + f'<path d="M-14 16h28" {LINE}/>',
    "assimilator": f'<path d="M-15 0H5M0-6l6 6-6 6M9-12h7v24H9" {LINE}/>',
    "explorer": _hexes((0, -8), (-12, 2), (12, 2), (0, 10)),
    "six": _ship(0, 1, 0.7) + _fleet(5, 16, 0.32),
    "admiral": "".join(f'<path d="{star(x, y, 7, 2.8, 5)}" {FULL}/>' for x, y in ((0, -9), (-11, 7), (11, 7))),
    "banners": "".join(f'<path d="M{x} {y}V{y + 13}M{x} {y}h7l-2 3 2 3h-7" {LINE}/>' for x, y in BANNERS),
    "modes": f'<path d="M-13-14H9a4 4 0 0 1 4 4V16H-9a4 4 0 0 1-4-4ZM-7-6H7M-7 1H7M-7 8H3" {LINE}/>',
    "hundred": f'<circle r="5" {LINE}/><circle r="15" {LINE}/>'
    + "".join(f'<path d="M{x * 5:.1f} {y * 5:.1f} {x * 15:.1f} {y * 15:.1f}" {LINE}/>' for x, y in around(1, 8)),
}  # fmt: skip


@cache
def badge_picture(slug: str) -> str:
    """The picture of a badge, as decoration: its title stands beside it."""
    border = f'<polygon class="badge-ground" points="{hexagon(34)}"/><polygon points="{hexagon(29)}" {LINE}/>'
    return f'<svg class="badge-picture" viewBox="-36 -32 72 64" aria-hidden="true">{border}{SIGNS[slug]}</svg>'
