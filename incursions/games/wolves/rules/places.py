"""Places of players: tables, panels, sickbay, brig, and who stands in for whom (rules W20, W23, W24)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.effects import file_for_control
from incursions.games.wolves.rules.orders import (
    Handler,
    Order,
    fail_unknown,
    find_own_vessel,
    find_seat,
    find_team,
    find_vessel,
)
from incursions.games.wolves.rules.panels import describe_panel
from incursions.games.wolves.rules.roles import (
    PRESIDENTIAL,
    is_action_phase,
    is_in_command,
    require_commander,
    require_control,
    require_free,
    require_manned,
    require_team,
    require_turn,
)
from incursions.games.wolves.rules.state import MAP, MEDIA, VesselState
from incursions.games.wolves.rules.survivors import end_leaves, find_wreck, has_sickbay

GO_TO = "go to "
TALK_TO = "talk to "


# Going about (rules W23.1).


def handle_going(day: Day, order: Order) -> None:
    """Go to another table or to the map."""
    state, seat, place = day.state, order.seat, order["place"]
    if place != MAP and place not in state.vessels:
        fail_unknown(f"There is no table called {place}")
    if seat not in state.places:
        order.require(order.is_control, "W23.1", "You have no seat")
        return
    own = state.vessels.get(order.team)
    is_allowed = f"{seat} {GO_TO}{place}" in state.leaves
    order.require(seat not in state.brig or is_allowed, "W24.6", "You are in the brig")
    if place == MAP:
        order.require(own is not None and is_in_command(day, seat, own), "W13.2", "Commanders come to the map")
    _require_walk(order, place)
    if seat in state.sickbay:
        require_sickbay(order, place)
    elif place != MAP:
        _require_reachable(order, state.vessels[place])
    elif own is not None:
        order.require(own.point == state.fleet_at, "W18.12", f"{own.name} is separated from the fleet")
    day.end_checks()
    if seat in state.sickbay and has_reachable_sickbay(day, seat, place):
        state.sickbay[seat] = place
    state.places[seat] = place
    if is_allowed:
        state.leaves.remove(f"{seat} {GO_TO}{place}")
    day.tell(events.PlaceChanged, seat=seat, what=f"goes to {place}")


def _require_walk(order: Order, place: str) -> None:
    """Refuse to leave a table in an attack, in the Team phase but for the own one, or a wreck (W15.2, W2.7, W12.10)."""
    day, state = order.day, order.day.state
    require_turn(order)
    order.require(state.attack is None, "W15.2", "In an attack everybody stays where he is")
    is_patient = order.seat in state.sickbay
    is_excepted = is_patient or order.team in (MEDIA, place)
    order.require(is_action_phase(day) or is_excepted, "W2.7", "In the Team phase you stay at your team's table")
    wreck = find_wreck(state, order.seat)
    order.require(not wreck or is_patient, "W12.10", f"{wreck} is lost: wait until Control says where you live now")


def _require_reachable(order: Order, target: VesselState) -> None:
    """Refuse to go to a vessel that is not where the player is (rules W18.12)."""
    day = order.day
    together = target.point == find_point(day, order.seat) and not target.is_destroyed
    order.require(together, "W18.12", f"{target.name} is not where you are")


# Sickbay and brig (rules W24).


def require_sickbay(order: Order, place: str) -> None:
    """Refuse all a patient's ways but the one to an undamaged sickbay of his group (rules W24.1)."""
    state = order.day.state
    is_settled = state.sickbay[order.seat] != ""
    order.require(not is_settled, "W24.1", "You stay in the sickbay until the Team phase is over")
    fits = has_reachable_sickbay(order.day, order.seat, place)
    order.require(fits, "W24.1", f"{place} has no undamaged sickbay for you")


def has_reachable_sickbay(day: Day, seat: str, place: str) -> bool:
    """Return True if a vessel of a player's group has an undamaged sickbay (rules W24.1)."""
    target = day.state.vessels.get(place)
    return target is not None and has_sickbay(target) and target.point == find_point(day, seat)


