"""Views: all that a seat may know, as plain data; the only projection of the state."""

from __future__ import annotations

from typing import Any

from incursions.engine.events import Event
from incursions.games.wolves.rules.content.definitions import QUADRANTS
from incursions.games.wolves.rules.council import OPEN, count_votes, is_of_council
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.fleet_map import list_idle, number_spaces
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.records import to_plain
from incursions.games.wolves.rules.roles import PRESIDENTIAL, reads_note, speaks_for
from incursions.games.wolves.rules.state import CONTROL, MAP, MEDIA, VesselState


def make_view(day: Day, seat: str | None) -> dict[str, Any]:
    """Return all that a seat, or a spectator (None), may know."""
    if (seat is not None and find_team(seat, ()) == CONTROL) or day.state.is_revealed:
        return {"seat": seat, **day.state.to_data()}
    view = view_room(day)
    if seat is not None and seat in day.state.places:
        view["seat"] = seat
        view["own"] = view_seat(day, seat)
        if is_of_council(day, seat):
            view["chamber"] = view_chamber(day, seat)
        if find_team(seat, ()) == MEDIA:
            view["scheduled"] = day.state.scheduled
        if reads_board(day, seat):
            view["board"] = view_board(day, seat)
        view["panels"] = {
            vessel.name: view_panel(day, vessel, seat) for vessel in day.state.alive if reads_panel(day, vessel, seat)
        }
    return view


def list_shown(day: Day, seat: str) -> list[Any]:
    """Return values that are equal as long as the page of a seat is: its view, the last entry told to it, the undos.

    The seconds on the clock run on every device by themselves; here they count as left or over.
    """
    view = make_view(day, seat)
    clock = view.pop("clock", None)
    is_waiting = not day.state.clock.left
    last = next((number for number, event in reversed(day.told) if is_reader(event, seat)), 0)
    return [view, clock and clock["is_running"], is_waiting, last, day.dice.epoch]


def is_reader(event: Event, seat: str) -> bool:
    """Return True if a seat is told of an event. Control, who is told of all, has no station."""
    readers: tuple[Any, ...] | None = event.audience
    return readers is None or seat in readers


def view_room(day: Day) -> dict[str, Any]:
    """Return what everybody sees: phase, clock, map, pursuit, basics of vessels, laws, motions and announcements."""
    state, point = day.state, day.state.fleet_at
    clock = {"left": state.clock.left, "is_running": state.clock.is_running}
    return {
        "turn": state.turn,
        "phase": state.phase,
        "is_last_turn": state.is_last_turn,
        "clock": clock,
        "pursuit": state.pursuit,
        "map": {str(quadrant): view_quadrant(day, quadrant, point) for quadrant in QUADRANTS},
        "vessels": {vessel.name: view_vessel(day, vessel) for vessel in state.vessels.values()},
        "separated": state.separated,
        "attack": view_attack(day),
        "places": dict(state.places),
        "empty_seats": list(state.empty_seats),
        "sickbay": dict(state.sickbay),
        "brig": list(state.brig),
        "laws": list(state.laws),
        "motion": view_motion(day),
        "council": dict(state.council),
        "announcements": list(state.announcements),
        "speeches": [list(speech) for speech in state.speeches],
        "minutes": [minute._asdict() for minute in state.minutes],
    }


def view_quadrant(day: Day, quadrant: int, point: str) -> dict[str, str]:
    """Return the vessels of a quadrant by the numbers on which they lie: "1-2", "3"."""
    return {
        f"{spaces[0]}-{spaces[-1]}" if len(spaces) > 1 else str(spaces[0]): vessel.name
        for spaces, vessel in number_spaces(day, quadrant, point)
    }


def view_vessel(day: Day, vessel: VesselState) -> dict[str, Any]:
    """Return the basics of a vessel, which all know (rules W20.3)."""
    printed = day.find_printed(vessel)
    return {
        "class": printed.ship_class,
        "nation": printed.nation,
        "size": printed.size,
        "is_hidden": vessel.is_hidden,
        "is_destroyed": vessel.is_destroyed,
        "is_docking_closed": vessel.is_docking_closed,
        "sign": bool(vessel.sign),
    }


def view_attack(day: Day) -> dict[str, Any] | None:
    """Return the attack as it lies on the map."""
    attack = day.state.attack
    if attack is None:
        return None
    return {
        "round": attack.round,
        "vessels": list(attack.vessels),
        "wolves": {
            str(quadrant): attack.find_wolves(quadrant).to_data()
            for quadrant in QUADRANTS
            if attack.find_wolves(quadrant)
        },
        "squadrons": {unit.name: unit.quadrant for unit in day.state.units.values() if unit.quadrant},
        "acted": list(attack.acted),
    }


def reads_board(day: Day, seat: str) -> bool:
    """Return True if a seat reads the attack board: one that is at the map in an attack (rules W15.3)."""
    return day.state.attack is not None and day.state.places.get(seat) == MAP


