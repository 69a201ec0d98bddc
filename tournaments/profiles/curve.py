"""Rating curves: the history of a rating as an SVG line, and its last steps as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.models import Match, Rating, SeatRecord

MOST_DRAWN = 200
LAST_STEPS = 10
WIDTH, HEIGHT = 360, 120
LEFT, RIGHT, TOP, BOTTOM = 36, 6, 8, 8
COLUMNS = (
    "outcome",
    "ended_at",
    "rating_id",
    "mu_before",
    "sigma_before",
    "mu_after",
    "sigma_after",
    "record__match__public_id",
    "record__match__is_private",
)
NARROWEST = 100
"""The least span of the chart in points, so that small changes look small."""
ROUND_TO = 50


@dataclass(frozen=True, slots=True)
class Step:
    """A match that changed the rating. `url`: its page, if the match may be named to the viewer."""

    line: SeatRecord
    url: str

    @property
    def change(self) -> int:
        """The change of the rating."""
        return self.line.after.shown - self.line.before.shown


@dataclass(frozen=True, slots=True)
class Curve:
    """The drawing: the points of the line, the heights of the marks, and the last steps, newest first."""

    rating: Rating
    points: str
    marks: list[tuple[int, float]]
    steps: list[Step]
    drawn: int
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT

    @property
    def caption(self) -> str:
        """The caption of the drawing."""
        lowest, highest = self.marks[0][0], self.marks[-1][0]
        return f"{self.rating.kind}: the last {self.drawn} matches, between {lowest} and {highest}"


def curve_of(rating: Rating, linked: Callable[[Match], bool]) -> Curve:
    """Return the curve of a rating from its matches, in one query. `linked` tells which matches may be named."""
    lines = rating.records.without_struck().select_related("record__match").order_by("-record")
    newest = list(lines.only(*COLUMNS)[:MOST_DRAWN])
    numbers = [line.after.shown for line in reversed(newest)]
    if newest:
        numbers.insert(0, newest[-1].before.shown)
    lowest, highest = _span(numbers or [rating.shown])
    marks = [(mark, _height(mark, lowest, highest)) for mark in (lowest, (lowest + highest) // 2, highest)]
    matches = ((line, line.record.match) for line in newest[:LAST_STEPS])
    steps = [Step(line, match.get_absolute_url() if linked(match) else "") for line, match in matches]
    return Curve(rating, _points(numbers, lowest, highest), marks, steps, len(newest))


def _span(numbers: Sequence[int]) -> tuple[int, int]:
    """Return the round numbers that enclose these numbers."""
    lowest = min(numbers) // ROUND_TO * ROUND_TO
    highest = -(-max(numbers) // ROUND_TO) * ROUND_TO
    return lowest, max(highest, lowest + NARROWEST)


def _height(number: int, lowest: int, highest: int) -> float:
    room = HEIGHT - TOP - BOTTOM
    return round(HEIGHT - BOTTOM - room * (number - lowest) / (highest - lowest), 1)


def _points(numbers: Sequence[int], lowest: int, highest: int) -> str:
    """Return the `points` attribute of the line."""
    step = (WIDTH - LEFT - RIGHT) / max(1, len(numbers) - 1)
    return " ".join(
        f"{LEFT + step * index:.1f},{_height(number, lowest, highest)}" for index, number in enumerate(numbers)
    )
