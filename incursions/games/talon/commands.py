"""The parts of Talon that commands ask for: battles to simulate, scenarios, and coverage of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from incursions.games.outlines import list_outlines
from incursions.games.rule_coverage import Coverage, measure_coverage
from incursions.games.shelf import Commands
from incursions.games.talon.battle_setups import SKIRMISH, make_setup_of, make_skirmish_setup
from incursions.games.talon.records import BATTLES
from incursions.games.talon.rules.catalogue import examine_folder, load
from incursions.games.talon.rules.examples.scenario_files import SCENARIOS, ScenarioFile, open_file, read_scenarios
from incursions.games.talon.rules.examples.scenarios import play_scenario, run_scenario
from incursions.games.talon.rules.rulebook import read_rulebook
from incursions.games.talon.rules.setup import Setup
from incursions.games.talon.rules.victory import ENDINGS
from incursions.games.talon.table.log import BattleLog, name_seats
from incursions.games.talon.voyages import check_voyage
from incursions.games.voyage_files import is_voyage


def make_setup(root: Path, mode: str, seats: int, decks: Sequence[str]) -> Setup:
    """Return the setup of a battle of the fixtures, or of an open battle with ready-made fleets by title.

    Raises ValueError for seats that the battle does not have, and for decks that are no ready-made fleets.
    """
    catalogue = load(root)
    if mode == SKIRMISH:
        unknown = [title for title in decks if title not in catalogue.fleets]
        if unknown:
            raise ValueError(f"there is no ready-made fleet called {', '.join(unknown)}")
        fleets = [catalogue.fleets[title].fleet for title in decks]
        return make_skirmish_setup(catalogue, {}, [*fleets, *[None] * (seats - len(fleets))])
    if decks:
        raise ValueError(f"{mode} is played with the ships of the battle, without decks")
    return make_setup_of(catalogue, mode, seats)


def cover_rules(root: Path) -> Coverage:
    """Return the coverage of the rulebook by scenarios and tests. Raises ValueError for a file that cannot be read."""
    book = read_rulebook(root / "docs" / "talon")
    outlines = list_outlines(root / "tests" / "scenarios" / "talon", SCENARIOS)
    return measure_coverage(book, outlines, root / "tests")


def prepare_scenarios(root: Path) -> Callable[[Path], list[str | None]]:
    """Read the fixtures, and return a function that runs the scenarios and voyages of a file with their classes."""
    catalogue = load(root)

    def run(file: ScenarioFile, number: int, entry: Any) -> str | None:
        if isinstance(entry, dict) and is_voyage(entry):
            return check_voyage(file, number, catalogue)
        scenario = file.read_entry(number, entry)
        why = run_scenario(scenario, catalogue)
        return None if why is None else f"{file.place.file}: {scenario.title}: {why}"

    def run_all(path: Path) -> list[str | None]:
        file = open_file(path, catalogue)
        return [run(file, number, entry) for number, entry in enumerate(file.entries, start=1)]

    return run_all


def tell_events(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the sentence of each event in the scenarios, with the event as the log tells it."""
    catalogue = load(root)
    paths = sorted((root / "tests" / "scenarios" / "talon").glob("*.yaml"))
    for scenario in (scenario for path in paths for scenario in read_scenarios(path, catalogue)):
        if "given" in scenario.data:
            for game in play_scenario(scenario):
                view = game.view(None)
                log = BattleLog(name_seats(view), view=view)
                for event in game.events:
                    yield event.kind_class.sentence, str(log.write(event.kind, event.facts).html)


COMMANDS = Commands(
    modes=(*BATTLES, SKIRMISH),
    endings=ENDINGS,
    usual_bots=("random", "steady"),
    balance_bots=("hunter",),
    make_setup=make_setup,
    cover_rules=cover_rules,
    tell_events=tell_events,
    prepare_scenarios=prepare_scenarios,
    examine_data=examine_folder,
)