def find_point(day: Day, seat: str) -> str:
    """Return the point where a player is: of his vessel, also of a lost one, or of the fleet at the map."""
    vessel = day.state.vessels.get(find_wreck(day.state, seat) or day.state.places[seat])
    return day.state.fleet_at if vessel is None else vessel.point


def handle_sickness(day: Day, order: Order) -> None:
    """Send a player to a sickbay of his choice (rules W24.1, W24.4)."""
    seat = find_seat(order, order["player"])
    require_control(order)
    require_turn(order)
    point = find_point(day, seat)
    if not any(has_sickbay(vessel) and vessel.point == point for vessel in day.state.alive):
        file_for_control(day, f"sickbay {seat}")
        day.tell_to((order.seat, seat), events.PlaceChanged, seat=seat, what="finds no undamaged sickbay")
        return
    day.state.sickbay[seat] = ""
    day.tell_to((seat,), events.PlaceChanged, seat=seat, what="is sent to a sickbay: choose one and go there")


def handle_arrest(day: Day, order: Order) -> None:
    """Put a player in the brig of the Aegis (rules W24.5)."""
    seat = find_seat(order, order["player"])
    require_control(order)
    require_turn(order)
    order.require(seat not in day.state.brig, "W24.5", f"{seat} is already in the brig")
    day.state.sickbay.pop(seat, None)
    day.state.brig[seat] = ""
    day.state.places[seat] = FLAGSHIP
    day.tell(events.PlaceChanged, seat=seat, what="is put in the brig")


def handle_release(day: Day, order: Order) -> None:
    """Release a prisoner (rules W24.10)."""
    seat = find_seat(order, order["player"])
    admiral = day.find_printed(day.flagship).seats[0]
    order.require(
        order.is_control or order.seat == admiral, "W24.10", "Only Control or the Admiral can release prisoners"
    )
    require_free(order)
    require_turn(order)
    order.require(seat in day.state.brig, "W24.10", f"{seat} is not in the brig")
    day.state.brig.pop(seat, None)
    end_leaves(day.state, seat)
    day.tell(events.PlaceChanged, seat=seat, what="is released")


def handle_contact(day: Day, order: Order) -> None:
    """Name the one player whom a prisoner may always talk to (rules W24.9)."""
    seat, brig = find_seat(order, order["player"]), day.state.brig
    order.require(order.seat in brig, "W24.9", "You are not in the brig")
    order.require(not brig.get(order.seat), "W24.9", f"You have already named {brig.get(order.seat)}")
    order.require(seat != order.seat, "W24.9", "Name somebody else")
    if order.seat not in brig:
        fail_unknown("Control names no contact")
    brig[order.seat] = seat
    readers = (order.seat, seat, *day.seats_of(FLAGSHIP))
    day.tell_to(readers, events.PlaceChanged, seat=order.seat, what=f"names {seat} as contact")


def handle_talk(day: Day, order: Order) -> None:
    """Talk to another player; a prisoner needs leave (rules W24.7 to W24.9)."""
    seat, state = find_seat(order, order["player"]), day.state
    is_free = order.seat not in state.brig or seat in state.brig or state.brig[order.seat] == seat
    is_allowed = f"{order.seat} {TALK_TO}{seat}" in state.leaves
    order.require(is_free or is_allowed, "W24.7", "The crew of the Aegis must allow it")
    require_turn(order)
    day.tell_to((order.seat, seat), events.PlaceChanged, seat=order.seat, what=f"talks to {seat}")


def handle_leave(day: Day, order: Order) -> None:
    """Let a prisoner do something: talk to somebody, go to the council (rules W24.7, W24.11)."""
    seat = find_seat(order, order["player"])
    require_team(order, FLAGSHIP)
    require_turn(order)
    order.require(seat in day.state.brig, "W24.7", f"{seat} is not in the brig")
    day.state.leaves.append(f"{seat} {order['what']}")
    readers = (seat, *day.seats_of(FLAGSHIP))
    day.tell_to(readers, events.PlaceChanged, seat=seat, what=f"may {order['what']}")


