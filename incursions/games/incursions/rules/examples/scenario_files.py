"""Scenario files, which are untrusted: their reader, their outlines for pages, and the rules that they show."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple, TypeVar, cast

import yaml
from yaml._yaml import CParser
from yaml.error import Mark
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
    StreamEndEvent,
)

from incursions.games.incursions.rules.plain_yaml import LARGEST_FILE, LONGEST_SHOWN, PlainLoader, PlainYamlError, weigh
from incursions.games.incursions.rules.rulebook import Rulebook, number_key
from incursions.kit.words import quote

__all__ = ["Scenario", "ScenarioError", "ScenarioFileError", "quote", "read_file", "read_scenarios", "source_between"]

Read = TypeVar("Read")
TITLE, RULES, STEPS = "title", "rules", "steps"
Event = Any  # a parser event, whose stubs lack the marks
Words = tuple[str, ...]  # texts with a word in each line; a text shared by an anchor is one object
MARK = "pytest.mark.rule"
# Numbers whose part of the product is still to come, with that part: nobody has to show them yet.
DUE = {
    "2.9": "the faces of cards",
    "4.6": "the deck sheet; the game's part is played",
}


class ScenarioFileError(ValueError):
    """Raised if a file cannot be read as scenarios at all; the text names file and place."""


class ScenarioError(ValueError):
    """Raised if a scenario is malformed; the text says where, and what was expected."""


class Scenario(NamedTuple):
    """A scenario from a file; `described` is checked when it is run, `source` is its text as written."""

    file: str
    line: int
    title: str
    rules: tuple[str, ...]
    described: dict[str, Any]
    source: str

    @property
    def place(self) -> str:
        """The file, line and title of the scenario, for messages."""
        return f"{self.file}, line {self.line}, {self.title!r}"


def read_scenarios(path: Path) -> list[Scenario]:
    """Return all scenarios of a file, in its order. Raises `ScenarioFileError`."""
    return read_file(path, _parse_scenarios)


def read_file(path: Path, scenarios_in: Callable[[str, str], list[Read]]) -> list[Read]:
    """Return what `scenarios_in` makes of a file's name and text. Raises `ScenarioFileError`."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(LARGEST_FILE + 1)
        if len(raw) > LARGEST_FILE:
            raise ScenarioFileError(f"{path}: the file is larger than {LARGEST_FILE} bytes")
        found = scenarios_in(str(path), raw.decode("utf-8-sig"))
    except PlainYamlError as problem:
        raise ScenarioFileError(f"{path}, {problem}") from problem
    except (OSError, ValueError) as problem:
        raise _make_error(path, problem) from problem
    except yaml.YAMLError as problem:
        reason = getattr(problem, "problem", None) or str(problem).splitlines()[0]
        raise ScenarioFileError(f"{path}{_describe_line(problem, raw)}: this is not YAML: {reason}") from problem
    except RecursionError as problem:
        raise ScenarioFileError(f"{path}: the file is nested deeper than any scenario") from problem
    if not found:
        raise ScenarioFileError(f"{path}: the file holds no scenario")
    return found


def _make_error(path: Path, problem: OSError | ValueError) -> ScenarioFileError:
    if isinstance(problem, ScenarioFileError):
        return problem
    if isinstance(problem, UnicodeDecodeError):
        return ScenarioFileError(f"{path}: the file is not UTF-8 text")
    reason = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return ScenarioFileError(f"{path}: the file cannot be read ({reason[:LONGEST_SHOWN]})")


def _describe_line(problem: yaml.YAMLError, raw: bytes) -> str:
    """Return the line of the problem; a problem at the end of the file is in its last line."""
    mark = getattr(problem, "problem_mark", None)
    return "" if mark is None else f", line {min(mark.line + 1, max(1, len(raw.splitlines())))}"


def _parse_scenarios(file: str, text: str) -> list[Scenario]:
    """Return the scenarios of all YAML documents in the text, each a list of scenarios or a single one.

    Values shared by anchors are one object, because runs do not change the description.
    """
    loader = PlainLoader(text)
    found: list[Scenario] = []
    try:
        while loader.check_node():
            document = loader.get_node()
            if document is None:
                continue
            weigh(document, {})
            alone = not isinstance(document, yaml.SequenceNode)
            values = loader.construct_document(document)
            for node, described in zip(
                [document] if alone else document.value, [values] if alone else values, strict=True
            ):
                if described is not None:
                    source = source_between(text, node.start_mark, node.end_mark)
                    found.append(_make_scenario(file, node.start_mark.line + 1, described, source, len(found) + 1))
    finally:
        loader.dispose()
    return found


def source_between(text: str, start: Mark, end: Mark) -> str:
    """Return the text of one scenario without its list indent and without blank lines or comments after it."""
    lines = (" " * start.column + text[start.index : end.index]).splitlines()
    while lines and (not lines[-1].strip() or lines[-1].lstrip().startswith("#")):
        lines.pop()
    return dedent("\n".join(lines))


