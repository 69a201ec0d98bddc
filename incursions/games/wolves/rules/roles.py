"""Rights: teams, commanders and their deputies, prisoners, and those who are aboard (rules W3, W23.3)."""

from __future__ import annotations

from incursions.games.wolves.rules.content.definitions import FLAGSHIP, Vessel
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.exchanges import DELIVERED, Note
from incursions.games.wolves.rules.orders import Order, find_own_vessel
from incursions.games.wolves.rules.state import (
    ACTION,
    ENDED,
    MAP,
    MUSTER,
    SETUP,
    State,
    Unit,
    VesselState,
)

STATION_WORK = ("Chief Engineer", "Logs", "Chief Surgeon", "Chief Scientist", "Warden")
"""The roles that stations, repairs and supply belong to (rules W3.4, W3.6, W3.8)."""
CREW_WORK = ("First Officer", "XO", "Chief Surgeon", "Chief Scientist", "Warden")
"""The roles that crew, shuttles, on-foot units and riots belong to (rules W3.2, W3.6, W3.8)."""
SQUADRON_COMMAND = ("FWCO", "First Officer")
BATTERY_COMMAND = ("XO", "Warden", "First Officer")
PRESIDENT = "President"
PRESIDENTIAL = "Star Alpha"
"""The vessel of the President's office (rules W6.9)."""
COUNCIL_TABLE = "Star Alpha"
"""The vessel at whose table the council meets (rules W6.2)."""
MAIL_OFFICER = f"{FLAGSHIP} Comms"
"""The seat that reads the mail of its team (rules W3.8)."""


def role_of(seat: str, vessel: Vessel) -> str:
    """Return the role of a seat of a vessel."""
    return seat.removeprefix(f"{vessel.name} ")


# Who commands (rules W3.1, W3.3).


def is_absent(day: Day, seat: str, vessel: str) -> bool:
    """Return True if the seat's player is not there for his vessel (rules W3.3). Who is at the map is there."""
    state = day.state
    return seat in state.brig or seat in state.empty_seats or state.places[seat] not in (vessel, MAP)


def find_commander(day: Day, vessel: VesselState) -> str:
    """Return the seat that commands a vessel: its captain, or the first of its team who is there (rules W3.3)."""
    seats = day.find_printed(vessel).seats
    return next((seat for seat in seats if not is_absent(day, seat, vessel.name)), seats[0])


def has_command(day: Day, seat: str, vessel: VesselState) -> bool:
    """Return True if the seat commands the vessel, or stands in for its captain (rules W3.3, W3.14)."""
    captain = day.find_printed(vessel).seats[0]
    return seat in (find_commander(day, vessel), day.state.stand_ins.get(captain))


def name_duty(order: Order, vessel: VesselState, roles: tuple[str, ...]) -> str:
    """Return " for Chief Engineer" if the work is that of a teammate (rules W3.11); "" for the own work."""
    printed = order.day.find_printed(vessel)
    whose = next((role for role in printed.roles if role in roles), "")
    return f" for {whose}" if whose and order.team == vessel.name and role_of(order.seat, printed) != whose else ""


# Checks: who may.


def require_control(order: Order, rule: str = "W3.10") -> None:
    """Refuse the order of everybody but Control (rules W3.10)."""
    order.require(order.is_control, rule, "Only Control can do that")


def require_team(order: Order, team: str, rule: str = "W3.12") -> None:
    """Refuse the order of other teams, and of prisoners (rules W3.12, W24.6)."""
    order.require(order.team == team, rule, f"That belongs to the team of {team}")
    require_free(order)


def require_free(order: Order, rule: str = "W24.6") -> None:
    """Refuse the order of a prisoner (rules W24.6)."""
    order.require(order.seat not in order.day.state.brig, rule, "You are in the brig")


def require_commander(order: Order, vessel: VesselState, rule: str) -> None:
    """Refuse the order of all but the vessel's commander (rules W3.1, W3.11)."""
    require_team(order, vessel.name)
    who = find_commander(order.day, vessel)
    order.require(
        has_command(order.day, order.seat, vessel), rule, f"Only {who}, who commands {vessel.name}, can do that"
    )


def speaks_for(day: Day, seat: str, other: str) -> bool:
    """Return True if a seat is the other, or stands in for it (rules W3.14, W6.11)."""
    return seat in (other, day.state.stand_ins.get(other))


def find_council_table(state: State) -> str:
    """Return where the council meets: at Star Alpha or, once it is lost, where the President is (rules W6.2)."""
    vessel = state.vessels.get(COUNCIL_TABLE)
    return COUNCIL_TABLE if vessel is None or not vessel.is_destroyed else state.places[state.council[PRESIDENT]]


def speaks_as(order: Order, seat: str) -> bool:
    """Return True if the order is of that seat, or of the one that stands in for it (rules W3.14, W6.11)."""
    return speaks_for(order.day, order.seat, seat)


# Checks: when.


def require_turn(order: Order) -> None:
    """Refuse an order before the event begins and after it has ended (rules W2.1, W27.1)."""
    phase = order.day.state.phase
    order.require(phase != SETUP, "W2.1", "The event has not started")
    order.require(phase != ENDED, "W27.1", "The event is over")


