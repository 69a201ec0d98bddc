"""Loading the content of an event from ``fixtures/wolves/``, with every fault of its files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from incursions.games.data_checks import (
    DataError,
    Faults,
    Place,
    take_fields,
    take_list,
    take_mapping,
    take_text,
    take_whole,
    take_wholes,
)
from incursions.games.data_files import read_data_file, read_each
from incursions.games.wolves.rules.content.cards import (
    read_action_card,
    read_damage_card,
    read_deck,
    read_destination,
    read_prompt,
    read_station_kind,
)
from incursions.games.wolves.rules.content.definitions import (
    ODDS,
    QUADRANTS,
    ActionCard,
    Briefings,
    CommandForm,
    Content,
    Destination,
    Fleet,
    Prompt,
    WolfLevel,
    Wolves,
)
from incursions.games.wolves.rules.content.effects import Names, read_verb
from incursions.games.wolves.rules.content.fleet import list_vessel_faults, read_fleet
from incursions.games.wolves.rules.content.house_commands import HOUSE_COMMANDS

FOLDER = "fixtures/wolves"
NAMES = (
    *("vocabulary", "stations", "fleet", "damage", "actions", "destinations", "prompts", "wolves", "commands"),
    "briefings",
)
"""The files of a folder without their ending."""
MOST_ENTRIES, LONGEST_RULE, LONGEST_LINE, LONGEST_STORY = 300, 8, 200, 2000
MOST_WOLVES, MOST_HITS, DIE_FACES, MOST_RULES = 60, 9, 6, 9
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
    faults: Faults = []
    content = _read_content(held, {name: Place(f"{name}.yaml") for name in NAMES}, faults)
    for fault in faults:
        raise fault
    return content


def examine_data(held: Mapping[str, Any]) -> Faults:
    """Return all faults of plain data as `load_data` returns it, as `examine_folder` finds those of files."""
    faults: Faults = []
    try:
        _read_content(held, {name: Place(f"{name}.yaml") for name in NAMES}, faults)
    except DataError as fault:  # in the names that all else is read with
        faults.append(fault)
    return faults


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
        content = _read_content(held, {name: Place(file) for name, file in files.items()}, faults)
    except DataError as fault:  # in the names that all else is read with
        return None, [*faults, fault]
    return (None if faults else content), faults


def _read_content(held: Mapping[str, Any], places: Mapping[str, Place], faults: Faults) -> Content:
    """Return the sound parts of all files, and append the faults of the others. Raises `DataError` for the fleet's."""

    def read_all(
        name: str, key: str, read_one: Callable[[str, Any, Place], Read], entries: Mapping[str, Any] | None = None
    ) -> dict[str, Read]:
        place = places[name]
        if entries is None:
            entries = _list_by_title(held[name], place, key, faults)
        return read_each(entries, lambda title, entry: read_one(title, entry, place.entry(title)), faults)

    verbs = read_all("vocabulary", "verb", read_verb)
    kinds = _list_by_title(held["stations"], places["stations"], "kind", faults)
    names = Names(verbs, _find_vessels(held["fleet"], places["fleet"]), kinds)
    stations = read_all("stations", "kind", partial(read_station_kind, names=names), kinds)
    if faults:  # the rest is read with verbs and stations, and would be told as wrong
        raise faults.pop()
    faults += list_vessel_faults(held["fleet"], places["fleet"], stations)
    if faults:
        raise faults.pop()
    fleet = read_fleet(held["fleet"], places["fleet"], stations)
    damage_file = take_fields(held["damage"], places["damage"], ("designs", "decks"))
    designs = _list_by_title(damage_file["designs"], places["damage"], "title", faults)
    damage = read_all("damage", "title", partial(read_damage_card, names=names), designs)
    decks = take_fields(damage_file["decks"], places["damage"].part("decks"), tuple(fleet.vessels))
    teams = (*fleet.vessels, *fleet.teams)
    cards = read_all("actions", "title", partial(read_action_card, names=names, teams=teams))
    destinations = read_all("destinations", "title", partial(read_destination, names=names))
    prompts = read_all("prompts", "title", partial(read_prompt, vessels=fleet.vessels))
    commands = read_all("commands", "command", _read_command)
    commands |= HOUSE_COMMANDS
    faults += _find_twins(cards, destinations, prompts, commands, places)
    deck_place = places["damage"]
    return Content(
        fleet,
        stations,
        damage,
        read_each(decks, lambda vessel, deck: read_deck(vessel, deck, deck_place.entry(vessel), fleet, damage), faults),
        cards,
        destinations,
        {prompt.number: prompt for prompt in prompts.values()},
        _read_wolves(held["wolves"], places["wolves"]),
        commands,
        _read_briefings(held["briefings"], places["briefings"], fleet),
    )


