"""The contract of megagames: days on which many act at once, and what the platform asks of such a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup

from incursions.engine.open_game import OpenGame
from incursions.games.day_sheets import ContentKind, PaperKind
from incursions.games.debriefs import DebriefPages
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
    """An entry of the log of a day: who gave it when (a time of day as HTML), and the sentences that it caused."""

    number: int
    seat: str
    when: str
    text: str
    lines: tuple[str, ...] = ()


CLOCK_SUBJECT = "clock"
"""What one of Control takes to lead the clock and the phases."""


class Claim(NamedTuple):
    """The seat of Control that has taken a subject of the desk, or ticked it off, and the name of who sits there."""

    seat: str
    name: str
    is_done: bool = False


class RefusedPlan(NamedTuple):
    """A command that was to be given when a turn began, and was refused: its subject, who wrote it, and the reason."""

    subject: str
    name: str
    turn: int
    text: str
    reason: str


class DeskFacts(NamedTuple):
    """The facts of a desk that the platform knows.

    `claims` are the claims by their subjects. `silent_teams` are those with players of whom none has a page open.
    `now` is the time in seconds of the day. `ends_at` is the time on the clock of the hall at which the day is planned
    to end, as "17:30"; "" if that is not planned.
    """

    claims: Mapping[str, Claim] = MappingProxyType({})
    refused_plans: Sequence[RefusedPlan] = ()
    silent_teams: Sequence[str] = ()
    now: int = 0
    ends_at: str = ""


class DeskDrawing(Protocol):
    """The desk of Control as a day is at a revision: described once, and drawn for each seat of Control."""

    def draw(self, seat: str) -> Mapping[str, Markup]:
        """Return the parts of the desk by their ids, as one of the seats of Control sees them."""

    def draw_page(self, page: str, seat: str) -> Mapping[str, Markup]:
        """Return the parts of a further page that shows more of a part of the desk."""


class BotOrder(NamedTuple):
    """A command that a bot gives, and its seat."""

    seat: str
    text: str


class BotPlan(NamedTuple):
    """The next orders of bots, and their memory of the day until they look again, as plain data."""

    orders: Sequence[BotOrder]
    memory: Data


class Speed(NamedTuple):
    """A speed of days: how its phases are called on pages, and what it makes of a content."""

    name: str
    title: str
    change: Callable[[Data], Data]


class DayPage(NamedTuple):
    """A page of a day besides desk, stations and projector.

    `draw(game, seat)` returns its parts as HTML by their ids; None for a page of Control that shows more of a part of
    the desk than there is room for there, and is drawn with it. `may_open(game, seat)` names the seats that open it;
    without it everybody does who has the address, and it is drawn for the seat "".
    """

    title: str
    draw: Callable[[Any, str], Mapping[str, Markup]] | None
    may_open: Callable[[Any, str], bool] | None = None


class DayTable(NamedTuple):
    """A table of the hall where a player may be: its title, and the command that says that he is there."""

    title: str
    command: str


class RehearsalPlan(NamedTuple):
    """Days for bots to play: the seed of the first, turns and number of days, and the odds of attacks in percent.

    Each of `attacks` is a series of days of its own; with `is_never_jumping` one more is played, with the first odds,
    in which the fleet stays where it is.
    """

    seed: int
    turns: int
    days: int
    attacks: tuple[int, ...]
    is_never_jumping: bool = False


class BalanceTable(NamedTuple):
    """A table of what became of days that bots played: rows by the names of columns; `shares` are between 0 and 1."""

    name: str
    rows: Sequence[Mapping[str, float | str]]
    shares: frozenset[str]


@dataclass(frozen=True)
class DayPages:
    """The pages of a day, which the game draws from a seat's view.

    Each gets the game and the name of a seat, and returns the parts of the page as HTML by their ids: `draw_station`
    that of a seat of a team, with the number of the last entry that it has marked as read, `draw_projector` that of the
    room. `open_desk` describes the desk of Control with the newest entries of the log, the newest first, and the facts
    of the platform; `draw_log(game, entries)` draws other entries as the desk does. `draw_sheets` returns the paper
    sheets by their titles, with which the day goes on if all else fails. `list_tables` returns the tables in an order
    that never changes, and `describe_table(game, seat, title)` what the seat may do at one. `draw_briefing(game, seat)`
    returns the briefing of a seat to be printed, and for the seat "" the guide for all. `more` are further pages by
    their names in addresses: "board" is found beside the desk, for the seat `?seat=NAME`. `styles` and `scripts` are
    static files.

    A form with the last attribute `data-give` and the method post gives its field `text` as a command; other fields of
    the form fill the blanks in it ("deal {n} damage"). A text of several lines is as many commands of Control, all of
    which are given or none. A button that gives its own value belongs to the form "give" of the page; fields have forms
    of their own, because Enter presses the first button of a form. A button of Control's form "desk-act" is called
    "take", "release", "done" or "dismiss", and its value is the subject: a claim, a line that is ticked off, or a
    refused plan.
    """

    open_desk: Callable[[Any, Sequence[LoggedEntry], DeskFacts], DeskDrawing]
    draw_log: Callable[[Any, Sequence[LoggedEntry]], Markup]
    draw_station: Callable[[Any, str, int], Mapping[str, Markup]]
    draw_projector: Callable[[Any], Mapping[str, Markup]]
    draw_sheets: Callable[[Any], Mapping[str, Markup]]
    list_tables: Callable[[Any], Sequence[DayTable]]
    describe_table: Callable[[Any, str, str], str]
    draw_briefing: Callable[[Any, str], Markup]
    more: Mapping[str, DayPage] = field(default_factory=dict)
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class MegagameKind(ShelfKind):
    """A megagame on the shelf: one day for many people at once, without tables, matches, ratings and tournaments.

    `game` starts and loads days. `load_data(root)` reads the content of the fixtures as plain data, and
    `read_content` makes of such data what a setup holds; it raises ValueError for a fault. `list_seats` returns all
    seats of a content, `suggest_seats` those to fill with so many players, from `fewest` to `most`. `control` is the
    seat of those who run the day, who start it with the command `opening`; `clock` is the seat that time acts as with
    the command `tick`.

    `measure_left(game)` returns the seconds until the next phase begins by itself, None if none does, and
    `read_clock(game)` the clock that pages show. `read_turn(game)` returns the number of the turn, 0 before the first.
    `is_over(game)`: the day has ended. `list_subjects(game)`: what one of Control may take, such as a line of the
    inbox. `list_empty(game)` returns the seats that nobody fills, and `write_filling(seat, is_filled)` the command by
    which Control changes that after the start. `list_shown(game, seat)`: values that are equal as long as the page of a
    seat is. `paper` brings paper sheets back, and `contents` says how the content is edited.
    `load_debrief()` returns what is drawn of a day that is over.

    `rehearse(content, plan)` lets bots play, and returns tables of the figures.
    `plan_bots(game, seats, memory, chance, at)` returns the next orders of the bots of these seats at a second of the
    day, tried out on the game, a copy; `chance` is secret, and the same all day. `speeds` are those of days that are
    tried alone, `usual_seat` the seat that newcomers are offered there. `clerk`: the name by which bots do what is
    Control's while people are Control, such as passing notes between bots.
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
    read_turn: Callable[[Any], int]
    is_over: Callable[[Any], bool]
    list_subjects: Callable[[Any], Collection[str]]
    list_empty: Callable[[Any], Collection[str]]
    write_filling: Callable[[str, bool], str]
    list_shown: Callable[[Any, str], Sequence[Any]]
    paper: PaperKind
    contents: ContentKind
    load_pages: Callable[[], DayPages]
    load_debrief: Callable[[], DebriefPages]
    rehearse: Callable[[Any, RehearsalPlan], Sequence[BalanceTable]]
    plan_bots: Callable[[Any, Collection[str], Data, str, int], BotPlan]
    speeds: Sequence[Speed] = ()
    usual_seat: str = ""
    control: str = "Control"
    clerk: str = "Control bot"
    clock: str = "Clock"
    tick: str = "0 seconds pass"
    opening: str = "start the event"
