"""An idea: something that could be done now, what it is worth in points of damage, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from incursions.bots.full.table import Table
from incursions.engine import Question


class Idea(NamedTuple):
    """An option that begins a line. `kind` is the kind of maneuver, as commands name it; `target` a seat."""

    value: float
    option: str
    reason: str
    kind: str = "card"
    target: int | None = None


Proposal = Callable[[Table, Question], Iterator[Idea]]
