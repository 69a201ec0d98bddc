"""The parts of Incursions that commands ask for: tables to simulate, coverage of the rules, scenarios and documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from incursions.games.incursions.rules import basic_setup
from incursions.games.incursions.rules.actions import actions_page
from incursions.games.incursions.rules.catalogue import CatalogueError, load
from incursions.games.incursions.rules.examples.scenario_files import Scenario, list_outlines, read_scenarios
from incursions.games.incursions.rules.examples.scenarios import play_scenario, run_scenario
from incursions.games.incursions.rules.placed.endings import ENDINGS
from incursions.games.incursions.rules.rulebook import DUE, read_rulebook
from incursions.games.incursions.rules.starters import by_turns, load_starters, starter_setup
from incursions.games.incursions.rules.state.setup import BASIC, MODES, Setup
from incursions.games.incursions.rules.vocabulary_doc import vocabulary_page
from incursions.games.incursions.table.log import ShipsLog, name_ships
from incursions.games.incursions.voyages import check_voyage
from incursions.games.rule_coverage import Coverage, measure_coverage
from incursions.games.shelf import Commands
from incursions.games.voyage_files import is_voyage


def make_setup(root: Path, mode: str, seats: int, decks: Sequence[str]) -> Setup:
    """Return a set-up with the pieces of the fixtures; beyond Basic the first seats play these starter decks.

    Windows ask only seats that can answer, because bots reveal nothing by a pause.
    """
    pieces = load(root / "fixtures")
    if mode == BASIC:
        if decks:
            raise ValueError("Basic is played without decks")
        return basic_setup(seats, list(pieces.ships.values()), list(pieces.tiles.values()))
    known = load_starters(root / "fixtures" / "starters.yaml", pieces)
    for title in decks:
        if title and title not in known:
            raise ValueError(f"there is no starter called {title!r}; there are {', '.join(known)}")
    if len(decks) > seats:
        raise ValueError(f"{len(decks)} starters do not fit on {seats} seats")
    chosen = by_turns([*decks, *[""] * (seats - len(decks))], known)
    return starter_setup([known[title] for title in chosen], pieces, mode=mode)


def cover_rules(root: Path) -> Coverage:
    """Return the coverage of the rulebook by scenarios and tests."""
    book = read_rulebook(root / "docs" / "rulebook")
    outlines = list_outlines(root / "tests" / "scenarios")
    return measure_coverage(book, outlines, root / "tests", DUE)


def prepare_scenarios(root: Path) -> Callable[[Path], list[str | None]]:
    """Read the fixtures, and return a function that runs the scenarios and voyages of a file with their pieces."""
    try:
        pieces = load(root / "fixtures")
        starters = load_starters(root / "fixtures" / "starters.yaml", pieces)
    except CatalogueError as problem:
        raise ValueError(f"The catalogue cannot be read: {problem}") from problem

    def run(scenario: Scenario) -> str | None:
        is_lesson = is_voyage(scenario.described)
        return check_voyage(scenario, pieces, starters) if is_lesson else run_scenario(scenario, pieces)

    return lambda path: [run(scenario) for scenario in read_scenarios(path)]


def tell_events(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the sentence of each event in the scenarios, with the event as the log tells it."""
    catalogue = load(root / "fixtures")
    paths = sorted((root / "tests/scenarios").glob("*.yaml"))
    for scenario in (scenario for path in paths for scenario in read_scenarios(path)):
        for _, game in play_scenario(scenario, catalogue):
            view = game.view(None)
            log = ShipsLog(name_ships(view), view=view)
            for event in game.events:
                yield event.kind_class.sentence, log.tell(event.kind, event.facts)


COMMANDS = Commands(
    modes=MODES,
    endings=ENDINGS,
    usual_bots=("random", "captain"),
    make_setup=make_setup,
    cover_rules=cover_rules,
    prepare_scenarios=prepare_scenarios,
    documents={"actions.md": actions_page, "vocabulary.md": vocabulary_page},
    tell_events=tell_events,
)
