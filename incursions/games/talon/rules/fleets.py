"""Fleets that players bring: plain data, the limits of a table, the one evaluator, and names (rules T3.7, T25.12)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from incursions.games.data_checks import (
    LONGEST_NAME,
    DataError,
    Place,
    take_fields,
    take_list,
    take_mapping,
    take_text,
    take_title,
    take_whole,
    take_word,
)
from incursions.games.talon.rules.battles import MOST_SHIPS, list_zone
from incursions.games.talon.rules.checking import find_reserved
from incursions.games.talon.rules.definitions import FIGHTERS, SIDES, ShipClass

USUAL_POINTS, FEWEST_POINTS, MOST_POINTS = 300, 50, 1000
MOST_BASES = 2
SQUADRONS_A_CARRIER = 4
"""The most squadrons of a fleet for each ship that carries fighters (rules T3.7)."""
LONGEST_WORDS = 200
PEOPLE = dict(zip(SIDES, ("Terrans", "Talons"), strict=True))
"""The names of the sides in sentences."""

NAMES: Mapping[str, tuple[str, ...]] = {
    SIDES[0]: (
        *("Steadfast", "Resolute", "Lantern", "Wayfarer", "Kestrel", "Linnet", "Valiant", "Meridian", "Candour"),
        *("Harbinger", "Longstride", "Petrel", "Hearth", "Northlight", "Assurance", "Curlew", "Fairweather"),
        *("Bellwether", "Tenacity", "Plover", "Homeward", "Quiet Word", "Evensong", "Sextant", "Goodwill"),
        *("Farthing", "Sandpiper", "Open Hand", "Daybreak", "Mainstay", "Whimbrel", "Second Watch"),
    ),
    SIDES[1]: (
        *("Reckoning", "Tyrant", "Gauntlet", "Sabre", "Thorn", "Viper", "Undertow", "Ashmaker", "Cold Iron"),
        *("Whetstone", "Carrion", "Last Word", "Gallows", "Nightshade", "Riven", "Barb", "Old Grudge", "Scourge"),
        *("Hunger", "Flint", "Black Tithe", "Talonhold", "Spite", "Wolfsbane", "Cinder", "Iron Vow", "Grasp"),
        *("Dirge", "Quarrel", "Shrike", "Maw", "Blood Debt"),
    ),
}
"""The names that ships are given whose player gives none, by side."""


class FleetShip(NamedTuple):
    """A ship of a fleet: its name and its class."""

    name: str
    class_name: str


class Fleet(NamedTuple):
    """The ships of a side that a seat brings. It may be against the rules: `judge_fleet` says so."""

    side: str
    ships: tuple[FleetShip, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Return the fleet as plain data."""
        return {"side": self.side, "ships": [{"name": ship.name, "class": ship.class_name} for ship in self.ships]}


class ReadyFleet(NamedTuple):
    """A fleet that anybody may bring to tables of so many `points` and more; `words` say how it fights."""

    title: str
    points: int
    words: str
    fleet: Fleet


class FleetLimits(NamedTuple):
    """The limits of fleets at a table: their points, and how many Bases each may have (rules T3.7)."""

    points: int = USUAL_POINTS
    bases: int = 0

    @property
    def words(self) -> str:
        """The limits as players write them."""
        bases = "no Base" if not self.bases else "1 Base" if self.bases == 1 else f"{self.bases} Bases"
        return f"at most {self.points} points and {bases}"

    @property
    def short_words(self) -> str:
        """The limits for headings."""
        return f"{self.points} points"


class Problem(NamedTuple):
    """A fault of a fleet: its code, the rule, a sentence for the player, and the names of the ships concerned."""

    code: str
    rule: str
    sentence: str
    ships: tuple[str, ...] = ()


class FleetVerdict(NamedTuple):
    """The evaluator's verdict on a fleet. `affordable` are the keys of classes of which one more could be added."""

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]
    spent: int
    left: int
    affordable: tuple[str, ...]

    @property
    def is_legal(self) -> bool:
        """True without errors; warnings are allowed."""
        return not self.errors


Classes = Mapping[str, ShipClass]


# Reading.


def read_fleet(data: Any, place: Place = Place("fleet")) -> Fleet:  # noqa: B008 - immutable
    """Return the fleet of plain data from anybody, not yet judged. Raises `DataError` with the field."""
    fields = take_fields(data, place, ("side", "ships"))
    ships = []
    for number, ship in enumerate(take_list(fields["ships"], place.part("ships"), 0, MOST_SHIPS)):
        within = place.part("ships").part(number)
        parts = take_fields(ship, within, ("name", "class"))
        name, class_name = (take_text(parts[key], within.part(key), LONGEST_NAME) for key in ("name", "class"))
        ships.append(FleetShip(name, class_name))
    return Fleet(take_word(fields["side"], place.part("side"), SIDES), tuple(ships))


