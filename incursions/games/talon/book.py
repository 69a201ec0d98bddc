"""The rulebook of Talon for pages: its text, and the scenarios that show it with their stories."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from pathlib import Path

from incursions.games.books import BookKind, Story
from incursions.games.outlines import Outline, list_outlines
from incursions.games.talon.rules.catalogue import Catalogue, load
from incursions.games.talon.rules.examples.scenario_files import SCENARIOS, Scenario, read_scenarios
from incursions.games.talon.rules.rulebook import FORM, read_rulebook
from incursions.games.talon.table.book_tables import draw_table
from incursions.games.talon.table.stories import tell_story

FILES_KEPT = 8


def tell_outline(root: Path, outline: Outline) -> Story:
    """Play a scenario and tell it. Raises an error for one that has changed, or does not hold."""
    catalogue = _read_catalogue(root)
    scenario = _read_scenarios(outline.file, root)[outline.number]
    if scenario.title != outline.title:
        raise ValueError(f"{outline.file} has changed since it was listed")
    return tell_story(scenario, catalogue)


@lru_cache(maxsize=FILES_KEPT)
def _read_scenarios(file: str, root: Path) -> list[Scenario]:
    return read_scenarios(Path(file), _read_catalogue(root))


@cache
def _read_catalogue(root: Path) -> Catalogue:
    return load(root)


BOOK = BookKind(
    letter=FORM.letter,
    folder="docs/talon",
    examples="tests/scenarios/talon",
    read=read_rulebook,
    list_examples=partial(list_outlines, key=SCENARIOS),
    tell=tell_outline,
    searches=("side slip", "blast shield", "missile"),
    draw_figure=draw_table,
)
