"""The win rates of a flight as a drawing. Every figure in it stands in the tables beside it, too."""

from __future__ import annotations

from incursions.bots.balance.drawing import (
    AXIS,
    LEFT,
    RIGHT,
    ROW,
    TOP,
    WIDTH,
    Scale,
    grid,
    head,
    interval,
    line,
    plot,
    shortened,
)
from incursions.bots.flights.figures import Figures

EVEN = 0.5
MARKS = [0, 0.25, EVEN, 0.75, 1]
GAP = 8


def win_rates_plot(figures: Figures) -> str:
    """Each line's rate with its bounds, beside an even one."""
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    rows: list[str] = []
    y = TOP
    for group in ([figures.all], figures.opponents, [figures.began, figures.followed]):
        for each in group:
            rows += interval(scale, y, shortened(each.name), each.rate)
            y += ROW
        y += GAP
    parts = head("Win rates", "dot: measured · bar: 95 % · broken line: even") + grid(scale, MARKS, TOP, y)
    parts.append(line(scale.at(EVEN), TOP, scale.at(EVEN), y, "p-edge"))
    return plot(y + AXIS, "Win rates with their 95 % intervals, as in the tables", parts + rows, is_file=False)
