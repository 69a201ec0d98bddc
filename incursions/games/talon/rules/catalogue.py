"""Reading and checking what is printed, from plain data or from ``fixtures/talon/``.

The data may come from a file of anybody, because the setup of a match carries it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from incursions.engine.facings import ARCS
from incursions.games.data_checks import (
    LONGEST_NAME,
    DataError,
    Faults,
    Place,
    take_fields,
    take_flag,
    take_list,
    take_mapping,
    take_title,
    take_whole,
    take_wholes,
    take_word,
    take_words,
)
from incursions.games.data_files import read_data_file, read_entries
from incursions.games.talon.rules.battles import Battle, read_battle
from incursions.games.talon.rules.checking import take_name
from incursions.games.talon.rules.definitions import (
    BASE,
    FIGHTERS,
    IMPULSES,
    KINDS,
    MISSILE,
    SIDES,
    WEAPONS,
    Critical,
    Definitions,
    Group,
    Row,
    ShipClass,
    Weapon,
)
from incursions.games.talon.rules.fleets import ReadyFleet, read_ready_fleet

__all__ = ["Catalogue", "DataError", "examine_folder", "load", "read_definitions", "read_folder"]

FOLDER = "fixtures/talon"
SHIPS_FILE, WEAPONS_FILE, CRITICALS_FILE, BATTLES_FILE, FLEETS_FILE = FILES = (
    "ships.yaml",
    "weapons.yaml",
    "criticals.yaml",
    "battles.yaml",
    "fleets.yaml",
)
CLASSES, ARMOURY, CRITICALS, CHART = "classes", "weapons", "criticals", "impulses"
FILE_OF = {CLASSES: SHIPS_FILE, ARMOURY: WEAPONS_FILE, CRITICALS: CRITICALS_FILE, CHART: WEAPONS_FILE}
"""By section of the data, the file that holds it."""
MOST_CLASSES, MOST_BATTLES, MOST_FLEETS, MOST_GROUPS = 200, 200, 200, 8
MOST_POINTS, MOST_SHIELDS, MOST_HULL, MOST_EXPLOSION = 999, 30, 40, 20
MOST_BOXES, MOST_WEAPONS, MOST_AFTERBURNERS, MOST_FIGHTERS = 12, 6, 9, 9
LOWEST_MODIFIER, MOST_DAMAGE, LONGEST_RANGE = -9, 99, 20
HIGHEST = 6
"""The highest number of the impulse chart, and so the most Power, Speed and rows (rules T4.3)."""
DIE_FACES = 6
DICE_SUMS = tuple(str(total) for total in range(2, 2 * DIE_FACES + 1))

CLASS_FIELDS = (
    *("name", "side", "kind", "points", "shields", "curve", "start", "hull", "critical_boxes", "explosion"),
    "groups",
)
CLASS_EXTRAS = ("battery", "afterburners", "carries", "squadron")
GROUP_FIELDS = ("weapon", "count", "red", "yellow", "arcs")
CONE = "cone"
EFFECT_WORDS = {
    "shields": ("down", "shields_down"),
    "reinforcements": ("destroyed", "loses_reinforcements"),
    "moves": ("ahead only", "helm_down"),
    "destroy_group": ("random", "loses_group"),
    "jump": ("offline", "jump_offline"),
    "destroy": ("ship", "destroys"),
}
"""By effect of a critical, the only word that it may have, and the flag that stands for it."""
NO_POWER = "zero"
Read = TypeVar("Read")


class Catalogue(NamedTuple):
    """Everything printed: `data` as the setup of a match carries it, the definitions read from it, and the rest.

    The battles are by name, and the ready-made fleets by title.
    """

    data: dict[str, Any]
    definitions: Definitions
    battles: Mapping[str, Battle]
    fleets: Mapping[str, ReadyFleet]


def load(root: Path) -> Catalogue:
    """Return the catalogue in ``fixtures/talon/`` of the repository. Raises the first `DataError`."""
    catalogue, faults = read_folder(root / FOLDER, FOLDER)
    for fault in faults:
        raise fault
    return catalogue


def read_folder(folder: Path, shown: str = "") -> tuple[Catalogue, Faults]:
    """Return the sound parts of a folder, and the faults of the rest. `shown` is the folder's name in messages."""
    faults: Faults = []
    file_of = {name: f"{shown or folder.name}/{name}" for name in FILES}
    held = {name: read_data_file(folder / name, file_of[name], faults) for name in FILES}
    chart: dict[str, Any] = {CHART: {}, ARMOURY: {}}
    if not faults:
        try:
            chart = take_fields(held[WEAPONS_FILE], Place(file_of[WEAPONS_FILE]), tuple(chart))
        except DataError as fault:
            faults.append(fault)
    data = {CLASSES: held[SHIPS_FILE], CRITICALS: held[CRITICALS_FILE], **chart}
    if faults:
        return Catalogue(data, Definitions({}, {}, {}, {}), {}, {}), faults
    definitions = _read_sections(data, {section: file_of[name] for section, name in FILE_OF.items()}, faults)
    classes = definitions.classes

    def read_one(name: str, battle: Any) -> Battle:
        return read_battle(name, battle, classes, file_of[BATTLES_FILE])

    def read_fleet(title: str, fleet: Any) -> ReadyFleet:
        return read_ready_fleet(title, fleet, classes, file_of[FLEETS_FILE])

    battles = read_entries(held[BATTLES_FILE], Place(file_of[BATTLES_FILE]), MOST_BATTLES, read_one, faults)
    fleets = read_entries(held[FLEETS_FILE], Place(file_of[FLEETS_FILE]), MOST_FLEETS, read_fleet, faults)
    return Catalogue(data, definitions, battles, fleets), faults


