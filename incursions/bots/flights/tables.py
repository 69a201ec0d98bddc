"""The figures of a flight as tables of text."""

from __future__ import annotations

from incursions.bots.balance.tables import Table, percent
from incursions.bots.flights.figures import Figures, Line
from incursions.bots.intervals import Share

COLUMNS = ("Win rate", "95 %", "Games", "Won", "Drawn", "Lost", "Turns", "Ended by")
NOTHING = "–"


def opponents_table(figures: Figures) -> Table:
    """A row for each deck of the field."""
    return Table("opponents", "By starter deck", ("Against", *COLUMNS), [_row(line) for line in figures.opponents])


def turns_table(figures: Figures) -> Table:
    """By who had the first turn, and altogether."""
    lines = (figures.began, figures.followed, figures.all)
    return Table("turns", "By turn, and altogether", ("Games", *COLUMNS), [_row(line) for line in lines])


def bounds(found: Share) -> str:
    """Between which shares the true one lies."""
    return f"{100 * found.low:.1f} to {percent(found.high)}"


def _row(line: Line) -> tuple[str, ...]:
    endings = ", ".join(f"{games} {ending}" for ending, games in line.endings.items())
    counts = (line.games, line.won, line.drawn, line.lost)
    if not line.games:
        return (line.name, NOTHING, NOTHING, *map(str, counts), NOTHING, NOTHING)
    return (line.name, percent(line.rate.rate), bounds(line.rate), *map(str, counts), f"{line.turns:.1f}", endings)
