"""Each example of tests/scenarios/wolves is one test."""

from pathlib import Path

import pytest

from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.examples.scenario_files import read_scenarios
from incursions.games.wolves.rules.examples.scenarios import run_scenario

ROOT = Path(__file__).parents[3]
CONTENT = load(ROOT)
SCENARIOS = [
    scenario
    for path in sorted((ROOT / "tests" / "scenarios" / "wolves").glob("*.yaml"))
    for scenario in read_scenarios(path, CONTENT)
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_scenario(scenario):
    assert run_scenario(scenario, CONTENT) is None


def test_each_scenario_has_a_title_of_its_own():
    titles = [scenario.title for scenario in SCENARIOS]
    assert sorted(set(titles)) == sorted(titles)
