"""Twins of a day: states that differ from it in nothing that a seat may know (console: secrets)."""

from __future__ import annotations

from random import Random

from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import State, VesselState


def make_twin(game: Game, seat: str, rng: Random) -> Game:
    """Return a copy of a day in which all is another that a seat may not know, wherever that has no public trace."""
    twin = game.copy()
    state = twin.state
    others = [name for name in state.places if name != seat]
    state.loyalties[rng.choice(others)] = "Ember Circle"
    state.hands.setdefault(rng.choice(others), []).append("Gala Night")
    state.deck.reverse()
    state.inbox.append("something for Control")
    for vessel in list_unknown(state, seat):
        change_panel(twin, vessel, rng)
    return twin


def list_unknown(state: State, seat: str) -> list[VesselState]:
    """Return the vessels of whose panels a seat sees nothing: neither its own nor the one at whose table it is."""
    team = next((name for name in state.vessels if seat.startswith(f"{name} ")), "")
    return [each for each in state.alive if each.name not in (team, state.places[seat])]


def change_panel(twin: Game, vessel: VesselState, rng: Random) -> None:
    """Change what lies on a panel: hold, morale, coordinates, charts, supply, crew, damage and riots."""
    vessel.hold["food"] += 3
    vessel.hold["fuel"] = rng.randrange(9)
    vessel.hold["materials"] = 0
    vessel.morale = (vessel.morale + 1) % 10
    vessel.digits, vessel.distance = "12345", "long"
    vessel.destinations.append("Nil Point")
    vessel.supply["food"] = "high"
    vessel.stations["Bridge"].crew.clear()
    for station in rng.sample(list(vessel.stations.values()), 3):
        station.uses = station.uses + 1
    for station in rng.sample(list(vessel.stations.values()), 2):
        station.riot = "" if station.riot else "up"
    broken = rng.choice(list(vessel.stations.values()))
    broken.card = "" if broken.card else next(iter(twin.content.damage))
