"""Scenario files: read and checked, so that an unknown key is refused with its file, title and path."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from incursions.engine.facings import ARCS
from incursions.engine.hexes import hex_text
from incursions.games.talon.rules.battles import (
    Named,
    read_objectives,
    read_rounds,
    read_special,
    read_wins,
)
from incursions.games.talon.rules.catalogue import Catalogue, read_definitions
from incursions.games.talon.rules.checking import (
    NOTE,
    CatalogueError,
    Place,
    take_fields,
    take_flag,
    take_hex,
    take_hex_text,
    take_list,
    take_mapping,
    take_name,
    take_text,
    take_whole,
    take_word,
)
from incursions.games.talon.rules.definitions import IMPULSES, SIDES, Definitions, ShipClass
from incursions.games.talon.rules.setup import BLACK_HOLE, PLANET, TERRAIN
from incursions.games.talon.rules.victory import DEGREES
from incursions.kit.plain_yaml import PlainYamlError, parse, read_text

MOST_SCENARIOS, MOST_PARTS, LONGEST = 2000, 400, 400
AT_STEPS = ("power", "movement", "fire", "repair", "power phase", "gravity")
SHIP_KEYS = (
    "at",
    "facing",
    "row",
    "wait",
    "slip",
    "shields",
    "reinforced",
    "marked",
    "charge",
    "groups",
    "battery",
    "afterburners",
    "power",
    "effects",
    "jump",
    "docked",
    "fighters",
)
"""The keys of a ship that is given, besides its class."""
EXPECTED_SHIP_KEYS = (
    *SHIP_KEYS,
    "destroyed",
    "retreated",
    "hull_modifier",
    "shields_up",
    "aimed_at_by",
)
GIVEN_KEYS = (
    "at",
    "initiative",
    "ships",
    "missiles",
    "terrain",
    "special",
    "objectives",
    "wins",
    "rounds",
    "points",
    "seats",
    "same_faction",
    "undo",
)
SET_UP = "set-up"
OVER, SPECTATOR = "over", "spectator"
FACES = ("whole", "damaged")
MISSILE = "missile "


class Scenario(NamedTuple):
    """An example: its title and rules, and its checked content as plain data.

    `printed` are the definitions with the classes of the file as plain data, and `definitions` the same, read.
    """

    title: str
    rules: tuple[str, ...]
    source: str
    place: Place
    data: Mapping[str, Any]
    definitions: Definitions
    printed: Mapping[str, Any]


class ScenarioFile(NamedTuple):
    """A file of scenarios that are not checked yet, with the definitions and classes of the file."""

    place: Place
    entries: Sequence[Any]
    printed: Mapping[str, Any]
    definitions: Definitions

    def read_entry(self, number: int, entry: Any) -> Scenario:
        """Return the scenario of that number, from 1. Raises `CatalogueError` if it is malformed."""
        return read_scenario(entry, self.place.part("scenarios").part(number), self.printed, self.definitions)


def read_scenarios(path: Path, catalogue: Catalogue) -> list[Scenario]:
    """Return the scenarios of a file. Raises `CatalogueError` for a file that is malformed."""
    file = open_file(path, catalogue)
    return [file.read_entry(number, entry) for number, entry in enumerate(file.entries, start=1)]


def open_file(path: Path, catalogue: Catalogue) -> ScenarioFile:
    """Return a file with its entries as they are written. Raises `CatalogueError` for one that cannot be read."""
    place = Place(str(path))
    try:
        held = _name_by_texts(parse(read_text(path)))
    except PlainYamlError as problem:
        raise place.fault(str(problem)) from problem
    fields = take_fields(held, place, ("scenarios",), ("classes",))
    classes = read_test_classes(fields.get("classes", {}), place, catalogue)
    data = {**catalogue.data, "classes": classes}
    try:
        definitions = read_definitions(data)
    except CatalogueError as problem:
        raise CatalogueError(place.file, problem.title, problem.field, problem.expected) from problem
    return ScenarioFile(
        place, take_list(fields["scenarios"], place.part("scenarios"), 0, MOST_SCENARIOS), data, definitions
    )


def _name_by_texts(value: Any) -> Any:
    """Return plain data without notes, with numbers as keys turned to texts. A bare yes or no stays, to be refused."""
    if isinstance(value, dict):
        kept = ((key, held) for key, held in value.items() if not (key == NOTE and isinstance(held, str)))
        return {str(key) if type(key) is int else key: _name_by_texts(held) for key, held in kept}
    return [_name_by_texts(each) for each in value] if isinstance(value, list) else value


def read_test_classes(data: Any, place: Place, catalogue: Catalogue) -> dict[str, Any]:
    """Return all classes as plain data with those of the file, each like another with some fields replaced.

    Ships of a class terran_* belong to terran, others to talon.
    """
    classes = dict(catalogue.data["classes"])
    for name, entry in take_mapping(data, place.part("classes"), MOST_PARTS).items():
        where = place.part("classes").part(name)
        changed = dict(take_mapping(entry, where, MOST_PARTS))
        like = classes[take_word(changed.pop("like", None), where.part("like"), classes)]
        side = SIDES[0] if name.startswith(f"{SIDES[0]}_") else SIDES[1]
        made = {**like, "side": side, **changed}
        if "groups" in changed:
            made["groups"] = {**like["groups"], **take_mapping(changed["groups"], where.part("groups"), MOST_PARTS)}
        classes[name] = made
    return classes


def read_scenario(entry: Any, place: Place, printed: Mapping[str, Any], definitions: Definitions) -> Scenario:
    """Return a checked scenario, in one of its three forms."""
    mapping = take_mapping(entry, place, MOST_PARTS)
    title = take_text(mapping.get("title"), place.part("title"), LONGEST)
    here = place.entry(title)
    form = next((form for form in FORMS if form in mapping), "given")
    needed, optional = FORMS[form]
    fields = take_fields(entry, here, ("title", "rules", *needed), ("source", *optional))
    rules = tuple(
        take_text(rule, here.part("rules"), 20) for rule in take_list(fields["rules"], here.part("rules"), 1, 60)
    )
    CHECKS[form](fields, here, definitions)
    source = fields.get("source", "")
    if "source" in fields and type(source) is not int:  # a section such as 14
        take_text(source, here.part("source"), LONGEST)
    return Scenario(title, rules, str(source), here, fields, definitions, printed)


FORMS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "geometry": (("geometry",), ("steps", "expect")),
    "load": (("load", "expect"), ("steps",)),
    "given": (("given",), ("expect", "dice", "steps", "setup_refused")),
}
"""The keys that a form of scenario needs, and those that it may have."""


# A moment: given, dice, steps, expect.


class Known(NamedTuple):
    """The names that the steps of a scenario may use: seats by their number for each side, and groups for each ship."""

    seats: Mapping[str, int]
    groups: Mapping[str, Collection[str]]

    @property
    def seat_names(self) -> list[str]:
        """The names of all seats, such as "terran 1"."""
        return [f"{side} {number}" for side, count in self.seats.items() for number in range(1, count + 1)]


def _check_moment(fields: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    given = take_fields(fields["given"], place.part("given"), ("at",), GIVEN_KEYS)
    check_given(given, place.part("given"), definitions)
    for die in take_list(fields.get("dice", []), place.part("dice"), 0, MOST_PARTS):
        take_whole(die, place.part("dice"), 1, 6)
    ships = given.get("ships", {})
    groups = {name: _list_groups(ship, definitions) for name, ship in ships.items()}
    sides = read_sides(given, place)
    seats = {side: len(given.get("seats", {}).get(side, [[]])) for side in sides}
    named = Known(seats, groups)
    if "setup_refused" in fields:
        where = place.part("setup_refused")
        for name, rule in take_mapping(fields["setup_refused"], where, MOST_PARTS).items():
            take_text(rule, where.part(name), 20)
            if name not in ships and name not in given.get("terrain", {}):
                raise where.part(name).fault("a ship or a hex of the scenario was expected")
    for number, step in enumerate(take_list(fields.get("steps", []), place.part("steps"), 0, MOST_PARTS), start=1):
        check_step(step, place.part("steps").part(number), named)
    check_expected(fields.get("expect", {}), place.part("expect"), named)


def _list_groups(ship: Mapping[str, Any], definitions: Definitions) -> list[str]:
    return [group.name for group in definitions.classes[ship["class"]].groups]


def check_given(given: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    """Raise `CatalogueError` unless the keys of `given` and their values are those that are documented."""
    sides = read_sides(given, place)
    _check_at(given["at"], place.part("at"), sides)
    terrain = _check_terrain(given.get("terrain", {}), place.part("terrain"), at_set_up=given["at"] == SET_UP)
    ships = take_mapping(given.get("ships", {}), place.part("ships"), MOST_PARTS)
    for name, ship in ships.items():
        where = place.part("ships").part(name)
        take_name(name, where)
        _check_ship(ship, where, definitions, list(ships))
        _check_start(ship, where, None if given["at"] == SET_UP else terrain)
    if given["at"] != SET_UP and not any("at" in ship for ship in ships.values()):
        raise place.part("ships").fault("at least one ship in play was expected")
    _check_missiles(given.get("missiles", {}), place.part("missiles"), list(ships))
    if "initiative" in given:
        take_word(given["initiative"], place.part("initiative"), sides)
    if "undo" in given:
        take_flag(given["undo"], place.part("undo"))
    points = take_fields(given.get("points", {}), place.part("points"), (), sides)
    for side, amount in points.items():
        take_whole(amount, place.part("points").part(side), 0, 9999)
    _check_seats(given.get("seats", {}), place.part("seats"), sides, list(ships))
    named = Named(
        definitions.classes, sides, list(ships), {take_hex_text(at, place): str(k) for at, k in terrain.items()}
    )
    read_special(given.get("special", []), place.part("special"), named)
    read_objectives(given.get("objectives", []), place.part("objectives"), named)
    read_wins(given.get("wins", {}), place.part("wins"), named)
    read_rounds(given.get("rounds"), place.part("rounds"))


def _check_terrain(data: Any, place: Place, *, at_set_up: bool) -> Mapping[str, Any]:
    """Return the terrain by hex; at a set-up a list shows what may not lie in one hex."""
    terrain = take_mapping(data, place, MOST_PARTS)
    for at, kind in terrain.items():
        take_hex_text(at, place.part(at))
        for each in kind if isinstance(kind, list) and at_set_up else [kind]:
            take_word(each, place.part(at), TERRAIN)
    return terrain


def _check_start(ship: Mapping[str, Any], place: Place, terrain: Mapping[str, str] | None) -> None:
    """Raise `CatalogueError` for a ship that cannot be where it is given; without `terrain`, at the set-up."""
    if terrain is None:
        if "docked" in ship:
            raise place.part("docked").fault("a hex was expected at the set-up")
    elif "at" in ship and terrain.get(hex_text(ship["at"])) in (PLANET, BLACK_HOLE):
        raise place.part("at").fault("nobody stands in the hex of a planet or black hole (T20.3, T21.1)")


def read_sides(given: Mapping[str, Any], place: Place) -> tuple[str, ...]:
    """Return the names of both sides: those of a battle within one faction, or the factions (rules T1.6)."""
    if "same_faction" not in given:
        return SIDES
    where = place.part("same_faction")
    sides = take_mapping(given["same_faction"], where, 2)
    if len(sides) != 2:
        raise where.fault("two sides were expected")
    for side, names in sides.items():
        for name in take_list(names, where.part(side), 0, MOST_PARTS):
            take_word(name, where.part(side), list(given.get("ships", {})))
    return tuple(sides)


def _check_at(at: Any, place: Place, sides: Sequence[str]) -> None:
    if at == SET_UP:
        return
    fields = take_fields(at, place, ("step",), ("round", "impulse", "side"))
    step = take_word(fields["step"], place.part("step"), AT_STEPS)
    if "round" in fields:
        take_whole(fields["round"], place.part("round"), 1, 99)
    if "side" in fields:
        take_word(fields["side"], place.part("side"), sides)
    if step in AT_STEPS[:4]:
        take_word(fields.get("impulse"), place.part("impulse"), IMPULSES)
        take_word(fields.get("side"), place.part("side"), sides)
    elif "impulse" in fields:
        raise place.part("impulse").fault(f"{step} is in no impulse")


def _check_ship(ship: Any, place: Place, definitions: Definitions, names: Collection[str]) -> None:
    fields = take_fields(ship, place, ("class",), SHIP_KEYS)
    printed = definitions.classes[take_word(fields["class"], place.part("class"), definitions.classes)]
    if ("docked" in fields) == ("at" in fields):
        raise place.part("at").fault("a hex was expected, or docked")
    check_ship_fields(fields, place, [group.name for group in printed.groups])
    _check_amounts(fields, place, printed)
    if "docked" in fields and fields["docked"] not in names:
        take_hex_text(fields["docked"], place.part("docked"))
    if "row" in fields and tuple(fields["row"]) not in [
        tuple(p for p in row if p is not None) for row in printed.curve
    ]:
        raise place.part("row").fault(f"a row of {printed.name} was expected")


def _check_amounts(fields: Mapping[str, Any], place: Place, printed: ShipClass) -> None:
    """Raise `CatalogueError` unless a ship that is given has no more of anything than its class."""
    most = {
        "marked": len(printed.hull) - 1,
        "battery": printed.battery,
        "afterburners": printed.afterburners,
        "fighters": printed.squadron,
    }
    for key, limit in most.items():
        if key in fields:
            take_whole(fields[key], place.part(key), 0, limit)
    for arc, boxes in zip(ARCS, printed.shields, strict=True):
        if arc in fields.get("shields", {}):
            take_whole(fields["shields"][arc], place.part("shields").part(arc), 0, boxes)
    for group in printed.groups:
        if group.name in fields.get("charge", {}):
            where = place.part("charge").part(group.name)
            red, yellow = fields["charge"][group.name]
            take_whole(red, where, 0, group.red)
            take_whole(yellow, where, 0, group.yellow if red == group.red else 0)


def check_ship_fields(fields: Mapping[str, Any], place: Place, groups: Collection[str]) -> None:
    """Raise `CatalogueError` unless the fields of a ship hold what they should."""
    for key, check in FIELD_CHECKS.items():
        if key in fields:
            check(fields[key], place.part(key))
    for key in ("charge", "groups"):
        if key in fields:
            take_fields(fields[key], place.part(key), (), groups)


def _check_arcs(value: Any, place: Place) -> None:
    for arc, boxes in take_fields(value, place, (), ARCS).items():
        take_whole(boxes, place.part(arc), 0, 99)


def _check_letters(value: Any, place: Place) -> None:
    for arc, letters in take_fields(value, place, (), ARCS).items():
        for letter in take_list(letters, place.part(arc), 0, 99):
            take_word(letter, place.part(arc), IMPULSES)


def _check_bars(value: Any, place: Place) -> None:
    for group, bar in take_mapping(value, place, MOST_PARTS).items():
        for boxes in take_list(bar, place.part(group), 2, 2):
            take_whole(boxes, place.part(group), 0, 99)


def _check_states(value: Any, place: Place) -> None:
    for group, state in take_mapping(value, place, MOST_PARTS).items():
        take_word(state, place.part(group), ("destroyed", "charged", "empty"))


def _check_effects(value: Any, place: Place) -> None:
    for effect in take_list(value, place, 0, 20):
        take_word(effect, place, EFFECTS)


def _check_row(value: Any, place: Place) -> None:
    for number in take_list(value, place, 2, 3):
        take_whole(number, place, 0, 9)


def _check_jump(value: Any, place: Place) -> None:
    text = take_text(value, place, 40)
    if not text.startswith(ANNOUNCED) or not text.removeprefix(ANNOUNCED).isdecimal():
        raise place.fault(f"{ANNOUNCED}N was expected")


def _check_missile_numbers(value: Any, place: Place) -> None:
    for number in take_list(value, place, 0, 99):
        take_whole(number, place, 1, 999_999)


def _whole(least: int, most: int) -> Any:
    return lambda value, place: take_whole(value, place, least, most)


ANNOUNCED = "announced in round "
EFFECTS = ("shields down", "helm down", "thrusters", "power drop", "drive hit", "power loss")
FIELD_CHECKS: Mapping[str, Any] = {
    "at": take_hex,
    "facing": _whole(0, 5),
    "row": _check_row,
    "wait": _whole(0, 9),
    "slip": take_flag,
    "shields": _check_arcs,
    "reinforced": _check_letters,
    "marked": _whole(0, 99),
    "charge": _check_bars,
    "groups": _check_states,
    "battery": _whole(0, 9),
    "afterburners": _whole(0, 9),
    "power": _whole(-20, 20),
    "effects": _check_effects,
    "jump": _check_jump,
    "docked": lambda value, place: take_text(value, place, 40),
    "fighters": _whole(0, 9),
    "destroyed": take_flag,
    "retreated": take_flag,
    "hull_modifier": _whole(-20, 20),
    "shields_up": take_flag,
    "aimed_at_by": _check_missile_numbers,
}


def _check_missiles(data: Any, place: Place, ships: Collection[str]) -> None:
    for number, missile in take_mapping(data, place, MOST_PARTS).items():
        where = place.part(number)
        if not number.isdecimal() or not 1 <= int(number) <= 999_999:
            raise where.fault("a number was expected")
        fields = take_fields(missile, where, ("at", "target"), ("face",))
        take_hex(fields["at"], where.part("at"))
        take_word(fields["target"], where.part("target"), ships)
        take_word(fields.get("face", FACES[0]), where.part("face"), FACES)


def _check_seats(data: Any, place: Place, sides: Sequence[str], ships: Collection[str]) -> None:
    for side, seats in take_fields(data, place, (), sides).items():
        for names in take_list(seats, place.part(side), 1, 4):
            for name in take_list(names, place.part(side), 0, MOST_PARTS):
                take_word(name, place.part(side), ships)


# Steps and what is expected.


def check_step(step: Any, place: Place, known: Known) -> None:
    """Raise `CatalogueError` unless a step has documented keys that make sense together."""
    fields = take_fields(step, place, (), STEP_CHECKS)
    for key, value in fields.items():
        STEP_CHECKS[key](value, place.part(key), known)
    _check_step_keys(set(fields), place)


def _check_text(value: Any, place: Place, known: Known) -> None:
    take_text(value, place, LONGEST)


def _check_texts(value: Any, place: Place, known: Known) -> None:
    for text in take_list(value, place, 0, MOST_PARTS):
        take_text(text, place, LONGEST)


def _check_true(value: Any, place: Place, known: Known) -> None:
    if not take_flag(value, place):
        raise place.fault("true was expected")


def _check_viewers(value: Any, place: Place, known: Known) -> None:
    for name in take_list(value, place, 0, MOST_PARTS):
        take_word(name, place, (*known.seats, *known.seat_names, SPECTATOR))


def _check_until(until: Any, place: Place, known: Known) -> None:
    if until == OVER:
        return
    fields = take_fields(until, place, (), ("round", "impulse", "side", "step", "or"))
    words = {"impulse": IMPULSES, "step": AT_STEPS, "side": known.seats, "or": (OVER,)}
    for key, value in fields.items():
        if key == "round":
            take_whole(value, place.part(key), 1, 99)
        else:
            take_word(value, place.part(key), words[key])


def _check_shown(value: Any, place: Place, known: Known) -> None:
    take_fields(value, place, (), ("range", "struck", "modifier", "chance", "damage"))


def _check_step_keys(keys: set[str], place: Place) -> None:
    """Raise `CatalogueError` unless a step does something, and says who does it."""
    acts = {"play", "until", "then", "timeout", "undo", "preview", "same_view", "offers", "lacks"}
    if not acts & keys:
        raise place.fault(f"one of {', '.join(sorted(acts))} was expected")
    if {"play", "timeout", "undo", "offers", "lacks"} & keys and len({"side", "seat"} & keys) != 1:
        raise place.fault("a side or a seat was expected")
    for key, others in NEEDS.items():
        if key in keys and not keys.intersection(others):
            raise place.part(key).fault(f"{' or '.join(others)} was expected beside it")


NEEDS: Mapping[str, tuple[str, ...]] = {"refused": ("play", "undo"), "because": ("refused",), "shows": ("preview",)}
"""By key of a step, the keys of which one stands beside it."""


def check_expected(expected: Any, place: Place, known: Known) -> None:
    """Raise `CatalogueError` unless every key of what is expected is documented."""
    for key, value in take_mapping(expected, place, MOST_PARTS).items():
        where = place.part(key)
        if key in known.groups:
            fields = take_fields(value, where, (), EXPECTED_SHIP_KEYS)
            said = {name: field for name, field in fields.items() if name not in MAYBE_NONE or field not in NONE}
            check_ship_fields(said, where, known.groups[key])
        elif key.startswith(MISSILE) and key.removeprefix(MISSILE).isdecimal():
            _check_expected_missile(value, where)
        elif key in STATE_CHECKS:
            STATE_CHECKS[key](value, where, known)
        else:
            raise where.fault(f"a ship, a missile or one of {', '.join(STATE_CHECKS)} was expected")


MAYBE_NONE, NONE = ("docked", "jump"), (None, "none")
"""The fields of a ship that may be expected to be empty, and the words for that, also for a battle not decided."""


def _check_expected_missile(value: Any, place: Place) -> None:
    fields = take_fields(value, place, (), ("at", "target", "face", "gone"))
    for key, check in MISSILE_CHECKS.items():
        if key in fields:
            check(fields[key], place.part(key))


MISSILE_CHECKS: Mapping[str, Any] = {
    "at": take_hex,
    "target": lambda value, place: take_text(value, place, LONGEST),
    "face": lambda value, place: take_word(value, place, FACES),
    "gone": take_flag,
}


def _check_numbers(value: Any, place: Place, names: Collection[str]) -> None:
    for name, number in take_fields(value, place, (), names).items():
        take_whole(number, place.part(name), 0, 9999)


def _check_expected_terrain(value: Any, place: Place, known: Known) -> None:
    for at, kind in take_mapping(value, place, MOST_PARTS).items():
        take_hex_text(at, place.part(at))
        take_word(kind, place.part(at), TERRAIN)


def _check_acts(value: Any, place: Place, known: Known) -> None:
    for number, letters in take_fields(value, place, (), tuple("0123456")).items():
        for letter in take_list(letters, place.part(number), 0, len(IMPULSES)):
            take_word(letter, place.part(number), IMPULSES)


def _check_order(value: Any, place: Place, known: Known) -> None:
    for text in take_list(value, place, 0, MOST_PARTS):
        if not take_text(text, place, LONGEST).startswith(EVENT_WORDS):
            raise place.fault(
                f"an event was expected ({', '.join(word.strip() for word in EVENT_WORDS)}), not {text!r}"
            )


EVENT_WORDS = (
    *("turn ", "power phase", "roll ", "hit ", "miss ", "damage ", "critical ", "explosion ", "shift ", "asteroid "),
    *("collision ", "row ", "charge ", "jump ", "break-up ", "place "),
)
"""The words with which the events of an order begin."""
STATE_CHECKS: Mapping[str, Callable[[Any, Place, Known], object]] = {
    "initiative": lambda value, place, known: take_word(value, place, known.seats),
    "marks": lambda value, place, known: _check_numbers(value, place, ("change", "defend")),
    "points": lambda value, place, known: _check_numbers(value, place, known.seats),
    "terrain": _check_expected_terrain,
    "result": lambda value, place, known: value in NONE or take_word(value, place, (*known.seats, "draw")),
    "degree": lambda value, place, known: value in NONE or take_word(value, place, DEGREES),
    "acts": _check_acts,
    "order": _check_order,
}
"""What is expected besides ships and missiles, by key."""


STEP_CHECKS: Mapping[str, Callable[[Any, Place, Known], object]] = {
    "side": lambda value, place, known: take_word(value, place, known.seats),
    "seat": lambda value, place, known: take_word(value, place, known.seat_names),
    "play": _check_text,
    "refused": _check_text,
    "because": _check_text,
    "offers": _check_texts,
    "lacks": _check_texts,
    "until": _check_until,
    "then": check_expected,
    "timeout": _check_true,
    "undo": _check_true,
    "preview": _check_text,
    "shows": _check_shown,
    "same_view": _check_viewers,
}
"""What a step may hold, by key."""


# Geometry and loading.


def _check_geometry(fields: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    take_list(fields.get("steps", []), place.part("steps"), 0, 0)
    take_fields(fields.get("expect", {}), place.part("expect"), ())
    where = place.part("geometry")
    for key, entries in take_fields(fields["geometry"], where, (), GEOMETRY).items():
        for number, entry in enumerate(take_list(entries, where.part(key), 0, MOST_PARTS), start=1):
            here = where.part(key).part(number)
            case = take_fields(entry, here, GEOMETRY[key])
            for name, value in case.items():
                GEOMETRY_CHECKS[name](value, here.part(name))


def _take_other_hex(value: Any, place: Place) -> None:
    if take_hex(value, place) == (0, 0):
        raise place.fault("another hex than 0,0 was expected")


def _take_hexes(value: Any, place: Place) -> None:
    for at in take_list(value, place, 0, MOST_PARTS):
        take_hex(at, place)


def _take_pairs(value: Any, place: Place) -> None:
    for pair in take_list(value, place, 0, MOST_PARTS):
        for at in take_list(pair, place, 2, 2):
            take_hex(at, place)


GEOMETRY = {
    "lines": ("to", "through", "spine"),
    "arcs": ("facing", "to", "arc"),
    "pushes": ("to", "step"),
    "pulls": ("from", "step"),
}
GEOMETRY_CHECKS: Mapping[str, Any] = {
    "to": _take_other_hex,
    "from": _take_other_hex,
    "through": _take_hexes,
    "step": _take_hexes,
    "spine": _take_pairs,
    "facing": lambda value, place: take_whole(value, place, 0, 5),
    "arc": lambda value, place: take_text(value, place, LONGEST),
}


def _check_load(fields: Mapping[str, Any], place: Place, definitions: Definitions) -> None:
    names = [
        take_text(name, place.part("load"), LONGEST)
        for name in take_list(fields["load"], place.part("load"), 1, MOST_PARTS)
    ]
    take_list(fields.get("steps", []), place.part("steps"), 0, 0)
    expected = place.part("expect")
    for name, entry in take_fields(fields["expect"], expected, (), names).items():
        wanted = take_fields(entry, expected.part(name), (), ("first", "ships"))
        if "first" in wanted:
            take_word(wanted["first"], expected.part(name).part("first"), SIDES)
        if "ships" in wanted:
            take_whole(wanted["ships"], expected.part(name).part("ships"), 0, 99)


CHECKS = {"geometry": _check_geometry, "load": _check_load, "given": _check_moment}
