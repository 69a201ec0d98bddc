"""Panels as words: what anybody reads at a vessel's table (rules W20.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from incursions.games.wolves.rules.state import Counter as CrewCounter
from incursions.games.wolves.rules.state import Station, VesselState


def describe_hold(vessel: VesselState) -> str:
    """Return the hold in words: "ore 0, fuel 6, food 14"."""
    return ", ".join(f"{resource} {number}" for resource, number in vessel.hold.items())


def describe_crew(station: Station) -> str:
    """Return the crew of a station in words: "2 untrained, 1 engineer wounded"."""
    return describe_counters(station.crew)


def describe_counters(crew: Iterable[CrewCounter]) -> str:
    """Return crew counters in words: "2 untrained, 1 engineer wounded"."""
    counts = Counter(
        f"{counter.training}{' used' if counter.is_used else ''}{' wounded' if counter.is_wounded else ''}"
        for counter in crew
    )
    return ", ".join(f"{number} {words}" for words, number in counts.items())


def describe_station(station: Station) -> str:
    """Return a station with its crew and what lies on it."""
    marks = [station.card, "riot" if station.riot == "up" else "riot dispersed" if station.riot else ""]
    words = [describe_crew(station), *(mark for mark in marks if mark)]
    return f"{station.title} ({'; '.join(word for word in words if word) or 'nobody'})"


def describe_panel(vessel: VesselState) -> str:
    """Return a panel as text: hold, morale and stations."""
    stations = ", ".join(describe_station(station) for station in vessel.stations.values())
    return f"{describe_hold(vessel)}; morale {vessel.morale}; {stations}"
