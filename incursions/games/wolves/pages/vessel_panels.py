"""The panels of all vessels on Control's desk, those in trouble first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from incursions.games.wolves.pages.troubles import list_troubles
from incursions.games.wolves.pages.waiting import name_vessel
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.panels import describe_crew
from incursions.games.wolves.rules.state import Counter, Station, Unit, VesselState


def list_panels(game: Game, own: Collection[str] = ()) -> list[dict[str, Any]]:
    """Return the panels of the vessels: those whose subjects are in `own` first, then those in trouble.

    Destroyed vessels come last.
    """
    panels = [describe_vessel(game, vessel) for vessel in game.state.vessels.values()]
    return sorted(
        panels, key=lambda panel: (panel["vessel"].is_destroyed, panel["subject"] not in own, -panel["weight"])
    )


def describe_vessel(game: Game, vessel: VesselState) -> dict[str, Any]:
    """Return what the panel of a vessel shows."""
    troubles = [] if vessel.is_destroyed else list_troubles(game, vessel)
    return {
        "vessel": vessel,
        "key": vessel.name.lower().replace(" ", "-"),
        "subject": name_vessel(vessel.name),
        "moving": write_move(game, vessel.name),
        "shelters": [other.name for other in game.state.alive if other.name != vessel.name],
        "troubles": troubles,
        "weight": sum(trouble.weight for trouble in troubles),
        "place": game.name_place(vessel.point),
        "is_away": vessel.point != game.state.fleet_at,
        "ladder": range(game.content.fleet.morale_track.top + 1),
        "riot_on": game.content.fleet.morale_track.riot_on[vessel.morale],
        "stations": [describe_station(station) for station in vessel.stations.values()],
        "units": [describe_unit(unit) for unit in game.state.units.values() if vessel.name == unit.home],
    }


def write_move(game: Game, team: str) -> str:
    """Return the commands, a line each, by which a team moves to the blank {vessel}; prisoners stay (rules W24.5)."""
    seats = [seat for seat in game.seats_of(team) if seat not in game.state.brig]
    return "\n".join(f"set place of {seat} to {{vessel}} because {{reason}}" for seat in seats)


def describe_station(station: Station) -> Mapping[str, Any]:
    """Return a station with its crew as tokens and what lies on it."""
    riot = {"up": "riot", "down": "riot dispersed"}.get(station.riot, "")
    return {
        "title": station.title,
        "crew": describe_crew(station) or "nobody",
        "tokens": [describe_token(counter) for counter in station.crew],
        "card": station.card,
        "riot": riot,
        "is_used": station.uses >= station.allowed,
    }


def describe_token(counter: Counter) -> str:
    """Return the classes of a crew token."""
    state = " is-wounded" if counter.is_wounded else " is-used" if counter.is_used else ""
    return f"{counter.training}{state}"


def describe_unit(unit: Unit) -> tuple[str, str]:
    """Return the name of a unit, and what is to be said of it: damaged, in a quadrant, or elsewhere."""
    where = f"in quadrant {unit.quadrant}" if unit.quadrant else "" if unit.aboard == unit.home else f"on {unit.aboard}"
    status = "" if unit.status == "whole" else unit.status
    return unit.name, ", ".join(word for word in (status, where if unit.is_alive else "") if word)


def list_assents(game: Game) -> list[str]:
    """Return what Control can assent to aboard the vessels in anarchy (rules W4.8)."""
    lawless = [vessel for vessel in game.state.alive if not vessel.morale]
    doings = [(vessel, ["jumping", "moving", *(f"using {title}" for title in vessel.stations)]) for vessel in lawless]
    return [f"{vessel.name} {doing}" for vessel, named in doings for doing in named]
