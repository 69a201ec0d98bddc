"""The outlines of scenario files: title, rules and place of each scenario, and their stories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from incursions.games.books import Story
from incursions.kit.plain_yaml import PlainYamlError, parse, read_text

FILES_KEPT = 8


class Titled(Protocol):
    """A scenario that has been read."""

    @property
    def title(self) -> str: ...


Scenario = TypeVar("Scenario", bound=Titled)
Pieces = TypeVar("Pieces")


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


def make_teller(
    load: Callable[[Path], Pieces],
    read_scenarios: Callable[[Path, Pieces], Sequence[Scenario]],
    tell_story: Callable[[Scenario, Pieces], Story],
) -> Callable[[Path, Outline], Story]:
    """Return a function that plays the scenario of an outline with the pieces below a root, and tells it.

    It raises an error for a scenario that has changed since it was listed, or does not hold.
    """
    load_once = cache(load)

    @lru_cache(maxsize=FILES_KEPT)
    def read_file(file: str, root: Path) -> Sequence[Scenario]:
        return read_scenarios(Path(file), load_once(root))

    def tell_outline(root: Path, outline: Outline) -> Story:
        scenario = read_file(outline.file, root)[outline.number]
        if scenario.title != outline.title:
            raise ValueError(f"{outline.file} has changed since it was listed")
        return tell_story(scenario, load_once(root))

    return tell_outline
