"""Crew: wounds and losses, counters as orders name them, moves within a vessel, and healing (rules W9)."""

from __future__ import annotations

from typing import NamedTuple

from incursions.games.wolves.rules import events
from incursions.games.wolves.rules.content.definitions import TRAININGS
from incursions.games.wolves.rules.day import Day
from incursions.games.wolves.rules.orders import OF, Handler, Order, fail_unknown, find_station
from incursions.games.wolves.rules.roles import (
    CREW_WORK,
    name_duty,
    require_calm_action,
    require_manned,
    require_team,
)
from incursions.games.wolves.rules.state import Counter, Station, VesselState, replace_counter

BRIDGE = "bridge"


class Spot(NamedTuple):
    """A sort of counters as orders name one: a training on a station of a vessel."""

    vessel: VesselState
    station: Station
    training: str


def wound_counter(day: Day, vessel: VesselState, station: Station, counter: Counter) -> None:
    """Wound a counter; a wounded one is lost for good (rules W9.7)."""
    if counter.is_wounded:
        station.crew.remove(counter)
        vessel.lost += 1
    else:
        replace_counter(station.crew, counter, counter._replace(is_wounded=True))
    _tell_crew(day, vessel, station, counter, "lost" if counter.is_wounded else "wounded")


def _tell_crew(day: Day, vessel: VesselState, station: Station, counter: Counter, what: str) -> None:
    told = {"vessel": vessel.name, "training": counter.training, "station": station.title, "what": what}
    day.tell_team(vessel.name, events.CrewHurt, **told)


def wound_at_random(day: Day, vessel: VesselState) -> None:
    """Wound one of the unwounded counters aboard, drawn at random; with none, a wounded one is lost (rules W9.9)."""
    pairs = list(vessel.all_crew)
    fitting = [pair for pair in pairs if not pair[1].is_wounded] or pairs
    if not fitting:
        return
    wound_counter(day, vessel, *draw_counter(day, vessel, fitting))


def draw_counter(day: Day, vessel: VesselState, crew: list[tuple[Station, Counter]]) -> tuple[Station, Counter]:
    """Return one of these counters of a vessel at random. Those of one training on one station are one choice."""
    sorts = list({(station.title, counter.training): (station, counter) for station, counter in crew}.values())
    return day.pick(f"crew:{vessel.name}", sorts, lambda pair: f"{pair[1].training}{OF}{pair[0].title}")


def wound_station(day: Day, vessel: VesselState, station: Station) -> None:
    """Wound all crew on a station; those already wounded are lost (rules W12.4)."""
    for counter in station.crew.copy():
        wound_counter(day, vessel, station, counter)


def add_counters(vessel: VesselState, station: Station | None, number: int) -> None:
    """Bring untrained crew aboard, on a station or on the Bridge (rules W9.11)."""
    bridge = next(iter(vessel.of_kind(BRIDGE) or vessel.stations.values()))
    (station or bridge).crew.extend([Counter()] * number)


def turn_face_up(vessel: VesselState) -> None:
    """Turn all crew aboard face up (rules W2.8, W9.8)."""
    for station in vessel.stations.values():
        station.crew = [counter._replace(is_used=False) for counter in station.crew]


# Counters as orders name them: "untrained", "engineer of Training Workshop", "crew of Promenade of Dione".


def read_spot(order: Order, text: str) -> Spot:
    """Return the sort of counters that a text names: "engineer of Training Workshop". Raises `UnknownAction`."""
    training, of, title = text.partition(OF)
    if training not in TRAININGS or not of:
        fail_unknown(f"Crew is named like untrained of Hydroponics, not {text}")
    vessel, station = find_station(order, title)
    return Spot(vessel, station, training)


def find_counter(spot: Spot, *, ready: bool = False) -> Counter | None:
    """Return a counter of a sort: a sound one before a wounded one, an unused one before a used one."""
    fitting = [counter for counter in spot.station.crew if counter.training == spot.training]
    fitting.sort(key=lambda counter: (counter.is_wounded, counter.is_used))
    found = fitting[0] if fitting else None
    return found if not ready or (found is not None and found.is_ready) else None


def find_movable(spot: Spot) -> Counter | None:
    """Return a counter of a sort that may be moved: an unused one, sound before wounded (rules W9.7)."""
    fitting = [counter for counter in spot.station.crew if counter.training == spot.training]
    return min((each for each in fitting if not each.is_used), key=lambda each: each.is_wounded, default=None)


def handle_crew_move(day: Day, order: Order) -> None:
    """Move an unused counter to another station of its vessel (rules W9.5)."""
    vessel, source = find_station(order, order["station"])
    require_team(order, vessel.name)
    where, target = find_station(order, order["station2"])
    if where is not vessel:
        fail_unknown("Crew goes to another vessel by shuttle")
    training = order["crew"]
    if training not in TRAININGS:
        fail_unknown(f"There is no crew called {training}; there are {', '.join(TRAININGS)}")
    require_calm_action(order, vessel.name)
    require_manned(order, vessel)
    spot = Spot(vessel, source, training)
    order.require(find_counter(spot), "W9.2", f"There is no {training} crew on {source.title}")
    counter = find_movable(spot)
    order.require(counter, "W9.5", f"The {training} crew of {source.title} has been used")
    day.end_checks()
    moved = counter or find_counter(spot)
    if moved is not None:
        source.crew.remove(moved)
        target.crew.append(moved)
    what = f"moves {training} from {source.title} to {target.title}"
    day.tell_team(vessel.name, events.Acted, seat=order.seat, what=what, detail=name_duty(order, vessel, CREW_WORK))


# Wounded crew as orders name patients: "crew", "crew of Promenade", "crew of Promenade of Dione".


def list_wounded(vessel: VesselState, station: Station | None = None) -> list[tuple[Station, Counter]]:
    """Return the wounded counters aboard a vessel, or on one of its stations."""
    return [
        (where, counter)
        for where, counter in vessel.all_crew
        if counter.is_wounded and (station is None or where is station)
    ]


def find_patients(vessel: VesselState, text: str) -> list[tuple[Station, Counter]]:
    """Return the wounded counters that a text means: "crew", "crew of Promenade", "medical of Sickbay"."""
    words, of, title = text.partition(OF)
    if not of:
        return list_wounded(vessel) if words in ("crew", vessel.name) else []
    station = vessel.stations.get(title)
    if station is None:
        return list_wounded(vessel) if title == vessel.name and words == "crew" else []
    return [pair for pair in list_wounded(vessel, station) if words in ("crew", pair[1].training)]


def heal_one(day: Day, vessel: VesselState, patients: list[tuple[Station, Counter]]) -> None:
    """Make one of these wounded counters sound, drawn at random (rules W9.7)."""
    station, counter = draw_counter(day, vessel, patients)
    replace_counter(station.crew, counter, counter._replace(is_wounded=False))
    _tell_crew(day, vessel, station, counter, "healed")


COMMANDS: dict[str, Handler] = {"move_crew": handle_crew_move}
