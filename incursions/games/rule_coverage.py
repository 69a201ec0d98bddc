"""Coverage of a game's rulebook: the scenarios and tests that show each rule."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Protocol

from incursions.games.rulebooks import Rulebook, number_key

MARK = "pytest.mark.rule"


class Shown(NamedTuple):
    """The examples of one rule: scenarios as "file: title", tests as "file::name"."""

    scenarios: tuple[str, ...]
    tests: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.scenarios or self.tests)

    @property
    def names(self) -> str:
        """The names of scenarios and tests."""
        return ", ".join((*self.scenarios, *self.tests))


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
    def faults(self) -> list[str]:
        """The rules that are not due and have no example, and the numbers shown that are no rules, each in words."""
        missing = [f"nobody shows {number}" for number in self.missing]
        unknown = [f"{number} is not a rule of the rulebook ({shown.names})" for number, shown in self.unknown.items()]
        return missing + unknown

    def to_data(self) -> dict[str, object]:
        """Return the coverage as plain data for a report."""
        return {
            "rules": {number: shown._asdict() for number, shown in self.rules.items()},
            "missing": list(self.missing),
            "unknown": {number: shown._asdict() for number, shown in self.unknown.items()},
            "due": {number: {"part": part, **self.rules[number]._asdict()} for number, part in self.due.items()},
        }

    def to_text(self) -> str:
        """Return a line for each rule with its examples below it, and a summary."""
        lines = []
        for number, shown in self.rules.items():
            lines.append(number if shown else f"{number} ({'due' if number in self.due else 'nobody shows it'})")
            lines += [f"    {where}" for where in (*shown.scenarios, *shown.tests)]
        if self.due:
            lines.append("Due: " + ", ".join(f"{number} ({part})" for number, part in self.due.items()) + ".")
        lines.append(f"{len(self.rules)} rules, {sum(1 for shown in self.rules.values() if shown)} of them shown.")
        return "\n".join(lines)


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


class Outlined(Protocol):
    """A scenario by its file, title and rules."""

    @property
    def file(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rules(self) -> Iterable[str]: ...


def measure_coverage(
    book: Rulebook, scenarios: Iterable[Outlined], tests: Path, due: Mapping[str, str] = MappingProxyType({})
) -> Coverage:
    """Return the coverage by scenarios, and by the tests in a folder.

    Marks of tests with numbers of another game's book are left out.
    """
    marks = ((number, test) for number, test in marked_rules(tests) if book.is_own(number))
    by_scenario, by_test = _group_by_rule(_name_by_rule(scenarios)), _group_by_rule(marks)

    def find_examples(number: str) -> Shown:
        return Shown(tuple(by_scenario.get(number, ())), tuple(by_test.get(number, ())))

    rules = {number: find_examples(number) for number in sorted(book.rules, key=number_key)}
    waiting = {number: part for number, part in due.items() if number in rules}
    missing = [number for number, shown_by in rules.items() if not shown_by and number not in waiting]
    unknown = {number: find_examples(number) for number in sorted({*by_scenario, *by_test} - rules.keys())}
    return Coverage(rules, tuple(missing), unknown, waiting)


def _name_by_rule(scenarios: Iterable[Outlined]) -> Iterator[tuple[str, str]]:
    """Yield each rule of each scenario once, with the file and title of the scenario."""
    for scenario in scenarios:
        for number in dict.fromkeys(scenario.rules):
            yield number, f"{Path(scenario.file).name}: {scenario.title}"


def _group_by_rule(found: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    gathered: dict[str, list[str]] = {}
    for number, where in found:
        gathered.setdefault(number, []).append(where)
    return gathered