def read_ready_fleet(title: str, data: Any, classes: Classes, file: str = "") -> ReadyFleet:
    """Return a ready-made fleet of plain data. Raises `DataError`, also if the fleet is against the rules."""
    place = Place(file).entry(title)
    take_title(title, place)
    fields = take_fields(data, place, ("side", "points", "words", "ships"))
    side = take_word(fields["side"], place.part("side"), SIDES)
    points = take_whole(fields["points"], place.part("points"), FEWEST_POINTS, MOST_POINTS)
    within = place.part("ships")
    ships = tuple(
        FleetShip(name, take_word(class_name, within.part(name), classes))
        for name, class_name in take_mapping(fields["ships"], within, MOST_SHIPS).items()
    )
    fleet = Fleet(side, ships)
    for problem in judge_fleet(fleet, FleetLimits(points), classes).errors:
        raise within.fault(f"{problem.sentence} ({problem.rule})")
    return ReadyFleet(title, points, take_text(fields["words"], place.part("words"), LONGEST_WORDS), fleet)


def choose_ready_fleet(fleets: Iterable[ReadyFleet], side: str, limits: FleetLimits) -> ReadyFleet:
    """Return the first of the largest ready-made fleets of a side within the points. Raises ValueError."""
    within = [ready for ready in fleets if ready.fleet.side == side and ready.points <= limits.points]
    if not within:
        raise ValueError(f"There is no ready-made fleet of the {PEOPLE[side]} for {limits.points} points.")
    return max(within, key=lambda ready: ready.points)


# Judging.


def count_points(fleet: Fleet, classes: Classes) -> int:
    """Return the points of a fleet; a squadron costs its points once (rules T3.7). Unknown classes cost nothing."""
    return sum(classes[ship.class_name].points for ship in fleet.ships if ship.class_name in classes)


def judge_fleet(fleet: Fleet, limits: FleetLimits, classes: Classes) -> FleetVerdict:
    """Return every fault of a fleet at these limits, its warnings, its points, and the classes that could be added."""
    spent = count_points(fleet, classes)
    left = limits.points - spent
    known = [classes[ship.class_name] for ship in fleet.ships if ship.class_name in classes]
    affordable = tuple(_list_affordable(fleet.side, known, limits, classes))
    errors = [
        *_check_classes(fleet, classes),
        *_check_points(spent, limits),
        *_check_counts(fleet, known, limits),
        *_check_names(fleet),
    ]
    warnings = _check_use(known, left, affordable, classes) if fleet.ships else ()
    return FleetVerdict(tuple(errors), tuple(warnings), spent, left, affordable)


def _check_classes(fleet: Fleet, classes: Classes) -> Iterator[Problem]:
    for ship in fleet.ships:
        printed = classes.get(ship.class_name)
        if printed is None:
            said = f"There is no class {ship.class_name}. Choose another one for {ship.name}."
            yield Problem("class.unknown", "T2.2", said, (ship.name,))
        elif printed.side != fleet.side:
            said = (
                f"{ship.name} is a {printed.title}, and this is a fleet of the {PEOPLE[fleet.side]}. "
                "Choose a class of their own."
            )
            yield Problem("class.other_side", "T3.7", said, (ship.name,))


def _check_points(spent: int, limits: FleetLimits) -> Iterator[Problem]:
    if spent > limits.points:
        over = spent - limits.points
        said = f"The fleet costs {spent} points, and {limits.points} are allowed. Save {over} or more."
        yield Problem("points.over", "T3.7", said)


def _check_counts(fleet: Fleet, known: Sequence[ShipClass], limits: FleetLimits) -> Iterator[Problem]:
    if not fleet.ships:
        yield Problem("ships.none", "T3.7", "The fleet has no ship. Add one.")
    bases, squadrons, carriers = _count_kinds(known)
    if bases > limits.bases:
        allowed = "does not allow Bases" if not limits.bases else f"allows {limits.bases}"
        remedy = "Take it out." if bases == 1 else f"Take out {bases - limits.bases}."
        have = "a Base" if bases == 1 else f"{bases} Bases"
        yield Problem("bases.over", "T3.7", f"The fleet has {have}, and the table {allowed}. {remedy}")
    most = SQUADRONS_A_CARRIER * carriers
    if squadrons > most:
        have = "a squadron" if squadrons == 1 else f"{squadrons} squadrons"
        room = "no CV to carry it" if not carriers else f"room for {most} aboard its CVs"
        if not carriers and squadrons > 1:
            room = "no CV to carry them"
        said = f"The fleet has {have}, and {room}. Add a CV, or take {squadrons - most} out."
        yield Problem("squadrons.over", "T3.7", said)
    room_for = _count_room(fleet.side)
    if len(fleet.ships) - bases > room_for:
        said = f"The fleet has {len(fleet.ships) - bases} ships, and its two rows of hexes hold {room_for}."
        yield Problem("ships.over", "T3.9", f"{said} Choose fewer and larger ships.")


