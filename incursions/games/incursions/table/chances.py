"""The chart of chances beside the rule of evading."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from incursions.engine.dice import chance_of_at_most
from incursions.games.incursions.table import TEMPLATES

EVADING = "11.2"
SCORES = range(2, 13)
BAR_WIDTH, BAR_STEP, BAR_HEIGHT = 22, 26, 40


class Bar(NamedTuple):
    """A bar of the chart of chances: an evasion score, its chance in percent, and the place of the bar.

    Labels stand at `middle`, the one on top of the bar at `above`.
    """

    score: int
    percent: int
    x: int
    y: int
    height: int
    middle: int
    above: int


def chances_to_evade() -> list[Bar]:
    """Return the chance of each evasion score as a bar."""
    bars = []
    for place, score in enumerate(SCORES):
        chance, x = chance_of_at_most(score), BAR_STEP * place
        height = max(1, round(chance * BAR_HEIGHT))
        y = BAR_HEIGHT - height
        bars.append(Bar(score, round(chance * 100), x, y, height, middle=x + BAR_WIDTH // 2, above=y - 3))
    return bars


def draw_chances(number: str) -> Markup:
    """Return the chart for the page of the rule of evading, "" for other rules."""
    return TEMPLATES.draw("chances", chances=chances_to_evade()) if number == EVADING else Markup("")
