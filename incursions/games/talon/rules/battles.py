"""Battles as data: ships, terrain, special rules, objectives and wins, read and checked (rules T23.1); and set-up."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from incursions.engine.hexes import Hex, distance, hex_text
from incursions.games.data_checks import (
    Place,
    take_fields,
    take_list,
    take_mapping,
    take_text,
    take_title,
    take_whole,
    take_word,
    take_words,
)
from incursions.games.talon.rules.checking import take_hex, take_hex_text, take_name
from incursions.games.talon.rules.definitions import SIDES, ShipClass
from incursions.games.talon.rules.setup import BLACK_HOLE, PLANET, TERRAIN, WORM_HOLE
from incursions.games.talon.rules.ships import STATUSES

USUAL_INITIATIVE = "talon"  # rules T3.6
CLEAR_OF_BLACK_HOLES = 2
"""The distance in hexes from a black hole within which no ship is deployed (rules T3.3)."""
NO_START = (PLANET, BLACK_HOLE, WORM_HOLE)
"""The terrain in whose hex no ship starts (rules T3.4)."""
MOST_SHIPS, MOST_TERRAIN, MOST_GOALS = 40, 400, 40
MOST_ROUNDS, MOST_POINTS, MOST_COUNT, FARTHEST_WITHIN = 99, 9999, 40, 99
LONGEST_STORY = 400
DEPLOYMENT_ROWS = ((4, 5), (-5, -4))
"""The rows of hexes, by r, in which each side deploys a fleet of its own (rules T3.9)."""
DEPLOYMENT_WIDTH = 10
"""The greatest amount of 2q + r in such a row (rules T3.9)."""
OWN_POINTS = "class"
MORE_CLASS_POINTS = "more class points"

DOCKING, LANDING, WORM_HOLE_FOR, NO_JUMP = "docking", "landing", "worm hole for", "no jump"
NO_RETREAT_POINTS = "no retreat points"
EACH, AT_END_OF_ROUND, NONE_LEFT = "each", "at end of round", "none left"
COUNT, CLASS_POINTS = "count", "class points"
SPECIAL_FORMS: Mapping[str, tuple[str, ...]] = {
    DOCKING: ("with",),
    LANDING: ("hexes",),
    WORM_HOLE_FOR: (),
    NO_JUMP: (),
    NO_RETREAT_POINTS: ("status",),
}
OBJECTIVE_FORMS: Mapping[str, tuple[str, ...]] = {
    EACH: ("points", "to"),
    AT_END_OF_ROUND: ("points", "to", "within", "hex"),
}
SET_KEYS = ("class", "side")

Goal = Mapping[str, Any]
"""A special rule, an objective or a win as plain data, in one of the forms above."""
Fault = tuple[str, str]
"""The number of the rule that forbids something, and the reason."""


class Placement(NamedTuple):
    """A ship of a battle, and where it starts."""

    name: str
    class_name: str
    side: str
    at: Hex
    facing: int


class Battle(NamedTuple):
    """A battle (rules T23.1). `rounds` is its limit or None. `wins` are by side; one of a side's is enough."""

    name: str
    title: str
    story: str
    rounds: int | None
    initiative: str
    ships: tuple[Placement, ...]
    terrain: Mapping[Hex, str]
    special: tuple[Goal, ...] = ()
    objectives: tuple[Goal, ...] = ()
    wins: Mapping[str, tuple[Goal, ...]] = {}


class Named(NamedTuple):
    """All that the goals of a battle may name: classes, sides, ships, and the terrain with its hexes."""

    classes: Collection[str]
    sides: Collection[str]
    ships: Collection[str]
    terrain: Mapping[Hex, str]


def read_battle(name: str, data: Any, classes: Mapping[str, ShipClass], file: str = "") -> Battle:
    """Return the battle of plain data. Raises `DataError` with the file, the battle's name and the field."""
    place = Place(file).entry(name)
    take_title(name, place)
    optional = ("rounds", "initiative", "terrain", "special", "objectives", "wins")
    fields = take_fields(data, place, ("title", "story", *SIDES), optional)
    ships = tuple(_read_ships({key: fields[key] for key in fields if key in SIDES}, place, classes))
    terrain = read_terrain(fields.get("terrain", {}), place.part("terrain"))
    for ship_or_hex, (rule, reason) in find_placement_faults(ships, terrain, classes).items():
        raise place.part(ship_or_hex).fault(f"{reason} ({rule})")
    named = Named(classes, SIDES, [ship.name for ship in ships], terrain)
    return Battle(
        name,
        take_title(fields["title"], place.part("title")),
        take_text(fields["story"], place.part("story"), LONGEST_STORY),
        read_rounds(fields.get("rounds"), place.part("rounds")),
        take_word(fields.get("initiative", USUAL_INITIATIVE), place.part("initiative"), SIDES),
        ships,
        terrain,
        read_special(fields.get("special", []), place.part("special"), named),
        read_objectives(fields.get("objectives", []), place.part("objectives"), named),
        read_wins(fields.get("wins", {}), place.part("wins"), named),
    )


