"""The contract of trials: games that bots play in the background to measure decks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypedDict


class Table(NamedTuple):
    """Rows of text under a heading; the first column says what a row is about."""

    key: str
    heading: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class FlightFigures(NamedTuple):
    """The figures of a test flight. `bounds` are those of its win rate in words, `plot` is an SVG drawing."""

    won: int
    drawn: int
    lost: int
    bounds: str
    plot: str
    tables: list[Table]
    failures: list[str]


class LevelCounts(TypedDict):
    """The counts of the games of one number of seats in a report."""

    games: int
    errors: int
    failures: list[str]


Report = Mapping[str, LevelCounts]
"""A report as plain data, by the number of seats; a game adds figures of its own."""


class LevelFigures(NamedTuple):
    """SVG drawings and tables of one number of seats. A page shows `tables` open and `folded` ones closed."""

    seats: str
    plots: list[str]
    tables: list[Table]
    folded: list[Table]


class ReportFigures(NamedTuple):
    """The figures of a report: its targets, and what was measured at each number of seats."""

    targets: Table
    levels: list[LevelFigures]


class Trials(Protocol):
    """Games that bots play to measure decks: test flights of one deck, and reports on a set of decks.

    Decks, games and tallies are the game's own: the platform keeps the plain data that `pack_decks`, `start_tallies`
    and `count_games` return, and the outcomes of flights.
    """

    @property
    def SEATS(self) -> Sequence[int]:  # noqa: N802 -- a module is one, with this as a constant
        """The numbers of seats that a match may have."""

    def pack_decks(self, decks: Any, pieces: Any, *, every_piece: bool = False) -> Mapping[str, Any]:
        """Return decks and their pieces as plain data; with `every_piece` those that no deck has, too."""

    def load_decks(self, data: Any) -> Any:
        """Return the deck set that `pack_decks` described."""

    def read_decks(self, folder: Path, titles: Sequence[str]) -> Any:
        """Return the deck set of these decks of the game's files, of all if none is named. Raises ValueError."""

    def fly(self, field: Any, name: str, content: Any, seed: int, number: int) -> Any:
        """Play the game of that number of a test flight of this deck against a deck set.

        Return the outcome, a tuple of plain data whose `failure` says why the game could not be played.
        """

    def describe_flight(self, outcomes: Sequence[Any], opponents: Sequence[str]) -> FlightFigures:
        """Return the figures of these outcomes of a test flight."""

    def format_win_rate(self, outcomes: Sequence[Any]) -> str:
        """Return the share of games won in percent; "" if none was finished."""

    def play_game(self, decks: Any, seats: int, seed: int, number: int) -> Any:
        """Play the game of that number of a report on a deck set."""

    def start_tallies(self, seats: Sequence[int]) -> list[Any]:
        """Return an empty tally for each number of seats."""

    def count_games(self, decks: Any, tallies: Sequence[Any], games: Sequence[tuple[int, Any]]) -> list[Any]:
        """Return the tallies with these games added; each game comes with the index of its tally."""

    def make_report(self, decks: Any, tallies: Sequence[Any], seed: int) -> Report:
        """Return the report on a deck set."""

    def describe_report(self, report: Any, *, is_whole: bool) -> ReportFigures:
        """Return the figures of a report; a part of them while games are being played."""

    def measure(
        self,
        decks: Any,
        seats: Sequence[int],
        games: int,
        seed: int,
        *,
        processes: int | None,
        resume: Path | None,
        progress: Callable[[int, int], None],
    ) -> Report:
        """Play so many games of each number of seats (the usual ones if none is named) in processes, and report.

        `resume` names a file that keeps what was played. `progress` is told how many games of how many are counted.
        Raises ValueError for what makes no sense.
        """

    def format_report(self, report: Any) -> str:
        """Return the report as text for a terminal."""

    def write_report(self, report: Any, folder: Path, command: str) -> list[Path]:
        """Write the page of the report and its drawings into the folder, and return the files."""
