"""Files of examples: a list of entries whose keys are all known (tests/scenarios/wolves/README.md)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from incursions.games.data_checks import Place, take_list, take_mapping, take_text
from incursions.games.data_files import read_data_file
from incursions.games.wolves.rules.content.definitions import Content

MOST_EXAMPLES, MOST_KEYS, LONGEST_TITLE = 1000, 80, 300
SCENARIO_KEYS = ("title", "rules", "given", "dice", "draws", "steps", "expect", "note")
STEP_KEYS = ("by", "do", "refused", "shows", "request", "note")
DRAW_KEYS = ("damage", "destinations", "points", "quadrants", "stations", "crew", "units")
GIVEN_KEYS = (
    *("phase", "left", "pursuit", "last_turn", "entries", "places", "sickbay", "brig", "delegated", "council"),
    *("motion", "laws", "news", "supply", "shuttles", "moved", "separated", "left_behind", "fleet_at"),
    *("all_mustered", "all_fuel", "all_coordinates", "damaged_units", "loyalty", "attack"),
)
VESSEL_GIVEN = (
    *("morale", "hold", "mustered", "crew", "used", "wounded", "damaged", "all_damaged", "riots", "dispersed"),
    *("tried", "hurt", "boarded", "coordinates", "sign", "emergency", "emergencies", "hand", "destinations"),
    *("hidden", "docking", "destroyed", "rolled"),
)
ATTACK_GIVEN = ("round", "wolves", "parties", "at", "counted", "damaged_units", "at_group")
EXPECT_KEYS = (
    *("signs", "separated", "counted", "pilots_waiting", "squadrons_home", "laws", "discards", "brig", "inbox"),
    *("prompts", "announcements", "map", "wolves", "parties", "units", "unit_places", "places", "shuttles", "votes"),
    *("council", "notes", "public", "turn", "phase", "minutes_left", "left", "pursuit", "frozen", "round", "motion"),
    *("fleet_at", "struck", "revealed", "log", "hidden_from", "shown_to"),
)
VESSEL_EXPECT = (
    *("damaged", "riots", "dispersed", "destinations", "hand", "hold", "used", "wounded", "crew", "supply", "morale"),
    *("quadrant", "mustered", "hurt", "boarded", "lost", "emergency", "emergencies", "at", "coordinates", "modifier"),
    *("deck", "squadrons", "hidden", "docking", "destroyed", "told"),
)


class Scenario(NamedTuple):
    """An example of a file: its title, and its entry as read."""

    file: str
    title: str
    data: Mapping[str, Any]

    @property
    def given(self) -> Mapping[str, Any]:
        """The day as it is at the start."""
        return self.data.get("given") or {}

    @property
    def rules(self) -> list[str]:
        """The numbers of the rules that it shows."""
        return [str(rule) for rule in self.data["rules"]]


def read_scenarios(path: Path, content: Content) -> list[Scenario]:
    """Return the examples of a file. Raises `DataError` with file, title and key for what is not known."""
    faults: list[Any] = []
    data = read_data_file(path, path.name, faults)
    for fault in faults:
        raise fault
    place = Place(path.name)
    return [_read_scenario(entry, place, content) for entry in take_list(data, place, 0, MOST_EXAMPLES)]


def _read_scenario(entry: Any, place: Place, content: Content) -> Scenario:
    fields = take_mapping(entry, place, MOST_KEYS)
    title = take_text(fields.get("title"), place.part("title"), LONGEST_TITLE)
    where = place.entry(title)
    _check_keys(fields, where, SCENARIO_KEYS)
    take_list(fields.get("rules"), where.part("rules"), 1, MOST_KEYS)
    teams = (*content.fleet.vessels, *content.fleet.teams)
    given = fields.get("given") or {}
    _check_keys(given, where.part("given"), (*GIVEN_KEYS, *teams))
    _check_lines(given, where.part("given"), teams, VESSEL_GIVEN)
    if "attack" in given:
        _check_keys(given["attack"], where.part("attack"), ATTACK_GIVEN)
    _check_keys(fields.get("draws") or {}, where.part("draws"), DRAW_KEYS)
    for step in take_list(fields.get("steps") or [], where.part("steps"), 0, MOST_EXAMPLES):
        _check_keys(step, where.part("steps"), STEP_KEYS)
        for key in ("by", "do"):
            take_text(step.get(key), where.part("steps").part(key), MOST_EXAMPLES)
    expect = fields.get("expect") or {}
    _check_keys(expect, where.part("expect"), (*EXPECT_KEYS, *teams))
    _check_lines(expect, where.part("expect"), teams, VESSEL_EXPECT)
    return Scenario(place.file, title, fields)


def _check_keys(data: Any, place: Place, known: Collection[str]) -> None:
    for key in take_mapping(data, place, MOST_KEYS):
        if key not in known:
            raise place.part(str(key)).fault(f"there is no such key; there are {', '.join(known)}")


def _check_lines(data: Mapping[str, Any], place: Place, teams: Collection[str], known: Collection[str]) -> None:
    for team in teams:
        if team in data:
            _check_keys(data[team], place.part(team), known)
