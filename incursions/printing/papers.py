"""The papers that sheets are made for, upright, in millimetres."""

from __future__ import annotations

from typing import NamedTuple


class Paper(NamedTuple):
    """A paper by its name."""

    name: str
    width: float
    height: float


MARGIN = 5.0
"""What is nearer to an edge than this, many printers do not print."""
PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}