def examine_folder(folder: Path) -> tuple[dict[str, int], Faults]:
    """Return the number of sound entries of each kind in a folder, and all faults. Raises nothing."""
    if not folder.is_dir():
        return {}, [DataError(str(folder), "", "", f"a folder with {', '.join(FILES)} was expected")]
    catalogue, faults = read_folder(folder)
    faults += [
        DataError(path.name, "", "", f"no file has this name; there are {', '.join(FILES)}")
        for path in sorted(folder.iterdir())
        if path.suffix in (".yaml", ".yml") and path.name not in FILES
    ]
    classes, weapons, criticals, _ = catalogue.definitions
    counts: dict[str, Mapping[Any, Any]] = {
        CLASSES: classes,
        ARMOURY: weapons,
        CRITICALS: criticals,
        "battles": catalogue.battles,
        "fleets": catalogue.fleets,
    }
    return {kind: len(entries) for kind, entries in counts.items()}, faults


def read_definitions(data: Mapping[str, Any]) -> Definitions:
    """Return the definitions of plain data, as a setup carries it. Raises the first `DataError`."""
    faults: Faults = []
    sections = take_fields(data, Place("definitions"), tuple(FILE_OF))
    definitions = _read_sections(sections, {section: section for section in sections}, faults)
    for fault in faults:
        raise fault
    return definitions


def _read_sections(data: Mapping[str, Any], shown: Mapping[str, str], faults: Faults) -> Definitions:
    """Return the sound definitions. `shown` is the name of each section, or of its file, in messages."""
    weapons = _read_table(data[ARMOURY], Place(shown[ARMOURY]), WEAPONS, _read_weapon, faults)
    acts = _read_table(data[CHART], Place(shown[CHART]), IMPULSES, _read_acts, faults)
    criticals = _read_table(data[CRITICALS], Place(shown[CRITICALS]), DICE_SUMS, _read_critical, faults)
    place = Place(shown[CLASSES])

    def read_one(name: str, value: Any) -> ShipClass:
        return _read_class(name, value, place.entry(name), weapons)

    classes = read_entries(data[CLASSES], place, MOST_CLASSES, read_one, faults)
    return Definitions(classes, weapons, {int(total): critical for total, critical in criticals.items()}, acts)


def _read_table(
    value: Any, place: Place, names: Collection[str], read: Callable[[str, Any, Place], Read], faults: Faults
) -> dict[str, Read]:
    """Return the sound entries of a mapping that has just these names, in their order."""
    try:
        entries = take_fields(value, place, names)
    except DataError as fault:
        faults.append(fault)
        return {}

    def read_one(name: str, entry: Any) -> Read:
        return read(name, entry, place.entry(name))

    return read_entries({name: entries[name] for name in names}, place, len(names), read_one, faults)


