"""Folders of scenarios, each of which is one test."""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "scenarios"


def read_folder(game: str, read: Callable[[Path], list[Any]]) -> list[Any]:
    """Return the scenarios of a game, file by file."""
    return [scenario for path in sorted((FOLDER / game).glob("*.yaml")) for scenario in read(path)]


def list_repeated_titles(scenarios: Iterable[Any]) -> list[str]:
    """Return the titles that several scenarios have."""
    return [title for title, number in Counter(scenario.title for scenario in scenarios).items() if number > 1]
