"""The scenarios of the house, read once in a process: reading them all takes seconds."""

from functools import cache
from pathlib import Path

from incursions.games.incursions.rules.examples.scenario_files import Scenario, read_scenarios

FOLDER = Path(__file__).parents[3] / "scenarios"


@cache
def scenarios_by_file() -> dict[str, list[Scenario]]:
    """Every scenario under the name of its file."""
    return {path.name: read_scenarios(path) for path in sorted(FOLDER.glob("*.yaml"))}


def all_scenarios() -> list[Scenario]:
    """Every scenario, file by file."""
    return [scenario for scenarios in scenarios_by_file().values() for scenario in scenarios]
