"""The contract of megagames: days on which many act at once, and what the platform asks of such a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from incursions.engine.open_game import OpenGame
from incursions.games.shelf import ShelfKind

Data = Mapping[str, Any]
"""The content of an event as plain data: what is in each of its files, by their names."""


class SeatPlan(NamedTuple):
    """A seat of an event: its name, its team, and its role in it."""

    name: str
    team: str
    role: str


class PhaseClock(NamedTuple):
    """The clock of a phase: what runs, the seconds left at the last command, whether it runs, and what it waits for."""

    phase: str
    left: int
    is_running: bool
    waits_for: str = ""


class LoggedEntry(NamedTuple):
    """An entry of the log of a day: who gave it when (a time of day), and the sentences that it caused."""

    number: int
    seat: str
    when: str
    text: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class DayPages:
    """The pages of a day, which the game draws from a seat's view.

    Each gets the game and the name of a seat, and returns the parts of the page as HTML by their ids: `draw_desk` that
    of Control with the newest entries of the log first, `draw_station` that of a seat of a team, `draw_projector` that
    of the room. `draw_sheets` returns the paper sheets by their titles, with which the day goes on if all else fails.
    `styles` and `scripts` are static files. A form with the last attribute `data-give` and the method post gives its
    field `text` as a command; other fields of the form fill the blanks in it ("deal {n} damage").
    """

    draw_desk: Callable[[Any, str, Sequence[LoggedEntry]], Mapping[str, Markup]]
    draw_station: Callable[[Any, str], Mapping[str, Markup]]
    draw_projector: Callable[[Any], Mapping[str, Markup]]
    draw_sheets: Callable[[Any], Mapping[str, Markup]]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MegagameKind(ShelfKind):
    """A megagame on the shelf: one day for many people at once, without tables, matches, ratings and tournaments.

    `game` starts and loads days. `load_data(root)` reads the content of the fixtures as plain data, and
    `read_content` makes of such data what a setup holds; it raises ValueError for a fault. `list_seats` returns all
    seats of a content, `suggest_seats` those to fill with so many players, from `fewest` to `most`. `control` is the
    seat of those who run the day, `clock` the one that time acts as with the command `tick`. `measure_left(game)`
    returns the seconds until the next phase begins by itself, None if none does, and `read_clock(game)` the clock
    that pages show. `is_over(game)`: the day has ended. `list_shown(game, seat)`: values that are equal as long as the
    page of a seat is. `rehearse(content, seed, turns, days)` lets bots play, and returns the mean figures of each turn
    by name.
    """

    game: type[OpenGame]
    load_data: Callable[[Path], Data]
    read_content: Callable[[Data], Any]
    list_seats: Callable[[Any], Sequence[SeatPlan]]
    suggest_seats: Callable[[Any, int], Sequence[str]]
    fewest: int
    most: int
    measure_left: Callable[[Any], int | None]
    read_clock: Callable[[Any], PhaseClock]
    is_over: Callable[[Any], bool]
    list_shown: Callable[[Any, str], Sequence[Any]]
    load_pages: Callable[[], DayPages]
    rehearse: Callable[[Any, int, int, int], Sequence[Mapping[str, float]]]
    control: str = "Control"
    clock: str = "Clock"
    tick: str = "0 seconds pass"
