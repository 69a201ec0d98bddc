"""The rulebook of Den of Wolves for pages: its text, and the examples that show it with their stories."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from incursions.games.books import BookKind, Story
from incursions.games.outlines import Outline, list_outlines
from incursions.games.wolves.rules.content.definitions import Content
from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.examples.scenario_files import Scenario, read_scenarios
from incursions.games.wolves.rules.rulebook import FORM, read_rulebook
from incursions.games.wolves.stories import tell_story

FILES_KEPT = 8


def tell_outline(root: Path, outline: Outline) -> Story:
    """Play an example with the sample fleet and tell it. Raises an error for one that has changed, or does not hold."""
    scenario = _read_scenarios(outline.file, root)[outline.number]
    if scenario.title != outline.title:
        raise ValueError(f"{outline.file} has changed since it was listed")
    return tell_story(scenario, _read_content(root))


@lru_cache(maxsize=FILES_KEPT)
def _read_scenarios(file: str, root: Path) -> list[Scenario]:
    return read_scenarios(Path(file), _read_content(root))


@cache
def _read_content(root: Path) -> Content:
    return load(root)


BOOK = BookKind(
    letter=FORM.letter,
    folder="docs/wolves",
    examples="tests/scenarios/wolves",
    read=read_rulebook,
    list_examples=list_outlines,
    tell=tell_outline,
    searches=("jump sign", "riot", "boarding party"),
)