def _read_ships(sides: Mapping[str, Any], place: Place, classes: Mapping[str, ShipClass]) -> Iterable[Placement]:
    """Yield the ships of both sides in the order in which they stand, which is that of options (rules T25.12)."""
    names: set[str] = set()
    for side, listed in sides.items():
        ships = take_mapping(listed, place.part(side), MOST_SHIPS)
        if not ships:
            raise place.part(side).fault("at least one ship was expected")
        for name, ship in ships.items():
            where = place.part(side).part(name)
            take_name(name, where)
            if name.casefold() in names:
                raise where.fault("a name of its own was expected (T25.12)")
            names.add(name.casefold())
            fields = take_fields(ship, where, ("class", "at", "facing"))
            class_name = take_word(fields["class"], where.part("class"), classes)
            if classes[class_name].side != side:
                raise where.part("class").fault(f"a class of this side was expected, not {class_name}")
            yield Placement(
                name,
                class_name,
                side,
                take_hex(fields["at"], where.part("at")),
                take_whole(fields["facing"], where.part("facing"), 0, 5),
            )


def read_rounds(value: Any, place: Place) -> int | None:
    """Return the limit of rounds, or None without one."""
    return None if value is None else take_whole(value, place, 1, MOST_ROUNDS)


def read_terrain(data: Any, place: Place) -> dict[Hex, str]:
    """Return the terrain by hex, one to a hex (rules T2.6)."""
    terrain = take_mapping(data, place, MOST_TERRAIN)
    return {take_hex_text(at, place.part(at)): take_word(kind, place.part(at), TERRAIN) for at, kind in terrain.items()}


def read_special(data: Any, place: Place, named: Named) -> tuple[Goal, ...]:
    """Return the special rules of a battle."""
    return tuple(
        _read_special(goal, place.part(number), named)
        for number, goal in enumerate(take_list(data, place, 0, MOST_GOALS), start=1)
    )


def _read_special(data: Any, place: Place, named: Named) -> Goal:
    form, fields = _take_form(data, place, SPECIAL_FORMS)
    known = named.sides if form in (WORM_HOLE_FOR, NO_RETREAT_POINTS) else named.classes
    goal: dict[str, Any] = {form: list(take_words(fields[form], place.part(form), known))}
    if form == DOCKING:
        goal["with"] = list(take_words(fields["with"], place.part("with"), named.ships))
    elif form == LANDING:
        goal["hexes"] = _read_planets(fields["hexes"], place.part("hexes"), named.terrain)
    elif form == NO_RETREAT_POINTS:
        goal["status"] = take_word(fields["status"], place.part("status"), STATUSES)
    return goal


def _read_planets(data: Any, place: Place, terrain: Mapping[Hex, str]) -> list[str]:
    planets = [hex_text(at) for at, kind in terrain.items() if kind == PLANET]
    if not planets:
        raise place.fault("a planet in the terrain was expected (T19.3)")
    return list(take_words(data, place, planets))


def read_objectives(data: Any, place: Place, named: Named) -> tuple[Goal, ...]:
    """Return the objectives of a battle, which give points (rules T23.3)."""
    return tuple(
        _read_objective(goal, place.part(number), named)
        for number, goal in enumerate(take_list(data, place, 0, MOST_GOALS), start=1)
    )


def _read_objective(data: Any, place: Place, named: Named) -> Goal:
    form, fields = _take_form(data, place, OBJECTIVE_FORMS)
    points = place.part("points")
    if form == EACH:
        ships = take_fields(fields[EACH], place.part(EACH), ("status",), SET_KEYS)
        own = fields["points"] == OWN_POINTS
        return {
            EACH: _read_set(ships, place.part(EACH), named),
            "points": OWN_POINTS if own else take_whole(fields["points"], points, 1, MOST_POINTS),
            "to": take_word(fields["to"], place.part("to"), named.sides),
        }
    return {
        AT_END_OF_ROUND: take_whole(fields[form], place.part(form), 1, MOST_ROUNDS),
        "points": take_whole(fields["points"], points, 1, MOST_POINTS),
        "to": take_word(fields["to"], place.part("to"), (MORE_CLASS_POINTS,)),
        "within": take_whole(fields["within"], place.part("within"), 0, FARTHEST_WITHIN),
        "hex": hex_text(take_hex_text(fields["hex"], place.part("hex"))),
    }


