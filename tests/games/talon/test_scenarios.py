"""Each scenario of tests/scenarios/talon is one test."""

from pathlib import Path

import pytest

from incursions.games.talon.rules.catalogue import load
from incursions.games.talon.rules.examples.scenario_files import read_scenarios
from incursions.games.talon.rules.examples.scenarios import run_scenario

ROOT = Path(__file__).parents[3]
CATALOGUE = load(ROOT)
SCENARIOS = [
    scenario
    for path in sorted((ROOT / "tests" / "scenarios" / "talon").glob("*.yaml"))
    for scenario in read_scenarios(path, CATALOGUE)
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_scenario(scenario):
    assert run_scenario(scenario, CATALOGUE) is None


def test_each_scenario_has_a_title_of_its_own():
    titles = [scenario.title for scenario in SCENARIOS]
    assert sorted(set(titles)) == sorted(titles)
