"""The printed values of an event, as immutable values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Amounts = Mapping[str, int]
"""Numbers by resource, training or distance; what is not named is 0."""

RESOURCES = ("ore", "fuel", "food", "water", "materials")
"""The resources in the order of their counters (rules W7.1)."""
UNTRAINED, ENGINEER, PILOT, MEDICAL, SCIENCE = "untrained", "engineer", "pilot", "medical", "science"
TRAININGS = (UNTRAINED, ENGINEER, PILOT, MEDICAL, SCIENCE)
"""The trainings of crew counters (rules W9.1)."""
ANY_CREW = "any"
"""Crew of a station that may be untrained or trained (rules W9.3)."""
DISTANCES = ("short", "medium", "long")
"""The distances of a jump (rules W18.1)."""
LEVELS = ("none", "critical", "minimum", "low", "normal", "increased", "luxurious")
"""The levels of supply, the lowest first (rules W4.3.3)."""
MUSTER, ACTION, COMBAT, PASSIVE, CARD = "muster", "action", "combat", "passive", "card"
TIMINGS = (MUSTER, ACTION, COMBAT, PASSIVE, CARD)
"""When stations serve (rules W11.4 to W11.6)."""
QUADRANTS = (1, 2, 3, 4)
"""The quadrants of the fleet map (rules W13.1)."""
ODDS = tuple(range(11))
"""The levels of the Morale Track and of the Pursuit Track (rules W4.1, W14.1)."""
FLAGSHIP = "Aegis"
"""The vessel in the centre of the map (rules W13.1)."""
JUMP_DRIVE = "jump_drive"
"""The kind of station that makes a vessel jump (rules W18.5)."""


class Effect(NamedTuple):
    """An effect of a station, card, destination or prompt.

    One of `number`, `amounts` and `words` holds the value of its `verb`. `whom` or `to` says which vessel it concerns;
    with neither it is the one that acts, arrives or is struck. `kind` is the kind of stations that it concerns.
    """

    verb: str
    number: int = 0
    amounts: Amounts = {}
    words: tuple[str, ...] = ()
    whom: str = ""
    to: str = ""
    kind: str = ""


Effects = tuple[Effect, ...]


class StationKind(NamedTuple):
    """A kind of station (rules W11). An activation uses `crew`, takes `inputs` and gives `outputs` and `effects`."""

    kind: str
    title: str
    timing: str
    crew: Amounts
    inputs: Amounts
    outputs: Amounts
    effects: Effects
    text: str


def make_unknown_kind(kind: str) -> StationKind:
    """Return a kind that stands for one with faults, while vessels are read."""
    return StationKind(kind, kind, PASSIVE, {}, {}, {}, (), "")


class Station(NamedTuple):
    """A station of a vessel: its title there, the crew it needs and starts with, and the rating of a hangar."""

    title: str
    kind: str
    needs: Amounts
    crew: Amounts
    rated: int


class Vessel(NamedTuple):
    """A vessel as printed (rules W3, W4.1, W13.4, W18.4). `quadrant` is 0 for the Aegis; `roles` are its seats' own."""

    name: str
    ship_class: str
    nation: str
    roles: tuple[str, ...]
    size: int
    quadrant: int
    rations: str
    fuel: Amounts
    morale: int
    hold: Amounts
    shuttles: tuple[str, ...]
    squadrons: int
    marines: int
    security: int
    stations: tuple[Station, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of its team, as examples and the log name them: "Dione Captain"."""
        return tuple(f"{self.name} {role}" for role in self.roles)


class Team(NamedTuple):
    """A team without a vessel: its roles, and how few and how many sit in each."""

    name: str
    roles: tuple[str, ...]
    fewest: int
    most: int

    @property
    def seats(self) -> list[str]:
        """The seats of the team: "News Media Reporter", "News Media Reporter 2"."""
        numbers = ["", *(f" {number}" for number in range(2, self.most + 1))]
        return [f"{self.name} {role}{number}" for role in self.roles for number in numbers]


class MoraleTrack(NamedTuple):
    """The highest level, and by level the highest D6 with which a riot appears (rules W22.1)."""

    top: int
    riot_on: Mapping[int, int]


class Minutes(NamedTuple):
    """The length of each phase; the close is the end of the Team phase (rules W2.1, W2.3, W2.10)."""

    muster: int
    action: int
    team: int
    close: int


class Fleet(NamedTuple):
    """The vessels in the order of the fleet list, and what holds for all of them.

    `rations` has, by table and level, the units that a level costs (W4.5). `council` names by seat who holds it
    (W6.1). `seating_first` are the seats that are always filled, `seating_then` those of each further player (W1.5).
    """

    vessels: Mapping[str, Vessel]
    teams: Mapping[str, Team]
    rations: Mapping[str, Amounts]
    morale_track: MoraleTrack
    pursuit_start: int
    pursuit_top: int
    minutes: Minutes
    news_range: int
    council: Mapping[str, str]
    seating_first: tuple[str, ...]
    seating_then: tuple[str, ...]
    map_party: tuple[str, ...]


class DamageCard(NamedTuple):
    """A design of damage card (rules W12). `vessel` is "" if every vessel's deck may hold it.

    `still_outputs` and `still_effects` are what is left of the station while it is damaged (W12.6).
    """

    title: str
    kind: str
    vessel: str
    instant: Effects
    ongoing: Effects
    engineers: int
    materials: int
    still_outputs: Amounts
    still_effects: Effects


class ActionCard(NamedTuple):
    """An action card (rules W21). `team` is who starts with it, "reserve" for nobody; `uses` is a kind of station."""

    number: int
    title: str
    team: str
    is_retained: bool
    when: str
    is_own: bool
    may_be_given: bool
    cost: Amounts
    uses: str
    effects: Effects
    text: str


class Destination(NamedTuple):
    """A place to jump to (rules W18.1, W18.10). `risk` happens if a D6 shows one of `risk_numbers`."""

    title: str
    distance: str
    coordinates: str
    benefit: str
    risk_text: str
    arrive: Effects
    here: Effects
    risk_numbers: tuple[int, ...]
    risk: Effects


class Prompt(NamedTuple):
    """An event that Control may bring (rules W26.6). `choices` are the answers of the vessel it concerns, if any."""

    number: int
    title: str
    when: str
    vessel: str
    read: str
    choices: tuple[str, ...]
    suggest: str
    news: str


class WolfLevel(NamedTuple):
    """The Wolves of an attack at a level of pursuit, and over how many quadrants they are spread (rules W15.5)."""

    fighters: int
    boarding: int
    ships: int
    quadrants: int


class Wolves(NamedTuple):
    """The strengths of attacks by level of pursuit, and the figures of combat (rules W16.10, W16.11)."""

    levels: tuple[WolfLevel, ...]
    ship_hits: int
    ship_attacks: int
    battery_on: tuple[int, ...]


class CommandForm(NamedTuple):
    """A command: its text with blanks, who may give it and when, in words, and the rules behind it."""

    command: str
    form: str
    who: str
    when: str
    rules: tuple[str, ...]


class Briefings(NamedTuple):
    """The guide for all, and what teams, kinds of seats and single seats are told besides (rules W1.2, W1.6)."""

    story: str
    powers: Mapping[str, str]
    vessels: Mapping[str, str]
    known: Mapping[str, str]
    wanted: Mapping[str, str]
    roles: Mapping[str, str]
    personal: Mapping[str, str]


class Content(NamedTuple):
    """All that is printed, by the names and numbers that commands use. `decks` have the cards' numbers by vessel."""

    fleet: Fleet
    stations: Mapping[str, StationKind]
    damage: Mapping[str, DamageCard]
    decks: Mapping[str, Amounts]
    cards: Mapping[str, ActionCard]
    destinations: Mapping[str, Destination]
    prompts: Mapping[int, Prompt]
    wolves: Wolves
    commands: Mapping[str, CommandForm]
    briefings: Briefings
