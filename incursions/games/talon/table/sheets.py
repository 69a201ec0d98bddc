"""The sheets of ships: shields, hull, power curve, charge bars, stores, effects, and what is due in each impulse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from incursions.engine.facings import ARCS
from incursions.engine.hexes import as_hex, hex_text
from incursions.games.talon.rules.battlefield import Battlefield
from incursions.games.talon.rules.definitions import IMPULSES, Group, ShipClass
from incursions.games.talon.table import silhouettes, wording
from incursions.games.talon.table.aims import Aim
from incursions.games.talon.table.wording import COMPASS, EFFECT_TITLES, REPAIRABLE, STATUS_TITLES, ShipView, View
from incursions.kit.words import format_count, join_names


class Shield(NamedTuple):
    """A shield: its arc, its points of the printed ones, and the letters of its reinforcements."""

    arc: str
    now: int
    top: int
    letters: tuple[str, ...]


class HullBox(NamedTuple):
    """A box of the hull: its Power modifier, and whether it is marked or brings a critical hit."""

    modifier: str
    is_marked: bool
    is_critical: bool


class RowLine(NamedTuple):
    """A row of the power curve, with the impulses of its action points and moves; `is_now`: the ship runs at it."""

    text: str
    power: int
    speed: int
    radius: str
    is_now: bool


class Bar(NamedTuple):
    """A charge bar: the weapons of a group with their arcs, and the boxes, red ones first."""

    group: str
    weapons: str
    arcs: str
    ranges: str
    boxes: tuple[tuple[str, bool], ...]
    state: str


class Due(NamedTuple):
    """The dues of a ship in an impulse: an action point, a move."""

    letter: str
    has_ap: bool
    moves: bool


@dataclass(frozen=True)
class Sheet:
    """The sheet of a ship as one viewer sees it."""

    index: int
    name: str
    title: str
    kind: str
    css: str
    symbol: str
    who: str
    is_own: bool
    is_asked: bool
    status: str
    place: str
    heading: str
    shields: tuple[Shield, ...]
    shields_words: str
    hull: tuple[HullBox, ...]
    hull_left: int
    fighters: int
    rows: tuple[RowLine, ...]
    power: int
    turn: str
    bars: tuple[Bar, ...]
    stores: tuple[str, ...]
    effects: tuple[str, ...]
    missiles: tuple[str, ...]
    dues: tuple[Due, ...]
    now: str
    points: int
    aims: tuple[Aim, ...] = ()
    is_open: bool = False

    @property
    def is_out(self) -> bool:
        """True if the ship is not in play."""
        return bool(self.status)

    @property
    def summary(self) -> str:
        """The ship in one line for a closed sheet."""
        if self.is_out:
            return self.status
        return f"{self.place}, faces {self.heading}"

    @property
    def spoken(self) -> str:
        """The ship in words, as a screen reader says it."""
        player = "yours" if self.is_own else f"played by {self.who}"
        parts = [f"{self.name}, {self.title}, {player}" if self.who else f"{self.name}, {self.title}"]
        if self.is_out:
            return f"{parts[0]}. {self.status}."
        shields = ", ".join(f"{shield.arc} {shield.now}" for shield in self.shields if shield.top)
        parts += [f"At {self.place}, faces {self.heading}"]
        parts += [f"Shields {self.shields_words or shields}"] if shields else []
        parts += [f"{format_count(self.fighters, 'fighter')}"] if self.fighters else []
        parts += [f"Hull {self.hull_left} of {len(self.hull)}", self.turn, *self.effects, *self.now.split("; ")]
        return " ".join(f"{part}." for part in parts if part)


def build_sheet(view: View, index: int, field: Battlefield, aims: tuple[Aim, ...] = (), **seated: Any) -> Sheet:
    """Return the sheet of a ship of a view. `seated` are facts of its seat: `who` plays it in a team, and flags."""
    ship, printed = view["ships"][index], field.classes[index]
    is_in_play = ship["status"] == wording.IN_PLAY
    effects = ship["effects"]
    return Sheet(
        index=index,
        name=ship["name"],
        title=printed.title,
        kind=wording.kind_title(printed),
        css=wording.side_css(field, ship["side"]),
        symbol=silhouettes.make_id(ship["side"], printed.kind),
        status="" if is_in_play else _describe_status(ship),
        place=wording.name_place(field, ship["at"]),
        heading=COMPASS[ship["facing"]],
        shields=tuple(_list_shields(ship, printed)),
        shields_words="" if ship["shields_up"] or not printed.has_shields else "down",
        hull=tuple(_list_hull(ship, printed)),
        hull_left=len(printed.hull) - ship["marked"],
        fighters=ship["fighters"],
        rows=tuple(_list_rows(ship, printed)),
        power=ship["power"],
        turn=_describe_turn(ship, printed),
        bars=tuple(_make_bar(ship, group) for group in printed.groups),
        stores=tuple(_list_stores(view, ship, printed)),
        effects=tuple(_describe_effect(effect, effects.count(effect)) for effect in dict.fromkeys(effects)),
        missiles=tuple(
            f"missile {missile['number']} at {hex_text(as_hex(missile['at']))}"
            for missile in view["missiles"]
            if missile["target"] == ship["name"]
        ),
        dues=tuple(list_dues(ship, field)) if is_in_play else (),
        now=_describe_now(view, ship) if is_in_play else "",
        points=printed.points,
        aims=aims,
        **seated,
    )


def _describe_status(ship: ShipView) -> str:
    title: str = STATUS_TITLES.get(ship["status"], str(ship["status"]))
    return f"{title} ({ship['host']})" if ship["host"] else title


def _list_shields(ship: ShipView, printed: ShipClass) -> Iterator[Shield]:
    for arc, top in zip(ARCS, printed.shields, strict=True):
        yield Shield(arc, ship["shields"][arc], top, tuple(ship["reinforced"].get(arc, ())))


def _list_hull(ship: ShipView, printed: ShipClass) -> Iterator[HullBox]:
    for number, modifier in enumerate(printed.hull, 1):
        is_marked = number <= ship["marked"] or ship["status"] == "destroyed"
        yield HullBox(wording.format_signed(modifier), is_marked, number in printed.critical_boxes)


def _list_rows(ship: ShipView, printed: ShipClass) -> Iterator[RowLine]:
    for row in printed.curve:
        is_now = [number for number in row if number is not None] == ship["row"]
        yield RowLine(str(row), row.power, row.speed, "" if row.radius is None else str(row.radius), is_now)


def _describe_turn(ship: ShipView, printed: ShipClass) -> str:
    """Return when the ship may turn, and whether it may slip (rules T6.5, T7.1)."""
    if printed.is_base:
        return "Turns to the right when its Speed is listed"
    if "helm down" in ship["effects"]:
        return "Helm down: ahead only"
    turn = "May turn" if not ship["wait"] else f"May turn after {format_count(ship['wait'], 'more hex', 'more hexes')}"
    return turn + (", may slip" if ship["slip"] else "")


def _make_bar(ship: ShipView, group: Group) -> Bar:
    """Return the charge bar of a group (rules T8.1)."""
    charge = ship["charge"][group.name]
    ranges = f"{group.weapon.ranges[0]}–{group.weapon.ranges[-1]}"
    arcs = join_names([arc for arc in ARCS if arc in group.arcs])
    weapons = wording.name_weapons(group, ship)
    if charge is None:
        return Bar(group.name, weapons, arcs, ranges, (), "destroyed")
    red, yellow = charge
    boxes = [("red", number < red) for number in range(group.red)]
    boxes += [("yellow", number < yellow) for number in range(group.yellow)]
    filled = red + yellow
    state = "ready" if filled == group.full else f"{filled} of {group.full}"
    return Bar(group.name, weapons, arcs, ranges, tuple(boxes), state)


def _list_stores(view: View, ship: ShipView, printed: ShipClass) -> Iterator[str]:
    """Yield the battery, the afterburners, the announced jump and the slip mark in words."""
    if printed.battery:
        yield "Battery full" if ship["battery"] else "Battery empty"
    if printed.afterburners:
        yield f"{ship['afterburners']} of {format_count(printed.afterburners, 'afterburner')} left"
    if ship["jump"] is not None:
        yield f"Jump announced in round {ship['jump']}"
    if ship["slip"]:
        yield "Slip mark"


def _describe_effect(effect: str, count: int) -> str:
    title = EFFECT_TITLES.get(effect, effect.capitalize())
    times = f" ({count} times)" if count > 1 else ""
    return title + times + (", until repaired" if effect in REPAIRABLE else "")


def list_dues(ship: ShipView, field: Battlefield) -> Iterator[Due]:
    """Yield what a ship gets in each impulse of a round (rules T4.3, T4.4, T5.10)."""
    power = 0 if "power loss" in ship["effects"] else max(0, min(6, ship["power"]))
    for letter in IMPULSES:
        acts = field.definitions.acts[letter]
        yield Due(letter, power in acts, ship["row"][1] in acts)


def _describe_now(view: View, ship: ShipView) -> str:
    """Return what the ship has still to do in this step."""
    parts = ["1 action point" if ship["ap"] else "", "must move" if ship["owes_move"] else ""]
    return "; ".join(part for part in parts if part)