def _read_acts(letter: str, numbers: Any, place: Place) -> frozenset[int]:
    return frozenset(take_wholes(numbers, place.part("numbers"), 1, HIGHEST))


def _read_weapon(name: str, data: Any, place: Place) -> Weapon:
    """Return a weapon: one that is fired with a die, or the missile, which is launched."""
    if name == MISSILE:
        fields = take_fields(data, place, ("launch", "hit", "dies_at", "speed"))
        launch = take_wholes(fields["launch"], place.part("launch"), 1, LONGEST_RANGE)
        hit, dies_at = (take_whole(fields[key], place.part(key), 1, MOST_DAMAGE) for key in ("hit", "dies_at"))
        take_whole(fields["speed"], place.part("speed"), HIGHEST, HIGHEST)  # rules T15.4
        return Weapon(name, {}, launch=launch, hit=hit, dies_at=dies_at)
    fields = take_fields(data, place, ("damage",), ("displaces", "area", "spares"))
    if "area" in fields:
        take_word(fields["area"], place.part("area"), (CONE,))
    return Weapon(
        name,
        _read_damage(fields["damage"], place.part("damage")),
        displaces=take_whole(fields.get("displaces", 0), place.part("displaces"), 0, 1),
        is_cone="area" in fields,
        spares=take_words(fields.get("spares", []), place.part("spares"), KINDS, least=0),
    )


def _read_damage(data: Any, place: Place) -> dict[int, tuple[int, ...]]:
    """Return the damage for each modified die, by range in hexes, the nearest first (rules T8.8)."""
    ranges = [str(far) for far in range(1, LONGEST_RANGE + 1)]
    table = take_fields(data, place, (), ranges)
    if not table:
        raise place.fault("damage at some range was expected")
    return {
        int(far): tuple(
            take_whole(amount, place.part(far), 0, MOST_DAMAGE)
            for amount in take_list(table[far], place.part(far), DIE_FACES, DIE_FACES)
        )
        for far in ranges
        if far in table
    }


def _read_critical(total: str, data: Any, place: Place) -> Critical:
    """Return a line of the critical table (rules T10)."""
    fields = take_fields(data, place, ("id", "effect", "repair"), ("stack",))
    where = place.part("effect")
    effect = take_fields(fields["effect"], where, (), (*EFFECT_WORDS, "hull", "turn_radius", "power"))
    flags = {}
    for key, (word, flag) in EFFECT_WORDS.items():
        if key in effect:
            take_word(effect.pop(key), where.part(key), (word,))
            flags[flag] = True
    if flags.get("shields_down") != flags.pop("loses_reinforcements", None):
        raise where.fault("shields and reinforcements were expected together (T10.3)")
    if effect.get("power") == NO_POWER:
        flags["power_zero"] = True
        del effect["power"]
    stack = fields.get("stack")
    return Critical(
        take_title(fields["id"], place.part("id")),
        hull=take_whole(effect.get("hull", 0), where.part("hull"), 0, MOST_HULL),
        radius=take_whole(effect.get("turn_radius", 0), where.part("turn_radius"), 0, HIGHEST),
        power=take_whole(effect.get("power", 0), where.part("power"), -HIGHEST, 0),
        is_repairable=take_flag(fields["repair"], place.part("repair")),
        stack=None if stack is None else take_whole(stack, place.part("stack"), 1, HIGHEST),
        **flags,
    )


