"""Den of Wolves as a value of the shelf (`games.megagames.MegagameKind`)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from incursions.games.books import BookKind
from incursions.games.debriefs import DebriefPages
from incursions.games.megagames import (
    BalanceTable,
    BotPlan,
    Data,
    DayPages,
    MegagameKind,
    PhaseClock,
    RehearsalPlan,
    SeatPlan,
    Speed,
)
from incursions.games.shelf import Commands
from incursions.games.wolves.day_sheets import CONTENTS, PAPER
from incursions.games.wolves.presentation import PRESENTATION
from incursions.games.wolves.rules.content.definitions import Content
from incursions.games.wolves.rules.content.loading import load_data, read_data
from incursions.games.wolves.rules.control import AWAY, HERE
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.initial_state import list_player_seats
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import ACTION, CLOSE, ENDED, MUSTER, SETUP, TEAM
from incursions.games.wolves.rules.turn import MINUTE, measure_left
from incursions.games.wolves.rules.view import list_shown

RULES_VERSION = 3
PHASE_TITLES = {
    SETUP: "before the first turn",
    MUSTER: "muster",
    ACTION: "Action phase",
    TEAM: "Team phase",
    CLOSE: "close",
    ENDED: "the event is over",
}
FEWEST, MOST = 26, 41
"""The players of a day (rules W1.5)."""


def list_seats(content: Content) -> list[SeatPlan]:
    """Return the seats of all teams but Control."""
    teams = [(name, find_team(name, content.fleet.vessels)) for name in list_player_seats(content)]
    return [SeatPlan(name, team, name.removeprefix(f"{team} ")) for name, team in teams if team]


def suggest_seats(content: Content, players: int) -> Sequence[str]:
    """Return the seats that so many players fill (rules W1.5)."""
    fleet = content.fleet
    more = max(0, players - len(fleet.seating_first))
    return [*fleet.seating_first, *fleet.seating_then[:more]]


def read_clock(game: Game) -> PhaseClock:
    """Return the clock of the phase as pages show it; in muster, that of muster (rules W2.3)."""
    state, minutes = game.state, game.content.fleet.minutes
    waits = ""
    if state.in_turn and not state.clock.left:
        waits = "the end of the attack" if state.attack is not None else "the effect of the news"
    title = f"Turn {state.turn}, {PHASE_TITLES[state.phase]}" if state.in_turn else PHASE_TITLES[state.phase]
    left = state.clock.left if state.in_turn else 0
    if state.phase == MUSTER:
        left = max(0, left - (minutes.action - minutes.muster) * MINUTE)
    return PhaseClock(title, left, state.clock.is_running and state.in_turn, waits)


def read_turn(game: Game) -> int:
    """Return the number of the turn, 0 before the first (rules W2.1)."""
    return game.state.turn


def list_empty(game: Game) -> Sequence[str]:
    """Return the seats that nobody fills (rules W3.14)."""
    return game.state.empty_seats


def write_filling(seat: str, is_filled: bool) -> str:
    """Return the command that gives a seat its player, or says that nobody fills it (rules W26.2)."""
    if is_filled:
        return f"set player of {seat} to {HERE} because the seat is filled"
    return f"set player of {seat} to {AWAY} because nobody fills the seat"


def list_subjects(game: Game) -> Sequence[str]:
    """Return what one of Control may take: the lines of the inbox that wait, the vessels and the clock."""
    from incursions.games.wolves.pages.subjects import list_subjects as list_all

    return list_all(game)


def is_over(game: Game) -> bool:
    """Return True when the event has ended (rules W27.1)."""
    return game.state.phase == ENDED


def load_pages() -> DayPages:
    """Return the pages of a day. Imported when they are needed: drawing needs templates."""
    from incursions.games.wolves.pages import PAGES

    return PAGES


def load_debrief() -> DebriefPages:
    """Return what is drawn of a day that is over. Imported when it is needed."""
    from incursions.games.wolves.pages.debrief import DEBRIEF

    return DEBRIEF


def rehearse(content: Content, plan: RehearsalPlan) -> Sequence[BalanceTable]:
    """Let bots play days, and return tables of the figures. Bots are imported when they are needed."""
    from incursions.games.wolves.bots.balance import rehearse as play_days

    return play_days(content, plan)


def plan_bots(game: Game, seats: Collection[str], memory: Data, chance: str, at: int) -> BotPlan:
    """Return what the bots of these seats do next. Bots are imported when they are needed."""
    from incursions.games.wolves.bots.live import plan_orders

    return plan_orders(game, seats, memory, chance, at)


def set_minutes(muster: int, action: int, team: int, close: int, content: Data) -> Data:
    """Return a content with phases of so many minutes (rules W2.1, W2.3, W2.10)."""
    minutes = {"muster_minutes": muster, "action_minutes": action, "team_minutes": team, "close_minutes": close}
    return {**content, "fleet": {**content["fleet"], **minutes}}


def keep_minutes(content: Data) -> Data:
    """Return a content as it is."""
    return content


SPEEDS = (
    Speed("quick", "Quick: 10 minutes a turn", partial(set_minutes, 1, 6, 4, 2)),
    Speed("quicker", "Quicker: 6 minutes a turn", partial(set_minutes, 1, 3, 3, 2)),
    Speed("hall", "As in the hall: 30 minutes a turn", keep_minutes),
)


def load_commands() -> Commands:
    """Return what commands ask for. Imported when it is needed."""
    from incursions.games.wolves.commands import COMMANDS

    return COMMANDS


def load_book() -> BookKind:
    """Return the rulebook. Imported when it is needed."""
    from incursions.games.wolves.book import BOOK

    return BOOK


WOLVES = MegagameKind(
    name="wolves",
    title="Den of Wolves",
    rules_version=RULES_VERSION,
    game=Game,
    load_data=load_data,
    read_content=read_data,
    list_seats=list_seats,
    suggest_seats=suggest_seats,
    fewest=FEWEST,
    most=MOST,
    measure_left=measure_left,
    read_clock=read_clock,
    read_turn=read_turn,
    is_over=is_over,
    list_subjects=list_subjects,
    list_empty=list_empty,
    write_filling=write_filling,
    list_shown=list_shown,
    paper=PAPER,
    contents=CONTENTS,
    load_pages=load_pages,
    load_debrief=load_debrief,
    rehearse=rehearse,
    plan_bots=plan_bots,
    speeds=SPEEDS,
    usual_seat="Dione Captain",
    presentation=PRESENTATION,
    commands=load_commands,
    load_book=load_book,
)
