"""Paper brought back: the sheet of a vessel, or Control's of the fleet, as one entry with a reason (rules W26.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from incursions.engine.errors import IllegalAction
from incursions.games.wolves.rules.content.definitions import Minutes
from incursions.games.wolves.rules.control import read_number, tell_change
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.orders import PAPER, SECRETLY, Handler, Order, find_vessel
from incursions.games.wolves.rules.paper_values import (
    BECAUSE,
    CHOICE,
    LINES,
    Figure,
    Readers,
    quote_texts,
    read_changes,
    read_texts,
    split_outside_quotes,
    write_changes,
)
from incursions.games.wolves.rules.paper_vessel import list_vessel_figures
from incursions.games.wolves.rules.roles import require_control, require_turn
from incursions.games.wolves.rules.state import ACTION, CLOSE, MUSTER, PHASES, TEAM
from incursions.games.wolves.rules.turn import MINUTE, end_action, forget_turn, open_close

FLEET = "fleet"
MOST_TURNS, MOST_MINUTES = 99, 120
CLOCK_GROUP, FLEET_GROUP = "Clock", "Fleet"


def list_figures(day: Day, whom: str) -> dict[str, Figure]:
    """Return the figures of a vessel's sheet, or of Control's ("fleet"), by their names."""
    listed = _list_fleet_figures(day) if whom == FLEET else list_vessel_figures(day, day.vessel(whom))
    return {figure.name: figure for figure in listed}


def _list_fleet_figures(day: Day) -> Iterator[Figure]:
    state = day.state
    yield Figure("turn", str(state.turn), _set_turn, group=CLOCK_GROUP)
    yield Figure("phase", state.phase, _set_phase, CHOICE, PHASES, CLOCK_GROUP)
    yield Figure("minutes", str(-(-state.clock.left // MINUTE)), _set_minutes, group=CLOCK_GROUP)
    yield Figure("pursuit", str(state.pursuit), _set_pursuit, group=FLEET_GROUP)
    yield Figure("laws", quote_texts(state.laws), _set_laws, LINES, group=FLEET_GROUP)
    for seat, loyalty in state.loyalties.items():
        change = partial(_set_loyalty, seat)
        yield Figure(f"loyalty of {seat}", quote_texts([loyalty]), change, LINES, group=FLEET_GROUP)


def _set_turn(order: Order, value: str) -> Readers:
    """Go on with another turn: what was done in this one is forgotten; paper has played its close (rules W2.12)."""
    number = read_number(order, value, 1, MOST_TURNS, "W2.14")
    if number != order.day.state.turn:
        forget_turn(order.day)
        order.day.state.turn = number
    return None


def _set_phase(order: Order, value: str) -> Readers:
    """Go on with another phase, with its full time (rules W2.14)."""
    day, state = order.day, order.day.state
    order.require(value in PHASES, "W2.14", f"Phases are {', '.join(PHASES)}")
    if value not in PHASES or value == state.phase:
        return None
    order.require(state.attack is None or value == ACTION, "W2.6", "The attack must end first")
    if value in (TEAM, CLOSE) and state.phase in (MUSTER, ACTION):
        end_action(day)
    if value == CLOSE:
        state.clock.since_close = 0
        open_close(day)
    state.phase = value
    state.clock.left = _measure_phase(day.content.fleet.minutes, value) * MINUTE
    return None


def _measure_phase(minutes: Minutes, phase: str) -> int:
    """Return the minutes on the clock as a phase begins (rules W2.3, W2.10)."""
    begins = {MUSTER: minutes.action, ACTION: minutes.action - minutes.muster, TEAM: minutes.team}
    return begins.get(phase, minutes.close)


def _set_minutes(order: Order, value: str) -> Readers:
    order.day.state.clock.left = MINUTE * read_number(order, value, 0, MOST_MINUTES, "W2.11")
    return None


def _set_pursuit(order: Order, value: str) -> Readers:
    order.day.state.pursuit = read_number(order, value, 0, order.day.content.fleet.pursuit_top, "W14.5")
    return None


def _set_laws(order: Order, value: str) -> Readers:
    order.day.state.laws = read_texts(value)
    return None


def _set_loyalty(seat: str, order: Order, value: str) -> Readers:
    order.day.state.loyalties[seat] = ", ".join(read_texts(value))
    return (seat,)


def handle_paper(day: Day, order: Order) -> None:
    """Bring a sheet back: all its changes, or none. A refusal names the figure (rules W26.2, W26.10)."""
    require_control(order)
    require_turn(order)
    whom = order["whom"]
    if whom != FLEET:
        vessel = find_vessel(order, whom)
        order.require(not vessel.is_destroyed, "W12.10", f"{whom} is destroyed")
        order.require(day.find_frozen(whom) is None, "W15.4", "End the attack first")
    changes, reason = _split_reason(order)
    figures = list_figures(day, whom)
    told: dict[Readers, dict[str, str]] = {}
    for name, value in read_changes(changes, figures):
        try:
            readers = figures[name].change(order, value)
        except IllegalAction as refused:
            raise type(refused)(refused.rule, f"{name}: {refused.reason}") from None
        told.setdefault(readers, {})[name] = value
    for readers, written in told.items():
        tell_change(order, readers, f"takes from paper of {whom}: {write_changes(written)}", reason)


def _split_reason(order: Order) -> tuple[str, str]:
    """Return the figures and the reason. A text in quotes may hold the word that begins the reason."""
    whole = f"{order['figures']}{BECAUSE}{order['reason']}"
    changes, *rest = split_outside_quotes(whole, BECAUSE)
    return changes, BECAUSE.join(rest)


def write_paper(whom: str, changes: Mapping[str, str], reason: str, *, is_secret: bool = False) -> str:
    """Return the command that brings back these figures of a sheet."""
    words = f"{PAPER}{whom}: {write_changes(changes)}{BECAUSE}{reason}"
    return f"{SECRETLY}{words}" if is_secret else words


COMMANDS: dict[str, Handler] = {"take_paper": handle_paper}