def _read_class(name: str, data: Any, place: Place, weapons: Mapping[str, Weapon]) -> ShipClass:
    """Return a class of ships (rules T2)."""
    if not name.replace("_", "").isalnum() or not name.isascii() or len(name) > LONGEST_NAME:
        raise place.fault("letters, digits and underscores were expected as the key of a class")
    fields = take_fields(data, place, CLASS_FIELDS, CLASS_EXTRAS)
    kind = take_word(fields["kind"], place.part("kind"), KINDS)

    def take(field: str, least: int, most: int) -> int:
        return take_whole(fields.get(field, 0), place.part(field), least, most)

    if ("squadron" in fields) != (kind == FIGHTERS):
        raise place.part("squadron").fault("fighters, and no other ships, have this field (T14.1)")
    if "carries" in fields:
        take_word(fields["carries"], place.part("carries"), ("fighters",))
    curve = _read_curve(fields["curve"], place.part("curve"), kind)
    hull = take_list(fields["hull"], place.part("hull"), 1, MOST_HULL)
    return ShipClass(
        name,
        take_title(fields["name"], place.part("name")),
        take_word(fields["side"], place.part("side"), SIDES),
        kind,
        take("points", 1, MOST_POINTS),
        _read_shields(fields["shields"], place.part("shields"), kind),
        curve,
        _find_start(fields["start"], place.part("start"), curve, kind),
        tuple(take_whole(modifier, place.part("hull"), LOWEST_MODIFIER, 0) for modifier in hull),
        frozenset(take_wholes(fields["critical_boxes"], place.part("critical_boxes"), 1, len(hull))),
        take("explosion", 0, MOST_EXPLOSION),
        _read_groups(fields["groups"], place, weapons),
        battery=take("battery", 0, 1),
        afterburners=take("afterburners", 0, MOST_AFTERBURNERS),
        carries_fighters="carries" in fields,
        squadron=take("squadron", int(kind == FIGHTERS), MOST_FIGHTERS),
    )


def _read_shields(data: Any, place: Place, kind: str) -> tuple[int, int, int, int]:
    shields = take_fields(data, place, ARCS)
    most = 0 if kind == FIGHTERS else MOST_SHIELDS  # rules T14.2
    forward, right, rear, left = (take_whole(shields[arc], place.part(arc), 0, most) for arc in ARCS)
    return forward, right, rear, left


def _read_curve(data: Any, place: Place, kind: str) -> tuple[Row, ...]:
    """Return the rows of a power curve, the fastest first (rules T2.4)."""
    rows = tuple(_read_row(row, place, kind) for row in take_list(data, place, 1, HIGHEST))
    for row, slower in pairwise(rows):
        if slower.speed >= row.speed:
            raise place.fault(f"the fastest row first was expected, not {slower} after {row}")
    return rows


def _read_row(data: Any, place: Place, kind: str) -> Row:
    """Return a row: Power, Speed and, of what moves, the Turn Radius. There is no row of Speed 0 (rules T2.4)."""
    size = 2 if kind == BASE else 3
    power, speed, *radius = take_list(data, place, size, size)
    return Row(
        take_whole(power, place.part("Power"), 0, HIGHEST),
        take_whole(speed, place.part("Speed"), 1, HIGHEST),
        take_whole(radius[0], place.part("Turn Radius"), 0, HIGHEST) if radius else None,
    )


def _find_start(data: Any, place: Place, curve: tuple[Row, ...], kind: str) -> int:
    row = _read_row(data, place, kind)
    if row not in curve:
        raise place.fault(f"a row of the curve was expected, not {row}")
    return curve.index(row)


def _read_groups(data: Any, place: Place, weapons: Mapping[str, Weapon]) -> tuple[Group, ...]:
    where = place.part("groups")
    groups = take_mapping(data, where, MOST_GROUPS)
    return tuple(_read_group(name, group, where.part(name), weapons) for name, group in groups.items())


def _read_group(name: str, data: Any, place: Place, weapons: Mapping[str, Weapon]) -> Group:
    take_name(name, place)
    fields = take_fields(data, place, GROUP_FIELDS)
    red, yellow = (take_whole(fields[key], place.part(key), 0, MOST_BOXES) for key in ("red", "yellow"))
    if red + yellow < 1:
        raise place.fault("a charge bar of at least one box was expected (T8.1)")
    return Group(
        name,
        weapons[take_word(fields["weapon"], place.part("weapon"), weapons)],
        take_whole(fields["count"], place.part("count"), 1, MOST_WEAPONS),
        red,
        yellow,
        frozenset(take_words(fields["arcs"], place.part("arcs"), ARCS)),
    )
