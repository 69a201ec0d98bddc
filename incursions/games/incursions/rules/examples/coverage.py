"""Coverage of the rules: the scenarios and tests that show each rule, and the rules without one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from incursions.games.incursions.rules.examples.outlines import Outline, read_outlines
from incursions.games.incursions.rules.rulebook import Rulebook, number_key

MARK = "pytest.mark.rule"

# Numbers whose part of the product is still to come, with that part: nobody has to show them yet.
DUE = {
    "2.9": "the faces of cards",
    "4.6": "the deck sheet; the game's part is played",
}


class Shown(NamedTuple):
    """The examples of one rule: scenarios as "file: title", tests as "file::name"."""

    scenarios: tuple[str, ...]
    tests: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.scenarios or self.tests)


class Coverage(NamedTuple):
    """The rules of the rulebook with their examples, and the gaps.

    `missing` are numbers without an example, `unknown` numbers with examples that the rulebook does not have. `due` are
    numbers of a part of the product that is still to come, with that part; they are never missing.
    """

    rules: dict[str, Shown]
    missing: tuple[str, ...]
    unknown: dict[str, Shown]
    due: dict[str, str]

    @property
    def is_whole(self) -> bool:
        """True if every rule that is not due has an example, and every number shown is a rule."""
        return not self.missing and not self.unknown

    def to_data(self) -> dict[str, object]:
        """Return the coverage as plain data for a report."""
        return {
            "rules": {number: find_examples._asdict() for number, find_examples in self.rules.items()},
            "missing": list(self.missing),
            "unknown": {number: find_examples._asdict() for number, find_examples in self.unknown.items()},
            "due": {number: {"part": part, **self.rules[number]._asdict()} for number, part in self.due.items()},
        }


def scenario_rules(folder: Path) -> Iterator[tuple[str, Outline]]:
    """Yield each rule that a scenario of the folder names, with the scenario. Raises `ScenarioFileError`."""
    for path in sorted(folder.glob("*.yaml")):
        for scenario in read_outlines(path):
            for number in dict.fromkeys(scenario.rules):
                yield number, scenario


def marked_rules(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each rule that a test under the folder is marked with, with the test. The files are parsed, not run."""
    for path in sorted(folder.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if MARK not in text:
            continue  # parsing is slow
        for node in ast.walk(ast.parse(text, str(path))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                for number in _read_marks(node.decorator_list):
                    yield number, f"{path.relative_to(folder).as_posix()}::{node.name}"


def _read_marks(decorators: list[ast.expr]) -> Iterator[str]:
    """Yield the numbers of ``@pytest.mark.rule("5.6", "20.5")``."""
    for decorator in decorators:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == MARK:
            yield from (str(part.value) for part in decorator.args if isinstance(part, ast.Constant))


def coverage(book: Rulebook, scenarios: Path, tests: Path) -> Coverage:
    """Return the coverage by scenarios and tests. Raises `ScenarioFileError` for a file that cannot be read."""
    named = ((number, f"{Path(found.file).name}: {found.title}") for number, found in scenario_rules(scenarios))
    by_scenario, by_test = _group_by_rule(named), _group_by_rule(marked_rules(tests))

    def find_examples(number: str) -> Shown:
        return Shown(tuple(by_scenario.get(number, ())), tuple(by_test.get(number, ())))

    rules = {number: find_examples(number) for number in sorted(book.rules, key=number_key)}
    due = {number: part for number, part in DUE.items() if number in rules}
    missing = [number for number, shown_by in rules.items() if not shown_by and number not in due]
    unknown = {number: find_examples(number) for number in sorted({*by_scenario, *by_test} - rules.keys())}
    return Coverage(rules, tuple(missing), unknown, due)


def _group_by_rule(found: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    gathered: dict[str, list[str]] = {}
    for number, where in found:
        gathered.setdefault(number, []).append(where)
    return gathered
