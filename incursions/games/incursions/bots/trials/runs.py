"""The trials as the platform runs them: decks and tallies as plain data, and the figures of pages. See `Trials`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from incursions.games.incursions.bots.trials.document import (
    as_text,
    cards_table,
    level_tables,
    percent,
    targets_table,
    tiles_table,
    write_document,
)
from incursions.games.incursions.bots.trials.flights import (
    Outcome,
    bounds,
    figures_of,
    opponents_table,
    play_flight_game,
    rate_of,
    turns_table,
    win_rates_plot,
)
from incursions.games.incursions.bots.trials.games import DeckSet, DeckSetData, Failed, Played, RoundRobin
from incursions.games.incursions.bots.trials.games import play_game as play_scheduled
from incursions.games.incursions.bots.trials.plots import plots_of
from incursions.games.incursions.bots.trials.report import Report, report_of
from incursions.games.incursions.bots.trials.tally import Tally, TallyData, keep_tallies, kept_tallies
from incursions.games.incursions.bots.trials.tally import measure as measure_games
from incursions.games.incursions.rules.catalogue import Catalogue, load
from incursions.games.incursions.rules.starters import Starter, load_starters
from incursions.games.incursions.rules.state.setup import FEWEST_SEATS, MOST_SEATS
from incursions.games.trials import FlightFigures, LevelFigures, ReportFigures

SEATS = range(FEWEST_SEATS, MOST_SEATS + 1)
USUAL_SEATS = (2, 4)
WHILE_RUNNING = ("win-rates", "endings")
"""The plots of a report that is being made; the others wait for the end."""
load_decks = DeckSet.from_data
fly = play_flight_game
format_report = as_text
write_report = write_document


def pack_decks(decks: Iterable[Starter], pieces: Catalogue, *, every_piece: bool = False) -> DeckSetData:
    """Return starter decks and their pieces as plain data."""
    return DeckSet(tuple(decks), pieces).to_data(every_piece=every_piece)


def read_decks(folder: Path, titles: Sequence[str]) -> DeckSet:
    """Return the deck set of these starter decks of the files. Raises ValueError for unknown and repeated titles."""
    pieces = load(folder)
    known = load_starters(folder / "starters.yaml", pieces)
    for title in titles:
        if title not in known:
            raise ValueError(f"there is no starter called {title!r}; there are {', '.join(known)}")
    if len(set(titles)) < len(titles):
        raise ValueError("a deck does not play against itself: each is named once")
    return DeckSet(tuple(known[title] for title in titles or known), pieces)


def describe_flight(outcomes: Sequence[Sequence[Any]], opponents: Sequence[str]) -> FlightFigures:
    """Return the figures of a test flight against decks of these titles."""
    games = [Outcome(*outcome) for outcome in outcomes]
    figures = figures_of(games, opponents)
    return FlightFigures(
        won=figures.all.won,
        drawn=figures.all.drawn,
        lost=figures.all.lost,
        bounds=bounds(figures.all.rate),
        plot=win_rates_plot(figures).svg() if figures.all.games else "",
        tables=[opponents_table(figures), turns_table(figures)],
        failures=[game.failure for game in games if game.failure],
    )


def format_win_rate(outcomes: Sequence[Sequence[Any]]) -> str:
    """Return the share of games won in percent; "" if none was finished."""
    rate = rate_of(Outcome(*outcome) for outcome in outcomes)
    return percent(rate.rate) if rate.games else ""


def play_game(decks: DeckSet, seats: int, seed: int, number: int) -> Played | Failed:
    """Play the game of that number at so many seats."""
    return play_scheduled(decks, RoundRobin(len(decks.decks), seats, seed), number)


def start_tallies(seats: Sequence[int]) -> list[dict[str, object]]:
    """Return an empty tally for each number of seats."""
    return [Tally(number).to_data() for number in seats]


def count_games(
    decks: DeckSet, tallies: Sequence[TallyData], games: Sequence[tuple[int, Played | Failed]]
) -> list[dict[str, object]]:
    """Return the tallies with these games counted, each beside the place of its tally."""
    races = {deck.title: deck.race for deck in decks.decks}
    counted = _read_tallies(tallies)
    for place, game in games:
        counted[place].add(game, races)
    return [tally.to_data() for tally in counted]


def make_report(decks: DeckSet, tallies: Sequence[TallyData], seed: int) -> Report:
    """Return the report on the games of these tallies."""
    return report_of(_read_tallies(tallies), decks.decks, seed)


def describe_report(report: Report, *, is_whole: bool) -> ReportFigures:
    """Return the figures of a report; of one that is being made two plots of each level."""
    levels = []
    for seats, level in report.items():
        if level["games"]:
            drawn = plots_of(level, int(seats))
            plots = [plot.svg() for name, plot in drawn.items() if is_whole or name in WHILE_RUNNING]
            tables = list(level_tables(level)) if is_whole else []
            levels.append(
                LevelFigures(seats, plots, tables, [cards_table(level), tiles_table(level)] if is_whole else [])
            )
    return ReportFigures(targets_table(report), levels)


def measure(
    decks: DeckSet,
    seats: Sequence[int],
    games: int,
    seed: int,
    *,
    processes: int | None,
    resume: Path | None,
    progress: Callable[[int, int], None],
) -> Report:
    """Play so many games of each number of seats in processes, and report. A file keeps what was played."""
    try:
        begun = [] if resume is None else kept_tallies(resume, decks, seed)
    except OSError as cause:
        raise ValueError(str(cause)) from cause
    wanted = seats or [number for number in USUAL_SEATS if number <= max(FEWEST_SEATS, len(decks.decks))]
    others = [tally for tally in begun if tally.seats not in wanted]

    def show(tallies: list[Tally]) -> bool:
        progress(sum(tally.games for tally in tallies), games * len(wanted))
        if resume is not None:
            keep_tallies(resume, decks, seed, [*tallies, *others])
        return True

    tallies = measure_games(decks, wanted, games, seed, processes=processes, begun=begun, progress=show)
    return report_of(tallies, decks.decks, seed)


def _read_tallies(tallies: Sequence[TallyData]) -> list[Tally]:
    return [Tally.from_data(tally) for tally in tallies]
