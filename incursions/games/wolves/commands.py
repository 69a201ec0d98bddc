"""The parts of Den of Wolves that commands ask for: examples, coverage of the rules, and checks of its content."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from incursions.games.outlines import list_outlines
from incursions.games.rule_coverage import Coverage, measure_coverage
from incursions.games.shelf import Commands
from incursions.games.wolves.rules.content.loading import examine_folder, load
from incursions.games.wolves.rules.examples.scenario_files import read_scenarios
from incursions.games.wolves.rules.examples.scenarios import play_scenario, run_scenario
from incursions.games.wolves.rules.game import write_event
from incursions.games.wolves.rules.rulebook import read_rulebook
from incursions.games.wolves.rules.state import CONTROL

EXAMPLES, BOOK = Path("tests/scenarios/wolves"), Path("docs/wolves")


def cover_rules(root: Path) -> Coverage:
    """Return the coverage of the rulebook by examples and tests. Raises ValueError for a file that cannot be read."""
    return measure_coverage(read_rulebook(root / BOOK), list_outlines(root / EXAMPLES), root / "tests")


def prepare_scenarios(root: Path) -> Callable[[Path], list[str | None]]:
    """Read the sample fleet, and return a function that runs the examples of a file with it."""
    content = load(root)

    def run_all(path: Path) -> list[str | None]:
        outcomes = ((each, run_scenario(each, content)) for each in read_scenarios(path, content))
        return [None if why is None else f"{each.file}: {each.title}: {why}" for each, why in outcomes]

    return run_all


def tell_events(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the sentence of each event in the examples, with the event as Control reads it."""
    content = load(root)
    for path in sorted((root / EXAMPLES).glob("*.yaml")):
        for scenario in read_scenarios(path, content):
            for _, event in play_scenario(scenario, content).told:
                yield event.kind_class.sentence, write_event(event, CONTROL)


COMMANDS = Commands(
    cover_rules=cover_rules,
    prepare_scenarios=prepare_scenarios,
    tell_events=tell_events,
    examine_data=examine_folder,
)
