"""One emblem per race, in `currentColor`, inside a box of 100 by 100. All of them are this project's own."""

from tournaments.drawing.geometry import arc, around, hexagon, star

RACES = ("federation", "klingon", "romulan", "borg", "neutral")

LINE = 'fill="none" stroke="currentColor" stroke-width="6"'


def emblem(race: str) -> str:
    """The drawing of a race's emblem; the compass rose for whoever has none."""
    return EMBLEMS.get(race, _compass)()


def _haven() -> str:
    """Federation: two breakwaters round a star."""
    walls = arc(50, 50, 42, 205, 335) + arc(50, 50, 42, 25, 155)
    light = star(50, 50, 32, 7) + star(50, 50, 17, 6, 4, 45)
    return f'<path {LINE} d="{walls}"/><path fill="currentColor" d="{light}"/>'


def _split_axe() -> str:
    """Klingon: an axe split along its haft."""
    return (
        '<path fill="currentColor" d="M46 8h8v84h-8Z'
        "M40 30C24 26 14 18 10 10 4 34 4 62 14 84 18 72 28 62 40 60Z"
        'M60 30C76 26 86 18 90 10 96 34 96 62 86 84 82 72 72 62 60 60Z"/>'
    )


def _eclipse() -> str:
    """Romulan: an eclipse with one star in the dark."""
    shade = "M50 8A42 42 0 1 0 92 50 33 33 0 1 1 50 8Z"
    return f'<path fill="currentColor" d="{shade}{star(66, 34, 20, 4)}"/>'


def _comb() -> str:
    """Borg: a comb with one cell missing."""
    cells = list(around(31, 6, 30, 50, 50))[:5]
    walls = "".join(f'<polygon {LINE} points="{hexagon(14, x, y)}"/>' for x, y in cells)
    return f'{walls}<polygon fill="currentColor" points="{hexagon(15, 50, 50)}"/>'


def _compass() -> str:
    """Neutral: a compass rose."""
    rose = star(50, 50, 46, 8) + star(50, 50, 24, 8, 4, 45)
    return f'<circle {LINE} cx="50" cy="50" r="30"/><path fill="currentColor" d="{rose}"/>'


EMBLEMS = {
    "federation": _haven,
    "klingon": _split_axe,
    "romulan": _eclipse,
    "borg": _comb,
    "neutral": _compass,
}
