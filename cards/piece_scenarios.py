"""The scenarios in which a piece is on the table: those in which it does something come first."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from cards.piece_rules import is_named
from cards.rulebook import borrowed_names, scenarios
from incursions.rules.examples.outlines import Outline, Words

WRITTEN_OUT = 3
NAMED = 9


class Shown(NamedTuple):
    """`written_out` are scenarios with the names that they borrow, `named` further ones; `others` how many more."""

    written_out: list[tuple[Outline, list[tuple[str, Outline]]]]
    named: list[Outline]
    others: int

    @property
    def total(self) -> int:
        """All in which the piece is."""
        return len(self.written_out) + len(self.named) + self.others


def scenarios_of(title: str, longer: Collection[str] = ()) -> Shown:
    """Who shows the piece, what names it in its own title first, then where it is played, shortest first.

    `longer` are the titles in which this one stands, as Fire does in Return Fire.
    """

    def names_it(words: Words) -> bool:
        return any(is_named(text, title, longer) for text in words if title in text)

    def rank(scenario: Outline) -> tuple[bool, bool, int]:
        return not names_it((scenario.title,)), not names_it(scenario.steps), len(scenario.source)

    shown = sorted((each for each in _each_scenario() if names_it(each.table) or names_it(each.steps)), key=rank)
    first, more = shown[:WRITTEN_OUT], shown[WRITTEN_OUT : WRITTEN_OUT + NAMED]
    written_out = [(scenario, borrowed_names(scenario)) for scenario in first]
    return Shown(written_out, more, len(shown) - len(first) - len(more))


@cache
def _each_scenario() -> list[Outline]:
    """Every scenario once, in the order of its files."""
    each = {(found.file, found.line): found for shown in scenarios().values() for found in shown}
    return [scenario for _, scenario in sorted(each.items())]