def is_action_phase(day: Day) -> bool:
    """Return True in the Action phase, muster included (rules W2.4)."""
    return day.state.phase in (MUSTER, ACTION)


def require_calm_action(order: Order, vessel: str) -> None:
    """Refuse what waits in an attack, and what is for the Action phase alone (rules W15.4, W2.7)."""
    require_turn(order)
    require_calm(order, vessel)
    require_action(order)


def require_calm(order: Order, vessel: str) -> None:
    """Refuse what waits in an attack (rules W15.4)."""
    order.require(order.day.find_frozen(vessel) is None, "W15.4", "This waits until the attack is over")


def require_action(order: Order) -> None:
    """Refuse what is for the Action phase alone (rules W2.7)."""
    order.require(is_action_phase(order.day), "W2.7", "You can do this only in the Action phase")


# Checks: where.


def require_manned(order: Order, vessel: VesselState) -> None:
    """Refuse the order if nobody of the team is aboard, where places are strict (rules W23.3)."""
    day = order.day
    if not day.is_strict:
        return
    free = (seat for seat in day.find_printed(vessel).seats if seat not in day.state.brig)
    order.require(
        any(day.state.places[seat] == vessel.name for seat in free),
        "W23.3",
        f"Nobody of your team is aboard {vessel.name}",
    )


def require_at_map(order: Order) -> None:
    """Refuse the order of those who are not at the map (rules W13.9)."""
    at_map = order.day.state.places.get(order.seat) == MAP
    order.require(at_map, "W13.9", "Go to the map first")


def require_group(order: Order, vessel: VesselState, other: VesselState, rule: str) -> None:
    """Refuse what reaches only vessels in one place."""
    together = other.point == vessel.point and not other.is_destroyed
    order.require(together, rule, f"{other.name} is not where {vessel.name} is")


def require_passive(order: Order, vessel: VesselState, kind: str, rule: str) -> None:
    """Refuse what needs a passive station that is damaged, by this rule, or has a riot (rules W11.6, W22.5)."""
    stations = vessel.of_kind(kind)
    if stations:
        title = order.day.content.stations[kind].title
        order.require(not all(each.card for each in stations), rule, f"The {title} of {vessel.name} is out of order")
        order.require(vessel.has_working(kind), "W22.5", f"There is a riot in the {title} of {vessel.name}")


# Those in command on the map (rules W13.2, W15.3).


def is_in_command(day: Day, seat: str, vessel: VesselState) -> bool:
    """Return True if the seat may come to the map for its vessel (rules W13.2)."""
    if has_command(day, seat, vessel):
        return True
    printed = day.find_printed(vessel)
    holders = {printed.seats[printed.roles.index(role)] for role in _list_fighting_roles(day, vessel)}
    return any(seat in (holder, day.state.stand_ins.get(holder)) for holder in holders)


def _list_fighting_roles(day: Day, vessel: VesselState) -> list[str]:
    """Return the roles that command squadrons or batteries of a vessel (rules W3.2, W3.8)."""
    printed = day.find_printed(vessel)
    roles = []
    if printed.squadrons:
        roles += [role for role in printed.roles if role in SQUADRON_COMMAND]
    if any(station.kind == "battery" for station in printed.stations):
        roles += [role for role in printed.roles if role in BATTERY_COMMAND]
    return roles


def find_party(day: Day, vessel: VesselState, roles: tuple[str, ...]) -> list[str]:
    """Return the seats of the map party that command a vessel's units of a sort, with their stand-ins (W15.3)."""
    printed = day.find_printed(vessel)
    seats = [seat for seat in day.content.fleet.map_party if seat in printed.seats and role_of(seat, printed) in roles]
    return [*seats, *(day.state.stand_ins[seat] for seat in seats if seat in day.state.stand_ins)]


def require_party(order: Order, vessel: VesselState, roles: tuple[str, ...]) -> None:
    """Refuse the order of those who do not command the vessel's fighting units in an attack (rules W15.3)."""
    require_team(order, vessel.name)
    allowed = find_party(order.day, vessel, roles)
    who = f"only {' or '.join(allowed)}" if allowed else "nobody"
    order.require(order.seat in allowed, "W15.3", f"In an attack {who} can order this")


def require_unit_team(order: Order, unit: Unit) -> VesselState:
    """Return the vessel of a unit; refuse the order of other teams (rules W3.12)."""
    require_team(order, unit.home)
    return order.day.vessel(unit.home)


def require_own_vessel(order: Order) -> VesselState:
    """Return the vessel of the order's team; refuse prisoners (rules W24.6)."""
    vessel = find_own_vessel(order)
    require_free(order)
    return vessel


def is_flagship(vessel: VesselState) -> bool:
    """Return True for the Aegis."""
    return vessel.name == FLAGSHIP


# Who reads a note.


def reads_note(day: Day, note: Note, seat: str) -> bool:
    """Return True for the writer of a note and, once it is delivered, for its reader (rules W23.2).

    The Comms Officer reads what is delivered to his team or from it, unless he is in the brig (rules W3.8).
    """
    if seat == note.writer or note.state != DELIVERED:
        return seat == note.writer
    is_officer = seat == MAIL_OFFICER and seat not in day.state.brig
    return seat == note.reader or (is_officer and not {note.writer, note.reader}.isdisjoint(day.seats_of(FLAGSHIP)))
