"""The voyages of `fixtures/talon/voyages`, read for the platform and checked (see `incursions.games.voyage_files`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

from incursions.games.data_checks import DataError
from incursions.games.talon.battle_setups import ROOT, SKIRMISH
from incursions.games.talon.rules.catalogue import Catalogue, load
from incursions.games.talon.rules.examples.scenario_files import Scenario, ScenarioFile, open_file
from incursions.games.talon.rules.examples.scenario_moments import count_seats
from incursions.games.talon.rules.examples.scenario_words import name_seats
from incursions.games.talon.rules.examples.scenarios import run_scenario
from incursions.games.talon.rules.examples.table import lay_match
from incursions.games.talon.rules.game import Game
from incursions.games.voyage_files import (
    VoyageFileError,
    VoyageForm,
    check_slugs,
    find_early_end,
    make_voyage,
    strip_voyage,
)
from incursions.games.voyages import Voyage

PLACES = {
    "chart": "chart",
    "aim": "chart",
    "band": "band",
    "own": "panel-0",
    "other": "panel-1",
    "prompt": "prompt",
    "log": "log",
}
"""The parts of the page beside which a sentence can stand. The first ship is the learner's, the second a foe.

"aim" is the chart with the arcs and lines of the first ship.
"""
UNPLAYED = ("until", "timeout", "undo")
"""The keys of steps that play without saying what: a voyage says each line."""


@cache
def read_voyages(root: Path = ROOT) -> tuple[Voyage, ...]:
    """Return all voyages, in the order of their files. Raises `VoyageFileError` or `DataError`."""
    catalogue = load(root)
    paths = sorted((root / "fixtures" / "talon" / "voyages").glob("*.yaml"))
    voyages = tuple(voyage for path in paths for voyage in _read_file(open_file(path, catalogue)))
    check_slugs(voyages)
    return voyages


def check_voyage(file: ScenarioFile, number: int, catalogue: Catalogue) -> str | None:
    """Return the fault of a voyage in words, None if it is sound: its form, an illegal line, or a missed goal."""
    described = file.entries[number - 1]
    place = f"{file.place.file}: {described.get('title', f'scenario {number}')}"
    try:
        voyage, scenario = _read_entry(file, number)
        fault = run_scenario(scenario, catalogue) or find_early_end(voyage)
    except DataError as problem:
        return str(problem)
    except ValueError as problem:
        return f"{place}: {problem}"
    return f"{place}: {fault}" if fault else None


def _read_file(file: ScenarioFile) -> Iterator[Voyage]:
    for number in range(1, len(file.entries) + 1):
        yield _read_entry(file, number)[0]


def _read_entry(file: ScenarioFile, number: int) -> tuple[Voyage, Scenario]:
    """Return a voyage, and its scenario without sentences. Raises `VoyageFileError` or `DataError`."""
    described = file.entries[number - 1]
    scenario = file.read_entry(number, strip_voyage(described))
    if "given" not in scenario.data:
        raise VoyageFileError("given: a moment was expected")
    for key in UNPLAYED:
        if any(key in step for step in scenario.data["steps"]):
            raise VoyageFileError(f"{key}: a voyage says each line with play")
    names = name_seats(count_seats(scenario.data["given"], scenario.place))
    form = VoyageForm(PLACES, partial(_find_seat, names), ())
    return make_voyage(scenario.title, described, form, SKIRMISH, partial(_lay, scenario)), scenario


def _lay(scenario: Scenario) -> Game:
    game, _ = lay_match(scenario)
    return game


def _find_seat(names: Sequence[str], step: Mapping[str, Any]) -> int:
    name = step.get("seat", f"{step.get('side')} 1")
    if name not in names:
        raise VoyageFileError(f"side: one of {', '.join(names)} was expected")
    return names.index(name)


__all__ = ["check_voyage", "read_voyages"]