def list_unread(day: Day, seat: str) -> list[str]:
    """Return the vessels whose panels a seat of a team does not read; Control reads all (rules W20.1)."""
    if find_team(seat, ()) == CONTROL:
        return []
    return [vessel.name for vessel in day.state.alive if not reads_panel(day, vessel, seat)]


def view_board(day: Day, seat: str) -> dict[str, Any]:
    """Return what lies on the board besides the map: damage and boarders by vessel, squadrons, and who has acted."""
    attack, state = day.state.attack, day.state
    if attack is None:
        return {}
    vessels = [state.vessels[name] for name in attack.vessels]
    return {
        "counted": dict(attack.counted),
        "travel": dict(attack.travel),
        "parties": {vessel.name: vessel.parties for vessel in vessels},
        "squadrons": {unit.name: unit.status for vessel in vessels for unit in state.squadrons_of(vessel.name)},
        "idle": list_idle(day, attack, list_unread(day, seat)),
    }


def view_motion(day: Day) -> dict[str, Any] | None:
    """Return the motion; who voted how is public once the vote is closed (rules W6.5)."""
    motion = day.state.motion
    if motion is None:
        return None
    view: dict[str, Any] = {"text": motion.text, "outcome": motion.outcome}
    if motion.outcome != OPEN:
        view |= {"votes": dict(motion.votes), "counts": dict(count_votes(day, motion))}
    return view


def view_chamber(day: Day, seat: str) -> dict[str, Any]:
    """Return what one of the council sees besides: who has voted, the own vote, and requests for motions (rules W6.2).

    The President's office reads all requests, a member the own ones.
    """
    state, is_office = day.state, seat in day.seats_of(PRESIDENTIAL)
    motion = state.motion if state.motion is not None and state.motion.outcome == OPEN else None
    votes = {} if motion is None else motion.votes
    holders = {member: holder for member, holder in state.council.items() if member in votes}
    own = next((votes[member] for member, holder in holders.items() if speaks_for(day, seat, holder)), "")
    requests = [list(asked) for asked in state.requests if is_office or asked.seat == seat]
    return {"voted": list(holders), "own": own, "requests": requests}


def view_seat(day: Day, seat: str) -> dict[str, Any]:
    """Return what a player alone knows: place, hand, loyalty, notes, and what waits for an answer."""
    state, team = day.state, find_team(seat, day.state.vessels)
    notes = [note for note in state.notes if reads_note(day, note, seat)]
    return {
        "team": team,
        "place": state.places[seat],
        "hand": list(state.hands.get(seat, ())),
        "loyalty": state.loyalties.get(seat, ""),
        "notes": [note._asdict() for note in notes],
        "offers": [to_plain(offer) for offer in state.offers if team in (offer.by, offer.to)],
        "choices": [to_plain(choice) for choice in state.choices if choice.vessel == team],
        "proposals": [proposal.to_data() for proposal in state.proposals if proposal.seat == seat],
        "leaves": [leave for leave in state.leaves if leave.startswith(f"{seat} ")],
        "stand_ins": {who: whom for who, whom in state.stand_ins.items() if find_team(who, state.vessels) == team},
    }


def reads_panel(day: Day, vessel: VesselState, seat: str) -> bool:
    """Return True if a seat reads a panel: its own, or an open one at its table (rules W20.1, W20.2, W24.6)."""
    state = day.state
    is_own = find_team(seat, state.vessels) == vessel.name
    if seat in state.brig:
        return False
    return is_own or (state.places[seat] == vessel.name and not vessel.is_hidden)


def view_destination(day: Day, title: str) -> dict[str, str]:
    """Return a destination card as its holders read it (rules W18.1)."""
    card = day.content.destinations[title]
    return {
        "title": title,
        "distance": card.distance,
        "coordinates": card.coordinates,
        "benefit": card.benefit,
        "risk": card.risk_text,
    }


def view_panel(day: Day, vessel: VesselState, seat: str) -> dict[str, Any]:
    """Return a panel; its own team sees coordinates, charts and orders besides."""
    is_own = find_team(seat, day.state.vessels) == vessel.name
    hidden = () if is_own else ("digits", "distance", "destinations", "told", "point")
    panel = {name: value for name, value in vessel.to_data().items() if name not in hidden}
    panel["units"] = [unit.to_data() for unit in day.state.units.values() if vessel.name in (unit.home, unit.aboard)]
    panel["shuttles"] = [
        shuttle.to_data() for shuttle in day.state.shuttles.values() if vessel.name in (shuttle.owner, shuttle.at)
    ]
    if is_own:
        panel["place"] = day.name_place(vessel.point)
        panel["destinations"] = [view_destination(day, title) for title in vessel.destinations]
        panel["muster_orders"] = [each for each in day.state.muster_orders if each[1] == vessel.name]
    attack = day.find_frozen(vessel.name)
    panel["counted"] = attack.counted.get(vessel.name, 0) if attack else 0
    return panel
