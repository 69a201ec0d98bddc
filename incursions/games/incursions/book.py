"""The rulebook of Incursions for pages: its text, the scenarios that show it with their stories, and its figures."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from incursions.games.books import BookKind, Story
from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.examples.scenario_files import (
    Outline,
    Scenario,
    list_outlines,
    read_scenarios,
)
from incursions.games.incursions.rules.rulebook import read_rulebook
from incursions.games.incursions.table.chances import draw_chances
from incursions.games.incursions.table.stories import tell_story

FILES_KEPT = 8


def tell_outline(root: Path, outline: Outline) -> Story:
    """Play a scenario and tell it, with the pieces of the files: those of the database may have been edited.

    Raises an error for a scenario that has changed, or does not hold.
    """
    return tell_story(_read_scenarios(outline.file)[outline.line], _read_pieces(root / "fixtures"))


@lru_cache(maxsize=FILES_KEPT)
def _read_scenarios(file: str) -> dict[int, Scenario]:
    return {scenario.line: scenario for scenario in read_scenarios(Path(file))}


@cache
def _read_pieces(folder: Path) -> Catalogue:
    return load(folder)


BOOK = BookKind(
    letter="",
    folder="docs/rulebook",
    examples="tests/scenarios",
    read=read_rulebook,
    list_examples=list_outlines,
    tell=tell_outline,
    searches=("evade", "shield power", "wormhole"),
    left_out="not in Basic",
    draw_figure=draw_chances,
)
