"""Fleets as texts to paste and share: a line for each ship, such as `Talon CA: Reckoning` or `2 Talon DD`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from incursions.games.talon.rules.battles import MOST_SHIPS
from incursions.games.talon.rules.definitions import SIDES, ShipClass
from incursions.games.talon.rules.fleets import Fleet, FleetShip, find_name_fault, suggest_names
from incursions.kit.words import clean_text, fold, nearest

LONGEST_TEXT = 8_000
COMMENT = "#"
_LINE = re.compile(r"(?:(?P<count>[0-9]{1,4})\s*[x×]?\s+)?(?P<ship_class>[^:]+?)\s*(?::(?P<names>.*))?")


class LineFault(NamedTuple):
    """A fault of a text: the number of its line, counted from 1, and a sentence for the player."""

    line: int
    sentence: str


class FleetTextError(ValueError):
    """Raised for a text that is no fleet, with all its faults."""

    def __init__(self, faults: Iterable[LineFault]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(f"Line {line}: {sentence}" for line, sentence in self.faults))


class _Order(NamedTuple):
    """A line that is understood: so many ships of a class, and the names that it gives to the first."""

    ships: int
    ship_class: ShipClass
    names: tuple[str, ...]


class _LineError(ValueError):
    """Raised for a line that is not understood, with a sentence."""


def parse_fleet(text: str, classes: Mapping[str, ShipClass]) -> Fleet:
    """Return the fleet of a text, with names for the ships that have none. Raises `FleetTextError`.

    A class is told by its title or key, or by its kind alone after a line that says the side. Empty lines and those
    that begin with # are skipped. The fleet may still be against the rules.
    """
    if len(text) > LONGEST_TEXT:
        raise FleetTextError([LineFault(1, f"The text is too long. Use at most {LONGEST_TEXT} characters.")])
    orders: list[_Order] = []
    faults: list[LineFault] = []
    count = 0
    for number, line in enumerate(text.splitlines(), start=1):
        cleaned = clean_text(line)
        if not cleaned or cleaned.startswith(COMMENT):
            continue
        try:
            order = _read_line(cleaned, classes, orders[0].ship_class.side if orders else "")
        except _LineError as problem:
            faults.append(LineFault(number, str(problem)))
            continue
        orders.append(order)
        count += order.ships
        if count > MOST_SHIPS:
            faults.append(LineFault(number, f"The fleet has more than {MOST_SHIPS} ships. Take some out."))
            break
    if not orders and not faults:
        faults.append(LineFault(1, "There is no ship. Write a line for each ship, such as “Talon CA: Reckoning”."))
    if faults:
        raise FleetTextError(faults)
    return _name_ships(orders)


def write_fleet(fleet: Fleet, classes: Mapping[str, ShipClass]) -> str:
    """Return the fleet as a text that `parse_fleet` reads, a line for each ship."""
    lines = []
    for ship in fleet.ships:
        printed = classes.get(ship.class_name)
        lines.append(f"{ship.class_name if printed is None else printed.title}: {ship.name}\n")
    return "".join(lines)


def _read_line(line: str, classes: Mapping[str, ShipClass], side: str) -> _Order:
    """Return the ships of a line. `side` is that of the lines before, "" for none."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise _LineError("This is no ship. Write its class, and its name after a colon.")
    printed = _find_class(found["ship_class"], classes, side)
    names = tuple(name for part in (found["names"] or "").split(",") if (name := part.strip()))
    count = max(1, len(names)) if found["count"] is None else int(found["count"])
    if not 1 <= count <= MOST_SHIPS:
        raise _LineError(f"{count} ships are not possible. Write a number from 1 to {MOST_SHIPS}.")
    if len(names) > count:
        raise _LineError(f"There are {len(names)} names for {count} of the ships. Give each ship one name.")
    for name in names:
        fault = find_name_fault(name)
        if fault:
            raise _LineError(fault)
    return _Order(count, printed, names)


def _find_class(said: str, classes: Mapping[str, ShipClass], side: str) -> ShipClass:
    """Return the class of this title or key, or of this kind on the side. Raises `_LineError`."""
    known = {fold(printed.title): printed for printed in classes.values()}
    known |= {fold(name): printed for name, printed in classes.items()}
    known |= {fold(printed.kind): printed for printed in classes.values() if printed.side == side}
    folded = fold(said)
    if folded in known:
        return known[folded]
    if not side and any(fold(printed.kind) == folded for printed in classes.values()):
        sides = " or ".join(f"“{side.capitalize()} {said.upper()}”" for side in SIDES)
        raise _LineError(f"The side of “{said}” is missing. Write {sides}.")
    meant = nearest(said, [printed.title for printed in classes.values()])
    raise _LineError(f"There is no class “{said}”." + (f" Did you mean “{meant}”?" if meant else ""))


def _name_ships(orders: list[_Order]) -> Fleet:
    side = orders[0].ship_class.side
    taken = [name for order in orders for name in order.names]
    free = iter(suggest_names(side, sum(order.ships for order in orders) - len(taken), taken))
    ships = [
        FleetShip(order.names[place] if place < len(order.names) else next(free), order.ship_class.name)
        for order in orders
        for place in range(order.ships)
    ]
    return Fleet(side, tuple(ships))
