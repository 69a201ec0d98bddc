"""Twins of a day: states that differ from it in nothing that a seat may know (console: secrets)."""

from __future__ import annotations

from random import Random

from incursions.games.wolves.rules.exchanges import Note, Proposal
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
    writer, reader = rng.sample(others, 2)
    state.notes.append(Note(len(state.notes) + 1, writer, reader, "meet me at the Outer Decks"))
    state.proposals.append(Proposal(len(state.proposals) + 1, writer, "a mutiny", "yes"))
    unknown = list_unknown(state, seat)
    for vessel in unknown:
        change_panel(twin, vessel, rng)
        state.muster_orders.append([find_seat_of(state, vessel.name), vessel.name, "Jump Drive"])
    hidden = {vessel.name for vessel in unknown}
    for shuttle in state.shuttles.values():
        if shuttle.owner in hidden and shuttle.at in hidden:
            shuttle.goods["ore"] = 2
    return twin


def find_seat_of(state: State, vessel: str) -> str:
    """Return the first seat of a vessel's team."""
    return next(seat for seat in state.places if seat.startswith(f"{vessel} "))


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