def _make_scenario(file: str, line: int, described: Any, source: str, number: int) -> Scenario:
    if not isinstance(described, dict):
        raise ScenarioFileError(f"{file}, line {line}: a scenario with its keys was expected, not {quote(described)}")
    title = described.get("title")
    rules = described.get("rules")
    listed = rules if isinstance(rules, list) else [] if rules is None else [rules]
    called = title if isinstance(title, str) and title else f"scenario {number}"
    return Scenario(file, line, called, tuple(str(rule)[:LONGEST_SHOWN] for rule in listed), described, source)


class Outline(NamedTuple):
    """The outline of a scenario. `steps` are the words of its steps, `table` all words but steps, title and rules."""

    file: str
    line: int
    title: str
    rules: tuple[str, ...]
    source: str
    table: Words
    steps: Words


def read_outlines(path: Path) -> list[Outline]:
    """Return the outlines of all scenarios of a file, in its order. Raises `ScenarioFileError`."""
    return read_file(path, _read_outlines)


def _read_outlines(file: str, text: str) -> list[Outline]:
    reader = _Reader(file, text)
    try:
        return reader.outlines()
    finally:
        reader.dispose()


def _is_end(event: Event) -> bool:
    return isinstance(event, CollectionEndEvent)


@dataclass
class _Gathered:
    """Words collected so far, with those shared by anchors apart."""

    own: list[str] = field(default_factory=list)
    shared: dict[str, None] = field(default_factory=dict)

    def words(self) -> Words:
        return (*filter(None, ["\n".join(self.own)]), *self.shared)


class _Reader:
    """A single pass over the YAML events of a file."""

    def __init__(self, file: str, text: str) -> None:
        parser = CParser(text)
        self._file, self._text, self.dispose = file, text, parser.dispose
        self._next: Callable[[], Event] = parser.get_event
        self._anchored: dict[str, Words] = {}

    def outlines(self) -> list[Outline]:
        """Return the outlines of each document, which is a list of scenarios or a single one."""
        found: list[Outline] = []
        while not isinstance(event := self._next(), StreamEndEvent):
            if isinstance(event, DocumentStartEvent):
                self._anchored = {}
            elif isinstance(event, MappingStartEvent):
                found.append(self._read_outline(event, len(found) + 1))
            elif isinstance(event, AliasEvent) or (isinstance(event, ScalarEvent) and event.value):
                raise self._make_error(event, "a scenario with its keys was expected")
        return found

    def _make_error(self, event: Event, reason: str) -> ScenarioFileError:
        return ScenarioFileError(f"{self._file}, line {event.start_mark.line + 1}: {reason}")

    def _read_outline(self, start: Event, number: int) -> Outline:
        parts = {TITLE: _Gathered(), RULES: _Gathered(), STEPS: _Gathered()}
        table = _Gathered()
        end = self._next()
        while not _is_end(end):
            key = end.value if isinstance(end, ScalarEvent) else ""
            if key not in parts:
                self._gather(end, table)
            self._gather(self._next(), parts.get(key, table))
            end = self._next()
        words = {key: part.words() for key, part in parts.items()}
        if start.anchor:
            self._anchored[start.anchor] = (*table.words(), *words[STEPS])
        return Outline(
            self._file,
            start.start_mark.line + 1,
            "\n".join(words[TITLE]) or f"scenario {number}",
            tuple(rule[:LONGEST_SHOWN] for rule in "\n".join(words[RULES]).splitlines()),
            source_between(self._text, start.start_mark, cast("Mark", end.end_mark)),
            table.words(),
            words[STEPS],
        )

    def _gather(self, event: Event, into: _Gathered) -> None:
        """Add the words of the value that begins with this event."""
        if isinstance(event, AliasEvent):
            if event.anchor not in self._anchored:
                raise self._make_error(event, f"nothing before is called {quote(event.anchor)}")
            into.shared |= dict.fromkeys(self._anchored[event.anchor])
        elif event.anchor:
            apart = _Gathered()
            self._gather_all(event, apart)
            self._anchored[event.anchor] = apart.words()
            into.shared |= dict.fromkeys(self._anchored[event.anchor])
        else:
            self._gather_all(event, into)

    def _gather_all(self, event: Event, into: _Gathered) -> None:
        if isinstance(event, ScalarEvent):
            into.own.append(event.value)
        else:
            while not _is_end(inner := self._next()):
                self._gather(inner, into)


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
        lines.append("Due: " + ", ".join(f"{number} ({part})" for number, part in self.due.items()) + ".")
        lines.append(f"{len(self.rules)} rules, {sum(1 for shown in self.rules.values() if shown)} of them shown.")
        return "\n".join(lines)


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
