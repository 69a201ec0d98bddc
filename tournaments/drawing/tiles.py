"""What lies on the star map: the hexagon, the drawing on a tile, the hulls of ships seen from above."""

from functools import cache

from tournaments.drawing.geometry import arc, chance, hexagon, scatter, star

# A little smaller than the cell of radius 100, so that the sea shows between two tiles.
HEX_CORNERS = hexagon(96.5)

# Bow up, in a box of -50..50: clipper, axe, sickle, block, launch. Every outline is this project's own.
HULLS: dict[str, tuple[str, ...]] = {
    "federation": (
        "M0-48C6-30 9-8 8 20L15 36 5 32 4 45-4 45-5 32-15 36-8 20C-9-8-6-30 0-48Z",
        "M10 0 35 24 36 40 12 22Z",
        "M-10 0-35 24-36 40-12 22Z",
    ),
    "klingon": ("M-46-36C-24-22 24-22 46-36 42-6 24 4 11 6L14 34 22 42H-22L-14 34-11 6C-24 4-42-6-46-36Z",),
    "romulan": ("M-30-30A43 43 0 1 0 30-30 33 33 0 1 1-30-30Z", "M0-46 6-4 0 30-6-4Z"),
    "borg": ("M-42 0-21-36 21-36 42 0 21 36-3 36-3 19-27 23Z", "M-14-14H14V0H-14Z"),
    "neutral": ("M0-34 15 8 15 30 6 26-6 26-15 30-15 8Z",),
}


@cache
def hull_paths(race: str) -> str:
    """The outline of a race's ships; the launch for whoever has none."""
    return "".join(f'<path d="{outline}"/>' for outline in HULLS.get(race, HULLS["neutral"]))


@cache
def tile_art(kind: str, title: str) -> str:
    """The drawing inside a tile of radius 100, coloured by the page's classes; stars are strewn by title."""
    stars = f'<path class="t-stars" d="{scatter(chance(title), 16, 80, 72)}"/>'
    if kind == "wormhole":
        return _wormhole()
    if kind == "start":
        return stars + _rose()
    return stars


def _wormhole() -> str:
    coils = "".join(
        f'<path class="t-coil" d="{arc(0, 8, radius, 20 * turn, 20 * turn + 300)}"/>'
        for turn, radius in enumerate((12, 20, 28, 36, 44))
    )
    return f'<circle class="t-hole" cx="0" cy="8" r="49"/>{coils}<path class="t-light" d="{star(0, 8, 12, 2)}"/>'


def _rose() -> str:
    rays = star(0, 4, 44, 6) + star(0, 4, 22, 6, 4, 45)
    return f'<g class="t-made"><circle cx="0" cy="4" r="30"/></g><path class="t-brass" d="{rays}"/>'
