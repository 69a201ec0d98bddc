"""The state of an event: vessels with their stations and crew, units, shuttles, seats, the attack, and what is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from incursions.games.wolves.rules.content.definitions import (
    ANY_CREW,
    FLAGSHIP,
    QUADRANTS,
    UNTRAINED,
)
from incursions.games.wolves.rules.exchanges import Choice, Minute, Motion, Note, Offer, Proposal, Words
from incursions.games.wolves.rules.records import Maker, Record

SETUP, MUSTER, ACTION, TEAM, CLOSE, ENDED = "setup", "muster", "action", "team", "close", "ended"
PHASE_WORDS = {MUSTER: "muster", ACTION: "the Action phase", TEAM: "the Team phase", CLOSE: "the close"}
"""The phases of a turn in a sentence."""
PHASES = (MUSTER, ACTION, TEAM, CLOSE)
"""The phases of a turn in their order (rules W2.14)."""
FLEET, WOLF = "Fleet", "Wolf"
MAP, NOWHERE = "map", ""
"""Places of players besides vessels (rules W13.2)."""
CONTROL, CLOCK, MEDIA = "Control", "Clock", "News Media"
WHOLE, DAMAGED, DESTROYED = "whole", "damaged", "destroyed"
SQUADRON, MARINE, SECURITY = "squadron", "marine", "security"
UP, DOWN = "up", "down"
"""The faces of a riot counter (rules W22.4)."""
FIGHTERS, BOARDING, SHIPS = "fighters", "boarding", "ships"
WOLF_UNITS = (BOARDING, FIGHTERS, SHIPS)
"""The Wolf units on the map, in the order in which what is left over falls on them (rules W16.2)."""


def name_units(kind: str, number: int) -> str:
    """Return the word for so many Wolf units: "1 fighter", "2 ships"; "boarding" stands for boarding squadrons."""
    return kind.removesuffix("s") if number == 1 else kind


class Counter(NamedTuple):
    """A crew counter (rules W9.1)."""

    training: str = UNTRAINED
    is_used: bool = False
    is_wounded: bool = False

    @property
    def is_ready(self) -> bool:
        """True if it can be used."""
        return not self.is_used and not self.is_wounded

    def serves(self, training: str) -> bool:
        """Return True if it may work where a training is asked for; any crew serves where any does (rules W9.3)."""
        return training in (ANY_CREW, self.training)


def read_counter(data: Any) -> Counter:
    """Return the counter of plain data."""
    return Counter(*data)


class Modifier(NamedTuple):
    """A modifier of morale rolls; one with a `station` is that of its damage card and stays until repair."""

    number: int
    station: str = ""


@dataclass(slots=True)
class Station(Record):
    """A station of a vessel: its crew, and what has happened to it.

    `uses` counts its uses in this turn, and `allowed` how many there may be (W11.2). `card` is the title of its damage
    card, `riot` the face of its riot counter; `bonus` is added to what its next use gives.
    """

    title: str
    kind: str
    crew: list[Counter] = field(default_factory=list)
    uses: int = 0
    allowed: int = 1
    card: str = ""
    riot: str = ""
    is_tried: bool = False
    is_new_riot: bool = False
    bonus: int = 0
    makers: ClassVar[dict[str, Maker]] = {"crew": read_counter}

    @property
    def works(self) -> bool:
        """True if it is neither damaged nor has a riot (rules W11.6)."""
        return not self.card and not self.riot


@dataclass(slots=True)
class VesselState(Record):
    """A vessel of the event.

    `point` is where it is: the digits of a place or of an empty point. `quadrant` is 0 off the map; `entered` gives the
    order of arrival in it. `hurt` and `boarded` count this turn's damage and boarding parties, `parties` those aboard.
    `supply` are the levels set; `rolled` the rolls made in this close.
    """

    name: str
    point: str
    quadrant: int
    entered: int
    morale: int
    hold: dict[str, int]
    stations: dict[str, Station]
    is_mustered: bool = False
    is_emergency: bool = False
    emergencies: int = 0
    digits: str = ""
    distance: str = ""
    sign: str = ""
    is_hidden: bool = False
    is_docking_closed: bool = False
    is_destroyed: bool = False
    hurt: int = 0
    boarded: int = 0
    parties: int = 0
    lost: int = 0
    supply: dict[str, str] = field(default_factory=dict)
    ration_bonus: dict[str, int] = field(default_factory=dict)
    modifiers: list[Modifier] = field(default_factory=list)
    rolled: list[str] = field(default_factory=list)
    destinations: list[str] = field(default_factory=list)
    told: str = ""
    cheap_repairs: int = 0
    fuel_discount: int = 0
    fewer_cards: int = 0
    makers: ClassVar[dict[str, Maker]] = {"stations": Station.from_data, "modifiers": lambda data: Modifier(*data)}

    @property
    def all_crew(self) -> Iterator[tuple[Station, Counter]]:
        """Yield all counters aboard with their stations."""
        for station in self.stations.values():
            for counter in station.crew:
                yield station, counter

    def of_kind(self, kind: str) -> list[Station]:
        """Return its stations of a kind."""
        return [station for station in self.stations.values() if station.kind == kind]

    def has_working(self, kind: str) -> bool:
        """Return True if some station of the kind works."""
        return any(station.works for station in self.of_kind(kind))


@dataclass(slots=True)
class Unit(Record):
    """A squadron, or an on-foot unit (rules W8).

    `aboard` is the vessel or the shuttle that it is in; a squadron in its hangar is aboard its `home`, and one on the
    map in a `quadrant`. `has_tried` to disperse a riot this turn; the bonuses are those of cards.
    """

    name: str
    kind: str
    home: str
    aboard: str
    status: str = WHOLE
    quadrant: int = 0
    has_tried: bool = False
    riot_bonus: int = 0
    combat_bonus: int = 0

    @property
    def is_squadron(self) -> bool:
        """True for a squadron, False for an on-foot unit."""
        return self.kind == SQUADRON

    @property
    def is_alive(self) -> bool:
        """True unless it has been destroyed."""
        return self.status != DESTROYED


@dataclass(slots=True)
class Shuttle(Record):
    """A transport shuttle: where it is docked ("" if it is lost), and the goods and crew in it (rules W10)."""

    name: str
    owner: str
    at: str
    goods: dict[str, int] = field(default_factory=dict)
    crew: list[Counter] = field(default_factory=list)
    makers: ClassVar[dict[str, Maker]] = {"crew": read_counter}


@dataclass(slots=True)
class Wolves(Record):
    """The Wolf units in a quadrant; `hits` are those on the first larger vessel (rules W16.11)."""

    fighters: int = 0
    boarding: int = 0
    ships: int = 0
    hits: int = 0

    def __bool__(self) -> bool:
        return bool(self.fighters or self.boarding or self.ships)

    def __len__(self) -> int:
        return self.fighters + self.boarding + self.ships

    def count(self, kind: str) -> int:
        """Return how many units of a kind there are."""
        return int(getattr(self, kind))

    def remove(self, others: Wolves) -> None:
        """Take away units and hits, which leaves what `others` have lost."""
        self.fighters, self.boarding = self.fighters - others.fighters, self.boarding - others.boarding
        self.ships, self.hits = self.ships - others.ships, self.hits - others.hits

    def add(self, lost: Wolves, ship_hits: int) -> None:
        """Add what was lost. A larger vessel is destroyed by so many hits (rules W16.11)."""
        self.fighters, self.boarding = self.fighters + lost.fighters, self.boarding + lost.boarding
        left = (self.ships + lost.ships) * ship_hits - self.hits - lost.hits
        self.ships = -(-left // ship_hits)
        self.hits = self.ships * ship_hits - left


@dataclass(slots=True)
class LastAttack(Record):
    """A squadron's last attack, which a card may roll again.

    `status`, `pilots` (wounds to come) and `quadrant` are those before it; `wolves` are what it took of the Wolves.
    """

    squadron: str
    status: str
    wolves: Wolves
    aim: str
    pilots: int
    quadrant: int = 0
    makers: ClassVar[dict[str, Maker]] = {"wolves": Wolves.from_data}

    @classmethod
    def list_single_fields(cls) -> frozenset[str]:
        """Return the names of the fields that hold one record."""
        return frozenset({"wolves"})


@dataclass(slots=True)
class Attack(Record):
    """A Wolf attack on a group (rules W15, W16).

    `side` has the round `number`. `vessels` are those of the group when it began, `point` where it is. `wolves` are
    those of quadrants 1 to 4. `counted` is the damage not yet drawn, and `pilots` the wounds of pilots to come, by
    vessel. `acted` are the units that have acted in this round; `travel` are the rounds for which units are under way.
    `departed` are the shuttles that have left with units in this Fleet round, with the vessel that each has left.
    """

    point: str
    vessels: list[str]
    side: str = FLEET
    number: int = 1
    wolves: list[Wolves] = field(default_factory=lambda: [Wolves() for _ in QUADRANTS])
    counted: dict[str, int] = field(default_factory=dict)
    pilots: dict[str, int] = field(default_factory=dict)
    acted: list[str] = field(default_factory=list)
    travel: dict[str, int] = field(default_factory=dict)
    departed: dict[str, str] = field(default_factory=dict)
    last: LastAttack | None = None
    makers: ClassVar[dict[str, Maker]] = {"wolves": Wolves.from_data, "last": LastAttack.from_data}

    @classmethod
    def list_single_fields(cls) -> frozenset[str]:
        """Return the names of the fields that hold one record."""
        return frozenset({"last"})

    @property
    def round(self) -> str:
        """The round in words: "Fleet 1"."""
        return f"{self.side} {self.number}"

    def find_wolves(self, quadrant: int) -> Wolves:
        """Return the Wolves in a quadrant."""
        return self.wolves[quadrant - 1]


@dataclass(slots=True)
class Clock(Record):
    """The clock of the phase: its seconds left, and those since the close began (rules W2.11)."""

    left: int = 0
    is_running: bool = True
    since_close: int = 0


@dataclass(slots=True)
class State(Record):
    """The whole state of an event.

    `survivors` are players who were left at no table, by seat, with the lost vessel that each was aboard.
    `content_version` is that of the content in force; 0 is that of the beginning.
    """

    vessels: dict[str, VesselState]
    units: dict[str, Unit]
    shuttles: dict[str, Shuttle]
    places: dict[str, str]
    council: dict[str, str]
    pursuit: int
    phase: str = SETUP
    turn: int = 0
    now: int = 0
    clock: Clock = field(default_factory=Clock)
    is_last_turn: bool = False
    empty_seats: list[str] = field(default_factory=list)
    survivors: dict[str, str] = field(default_factory=dict)
    arrivals: int = 0
    sickbay: dict[str, str] = field(default_factory=dict)
    brig: dict[str, str] = field(default_factory=dict)
    leaves: list[str] = field(default_factory=list)
    stand_ins: dict[str, str] = field(default_factory=dict)
    loyalties: dict[str, str] = field(default_factory=dict)
    motion: Motion | None = None
    laws: list[str] = field(default_factory=list)
    requests: list[Words] = field(default_factory=list)
    speeches: list[Words] = field(default_factory=list)
    minutes: list[Minute] = field(default_factory=list)
    attack: Attack | None = None
    offers: list[Offer] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    inbox: list[str] = field(default_factory=list)
    prompts: list[int] = field(default_factory=list)
    announcements: list[str] = field(default_factory=list)
    hands: dict[str, list[str]] = field(default_factory=dict)
    discards: list[str] = field(default_factory=list)
    used_cards: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    next_destinations: list[str] = field(default_factory=list)
    last_destinations: list[str] = field(default_factory=list)
    used_destinations: list[str] = field(default_factory=list)
    has_broadcast: bool = False
    scheduled: str = ""
    news: dict[str, int] = field(default_factory=dict)
    media_leaves: int = 0
    assents: list[str] = field(default_factory=list)
    muster_orders: list[list[str]] = field(default_factory=list)
    is_revealed: bool = False
    content_version: int = 0
    makers: ClassVar[dict[str, Maker]] = {
        "vessels": VesselState.from_data,
        "units": Unit.from_data,
        "shuttles": Shuttle.from_data,
        "clock": Clock.from_data,
        "motion": Motion.from_data,
        "attack": Attack.from_data,
        "offers": Offer.from_data,
        "proposals": Proposal.from_data,
        "choices": Choice.from_data,
        "notes": lambda data: Note(*data),
        "requests": lambda data: Words(*data),
        "speeches": lambda data: Words(*data),
        "minutes": lambda data: Minute(*data),
    }

    @classmethod
    def list_single_fields(cls) -> frozenset[str]:
        """Return the names of the fields that hold one record, or None."""
        return frozenset({"clock", "motion", "attack"})

    @property
    def alive(self) -> Iterator[VesselState]:
        """Yield the vessels that are not destroyed, in the order of the fleet list."""
        return (vessel for vessel in self.vessels.values() if not vessel.is_destroyed)

    @property
    def fleet_at(self) -> str:
        """The point of the fleet: that of the Aegis or, without it, of the largest group (rules W18.14)."""
        flagship = self.vessels[FLAGSHIP]
        if not flagship.is_destroyed:
            return flagship.point
        points = [vessel.point for vessel in self.alive]
        return max(points, key=points.count, default=flagship.point)

    @property
    def separated(self) -> list[str]:
        """The names of the vessels that are away from the fleet."""
        point = self.fleet_at
        return [vessel.name for vessel in self.alive if vessel.point != point]

    def group_of(self, vessel: VesselState) -> list[VesselState]:
        """Return the vessels in the place of a vessel, itself included."""
        return [other for other in self.alive if other.point == vessel.point]

    def list_quadrant(self, quadrant: int, point: str) -> list[VesselState]:
        """Return the vessels in a quadrant of a group's map in the order of arrival (rules W13.5)."""
        there = [vessel for vessel in self.alive if vessel.quadrant == quadrant and vessel.point == point]
        return sorted(there, key=lambda vessel: vessel.entered)

    def squadrons_of(self, vessel: str) -> list[Unit]:
        """Return the squadrons of a vessel that are not destroyed."""
        return [unit for unit in self.units.values() if unit.is_squadron and unit.home == vessel and unit.is_alive]

    def onfoot_aboard(self, vessel: str) -> list[Unit]:
        """Return the on-foot units aboard a vessel, or in a shuttle."""
        return [
            unit for unit in self.units.values() if not unit.is_squadron and unit.aboard == vessel and unit.is_alive
        ]

    @property
    def in_turn(self) -> bool:
        """True while turns are played."""
        return self.phase in PHASES


def replace_counter(crew: list[Counter], old: Counter, new: Counter) -> None:
    """Put a counter in the place of an equal one."""
    crew[crew.index(old)] = new


def take_ready(crew: list[Counter], training: str, number: int) -> None:
    """Turn so many ready counters face down that serve where a training is asked for, the untrained first."""
    ready = [counter for counter in crew if counter.is_ready and counter.serves(training)]
    ready.sort(key=lambda counter: counter.training != UNTRAINED)
    for counter in ready[:number]:
        replace_counter(crew, counter, counter._replace(is_used=True))
