"""Loading the content of an event from ``fixtures/wolves/``, with every fault of its files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from incursions.games.data_checks import DataError, Faults, Place, raise_faults, take_list, take_text
from incursions.games.data_entries import EntryReader, noting, read_items
from incursions.games.data_files import read_data_file, read_each
from incursions.games.wolves.rules.content.briefings import read_briefings
from incursions.games.wolves.rules.content.cards import (
    read_action_card,
    read_damage_card,
    read_deck,
    read_destination,
    read_prompt,
    read_station_kind,
)
from incursions.games.wolves.rules.content.definitions import (
    ActionCard,
    Amounts,
    CommandForm,
    Content,
    DamageCard,
    Destination,
    Fleet,
    Prompt,
    StationKind,
    Vessel,
    make_unknown_kind,
)
from incursions.games.wolves.rules.content.effects import Names, read_verb
from incursions.games.wolves.rules.content.fleet import NO_NAMES, FleetNames, find_names, read_fleet
from incursions.games.wolves.rules.content.house_commands import HOUSE_COMMANDS
from incursions.games.wolves.rules.content.odds import read_wolves
from incursions.games.wolves.rules.content.titles import find_title, list_by_title

FOLDER = "fixtures/wolves"
NAMES = (
    *("vocabulary", "stations", "fleet", "damage", "actions", "destinations", "prompts", "wolves", "commands"),
    "briefings",
)
"""The files of a folder without their ending."""
LONGEST_RULE, LONGEST_LINE, MOST_RULES = 8, 200, 9
Read = TypeVar("Read")


def load(root: Path) -> Content:
    """Return the content in ``fixtures/wolves/`` of the repository. Raises the first `DataError`."""
    content, faults = read_folder(root / FOLDER, FOLDER)
    for fault in faults:
        raise fault
    assert content is not None, "a folder without faults has all its content"
    return content


def load_data(root: Path) -> dict[str, Any]:
    """Return what is in each file of ``fixtures/wolves/``, by their names. Raises the first `DataError`."""
    faults: Faults = []
    held = {name: read_data_file(root / FOLDER / f"{name}.yaml", f"{name}.yaml", faults) for name in NAMES}
    for fault in faults:
        raise fault
    return held


def read_data(held: Mapping[str, Any]) -> Content:
    """Return the content of plain data as `load_data` returns it. Raises the first `DataError`."""
    return _read_content(held, {name: Place(f"{name}.yaml") for name in NAMES})


def examine_data(held: Mapping[str, Any]) -> Faults:
    """Return all faults of plain data as `load_data` returns it, as `examine_folder` finds those of files."""
    try:
        read_data(held)
    except DataError as fault:
        return list(fault.every)
    return []


def examine_folder(folder: Path) -> tuple[dict[str, int], Faults]:
    """Return the number of entries of each kind in a folder, and all faults; no numbers if there are faults."""
    if not folder.is_dir():
        files = ", ".join(f"{name}.yaml" for name in NAMES)
        return {}, [DataError(str(folder), "", "", f"a folder with {files} was expected")]
    content, faults = read_folder(folder)
    return {} if content is None else count_content(content), faults


def count_content(content: Content) -> dict[str, int]:
    """Return how many entries of each kind there are."""
    return {
        "vessels": len(content.fleet.vessels),
        "stations": sum(len(vessel.stations) for vessel in content.fleet.vessels.values()),
        "damage cards": sum(sum(deck.values()) for deck in content.decks.values()),
        "designs of damage cards": len(content.damage),
        "action cards": len(content.cards),
        "destinations": len(content.destinations),
        "prompts": len(content.prompts),
        "strengths of attack": len(content.wolves.levels),
        "commands": len(content.commands.keys() - HOUSE_COMMANDS.keys()),
    }


def read_folder(folder: Path, shown: str = "") -> tuple[Content | None, Faults]:
    """Return the content of a folder, None if it has faults, and the faults. `shown` is the folder in messages."""
    faults: Faults = []
    files = {name: f"{shown or folder.name}/{name}.yaml" for name in NAMES}
    held = {name: read_data_file(folder / f"{name}.yaml", file, faults) for name, file in files.items()}
    if faults:
        return None, faults
    try:
        return _read_content(held, {name: Place(file) for name, file in files.items()}), []
    except DataError as fault:
        return None, list(fault.every)


def _read_content(held: Mapping[str, Any], places: Mapping[str, Place]) -> Content:
    """Return what all files hold. Raises `DataError` with all faults.

    Entries are compared with the names of vessels, kinds and seats even where these have faults of their own. If names
    themselves are missing or stand there twice, the files that are read with them wait until that is mended.
    """
    faults: Faults = []
    verbs = _read_list(held, places, "vocabulary", "verb", read_verb, faults)
    kinds: dict[str, Any] = {}
    with noting(faults):
        kinds = list_by_title(held["stations"], places["stations"], "kind", faults)
    fleet_names = NO_NAMES
    with noting(faults):
        fleet_names = find_names(held["fleet"], places["fleet"], faults)
    are_names_sound = not faults and all(find_title(entry, "kind") for entry in kinds.values())
    names = Names(verbs, fleet_names.entries, kinds)
    station_place = places["stations"]
    stations = read_each(
        kinds, lambda kind, entry: read_station_kind(kind, entry, station_place.entry(kind), names), faults
    )
    vessels: dict[str, Vessel] = {}
    fleet: Fleet | None = None
    if fleet_names is not NO_NAMES:
        known = {kind: stations.get(kind) or make_unknown_kind(kind) for kind in kinds}
        with noting(faults):
            vessels, fleet = read_fleet(held["fleet"], places["fleet"], fleet_names, known, faults)
    if not are_names_sound or not all(find_title(entry, "vessel") for entry in fleet_names.entries.values()):
        raise_faults(faults)
    return _read_rest(held, places, names, fleet_names, stations, vessels, fleet, faults)


def _read_rest(
    held: Mapping[str, Any],
    places: Mapping[str, Place],
    names: Names,
    fleet_names: FleetNames,
    stations: Mapping[str, StationKind],
    vessels: Mapping[str, Vessel],
    fleet: Fleet | None,
    faults: Faults,
) -> Content:
    """Return the content with the files that are read with the names of the fleet. Raises `DataError` for `faults`."""
    teams = (*names.vessels, *fleet_names.team_names)
    read = partial(_read_list, held, places, faults=faults)
    damage, decks = _read_damage(held["damage"], places["damage"], names, vessels, faults)
    cards = read("actions", "title", partial(read_action_card, names=names, teams=teams))
    destinations = read("destinations", "title", partial(read_destination, names=names))
    prompts = read("prompts", "title", partial(read_prompt, vessels=names.vessels))
    commands = {**read("commands", "command", _read_command), **HOUSE_COMMANDS}
    faults += _find_twins(cards, destinations, prompts, commands, places)
    wolves, briefings = None, None
    with noting(faults):
        wolves = read_wolves(held["wolves"], places["wolves"])
    with noting(faults):
        briefings = read_briefings(held["briefings"], places["briefings"], fleet_names)
    raise_faults(faults)
    assert fleet is not None, "a fleet without faults has been read"
    assert wolves is not None
    assert briefings is not None
    by_number = {prompt.number: prompt for prompt in prompts.values()}
    return Content(fleet, stations, damage, decks, cards, destinations, by_number, wolves, commands, briefings)


def _read_list(
    held: Mapping[str, Any],
    places: Mapping[str, Place],
    name: str,
    key: str,
    read_one: Callable[[str, Any, Place], Read],
    faults: Faults,
) -> dict[str, Read]:
    """Return the sound entries of a file that is a list, and append the faults of the others."""
    place = places[name]
    with noting(faults):
        entries = list_by_title(held[name], place, key, faults)
        return read_each(entries, lambda title, entry: read_one(title, entry, place.entry(title)), faults)
    return {}


def _read_damage(
    data: Any, place: Place, names: Names, vessels: Mapping[str, Vessel], faults: Faults
) -> tuple[dict[str, DamageCard], dict[str, Amounts]]:
    """Return the sound designs of damage cards and the sound decks, and append the faults of the others."""
    with noting(faults):
        file = EntryReader(data, place, ("designs", "decks"))
        designs = file.read_field("designs", lambda value, _: list_by_title(value, place, "title", faults)) or {}
        cards = read_each(
            designs, lambda title, entry: read_damage_card(title, entry, place.entry(title), names), faults
        )

        def read_one(vessel: str, deck: Any) -> Amounts:
            known = vessels.get(vessel)
            kinds = None if known is None else [station.kind for station in known.stations]
            return read_deck(vessel, deck, place.entry(vessel), designs, cards, kinds)

        listed = file.read_field("decks", EntryReader, tuple(names.vessels))
        faults += file.faults
        if listed is None:
            return cards, {}
        faults += listed.faults
        return cards, read_each(listed.fields, read_one, faults)
    return {}, {}


def _read_command(command: str, data: Any, place: Place) -> CommandForm:
    entry = EntryReader(data, place, CommandForm._fields)
    entry.read_field("command", take_text, LONGEST_LINE)
    form, who, when = (entry.read_field(key, take_text, LONGEST_LINE) for key in ("form", "who", "when"))
    return entry.finish(CommandForm(command, form, who, when, entry.read_field("rules", _read_rules)))


def _read_rules(value: Any, place: Place) -> tuple[str, ...]:
    return tuple(read_items(take_list(value, place, 1, MOST_RULES), place, take_text, LONGEST_RULE))


def _find_twins(
    cards: Mapping[str, ActionCard],
    destinations: Mapping[str, Destination],
    prompts: Mapping[str, Prompt],
    commands: Mapping[str, CommandForm],
    places: Mapping[str, Place],
) -> list[DataError]:
    """Return a fault for each number, each set of coordinates and each form that stands in two entries."""
    keys: Iterable[tuple[str, str, list[tuple[str, object]]]] = (
        ("actions", "number", [(card.title, card.number) for card in cards.values()]),
        ("destinations", "coordinates", [(each.title, each.coordinates) for each in destinations.values()]),
        ("prompts", "number", [(prompt.title, prompt.number) for prompt in prompts.values()]),
        ("commands", "form", [(each.command, each.form) for each in commands.values()]),
    )
    faults = []
    for file, field, pairs in keys:
        first: dict[object, str] = {}
        for title, value in pairs:
            other = first.setdefault(value, title)
            if other != title:
                faults.append(places[file].entry(title).part(field).fault(f"{other} has the same, {value}"))
    return faults
