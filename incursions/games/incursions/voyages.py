"""The voyages of `fixtures/voyages`, read for the platform and checked (see `incursions.games.voyage_files`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.examples.scenario_files import Scenario, read_scenarios
from incursions.games.incursions.rules.examples.scenarios import read_table, run_scenario
from incursions.games.incursions.rules.examples.table import lay_table
from incursions.games.incursions.rules.state.setup import BASIC
from incursions.games.voyage_files import VoyageForm, check_slugs, find_early_end, make_voyage, strip_voyage
from incursions.games.voyages import Voyage

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
PLACES = {
    "chart": "chart",
    "own": "panel-0",
    "other": "panel-0",  # the own panel comes last, so that the sentence stands between both ships
    "prompt": "prompt",
    "hand": "hand",
    "log": "log",
}
"""The parts of the page beside which a sentence can stand."""


@cache
def read_voyages(fixtures: Path = FIXTURES) -> tuple[Voyage, ...]:
    """Return all voyages, in the order of their files. Raises `VoyageFileError` or `ScenarioFileError`."""
    pieces = load(fixtures)
    voyages = tuple(
        _read_voyage(scenario, pieces)
        for path in sorted((fixtures / "voyages").glob("*.yaml"))
        for scenario in read_scenarios(path)
    )
    check_slugs(voyages)
    return voyages


def check_voyage(scenario: Scenario, pieces: Catalogue, starters: Collection[str]) -> str | None:
    """Return the fault of a voyage in words, None if it is sound: its form, an illegal line, or a missed goal.

    `starters` are the titles of the starter decks that a step may open.
    """
    try:
        voyage = _read_voyage(scenario, pieces, starters)
        fault = run_scenario(_strip(scenario), pieces)
        end = None if fault else find_early_end(voyage)
    except ValueError as problem:
        return f"{scenario.place}: {problem}"
    return f"{scenario.place}: {end}" if end else fault


def _read_voyage(scenario: Scenario, pieces: Catalogue, starters: Collection[str] | None = None) -> Voyage:
    """Build a voyage from its scenario. Raises `VoyageFileError`, or `ScenarioError` for its table."""
    table = read_table(_strip(scenario).described)
    form = VoyageForm(PLACES, _find_seat, starters)
    lay = partial(lay_table, table, pieces)
    return make_voyage(scenario.title, scenario.described, form, table.get("mode", BASIC), lay)


def _strip(scenario: Scenario) -> Scenario:
    return scenario._replace(described=strip_voyage(scenario.described))


def _find_seat(step: Mapping[str, Any]) -> int | None:
    seat: int | None = step.get("seat")
    return seat


__all__ = ["check_voyage", "read_voyages"]
