"""Each example of tests/scenarios/wolves is one test."""

import pytest

from incursions.games.wolves.rules.examples.scenarios import run_scenario
from tests.games.scenario_folders import list_repeated_titles
from tests.games.wolves.days import load_content
from tests.games.wolves.examples import read_examples


@pytest.mark.parametrize("scenario", read_examples(), ids=lambda scenario: scenario.title)
def test_scenario(scenario):
    assert run_scenario(scenario, load_content()) is None


def test_each_scenario_has_a_title_of_its_own():
    assert list_repeated_titles(read_examples()) == []
