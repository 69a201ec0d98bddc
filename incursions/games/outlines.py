"""The outlines of scenario files: title, rules and place of each scenario, without a look at its content."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from incursions.kit.plain_yaml import PlainYamlError, parse, read_text


class Outline(NamedTuple):
    """A scenario by its title and rules; `number` counts the scenarios of its file from 0."""

    file: str
    number: int
    title: str
    rules: tuple[str, ...]


def list_outlines(folder: Path, key: str = "") -> Iterator[Outline]:
    """Yield the outline of each scenario of the folder. Raises ValueError for a file that cannot be read.

    `key` is the field of a file that holds its scenarios, "" if a file is the list of them.
    """
    for path in sorted(folder.glob("*.yaml")):
        try:
            held = parse(read_text(path))
            for number, scenario in enumerate(held[key] if key else held):
                yield Outline(str(path), number, str(scenario["title"]), tuple(map(str, scenario["rules"])))
        except (KeyError, TypeError) as problem:
            raise ValueError(f"{path}: scenarios, each with title and rules, were expected") from problem
        except PlainYamlError as problem:
            raise ValueError(f"{path}: {problem.reason}") from problem
