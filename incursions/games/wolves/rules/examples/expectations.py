"""Comparing a day with what an example expects; what it does not name is not looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from incursions.games.wolves.rules.content.definitions import QUADRANTS, TRAININGS
from incursions.games.wolves.rules.council import count_votes
from incursions.games.wolves.rules.effects import list_deck
from incursions.games.wolves.rules.examples.table import ExampleGame
from incursions.games.wolves.rules.morale import NONE
from incursions.games.wolves.rules.state import (
    CONTROL,
    DELIVERED,
    DOWN,
    UP,
    Shuttle,
    Station,
    Unit,
    VesselState,
    Wolves,
)
from incursions.games.wolves.rules.turn import MINUTE
from incursions.games.wolves.rules.view import view_quadrant


class ExampleFailure(Exception):  # noqa: N818 -- what an example says is not so
    """Raised if the day is not as an example says."""


def compare(game: ExampleGame, scenario_given: Mapping[str, Any], expect: Mapping[str, Any]) -> None:
    """Compare the day with all that is expected. Raises `ExampleFailure` for the first difference."""
    for key, wanted in expect.items():
        vessel = game.state.vessels.get(key)
        if vessel is not None:
            for name, value in wanted.items():
                check(f"{key}: {name}", VESSEL[name](game, vessel, value), value)
        elif key in game.content.fleet.teams:
            for name, value in wanted.items():
                check(f"{key}: {name}", _read_hands(game, key, value), value)
        elif key == "squadrons_home":
            check(key, _list_returned(game, scenario_given), wanted)
        else:
            check(key, ROOM[key](game, wanted), wanted)


def check(what: str, found: object, wanted: object) -> None:
    """Raise `ExampleFailure` if what was found is not what was wanted."""
    if found != wanted:
        raise ExampleFailure(f"{what} is {found!r}, not {wanted!r}")


# Of a vessel. Each returns what is found, in the form in which it is expected.

Read = Callable[[ExampleGame, VesselState, Any], object]


def _read_named(values: Mapping[str, Any], wanted: Mapping[str, Any], missing: object = 0) -> dict[str, Any]:
    """Return the values that are expected by name."""
    return {key: values.get(key, missing) for key in wanted}


def _find_station(vessel: VesselState, title: str) -> Station:
    if title not in vessel.stations:
        raise ExampleFailure(f"{vessel.name} has no {title}")
    return vessel.stations[title]


def _count_marked(wanted: Mapping[str, int], vessel: VesselState, mark: str) -> dict[str, int]:
    return {title: sum(getattr(counter, mark) for counter in _find_station(vessel, title).crew) for title in wanted}


def describe_counters(station: Station) -> str:
    """Return the crew of a station as examples write it: "2 untrained 1 engineer", or "none"."""
    counts = Counter(counter.training for counter in station.crew)
    return " ".join(f"{counts[training]} {training}" for training in TRAININGS if counts[training]) or NONE


def _read_hands(game: ExampleGame, team: str, wanted: Mapping[str, Any]) -> dict[str, list[str]]:
    return {role: game.state.hands.get(f"{team} {role}", []) for role in wanted}


def _read_hand_lines(game: ExampleGame, vessel: VesselState, wanted: Mapping[str, Any]) -> object:
    return _read_hands(game, vessel.name, wanted)


VESSEL: Mapping[str, Read] = {
    "damaged": lambda game, vessel, wanted: {
        station.title: station.card for station in vessel.stations.values() if station.card
    },
    "riots": lambda game, vessel, wanted: _sort_like(
        wanted, [station.title for station in vessel.stations.values() if station.riot == UP]
    ),
    "dispersed": lambda game, vessel, wanted: _sort_like(
        wanted, [station.title for station in vessel.stations.values() if station.riot == DOWN]
    ),
    "destinations": lambda game, vessel, wanted: vessel.destinations,
    "hand": _read_hand_lines,
    "hold": lambda game, vessel, wanted: _read_named(vessel.hold, wanted),
    "used": lambda game, vessel, wanted: _count_marked(wanted, vessel, "is_used"),
    "wounded": lambda game, vessel, wanted: _count_marked(wanted, vessel, "is_wounded"),
    "crew": lambda game, vessel, wanted: {
        title: _show_like(words, _find_station(vessel, title)) for title, words in wanted.items()
    },
    "supply": lambda game, vessel, wanted: _read_named(vessel.supply, wanted, NONE),
    "morale": lambda game, vessel, wanted: vessel.morale,
    "quadrant": lambda game, vessel, wanted: vessel.quadrant,
    "mustered": lambda game, vessel, wanted: vessel.is_mustered,
    "hurt": lambda game, vessel, wanted: vessel.hurt,
    "boarded": lambda game, vessel, wanted: vessel.boarded,
    "lost": lambda game, vessel, wanted: vessel.lost,
    "emergency": lambda game, vessel, wanted: vessel.is_emergency,
    "emergencies": lambda game, vessel, wanted: vessel.emergencies,
    "at": lambda game, vessel, wanted: game.name_place(vessel.point),
    "coordinates": lambda game, vessel, wanted: [vessel.digits, vessel.distance],
    "modifier": lambda game, vessel, wanted: sum(each.number for each in vessel.modifiers if not each.station),
    "deck": lambda game, vessel, wanted: len(list_deck(game, vessel)),
    "squadrons": lambda game, vessel, wanted: len(game.state.squadrons_of(vessel.name)),
    "hidden": lambda game, vessel, wanted: vessel.is_hidden,
    "docking": lambda game, vessel, wanted: "closed" if vessel.is_docking_closed else "open",
    "destroyed": lambda game, vessel, wanted: vessel.is_destroyed,
    "told": lambda game, vessel, wanted: vessel.told,
}
"""How each key of a vessel is read."""


def _sort_like(wanted: object, found: list[str]) -> list[str]:
    """Return a list in the order in which it is expected, if it holds the same."""
    return list(wanted) if isinstance(wanted, list) and sorted(wanted) == sorted(found) else found


def _show_like(words: str, station: Station) -> str:
    """Return the crew of a station as it is expected, if it is the same in another order."""
    found, parts = describe_counters(station), str(words).split()
    pairs = sorted(zip(parts[::2], parts[1::2], strict=False))
    return str(words) if sorted(zip(found.split()[::2], found.split()[1::2], strict=False)) == pairs else found


# Of the room.


def _read_wolves(game: ExampleGame, wanted: Mapping[Any, Any]) -> object:
    attack = game.state.attack
    there = {quadrant: attack.find_wolves(quadrant) if attack else Wolves() for quadrant in QUADRANTS}
    if not wanted:
        return {quadrant: wolves for quadrant, wolves in there.items() if wolves}
    return {
        quadrant: {kind: getattr(there[int(quadrant)], kind) for kind in units} for quadrant, units in wanted.items()
    }


def _read_map(game: ExampleGame, wanted: Mapping[Any, Any]) -> object:
    point = game.state.fleet_at
    shown = {quadrant: view_quadrant(game, int(quadrant), point) for quadrant in wanted}
    return {
        quadrant: {key: shown[quadrant].get(str(key), "") for key in numbers}
        if len(numbers) == len(shown[quadrant])
        else shown[quadrant]
        for quadrant, numbers in wanted.items()
    }


def _read_unit_place(game: ExampleGame, unit: Unit) -> object:
    if unit.quadrant:
        return unit.quadrant
    return "hangar" if unit.is_squadron and unit.aboard == unit.home else unit.aboard


def _read_shuttle(shuttle: Shuttle, wanted: object) -> object:
    if isinstance(wanted, Mapping):
        found: dict[str, Any] = {"at": shuttle.at, "cargo": shuttle.goods}
        return {key: found[key] for key in wanted}
    if wanted == "empty":
        return "full" if shuttle.goods or shuttle.crew else "empty"
    return shuttle.at or "lost"


def _read_units(game: ExampleGame, names: Iterable[str]) -> dict[str, Unit]:
    units = game.state.units
    missing = [name for name in names if name not in units]
    if missing:
        raise ExampleFailure(f"there is no unit called {missing[0]}")
    return {name: units[name] for name in names}


def _read_public(game: ExampleGame, wanted: Mapping[str, Any]) -> object:
    seat = next(seat for seat in game.state.places if seat.startswith("News Media"))
    shown = game.view(seat)["vessels"]
    found = {name: {**shown[name], "name": name, "hidden": shown[name]["is_hidden"]} for name in wanted}
    return {name: {key: found[name][key] for key in keys} for name, keys in wanted.items()}


def _read_votes(game: ExampleGame, wanted: Mapping[str, Any]) -> object:
    motion = game.state.motion
    return {} if motion is None else {key: count_votes(game, motion)[key] for key in wanted}


def _read_notes(game: ExampleGame, wanted: Mapping[str, Any]) -> object:
    delivered = [note for note in game.state.notes if note.state == DELIVERED]
    return {reader: [note.text for note in delivered if note.reader == reader] for reader in wanted}


def _list_returned(game: ExampleGame, given: Mapping[str, Any]) -> list[str]:
    """Return the squadrons that were on the map and are home again."""
    out = (given.get("attack") or {}).get("at") or {}
    return [name for name, unit in _read_units(game, out).items() if unit.is_alive and not unit.quadrant]


def _read_log(game: ExampleGame, wanted: Any) -> object:
    """Return what is wanted if the log has all of it, else the whole log."""
    log = "\n".join(game.read_log(CONTROL))
    words = wanted if isinstance(wanted, list) else [wanted]
    return wanted if all(str(word) in log for word in words) else log


def load_everything(game: ExampleGame, seat: str) -> str:
    """Return all that a seat would be sent if it loaded everything: view and log."""
    return f"{game.view(seat)!r}\n" + "\n".join(game.read_log(seat))


def _read_secrets(game: ExampleGame, wanted: Mapping[str, list[str]], *, shown: bool) -> object:
    """Return what is wanted if each seat is sent each text, or none of them, else what differs."""
    differing = {
        seat: [text for text in texts if (text in load_everything(game, seat)) != shown]
        for seat, texts in wanted.items()
    }
    return {seat: f"{'not ' if shown else ''}sent {texts}" for seat, texts in differing.items() if texts} or wanted


def _read_nonzero(counts: Mapping[str, int]) -> dict[str, int]:
    return {name: number for name, number in counts.items() if number}


ROOM: Mapping[str, Callable[[ExampleGame, Any], object]] = {
    "signs": lambda game, wanted: [vessel.name for vessel in game.state.vessels.values() if vessel.sign],
    "separated": lambda game, wanted: game.state.separated,
    "counted": lambda game, wanted: _read_nonzero(game.state.attack.counted if game.state.attack else {}),
    "pilots_waiting": lambda game, wanted: _read_nonzero(game.state.attack.pilots if game.state.attack else {}),
    "laws": lambda game, wanted: game.state.laws,
    "discards": lambda game, wanted: game.state.discards,
    "brig": lambda game, wanted: list(game.state.brig),
    "inbox": lambda game, wanted: game.state.inbox,
    "prompts": lambda game, wanted: game.state.prompts,
    "announcements": lambda game, wanted: game.state.announcements,
    "map": _read_map,
    "wolves": _read_wolves,
    "parties": lambda game, wanted: {name: game.vessel(name).parties for name in wanted},
    "units": lambda game, wanted: {name: unit.status for name, unit in _read_units(game, wanted).items()},
    "unit_places": lambda game, wanted: {
        name: _read_unit_place(game, unit) for name, unit in _read_units(game, wanted).items()
    },
    "places": lambda game, wanted: {seat: game.state.places[seat] for seat in wanted},
    "shuttles": lambda game, wanted: {
        name: _read_shuttle(game.state.shuttles[name], value) for name, value in wanted.items()
    },
    "votes": _read_votes,
    "council": lambda game, wanted: {seat: game.state.council[seat] for seat in wanted},
    "notes": _read_notes,
    "public": _read_public,
    "turn": lambda game, wanted: game.state.turn,
    "phase": lambda game, wanted: game.state.phase,
    "minutes_left": lambda game, wanted: game.state.clock.left / MINUTE,
    "left": lambda game, wanted: f"{game.state.clock.left // MINUTE}:{game.state.clock.left % MINUTE:02}",
    "pursuit": lambda game, wanted: game.state.pursuit,
    "frozen": lambda game, wanted: game.state.attack is not None,
    "round": lambda game, wanted: game.state.attack.round if game.state.attack else "",
    "motion": lambda game, wanted: game.state.motion.outcome if game.state.motion else "",
    "fleet_at": lambda game, wanted: game.name_place(game.state.fleet_at),
    "struck": lambda game, wanted: len(game.struck),
    "revealed": lambda game, wanted: game.state.is_revealed,
    "log": _read_log,
    "hidden_from": lambda game, wanted: _read_secrets(game, wanted, shown=False),
    "shown_to": lambda game, wanted: _read_secrets(game, wanted, shown=True),
}
"""How each key of the room is read."""
