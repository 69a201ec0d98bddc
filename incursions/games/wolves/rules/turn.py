"""Turns: the clock, phases and their order, muster, the close, and the end of the event (rules W2, W27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from incursions.engine.errors import IllegalAction
from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.charts import draw_at_start
from incursions.games.wolves.rules.crew import turn_face_up
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import file_for_control, move_pursuit
from incursions.games.wolves.rules.jumps import lower_signs
from incursions.games.wolves.rules.morale import is_effect_stated, make_missing_rolls
from incursions.games.wolves.rules.offers import end_offers
from incursions.games.wolves.rules.orders import Handler, Order
from incursions.games.wolves.rules.riots import remove_dispersed, spread_riots
from incursions.games.wolves.rules.roles import require_control, require_turn
from incursions.games.wolves.rules.state import (
    ACTION,
    CLOCK,
    CLOSE,
    ENDED,
    MEDIA,
    MUSTER,
    PHASE_WORDS,
    SETUP,
    TEAM,
    VesselState,
)
from incursions.games.wolves.rules.stations import crew_at_muster, drain

TURN = "turn"
MINUTE = 60
BEFORE: Mapping[str, str] = {ACTION: MUSTER, TEAM: ACTION, CLOSE: TEAM, TURN: CLOSE}
"""The phase that each phase follows (rules W2.14)."""
AFTER = {before: phase for phase, before in BEFORE.items()}
CLOCK_RULE = "W26.4"


# The clock.


def pass_time(day: Day, seconds: int) -> None:
    """Let the clock run: phases begin as theirs is up (rules W2.6, W2.10, W2.13)."""
    state = day.state
    state.now += max(0, seconds)
    if not state.clock.is_running or not state.in_turn:
        return
    while seconds > 0 or _is_due(day):
        step = min(seconds, _measure_left(day))
        seconds -= step
        state.clock.left -= step
        if state.phase == CLOSE:
            state.clock.since_close += step
        if not _begin_due_phase(day):
            return


def _measure_left(day: Day) -> int:
    """Return the seconds until the next phase."""
    minutes, clock = day.content.fleet.minutes, day.state.clock
    before = {MUSTER: minutes.action - minutes.muster, TEAM: minutes.close}.get(day.state.phase, 0)
    return max(0, clock.left - before * MINUTE)


def measure_left(day: Day) -> int | None:
    """Return the seconds until the next phase begins by itself; None if none does as things are."""
    state = day.state
    if not state.in_turn or not state.clock.is_running:
        return None
    left = _measure_left(day)
    return left if left or _is_next_open(day) else None


def _is_due(day: Day) -> bool:
    return day.state.clock.is_running and _measure_left(day) == 0 and _is_next_open(day)


def _is_next_open(day: Day) -> bool:
    """Return False if the next phase waits: for the end of an attack, or for the effect of the news."""
    state = day.state
    if state.phase == ACTION:
        return state.attack is None
    if state.phase == CLOSE:
        return not state.is_last_turn and are_effects_stated(day)
    return state.phase in (MUSTER, TEAM)


def _begin_due_phase(day: Day) -> bool:
    """Begin the next phase if it is due; return False if the clock waits at zero."""
    if _measure_left(day) > 0:
        return True
    state = day.state
    if state.phase == CLOSE and are_effects_stated(day):
        make_missing_rolls(day)
    if not _is_next_open(day):
        return False
    NEXT[state.phase](day)
    return True


def are_effects_stated(day: Day) -> bool:
    """Return True if the effect of the news is stated for every vessel that it concerns (rules W2.13)."""
    return all(is_effect_stated(day, vessel) for vessel in day.state.alive)


def begin_waiting_phase(day: Day) -> None:
    """Begin the phase that waits at zero, once the attack is over or the effects are stated (rules W2.6, W2.13)."""
    if day.state.clock.is_running and day.state.phase in (ACTION, CLOSE) and day.state.clock.left <= 0:
        _begin_due_phase(day)


# Phases.


def begin_action(day: Day) -> None:
    """End muster (rules W2.3)."""
    day.state.phase = ACTION
    _tell_phase(day, "Action phase")


def begin_team(day: Day) -> None:
    """Begin the Team phase: crew turns face up, dispersed riots go, offers end (rules W2.8, W26.8)."""
    state = day.state
    state.phase = TEAM
    state.clock.left = day.content.fleet.minutes.team * MINUTE
    end_action(day)
    _tell_phase(day, "Team phase")


def end_action(day: Day) -> None:
    """Turn crew face up, take dispersed riots away, and end offers (rules W2.8, W26.8)."""
    for vessel in day.state.alive:
        turn_face_up(vessel)
    for shuttle in day.state.shuttles.values():
        shuttle.crew = [counter._replace(is_used=False) for counter in shuttle.crew]
    remove_dispersed(day)
    end_offers(day)


def begin_close(day: Day) -> None:
    """Open the close: signs that are up are lowered (rules W2.10, W18.16)."""
    state = day.state
    state.phase = CLOSE
    state.clock.left = min(state.clock.left, day.content.fleet.minutes.close * MINUTE)
    state.clock.since_close = 0
    open_close(day)
    _tell_phase(day, "close")


def open_close(day: Day) -> None:
    """Lower all signs, and forget the broadcast and the rolls of the close before (rules W2.10, W18.16)."""
    state = day.state
    state.has_broadcast, state.news = False, {}
    put_out_scheduled(day)
    lower_signs(day)
    for vessel in state.vessels.values():
        vessel.rolled = []
        for station in vessel.stations.values():
            station.is_new_riot = False


def put_out_scheduled(day: Day) -> None:
    """Put out the broadcast that the News Media left for the close, as the close opens (rules W2.9, W25.1)."""
    state = day.state
    if not state.scheduled:
        return
    text, state.scheduled, state.has_broadcast = state.scheduled, "", True
    state.announcements.append(text)
    day.tell(events.Announced, seat=MEDIA, text=text)


def begin_turn(day: Day) -> None:
    """End the turn with what is left of the close, and begin the next one (rules W2.9, W2.2)."""
    make_missing_rolls(day)
    spread_riots(day)
    move_pursuit(day, 1)
    day.state.sickbay = {}
    _leave_choices_to_control(day)
    start_turn(day)


def _leave_choices_to_control(day: Day) -> None:
    """Put the choices that nobody made to Control (rules W26.11)."""
    for choice in day.state.choices:
        file_for_control(day, f"choice {choice.vessel}: nobody chose {' or '.join(choice.answers)}")
    day.state.choices = []


def start_turn(day: Day) -> None:
    """Start a turn: drains, a destination, and muster with the orders left for it (rules W2.2, W2.3)."""
    state = day.state
    forget_turn(day)
    state.turn += 1
    state.phase = MUSTER
    state.clock.left = day.content.fleet.minutes.action * MINUTE
    day.forget_answers()
    _tell_phase(day, "Action phase, with muster,")
    drain(day)
    draw_at_start(day)
    _carry_out_muster_orders(day)


def forget_turn(day: Day) -> None:
    """Forget what was done in the turn that has ended (rules W2.12)."""
    state = day.state
    for vessel in state.vessels.values():
        _forget_turn_of(vessel)
    for unit in state.units.values():
        unit.has_tried, unit.riot_bonus = False, 0
    state.used_cards, state.assents, state.news = [], [], {}
    state.media_leaves, state.has_broadcast = 0, False


def _forget_turn_of(vessel: VesselState) -> None:
    vessel.is_mustered = vessel.is_emergency = False
    vessel.hurt, vessel.boarded = 0, vessel.parties
    vessel.supply, vessel.ration_bonus, vessel.rolled = {}, {}, []
    vessel.cheap_repairs = vessel.fewer_cards = 0
    vessel.told = ""
    for station in vessel.stations.values():
        station.uses, station.allowed, station.bonus = 0, 1, 0
        station.is_tried = station.is_new_riot = False


def _carry_out_muster_orders(day: Day) -> None:
    """Carry out the orders left for muster; those that have become impossible are told (rules W2.3)."""
    left, day.state.muster_orders = day.state.muster_orders, []
    for seat, name, title in left:
        vessel = day.vessel(name)
        order = Order(day, seat, "crew_at_muster", f"crew the {title} at muster", {"station": title})
        try:
            crew_at_muster(order, vessel, vessel.stations[title])
        except IllegalAction as refused:
            vessel.told = refused.rule
            day.tell_team(
                name, events.OrderFailed, vessel=name, station=title, reason=refused.reason, rule=refused.rule
            )


def _tell_phase(day: Day, phase: str) -> None:
    day.tell(events.PhaseBegan, turn=day.state.turn, phase=phase)


NEXT: Mapping[str, Callable[[Day], None]] = {
    MUSTER: begin_action,
    ACTION: begin_team,
    TEAM: begin_close,
    CLOSE: begin_turn,
}
"""The function that begins the phase after each phase."""


# Commands of Control and of the Clock.


def handle_start(day: Day, order: Order) -> None:
    """Start the event with turn 1 (rules W2.1)."""
    require_control(order)
    order.require(day.state.phase == SETUP, "W2.14", "The event has started")
    deal_cards(day)
    day.tell(events.EventStarted)
    start_turn(day)


def deal_cards(day: Day) -> None:
    """Give each team the action cards that it starts with: its captain holds them (rules W21.1)."""
    for card in day.content.cards.values():
        seats = day.seats_of(card.team)
        if seats:
            day.state.hands.setdefault(seats[0], []).append(card.title)


def handle_phase(day: Day, order: Order) -> None:
    """Begin a phase, in order (rules W2.6, W2.9, W2.14)."""
    require_control(order, CLOCK_RULE)
    require_turn(order)
    phase, state = order["phase"], day.state
    order.require(phase in BEFORE, "W2.14", f"Phases are {', '.join(BEFORE)}")
    if order.team == CLOCK and state.phase == {TURN: MUSTER}.get(phase, phase):
        return  # it has begun as time passed
    if phase == TURN:
        order.require(state.phase == CLOSE, "W2.9", "A turn can begin only after the close")
        order.require(not state.is_last_turn, "W27.1", "This is the last turn: end the event instead")
        order.require(are_effects_stated(day), "W2.9", "State the effect of the news first")
    else:
        following = PHASE_WORDS.get(AFTER[state.phase], "the next turn")
        order.require(state.attack is None or phase != TEAM, "W2.6", "The Team phase waits for the end of the attack")
        order.require(state.phase == BEFORE.get(phase), "W2.14", f"After {PHASE_WORDS[state.phase]} comes {following}")
    begin = {ACTION: begin_action, TEAM: begin_team, CLOSE: begin_close, TURN: begin_turn}.get(phase)
    if begin is not None:
        begin(day)


def handle_pause(day: Day, order: Order) -> None:
    """Stop the clock (rules W2.11)."""
    _set_clock(order, is_running=False)


def handle_resuming(day: Day, order: Order) -> None:
    """Let the clock run on (rules W2.11)."""
    _set_clock(order, is_running=True)


def _set_clock(order: Order, *, is_running: bool) -> None:
    require_control(order, CLOCK_RULE)
    require_turn(order)
    clock = order.day.state.clock
    words = "runs" if is_running else "is stopped"
    order.require(clock.is_running != is_running, "W2.11", f"The clock {words} already")
    clock.is_running = is_running
    order.day.tell(events.ClockChanged, what=words)


def handle_lengthening(day: Day, order: Order) -> None:
    """Add minutes to the phase, or take some away (rules W2.11)."""
    require_control(order, CLOCK_RULE)
    require_turn(order)
    minutes = order.number()
    day.state.clock.left = max(0, day.state.clock.left + minutes * MINUTE)
    day.tell(events.ClockChanged, what=f"has {minutes:+} minutes")


def handle_minutes(day: Day, order: Order) -> None:
    """Let minutes pass."""
    order.require(order.team == CLOCK, CLOCK_RULE, "Only the Clock can let time pass")
    pass_time(day, order.number() * MINUTE)


def handle_seconds(day: Day, order: Order) -> None:
    """Let seconds pass."""
    order.require(order.team == CLOCK, CLOCK_RULE, "Only the Clock can let time pass")
    pass_time(day, order.number())


def handle_last_turn(day: Day, order: Order) -> None:
    """Name this turn as the last (rules W27.1)."""
    require_control(order)
    require_turn(order)
    day.state.is_last_turn = True
    day.tell(events.LastTurnNamed)


def handle_event_end(day: Day, order: Order) -> None:
    """End the event; all that was hidden may be shown (rules W27.1, W27.2).

    The close of the last turn is played: who has not rolled is rolled for, once the effect of the news is stated.
    """
    require_control(order)
    state = day.state
    order.require(state.phase != ENDED, "W27.1", "The event is over")
    if state.phase == CLOSE and state.is_last_turn and are_effects_stated(day):
        make_missing_rolls(day)
    state.phase, state.is_revealed, state.attack = ENDED, True, None
    day.tell(events.EventEnded)


COMMANDS: dict[str, Handler] = {
    "start_event": handle_start,
    "advance": handle_phase,
    "pause": handle_pause,
    "resume": handle_resuming,
    "lengthen": handle_lengthening,
    "pass_time": handle_minutes,
    "pass_seconds": handle_seconds,
    "last_turn": handle_last_turn,
    "end_event": handle_event_end,
}
