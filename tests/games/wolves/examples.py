"""The examples of tests/scenarios/wolves, read with the sample content."""

from functools import cache, partial

from incursions.games.wolves.rules.examples.scenario_files import Scenario, read_scenarios
from tests.games.scenario_folders import read_folder
from tests.games.wolves.days import load_content


@cache
def read_examples() -> list[Scenario]:
    """Return all examples, file by file."""
    return read_folder("wolves", partial(read_scenarios, content=load_content()))
