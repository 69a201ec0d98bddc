"""The symbols that every page refers to by name: emblems, icons, the hatching of lost points."""

from functools import cache

from incursions.pictures import emblems
from incursions.pictures.svg_pen import path_data
from tournaments.drawing.geometry import star
from tournaments.drawing.tiles import HEX_CORNERS

LINE = 'fill="none" stroke="currentColor" stroke-width="2"'

ICONS = {
    "bolt": '<path d="M13 2 5 14h6l-1 8 9-13h-6Z" fill="currentColor"/>',
    "sound": f'<path d="M4 9v6h4l5 4V5L8 9ZM16 8a5 5 0 0 1 0 8M18.5 5a9 9 0 0 1 0 14" {LINE}/>',
    "silence": f'<path d="M4 9v6h4l5 4V5L8 9ZM16 9l5 6M21 9l-5 6" {LINE}/>',
    "stop": f'<path d="M8 2h8l6 6v8l-6 6H8l-6-6V8ZM12 7v6M12 16v2" {LINE}/>',
    "warn": f'<path d="M12 3 22 21H2ZM12 10v5M12 17v2" {LINE}/>',
    "link": f'<path d="M9 15l6-6M8 9l-3 3a4 4 0 0 0 6 6l3-3M16 15l3-3a4 4 0 0 0-6-6l-3 3" {LINE}/>',
    "brand": (
        '<circle cx="12" cy="12" r="7.5" fill="none" stroke="currentColor" stroke-width="1.5"/>'
        f'<path d="{star(12, 12, 11.5, 1.8)}" fill="currentColor"/>'
    ),
    "hex": f'<path d="M7 3h10l5 9-5 9H7l-5-9Z" {LINE}/>',
    "search": f'<circle cx="10" cy="10" r="6" {LINE}/><path d="m15 15 6 6" {LINE}/>',
    "done": f'<path d="M4 13l5 5L20 6" {LINE}/>',
}

BOLD = 'fill="none" stroke="currentColor" stroke-width="2.4"'
FULL = 'fill="currentColor"'
# Of the natures of cards (rules 13.1), and of what has none.
NATURES = {
    "command": f'<path d="M6 3v18M6 4h12l-4 4 4 4H6" {BOLD}/>',
    "attack": f'<path d="M12 2l3 7 7-2-4 6 4 5-7-1-3 5-3-5-7 1 4-5-4-6 7 2Z" {FULL}/>',
    "defence": f'<path d="M12 2l8 3v6c0 6-4 9-8 11-4-2-8-5-8-11V5Z" {BOLD}/>',
    "tactical": f'<circle cx="12" cy="12" r="9" {LINE}/><path d="M16 7l-2.5 6.5L8 17l2.5-6.5Z" {FULL}/>',
    "crew": f'<circle cx="12" cy="8" r="5" {FULL}/><path d="M3 22c0-6 4-8 9-8s9 2 9 8Z" {FULL}/>',
    "captain": f'<path d="M3 8l5 4 4-8 4 8 5-4-2 11H5Z" {FULL}/>',
    "ship": f'<path d="M12 2l4 10 6 6-7-1-3 5-3-5-7 1 6-6Z" {FULL}/>',
}

HATCH = (
    '<pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="hatch-line" d="M0 0v4"/></pattern>'
)
# Empty hexes of the sea: one period of the grid that the tiles lie on (columns 150 apart, rows 100 roots of 3).
GRATICULE = (
    '<pattern id="graticule" width="300" height="173.205" patternUnits="userSpaceOnUse">'
    '<path class="m-grid" d="M0 86.6H50L100 0H200L250 86.6H300M50 86.6 100 173.2H200L250 86.6"/></pattern>'
)

RACES = ("federation", "klingon", "romulan", "borg", "neutral")


@cache
def sprite() -> str:
    """One hidden SVG with everything that `<use>`, `fill` and `clip-path` name."""
    emblems = "".join(f'<symbol id="emblem-{race}" viewBox="0 0 100 100">{emblem(race)}</symbol>' for race in RACES)
    icons = "".join(f'<symbol id="i-{name}" viewBox="0 0 24 24">{body}</symbol>' for name, body in ICONS.items())
    icons += "".join(
        f'<symbol id="nature-{name}" viewBox="0 0 24 24">{body}</symbol>' for name, body in NATURES.items()
    )
    clip = f'<clipPath id="hex-clip"><polygon points="{HEX_CORNERS}"/></clipPath>'
    return (
        '<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">'
        f"<defs>{HATCH}{GRATICULE}{clip}</defs>{emblems}{icons}</svg>"
    )


@cache
def emblem(race: str) -> str:
    """The drawing of a race's emblem; the compass rose for whoever has none."""
    outline = path_data(emblems.emblem(race.capitalize()))
    return f'<path fill="currentColor" fill-rule="evenodd" d="{outline}"/>'
