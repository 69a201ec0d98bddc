"""Each example of tests/scenarios/wolves is one test."""

from functools import partial
from pathlib import Path

import pytest

from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.examples.scenario_files import read_scenarios
from incursions.games.wolves.rules.examples.scenarios import run_scenario
from tests.games.scenario_folders import list_repeated_titles, read_folder

ROOT = Path(__file__).parents[3]
CONTENT = load(ROOT)
SCENARIOS = read_folder("wolves", partial(read_scenarios, content=CONTENT))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_scenario(scenario):
    assert run_scenario(scenario, CONTENT) is None


def test_each_scenario_has_a_title_of_its_own():
    assert list_repeated_titles(SCENARIOS) == []
