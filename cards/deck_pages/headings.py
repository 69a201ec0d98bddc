"""Lines of a deck under the headings that it is read by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from incursions.rules.printed.words import NATURES

OTHERS = "Other pieces"  # those that have no such heading
Line = TypeVar("Line")


def under_headings(
    lines: Iterable[Line], heading_of: Callable[[Line], str], order: Iterable[str] = NATURES
) -> Iterator[tuple[str, list[Line]]]:
    """The headings that have lines, in that order (of natures: rules 13.1), and at the end what has another or none."""
    headings = tuple(order)
    sorted_in: dict[str, list[Line]] = {}
    for line in lines:
        heading = heading_of(line)
        sorted_in.setdefault(heading if heading in headings else OTHERS, []).append(line)
    for heading in (*headings, OTHERS):
        if heading in sorted_in:
            yield heading, sorted_in[heading]


def nature_class(heading: str) -> str:
    """The class of its colours, where the heading is a nature."""
    return heading.lower() if heading in NATURES else ""
