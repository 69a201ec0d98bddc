"""Players aboard a vessel that is lost or left: guests, patients and prisoners (rules W12.10, W24)."""

from __future__ import annotations

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import FLAGSHIP
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.orders import find_team
from incursions.games.wolves.rules.state import NOWHERE, State, VesselState

SICKBAY = "sickbay"


def has_sickbay(vessel: VesselState) -> bool:
    """Return True if a vessel has an undamaged sickbay (rules W24.1)."""
    return not vessel.is_destroyed and any(not station.card for station in vessel.of_kind(SICKBAY))


def save_players(day: Day, vessel: VesselState) -> None:
    """Place all who were aboard a vessel that is lost (rules W12.10).

    Guests whose own vessel is in its group are at once at their own table. All others wait for Control.
    """
    if vessel.name == FLAGSHIP:
        _open_brig(day)
    _close_sickbay(day, vessel)
    for seat in _list_aboard(day.state, vessel):
        home = find_home(day.state, seat, vessel)
        day.state.places[seat] = home
        if not home:
            day.state.survivors[seat] = vessel.name
        else:
            day.tell(events.PlaceChanged, seat=seat, what=f"is brought home to {home}")


def find_home(state: State, seat: str, vessel: VesselState) -> str:
    """Return the vessel of a guest, if it is another one in the group of this vessel; else NOWHERE."""
    home = find_team(seat, state.vessels)
    group = {other.name for other in state.group_of(vessel)} - {vessel.name}
    return home if home in group else NOWHERE


def find_wreck(state: State, seat: str) -> str:
    """Return the lost vessel whose survivor a player is, as long as he waits for Control (rules W12.10); else ""."""
    return state.survivors.get(seat, "") if state.places[seat] == NOWHERE else ""


def list_guests(state: State, vessel: VesselState) -> list[str]:
    """Return the guests who leave when the team of a vessel lives elsewhere (rules W12.10); prisoners stay.

    When the vessel is lost, these are those who wait for Control: guests whose own vessel is somewhere else.
    """
    if not vessel.is_destroyed:
        aboard = _list_aboard(state, vessel)
        return [seat for seat in aboard if find_team(seat, state.vessels) != vessel.name and seat not in state.brig]
    waiting = [seat for seat in state.places if find_wreck(state, seat) == vessel.name]
    return [seat for seat in waiting if find_team(seat, state.vessels) != vessel.name]


def _list_aboard(state: State, vessel: VesselState) -> list[str]:
    return [seat for seat, place in state.places.items() if place == vessel.name]


def _open_brig(day: Day) -> None:
    """Free all prisoners, whose brig is lost with the Aegis (rules W12.10)."""
    prisoners, day.state.brig = list(day.state.brig), {}
    for seat in prisoners:
        end_leaves(day.state, seat)
        day.tell(events.PlaceChanged, seat=seat, what="is free: the brig is lost")


def end_leaves(state: State, seat: str) -> None:
    """Take back all that a prisoner was allowed to do (rules W24.7)."""
    state.leaves = [leave for leave in state.leaves if not leave.startswith(f"{seat} ")]


def _close_sickbay(day: Day, lost: VesselState) -> None:
    """Let the patients of a lost vessel choose another sickbay; without one Control decides (rules W24.1, W24.4)."""
    state = day.state
    patients = [seat for seat, place in state.sickbay.items() if place == lost.name]
    others = any(has_sickbay(vessel) for vessel in state.group_of(lost))
    for seat in patients:
        if others:
            state.sickbay[seat] = ""
        else:
            del state.sickbay[seat]
            state.inbox.append(f"sickbay {seat}")
