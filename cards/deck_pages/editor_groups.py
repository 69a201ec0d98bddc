"""The cards of a deck in the editor, under headings, and how its lines are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cards.deck_pages.editor_rows import DeckLine, Look
from cards.deck_pages.headings import nature_class, under_headings
from cards.finding import current_finding
from incursions.rules.construction import Severity, Verdict
from incursions.rules.printed.words import NATURES, PLAY_METHODS

ORDERS = {"nature": "Nature", "method": "Method", "title": "A–Z"}
MOST_CARDS = 90  # titles that are listed, so that the page stays small


class LineGroup(NamedTuple):
    """Lines under a heading; `css` is the class of its colours, `copies` counts lines that are not listed as well."""

    heading: str
    css: str
    lines: list[DeckLine]
    copies: int


def groups_of(lines: list[DeckLine], by: str) -> list[LineGroup]:
    """The cards of a deck under headings, in the order of rules 13.1 and 13.4; by title all in one. Not all of many."""
    return list(_cut(_groups(lines, by)))


def look_at(verdict: Verdict) -> Look:
    """How lines are shown beside what the evaluator says of the deck."""
    return Look(current_finding().items, *(_concerned(verdict, severity) for severity in Severity))


def _groups(lines: list[DeckLine], by: str) -> Iterator[LineGroup]:
    if by == "title":
        yield _group("All cards", "", lines)
        return
    order = NATURES if by == "nature" else PLAY_METHODS
    for heading, under in under_headings(lines, lambda line: _heading(line, by), order):
        yield _group(heading, nature_class(heading), under)


def _group(heading: str, css: str, lines: list[DeckLine]) -> LineGroup:
    return LineGroup(heading, css, lines, sum(line.stepper.copies for line in lines))


def _cut(groups: Iterable[LineGroup]) -> Iterator[LineGroup]:
    """The groups with no more lines than are listed."""
    left = MOST_CARDS
    for group in groups:
        yield group._replace(lines=group.lines[:left])
        left -= min(left, len(group.lines))


def _heading(line: DeckLine, by: str) -> str:
    if line.piece is None:
        return ""
    return line.piece.nature if by == "nature" else line.piece.method


def _concerned(verdict: Verdict, severity: Severity) -> set[str]:
    """The pieces that are wrong themselves; of those that are too many together none is."""
    problems = (problem for problem in verdict.problems if problem.code != "deck.rarity_over_limit")
    return {title for problem in problems if problem.severity is severity for title in problem.pieces}
