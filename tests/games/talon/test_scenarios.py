"""Each scenario of tests/scenarios/talon is one test."""

from functools import partial

import pytest

from incursions.games.talon.rules.examples.scenario_files import read_scenarios
from incursions.games.talon.rules.examples.scenarios import run_scenario
from tests.games.scenario_folders import list_repeated_titles, read_folder
from tests.games.talon.battles import read_catalogue

SCENARIOS = read_folder("talon", partial(read_scenarios, catalogue=read_catalogue()))


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.title)
def test_scenario(scenario):
    assert run_scenario(scenario, read_catalogue()) is None


def test_each_scenario_has_a_title_of_its_own():
    assert list_repeated_titles(SCENARIOS) == []
