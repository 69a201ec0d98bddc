"""A reader of untrusted scenario files. Errors name file, line and scenario."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple, TypeVar

import yaml
from yaml.error import Mark

from incursions.games.incursions.rules.plain_yaml import (
    LARGEST_FILE,
    LONGEST_SHOWN,
    PlainLoader,
    PlainYamlError,
    quote,
    weigh,
)

__all__ = ["Scenario", "ScenarioError", "ScenarioFileError", "quote", "read_file", "read_scenarios", "source_between"]

Read = TypeVar("Read")


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