def read_wins(data: Any, place: Place, named: Named) -> dict[str, tuple[Goal, ...]]:
    """Return the wins of each side that has some (rules T23.5)."""
    wins = take_fields(data, place, (), named.sides)
    return {
        side: tuple(
            _read_win(goal, place.part(side).part(number), named)
            for number, goal in enumerate(take_list(goals, place.part(side), 0, MOST_GOALS), start=1)
        )
        for side, goals in wins.items()
        if goals != []
    }


def _read_win(data: Any, place: Place, named: Named) -> Goal:
    fields = take_fields(data, place, (), (NONE_LEFT, *SET_KEYS, "status", COUNT, CLASS_POINTS))
    if NONE_LEFT in fields:
        fields = take_fields(data, place, (NONE_LEFT,))
        return {NONE_LEFT: take_word(fields[NONE_LEFT], place.part(NONE_LEFT), named.sides)}
    amounts = {COUNT: MOST_COUNT, CLASS_POINTS: MOST_POINTS}
    given = [key for key in amounts if key in fields]
    if len(given) != 1:
        raise place.fault(f"one of {NONE_LEFT}, {COUNT} and {CLASS_POINTS} was expected")
    amount = {key: take_whole(fields.pop(key), place.part(key), 1, amounts[key]) for key in given}
    return {**_read_set(fields, place, named), **amount}


def _read_set(fields: Mapping[str, Any], place: Place, named: Named) -> dict[str, str]:
    """Return a set of ships: those of a class or a side that have a status."""
    given = [key for key in SET_KEYS if key in fields]
    if len(given) != 1 or "status" not in fields:
        raise place.fault("a class or a side, and a status were expected")
    key = given[0]
    return {
        key: take_word(fields[key], place.part(key), named.classes if key == "class" else named.sides),
        "status": take_word(fields["status"], place.part("status"), STATUSES),
    }


def _take_form(data: Any, place: Place, forms: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, Any]]:
    """Return the key that names the form of a goal, and its checked keys."""
    keys = take_mapping(data, place, MOST_GOALS)
    form = next((form for form in forms if form in keys), None)
    if form is None:
        raise place.fault(f"one of {', '.join(forms)} was expected")
    return form, take_fields(data, place, (form, *forms[form]))


def list_zone(side: int) -> list[Hex]:
    """Return the hexes in which a side deploys a fleet of its own, row by row (rules T3.9)."""
    width = DEPLOYMENT_WIDTH
    return [(q, r) for r in DEPLOYMENT_ROWS[side] for q in range(-width, width + 1) if -width <= 2 * q + r <= width]


def find_placement_faults(
    ships: Iterable[Placement], terrain: Mapping[Hex, str | Sequence[str]], classes: Mapping[str, ShipClass]
) -> dict[str, Fault]:
    """Return what may not be placed, by the text of a hex or the name of a ship, each with the rule and the reason.

    All else is placed: terrain first, then ships in their order, Bases before the others (rules T3.2).
    """
    faults: dict[str, Fault] = {}
    lying: dict[Hex, str] = {}
    for at, kind in terrain.items():
        if isinstance(kind, str):
            lying[at] = kind
        else:
            faults[hex_text(at)] = "T2.6", "there is one piece of terrain to a hex"
    placed: list[Placement] = []
    for ship in sorted(ships, key=lambda ship: not classes[ship.class_name].is_base):
        fault = find_placement_fault(ship, placed, lying, classes)
        if fault is None:
            placed.append(ship)
        else:
            faults[ship.name] = fault
    return faults


def find_placement_fault(
    ship: Placement, placed: Iterable[Placement], terrain: Mapping[Hex, str], classes: Mapping[str, ShipClass]
) -> Fault | None:
    """Return the rule and the reason for which a ship may not start in its hex beside those placed, or None."""
    kind = terrain.get(ship.at)
    if kind in NO_START:
        return "T3.4", f"no ship starts in the hex of a {kind}"
    for at, other in terrain.items():
        if other == BLACK_HOLE and distance(at, ship.at) <= CLEAR_OF_BLACK_HOLES:
            return (
                "T3.3",
                f"no ship is deployed within {CLEAR_OF_BLACK_HOLES} hexes of the black hole at {hex_text(at)}",
            )
    if not classes[ship.class_name].is_base:
        for friend in placed:
            if friend.at == ship.at and friend.side == ship.side and not classes[friend.class_name].is_base:
                return "T3.4", f"no ship starts in the hex of its friend {friend.name}"
    return None
