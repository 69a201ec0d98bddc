"""The curve of a finished match: the points of each seat after each turn or round, drawn by the server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import NamedTuple

from markupsafe import Markup

from incursions.kit.caches import VersionedCache
from incursions.kit.words import capitalise, join_names
from tournaments.matches.match_page import draw_part
from tournaments.matches.models import Match
from tournaments.matches.replays.tape import Tape, Turn, tape_of

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 320, 150, 26, 8, 8, 20
ROUND_TO = 10
DASHES = ("none", "6 3", "2 2", "9 3 2 3", "12 4", "4 2 1 2")
"""The dashes of the seats' lines, because two ships of one race have one colour."""
CURVES_KEPT = 256
drawn_curves: VersionedCache[Markup] = VersionedCache(CURVES_KEPT)
"""The curves of finished matches as HTML, by the last action."""


class Line(NamedTuple):
    """The points of one seat: at the start, then after each turn or round.

    `points` and `dashes` are attributes of its line.
    """

    title: str
    css: str
    values: list[int]
    points: str
    dashes: str


@dataclass(frozen=True)
class Curve:
    """The points of all seats over the turns or rounds, as a drawing, a sentence and a table.

    `unit` is the word for one of them, and `last` the number of the last one.
    """

    lines: list[Line]
    marks: list[tuple[int, float]]
    unit: str
    last: int
    caption: str
    box = f"0 0 {WIDTH} {HEIGHT}"
    left, right, foot = LEFT, WIDTH - RIGHT, HEIGHT - 4

    @property
    def rows(self) -> list[tuple[str, list[int]]]:
        """The rows of the table: when, and the points of each seat then."""
        names = ["Start", *(f"{self.unit} {number}" for number in range(1, self.last + 1))]
        return list(zip(names, map(list, zip(*(line.values for line in self.lines), strict=True)), strict=True))


def draw_curve(tape: Tape) -> Curve:
    """Return the curve of a recorded match; turns that were taken back are left out."""
    table = tape.recording.kind.table
    moments = [0, *_list_beginnings(tape.turns, table.curve_by)[1:], tape.last]
    samples = [tape.points[moment] for moment in moments]
    highest = max(-(-max(map(max, samples)) // ROUND_TO) * ROUND_TO, ROUND_TO)
    lines = [
        Line(each["title"], each["css"], values, _write_points(values, highest), dashes)
        for dashes, each, *values in zip(cycle(DASHES), tape.seats, *samples, strict=False)
    ]
    marks = [(mark, _height(mark, highest)) for mark in (0, highest // 2, highest)]
    ends = join_names([f"{line.title} from {line.values[0]} to {line.values[-1]}" for line in lines])
    caption = f"{capitalise(table.points_words)} after each {table.curve_by}: {ends}."
    return Curve(lines, marks, capitalise(table.curve_by), len(moments) - 1, caption)


def _list_beginnings(turns: Sequence[Turn], unit: str) -> list[int]:
    """Return the moves with which the turns began, or the rounds if that is the unit."""
    if unit == "turn":
        return [turn.number for turn in turns]
    first_turns = {turn.round: turn for turn in reversed(turns)}
    return sorted(turn.number for turn in first_turns.values())


def render_curve(match: Match) -> Markup:
    """Return the curve of a finished match as HTML, drawn once. The match may come without its large columns."""
    known = drawn_curves.find(match.public_id, match.last_action)
    if known is None:
        curve = draw_curve(tape_of(Match.objects.get(pk=match.pk)))
        known = Markup(draw_part("curve", {"curve": curve}))  # noqa: S704 -- Jinja2 has escaped it
        drawn_curves.keep(match.public_id, match.last_action, known)
    return known


def _height(value: int, highest: int) -> float:
    """Return where a value is drawn, from the top."""
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / highest, 1)


def _write_points(values: Sequence[int], highest: int) -> str:
    """Return the `points` attribute of a polyline through these values."""
    step = (WIDTH - LEFT - RIGHT) / max(len(values) - 1, 1)
    return " ".join(f"{LEFT + step * turn:.1f},{_height(value, highest)}" for turn, value in enumerate(values))
