"""Charts of the debrief as SVG: lines by turns, each with its name at its end. Colours come from the style sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from incursions.games.wolves.pages.drawing import TEMPLATES

WIDTH, HEIGHT = 640, 250
LEFT, RIGHT, TOP, BOTTOM = 46, 146, 12, 28
APART = 19
"""The least distance between the names of two lines."""
ROUND_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_LINES = 5


class Label(NamedTuple):
    """A word of a chart and where it stands."""

    words: str
    x: float
    y: float


class Line(NamedTuple):
    """A line of a chart: its name, which is also its style, its points as an SVG path needs them, and its end."""

    name: str
    points: str
    end: Label
    dots: Sequence[tuple[float, float]]


def draw_chart(title: str, columns: Sequence[str], lines: Mapping[str, Sequence[int]], top: int = 0) -> Markup:
    """Return lines over columns as SVG; a screen reader is given the table beside it. `top` is the end of the scale."""
    step = find_step(top or max((max(values) for values in lines.values()), default=1))
    highest = top or step * -(-max(max(values) for values in lines.values()) // step) or step
    across = (WIDTH - LEFT - RIGHT) / max(1, len(columns) - 1)

    def place(column: int, value: int) -> tuple[float, float]:
        return round(LEFT + column * across, 1), round(HEIGHT - BOTTOM - value / highest * (HEIGHT - TOP - BOTTOM), 1)

    ends = spread({name: place(0, values[-1])[1] for name, values in lines.items()})
    drawn = []
    for name, values in lines.items():
        dots = [place(column, value) for column, value in enumerate(values)]
        end = Label(f"{name} {values[-1]}", dots[-1][0] + 10, ends[name])
        drawn.append(Line(name, " ".join(f"{x},{y}" for x, y in dots), end, dots))
    scale = [Label(str(value), LEFT - 8, place(0, value)[1]) for value in range(0, highest + 1, step)]
    names = [Label(words, place(number, 0)[0], HEIGHT - 8) for number, words in enumerate(columns)]
    size = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - RIGHT}
    return TEMPLATES.draw("debrief_chart", title=title, lines=drawn, scale=scale, names=names, **size)


def find_step(highest: int) -> int:
    """Return the distance of the lines of a scale, so that there are at most five."""
    return next((step for step in ROUND_STEPS if highest <= step * MOST_LINES), ROUND_STEPS[-1])


def spread(heights: Mapping[str, float]) -> dict[str, float]:
    """Return where the names of lines stand: at their ends, moved apart where they would lie on each other."""
    placed: dict[str, float] = {}
    lowest = 0.0
    for name, y in sorted(heights.items(), key=lambda item: item[1]):
        placed[name] = lowest = max(y, lowest + APART if placed else y)
    over = max(placed.values(), default=0.0) - (HEIGHT - BOTTOM)
    return {name: y - max(0.0, over) for name, y in placed.items()}