def _count_kinds(known: Iterable[ShipClass]) -> tuple[int, int, int]:
    """Return how many Bases, squadrons and carriers there are."""
    bases = squadrons = carriers = 0
    for printed in known:
        bases += printed.is_base
        squadrons += printed.kind == FIGHTERS
        carriers += printed.carries_fighters
    return bases, squadrons, carriers


def _count_room(side: str) -> int:
    """Return how many ships the side can deploy, each in a hex of its own; Bases share theirs (rules T3.4, T3.9)."""
    return len(list_zone(SIDES.index(side)))


def shares_room(fleet: Fleet, classes: Classes) -> bool:
    """Return True if a mate's fleet of as many ships can deploy in the same rows (rules T1.5, T3.9)."""
    bases = _count_kinds(classes[ship.class_name] for ship in fleet.ships if ship.class_name in classes)[0]
    return 2 * (len(fleet.ships) - bases) <= _count_room(fleet.side)


def _check_names(fleet: Fleet) -> Iterator[Problem]:
    seen: set[str] = set()
    for ship in fleet.ships:
        name = ship.name
        if name.casefold() in seen:
            yield Problem("names.twice", "T25.12", f"Two ships are called {name}. Give one another name.", (name,))
            continue
        seen.add(name.casefold())
        fault = find_name_fault(name)
        if fault:
            yield Problem("names.fault", "T25.12", fault, (name,))


def find_name_fault(name: str) -> str:
    """Return why a ship cannot have this name, as a sentence; "" if it can (rules T25.12)."""
    if held := find_reserved(name):
        return f"“{name}” cannot be a name, because it has the word “{held}”. Choose another name."
    try:
        take_title(name, Place())
    except DataError:
        return (
            f"“{name}” cannot be a name. Use at most {LONGEST_NAME} letters, digits, single blanks, hyphens "
            "and apostrophes."
        )
    return ""


def _check_use(known: Sequence[ShipClass], left: int, affordable: Sequence[str], classes: Classes) -> Iterator[Problem]:
    if affordable:
        dearest = max((classes[name] for name in affordable), key=lambda printed: printed.points)
        yield Problem("points.left", "T3.7", f"{left} points are left. They are enough for a {dearest.title}.")
    _, squadrons, carriers = _count_kinds(known)
    if carriers and not squadrons:
        yield Problem("squadrons.none", "T3.7", "The CV carries no squadron. It can have four.")


def _list_affordable(side: str, known: Sequence[ShipClass], limits: FleetLimits, classes: Classes) -> Iterator[str]:
    """Yield the classes of which the fleet could have one more."""
    bases, squadrons, carriers = _count_kinds(known)
    left = limits.points - sum(printed.points for printed in known)
    has_room = len(known) - bases < _count_room(side)
    for name, printed in classes.items():
        if printed.side != side or printed.points > left:
            continue
        if printed.is_base:
            is_open = bases < limits.bases
        else:
            is_open = has_room and (printed.kind != FIGHTERS or squadrons < SQUADRONS_A_CARRIER * carriers)
        if is_open:
            yield name


# Names.


def find_free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number behind it if it is among those `taken`, which are folded (rules T25.12)."""
    free, number = name, 1
    while free.casefold() in taken:
        number += 1
        free = f"{name[: LONGEST_NAME - 4].rstrip()} {number}"
    return free


def suggest_names(side: str, count: int, taken: Iterable[str] = ()) -> list[str]:
    """Return so many names for ships of a side, each different from the others and from those taken."""
    folded = {name.casefold() for name in taken}
    names: list[str] = []
    while len(names) < count:
        free = next((name for name in NAMES[side] if name.casefold() not in folded), None)
        name = find_free_name(NAMES[side][len(names) % len(NAMES[side])], folded) if free is None else free
        folded.add(name.casefold())
        names.append(name)
    return names


def separate_names(fleets: Sequence[Fleet]) -> list[Fleet]:
    """Return the fleets with names that are unique in a match; a later fleet gives way (rules T25.12)."""
    taken: set[str] = set()
    separate = []
    for fleet in fleets:
        own = {ship.name.casefold() for ship in fleet.ships}
        ships = []
        for ship in fleet.ships:
            name = ship.name if ship.name.casefold() not in taken else find_free_name(ship.name, taken | own)
            taken.add(name.casefold())
            ships.append(ship._replace(name=name))
        separate.append(fleet._replace(ships=tuple(ships)))
    return separate
