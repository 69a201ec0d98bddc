"""Comparing a day with the facts that an example expects. Facts that it does not name are not compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from incursions.games.example_failures import ExampleFailure
from incursions.games.wolves.rules.content.definitions import QUADRANTS, TRAININGS
from incursions.games.wolves.rules.council import count_votes
from incursions.games.wolves.rules.effects import list_deck
from incursions.games.wolves.rules.examples.table import ExampleGame
from incursions.games.wolves.rules.exchanges import DELIVERED
from incursions.games.wolves.rules.morale import NONE
from incursions.games.wolves.rules.state import CONTROL, DOWN, UP, Shuttle, Station, Unit, VesselState, Wolves
from incursions.games.wolves.rules.turn import MINUTE
from incursions.games.wolves.rules.view import view_quadrant


def compare(game: ExampleGame, start_facts: Mapping[str, Any], expect: Mapping[str, Any]) -> None:
    """Compare the day with the expected facts. Raises `ExampleFailure` for the first difference."""
    for key, expected in expect.items():
        vessel = game.state.vessels.get(key)
        if vessel is not None:
            for name, value in expected.items():
                check(f"{key}: {name}", VESSEL[name](game, vessel, value), value)
        elif key in game.content.fleet.teams:
            for name, value in expected.items():
                check(f"{key}: {name}", _read_hands(game, key, value), value)
        elif key == "squadrons_home":
            check(key, _list_returned(game, start_facts), expected)
        else:
            check(key, ROOM[key](game, expected), expected)


def check(what: str, actual: object, expected: object) -> None:
    """Raise `ExampleFailure` if the actual value is not the expected one."""
    if actual != expected:
        raise ExampleFailure(f"{what} is {actual!r}, not {expected!r}")


# Facts of a vessel. Each function returns the actual value, in the form in which it is expected.

Read = Callable[[ExampleGame, VesselState, Any], object]


def _read_named(values: Mapping[str, Any], expected: Mapping[str, Any], missing: object = 0) -> dict[str, Any]:
    """Return the values whose names are expected."""
    return {key: values.get(key, missing) for key in expected}


def _find_station(vessel: VesselState, title: str) -> Station:
    if title not in vessel.stations:
        raise ExampleFailure(f"{vessel.name} has no {title}")
    return vessel.stations[title]


def _count_marked(expected: Mapping[str, int], vessel: VesselState, mark: str) -> dict[str, int]:
    return {title: sum(getattr(counter, mark) for counter in _find_station(vessel, title).crew) for title in expected}


def describe_counters(station: Station) -> str:
    """Return the crew of a station as examples write it: "2 untrained 1 engineer", or "none"."""
    counts = Counter(counter.training for counter in station.crew)
    return " ".join(f"{counts[training]} {training}" for training in TRAININGS if counts[training]) or NONE


def _read_hands(game: ExampleGame, team: str, expected: Mapping[str, Any]) -> dict[str, list[str]]:
    return {role: game.state.hands.get(f"{team} {role}", []) for role in expected}


def _read_hand_lines(game: ExampleGame, vessel: VesselState, expected: Mapping[str, Any]) -> object:
    return _read_hands(game, vessel.name, expected)


VESSEL: Mapping[str, Read] = {
    "damaged": lambda game, vessel, expected: {
        station.title: station.card for station in vessel.stations.values() if station.card
    },
    "riots": lambda game, vessel, expected: _sort_like(
        expected, [station.title for station in vessel.stations.values() if station.riot == UP]
    ),
    "dispersed": lambda game, vessel, expected: _sort_like(
        expected, [station.title for station in vessel.stations.values() if station.riot == DOWN]
    ),
    "destinations": lambda game, vessel, expected: vessel.destinations,
    "hand": _read_hand_lines,
    "hold": lambda game, vessel, expected: _read_named(vessel.hold, expected),
    "used": lambda game, vessel, expected: _count_marked(expected, vessel, "is_used"),
    "wounded": lambda game, vessel, expected: _count_marked(expected, vessel, "is_wounded"),
    "crew": lambda game, vessel, expected: {
        title: _show_like(words, _find_station(vessel, title)) for title, words in expected.items()
    },
    "supply": lambda game, vessel, expected: _read_named(vessel.supply, expected, NONE),
    "morale": lambda game, vessel, expected: vessel.morale,
    "quadrant": lambda game, vessel, expected: vessel.quadrant,
    "mustered": lambda game, vessel, expected: vessel.is_mustered,
    "hurt": lambda game, vessel, expected: vessel.hurt,
    "boarded": lambda game, vessel, expected: vessel.boarded,
    "lost": lambda game, vessel, expected: vessel.lost,
    "emergency": lambda game, vessel, expected: vessel.is_emergency,
    "emergencies": lambda game, vessel, expected: vessel.emergencies,
    "at": lambda game, vessel, expected: game.name_place(vessel.point),
    "coordinates": lambda game, vessel, expected: [vessel.digits, vessel.distance],
    "modifier": lambda game, vessel, expected: sum(each.number for each in vessel.modifiers if not each.station),
    "deck": lambda game, vessel, expected: len(list_deck(game, vessel)),
    "squadrons": lambda game, vessel, expected: len(game.state.squadrons_of(vessel.name)),
    "hidden": lambda game, vessel, expected: vessel.is_hidden,
    "docking": lambda game, vessel, expected: "closed" if vessel.is_docking_closed else "open",
    "destroyed": lambda game, vessel, expected: vessel.is_destroyed,
    "told": lambda game, vessel, expected: vessel.told,
}
"""The function that reads each key of a vessel."""


def _sort_like(expected: object, actual: list[str]) -> list[str]:
    """Return a list in the expected order if it holds the expected items, else as it is."""
    return list(expected) if isinstance(expected, list) and sorted(expected) == sorted(actual) else actual


def _show_like(words: str, station: Station) -> str:
    """Return the crew of a station in the expected order if it is the expected crew, else as it is."""
    actual, parts = describe_counters(station), str(words).split()
    pairs = sorted(zip(parts[::2], parts[1::2], strict=False))
    return str(words) if sorted(zip(actual.split()[::2], actual.split()[1::2], strict=False)) == pairs else actual


# Facts of the room.


def _read_wolves(game: ExampleGame, expected: Mapping[Any, Any]) -> object:
    attack = game.state.attack
    there = {quadrant: attack.find_wolves(quadrant) if attack else Wolves() for quadrant in QUADRANTS}
    if not expected:
        return {quadrant: wolves for quadrant, wolves in there.items() if wolves}
    return {
        quadrant: {kind: getattr(there[int(quadrant)], kind) for kind in units} for quadrant, units in expected.items()
    }


def _read_map(game: ExampleGame, expected: Mapping[Any, Any]) -> object:
    point = game.state.fleet_at
    shown = {quadrant: view_quadrant(game, int(quadrant), point) for quadrant in expected}
    return {
        quadrant: {key: shown[quadrant].get(str(key), "") for key in numbers}
        if len(numbers) == len(shown[quadrant])
        else shown[quadrant]
        for quadrant, numbers in expected.items()
    }


def _read_unit_place(unit: Unit) -> object:
    if unit.quadrant:
        return unit.quadrant
    return "hangar" if unit.is_squadron and unit.aboard == unit.home else unit.aboard


def _read_shuttle(shuttle: Shuttle, expected: object) -> object:
    if isinstance(expected, Mapping):
        actual: dict[str, Any] = {"at": shuttle.at, "cargo": shuttle.goods}
        return {key: actual[key] for key in expected}
    if expected == "empty":
        return "full" if shuttle.goods or shuttle.crew else "empty"
    return shuttle.at or "lost"


def _read_units(game: ExampleGame, names: Iterable[str]) -> dict[str, Unit]:
    units = game.state.units
    missing = [name for name in names if name not in units]
    if missing:
        raise ExampleFailure(f"there is no unit called {missing[0]}")
    return {name: units[name] for name in names}


def _read_public(game: ExampleGame, expected: Mapping[str, Any]) -> object:
    seat = next(seat for seat in game.state.places if seat.startswith("News Media"))
    shown = game.view(seat)["vessels"]
    actual = {name: {**shown[name], "name": name, "hidden": shown[name]["is_hidden"]} for name in expected}
    return {name: {key: actual[name][key] for key in keys} for name, keys in expected.items()}


def _read_votes(game: ExampleGame, expected: Mapping[str, Any]) -> object:
    motion = game.state.motion
    return {} if motion is None else {key: count_votes(game, motion)[key] for key in expected}


def _read_notes(game: ExampleGame, expected: Mapping[str, Any]) -> object:
    delivered = [note for note in game.state.notes if note.state == DELIVERED]
    return {reader: [note.text for note in delivered if note.reader == reader] for reader in expected}


def _list_returned(game: ExampleGame, facts: Mapping[str, Any]) -> list[str]:
    """Return the squadrons that were on the map and are home again."""
    out = (facts.get("attack") or {}).get("at") or {}
    return [name for name, unit in _read_units(game, out).items() if unit.is_alive and not unit.quadrant]


def _read_log(game: ExampleGame, expected: Any) -> object:
    """Return the expected texts if the log has all of them, else the whole log."""
    log = "\n".join(game.read_log(CONTROL))
    words = expected if isinstance(expected, list) else [expected]
    return expected if all(str(word) in log for word in words) else log


def load_everything(game: ExampleGame, seat: str) -> str:
    """Return all that a seat would be sent if it loaded everything: view and log."""
    return f"{game.view(seat)!r}\n" + "\n".join(game.read_log(seat))


def _read_secrets(game: ExampleGame, expected: Mapping[str, list[str]], *, shown: bool) -> object:
    """Return the expected texts if each seat is sent all of them (`shown`) or none, else the texts that differ."""
    differing = {
        seat: [text for text in texts if (text in load_everything(game, seat)) != shown]
        for seat, texts in expected.items()
    }
    return {seat: f"{'not ' if shown else ''}sent {texts}" for seat, texts in differing.items() if texts} or expected


def _read_nonzero(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: number for name, number in counts.items() if number}


ROOM: Mapping[str, Callable[[ExampleGame, Any], object]] = {
    "signs": lambda game, expected: [vessel.name for vessel in game.state.vessels.values() if vessel.sign],
    "separated": lambda game, expected: game.state.separated,
    "counted": lambda game, expected: _read_nonzero(game.state.attack.counted if game.state.attack else {}),
    "pilots_waiting": lambda game, expected: _read_nonzero(game.state.attack.pilots if game.state.attack else {}),
    "laws": lambda game, expected: game.state.laws,
    "discards": lambda game, expected: game.state.discards,
    "brig": lambda game, expected: list(game.state.brig),
    "inbox": lambda game, expected: game.state.inbox,
    "prompts": lambda game, expected: game.state.prompts,
    "announcements": lambda game, expected: game.state.announcements,
    "map": _read_map,
    "wolves": _read_wolves,
    "parties": lambda game, expected: {name: game.vessel(name).parties for name in expected},
    "units": lambda game, expected: {name: unit.status for name, unit in _read_units(game, expected).items()},
    "unit_places": lambda game, expected: {
        name: _read_unit_place(unit) for name, unit in _read_units(game, expected).items()
    },
    "places": lambda game, expected: {seat: game.state.places[seat] for seat in expected},
    "shuttles": lambda game, expected: {
        name: _read_shuttle(game.state.shuttles[name], value) for name, value in expected.items()
    },
    "votes": _read_votes,
    "council": lambda game, expected: {seat: game.state.council[seat] for seat in expected},
    "notes": _read_notes,
    "public": _read_public,
    "turn": lambda game, expected: game.state.turn,
    "phase": lambda game, expected: game.state.phase,
    "minutes_left": lambda game, expected: game.state.clock.left / MINUTE,
    "left": lambda game, expected: f"{game.state.clock.left // MINUTE}:{game.state.clock.left % MINUTE:02}",
    "pursuit": lambda game, expected: game.state.pursuit,
    "frozen": lambda game, expected: game.state.attack is not None,
    "round": lambda game, expected: game.state.attack.round if game.state.attack else "",
    "motion": lambda game, expected: game.state.motion.outcome if game.state.motion else "",
    "fleet_at": lambda game, expected: game.name_place(game.state.fleet_at),
    "struck": lambda game, expected: len(game.struck),
    "revealed": lambda game, expected: game.state.is_revealed,
    "log": _read_log,
    "hidden_from": lambda game, expected: _read_secrets(game, expected, shown=False),
    "shown_to": lambda game, expected: _read_secrets(game, expected, shown=True),
}
"""The function that reads each key of the room."""