def _list_by_title(value: Any, place: Place, key: str, faults: Faults) -> dict[str, Any]:
    """Return the entries of a list by the text under a key; an entry without one of its own is a fault."""
    found: dict[str, Any] = {}
    for number, entry in enumerate(take_list(value, place, 1, MOST_ENTRIES), start=1):
        title = entry.get(key) if isinstance(entry, Mapping) else None
        if not isinstance(title, str) or not title.isprintable() or len(title) > LONGEST_LINE:
            faults.append(place.entry(f"entry {number}").part(key).fault("a text was expected"))
        elif title in found:
            faults.append(place.entry(title).part(key).fault("this stands there twice"))
        else:
            found[title] = entry
    return found


def _find_vessels(fleet: Any, place: Place) -> list[str]:
    """Return the names of the vessels, with which effects are read before the fleet itself."""
    vessels = take_mapping(fleet, place, MOST_ENTRIES).get("vessels")
    return list(_list_by_title(vessels, place.part("vessels"), "vessel", []))


def _read_command(command: str, data: Any, place: Place) -> CommandForm:
    fields = take_fields(data, place, CommandForm._fields)
    rules = [
        take_text(rule, place.part("rules"), LONGEST_RULE) for rule in take_list(fields["rules"], place, 1, MOST_RULES)
    ]
    texts = {key: take_text(fields[key], place.part(key), LONGEST_LINE) for key in ("form", "who", "when")}
    return CommandForm(command, **texts, rules=tuple(rules))


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


def _read_wolves(data: Any, place: Place) -> Wolves:
    """Return the Wolves of attacks, at each level of pursuit (rules W14.4, W16)."""
    fields = take_fields(data, place, ("combat", "levels"))
    where = place.part("combat")
    combat = take_fields(fields["combat"], where, ("ship", "battery_on"))
    ship = take_fields(combat["ship"], where.part("ship"), ("hits", "attacks"))
    levels = []
    for number, entry in enumerate(take_list(fields["levels"], place.part("levels"), len(ODDS), len(ODDS))):
        line = place.entry(f"level {number}")
        level = take_fields(entry, line, ("level", *WolfLevel._fields))
        take_whole(level["level"], line.part("level"), number, number)
        fighters, boarding, ships = (
            take_whole(level[unit], line.part(unit), 0, MOST_WOLVES) for unit in ("fighters", "boarding", "ships")
        )
        quadrants = take_whole(level["quadrants"], line.part("quadrants"), 1, QUADRANTS[-1])
        levels.append(WolfLevel(fighters, boarding, ships, quadrants))
    return Wolves(
        tuple(levels),
        take_whole(ship["hits"], where.part("ship").part("hits"), 1, MOST_HITS),
        take_whole(ship["attacks"], where.part("ship").part("attacks"), 0, MOST_HITS),
        take_wholes(combat["battery_on"], where.part("battery_on"), 1, DIE_FACES),
    )


def _read_briefings(data: Any, place: Place, fleet: Fleet) -> Briefings:
    """Return the guide and the briefings, complete for the powers, vessels, teams and kinds of seats (rules W1.6)."""
    fields = take_fields(data, place, ("guide", "teams", "roles", "personal"))
    guide = take_fields(fields["guide"], place.part("guide"), ("story", "powers", "vessels"))
    powers = dict.fromkeys(vessel.nation for vessel in fleet.vessels.values() if vessel.nation != "none")
    roles = dict.fromkeys(role for vessel in fleet.vessels.values() for role in vessel.roles)
    reporters = [role for team in fleet.teams.values() if team.name != "Control" for role in team.roles]
    seats = [seat for vessel in fleet.vessels.values() for seat in vessel.seats]
    teams = (*fleet.vessels, *(team for team in fleet.teams if team != "Control"))
    told = take_fields(fields["teams"], place.part("teams"), teams)
    pairs = {team: take_fields(told[team], place.part("teams").part(team), ("know", "want")) for team in teams}

    def read_texts(value: Any, where: Place, needed: Collection[str], optional: Collection[str] = ()) -> dict[str, str]:
        texts = take_fields(value, where, needed, optional)
        return {key: take_text(text, where.part(key), LONGEST_STORY) for key, text in texts.items()}

    def read_part(part: str) -> dict[str, str]:
        where = place.part("teams")
        return {team: take_text(pair[part], where.part(team).part(part), LONGEST_STORY) for team, pair in pairs.items()}

    return Briefings(
        take_text(" ".join(str(guide["story"]).split()), place.part("guide").part("story"), LONGEST_STORY),
        read_texts(guide["powers"], place.part("guide").part("powers"), tuple(powers)),
        read_texts(guide["vessels"], place.part("guide").part("vessels"), tuple(fleet.vessels)),
        read_part("know"),
        read_part("want"),
        read_texts(fields["roles"], place.part("roles"), (*roles, *reporters)),
        read_texts(fields["personal"], place.part("personal"), (), seats),
    )
