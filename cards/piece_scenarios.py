"""The scenarios in which a piece is on the table: those in which it does something come first."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import Any, NamedTuple

from cards.piece_rules import is_named
from cards.rulebook import borrowed_names, scenarios
from incursions.rules.examples.scenario_files import Scenario

WRITTEN_OUT = 3
NAMED = 9
NOT_THE_TABLE = ("title", "rules")


class Shown(NamedTuple):
    """`written_out` are scenarios with the names that they borrow, `named` further ones; `others` how many more."""

    written_out: list[tuple[Scenario, list[tuple[str, Scenario]]]]
    named: list[Scenario]
    others: int

    @property
    def total(self) -> int:
        """All in which the piece is."""
        return len(self.written_out) + len(self.named) + self.others


class _Words(NamedTuple):
    """A scenario with what stands on its table and what is said at it."""

    scenario: Scenario
    table: str
    steps: str


def scenarios_of(title: str, longer: Collection[str] = ()) -> Shown:
    """Who shows the piece, what names it in its own title first, then where it is played, shortest first.

    `longer` are the titles in which this one stands, as Fire does in Return Fire.
    """
    found = [each for each in _words() if title in each.table and is_named(each.table, title, longer)]
    found.sort(key=lambda each: _rank(each, title, longer))
    shown = [each.scenario for each in found]
    first, more = shown[:WRITTEN_OUT], shown[WRITTEN_OUT : WRITTEN_OUT + NAMED]
    written_out = [(scenario, borrowed_names(scenario)) for scenario in first]
    return Shown(written_out, more, len(shown) - len(first) - len(more))


def _rank(each: _Words, title: str, longer: Collection[str]) -> tuple[bool, bool, int]:
    named = is_named(each.scenario.title, title, longer)
    return (not named, not is_named(each.steps, title, longer), len(each.scenario.source))


@cache
def _words() -> list[_Words]:
    """Every scenario once, in the order of its files."""
    each = {(found.file, found.line): found for shown in scenarios().values() for found in shown}
    return [
        _Words(found, "\n".join(_strings(_table(found.described))), "\n".join(_strings(found.described.get("steps"))))
        for _, found in sorted(each.items())
    ]


def _table(described: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in described.items() if key not in NOT_THE_TABLE}


def _strings(said: Any) -> Iterator[str]:
    """Every word of plain data, names of fields too."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield str(key)
            yield from _strings(value)
    elif isinstance(said, list):
        for value in said:
            yield from _strings(value)
    elif isinstance(said, str):
        yield said
