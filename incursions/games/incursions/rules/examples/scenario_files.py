"""Scenario files, which are untrusted: their reader, their outlines for pages, and the rules that they show."""

from __future__ import annotations

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

from incursions.kit.plain_yaml import LARGEST_FILE, LONGEST_SHOWN, PlainLoader, PlainYamlError, weigh
from incursions.kit.words import quote

__all__ = ["Scenario", "ScenarioError", "ScenarioFileError", "quote", "read_file", "read_scenarios", "source_between"]

Read = TypeVar("Read")
TITLE, RULES, STEPS = "title", "rules", "steps"
Event = Any  # a parser event, whose stubs lack the marks
Words = tuple[str, ...]  # texts with a word in each line; a text shared by an anchor is one object


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


def list_outlines(folder: Path) -> Iterator[Outline]:
    """Yield the outline of each scenario of the folder. Raises `ScenarioFileError`."""
    for path in sorted(folder.glob("*.yaml")):
        yield from read_outlines(path)