# Standing in (rules W3.14).


def handle_stand_in(day: Day, order: Order) -> None:
    """Name a teammate for the duties of a seat (rules W3.14, W6.11, W15.13)."""
    substitute, seat = find_seat(order, order["player"]), find_seat(order, order["role"])
    vessels = day.state.vessels
    team = find_team(seat, vessels)
    rule = "W6.11" if seat == day.state.council["President"] else "W3.14"
    vessel = vessels.get(team)
    if not order.is_control:
        is_own = order.seat == seat and team == PRESIDENTIAL
        if vessel is None or order.team != team:
            order.require(False, rule, f"That belongs to the team of {team}")
        elif not is_own:
            require_commander(order, vessel, rule)
    require_turn(order)
    order.require(find_team(substitute, vessels) == team, "W3.14", "Name somebody of the same team")
    order.require(substitute != seat, "W3.14", "Name somebody else")
    day.end_checks()
    day.state.stand_ins[seat] = substitute
    day.tell_team(team, events.PlaceChanged, seat=substitute, what=f"stands in for {seat}")


# Docking and panels (rules W10.5, W20).


def handle_docking(day: Day, order: Order) -> None:
    """Open or close docking (rules W10.5)."""
    vessel = find_own_vessel(order)
    require_commander(order, vessel, "W3.11")
    require_turn(order)
    require_manned(order, vessel)
    is_closed = order["word"] == "close"
    words = "closed" if is_closed else "open"
    order.require(vessel.is_docking_closed != is_closed, "W10.5", f"Docking is {words}")
    day.end_checks()
    vessel.is_docking_closed = is_closed
    day.tell(events.GoodsMoved, vessel=vessel.name, what=f"docking is {words}")


def handle_hiding(day: Day, order: Order) -> None:
    """Hide the panel from all who are not of the team (rules W20.2)."""
    _set_hidden(order, is_hidden=True)


def handle_showing(day: Day, order: Order) -> None:
    """Show the panel again (rules W20.2)."""
    _set_hidden(order, is_hidden=False)


def _set_hidden(order: Order, *, is_hidden: bool) -> None:
    vessel = find_own_vessel(order)
    require_team(order, vessel.name)
    require_turn(order)
    require_manned(order, vessel)
    words = "hidden" if is_hidden else "shown"
    order.require(vessel.is_hidden != is_hidden, "W20.2", f"The panel is {words}")
    order.day.end_checks()
    vessel.is_hidden = is_hidden
    order.day.tell(events.GoodsMoved, vessel=vessel.name, what=f"the panel is {words}")


def handle_look(day: Day, order: Order) -> None:
    """Look at a panel: that of the own vessel, or an open one at its table (rules W20)."""
    vessel = find_vessel(order, order["vessel"])
    require_readable(order, vessel)
    what = f"The panel of {vessel.name}"
    day.tell_to((order.seat,), events.PanelRead, what=what, words=describe_panel(vessel))


def require_readable(order: Order, vessel: VesselState) -> None:
    """Refuse to show a panel from afar, a hidden one, and all panels to prisoners of other teams (rules W20, W24.6)."""
    state = order.day.state
    if order.is_control:
        return
    is_own = order.team == vessel.name
    if is_own or vessel.name == FLAGSHIP:
        require_free(order)
    is_there = state.places[order.seat] == vessel.name
    order.require(is_there, "W20.4", f"Go to the table of {vessel.name} to read its panel")
    order.require(is_own or not vessel.is_hidden, "W20.2", f"The panel of {vessel.name} is hidden")


COMMANDS: dict[str, Handler] = {
    "go": handle_going,
    "send_to_sickbay": handle_sickness,
    "send_to_brig": handle_arrest,
    "release": handle_release,
    "name_contact": handle_contact,
    "talk": handle_talk,
    "allow": handle_leave,
    "stand_in": handle_stand_in,
    "docking": handle_docking,
    "hide_panel": handle_hiding,
    "show_panel": handle_showing,
    "look": handle_look,
}
