"""Sentences about what an example gives and expects: of the moment, of each vessel, and of all else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from incursions.games.wolves.rules.state import SETUP
from incursions.kit.words import capitalise, join_names

NOTHING = "nothing"
PHASES = {"action": "the Action phase", "team": "the Team phase", "close": "the close", "muster": "muster"}
GIVEN = {
    "left": "The clock shows {}.",
    "pursuit": "Pursuit is {}.",
    "last_turn": "This turn is the last.",
    "entries": "The log has {} entries.",
    "places": "Players elsewhere: {}.",
    "sickbay": "In sickbay: {}.",
    "brig": "In the brig: {}.",
    "delegated": "Standing in: {}.",
    "council": "The members of the council are at its table.",
    "laws": "Laws: {}.",
    "news": "News: {}.",
    "supply": "Supply: {}.",
    "shuttles": "Shuttles: {}.",
    "moved": "Quadrants entered before: {}.",
    "separated": "Separated from the fleet: {}.",
    "left_behind": "Left behind by all others: {}.",
    "fleet_at": "The fleet is at {}.",
    "all_mustered": "All drives are mustered.",
    "all_fuel": "Every vessel has {} fuel.",
    "all_coordinates": "Every vessel has these coordinates and its sign up: {}.",
    "damaged_units": "Damaged units: {}.",
    "loyalty": "Hidden loyalties: {}.",
}
ATTACK = {
    "round": "round {}",
    "wolves": "Wolves by quadrant: {}",
    "parties": "boarding parties: {}",
    "at": "squadrons by quadrant: {}",
    "counted": "counted damage: {}",
    "damaged_units": "damaged: {}",
    "at_group": "on the group of {}",
}
VESSEL = {
    "morale": "morale {}",
    "hold": "hold: {}",
    "mustered": "mustered: {}",
    "crew": "crew: {}",
    "used": "used crew: {}",
    "wounded": "wounded crew: {}",
    "damaged": "damaged: {}",
    "all_damaged": "all stations are damaged",
    "riots": "riots: {}",
    "dispersed": "dispersed riots: {}",
    "tried": "riots that a unit tried to disperse: {}",
    "hurt": "damage this turn: {}",
    "boarded": "boarding parties this turn: {}",
    "coordinates": "coordinates: {}",
    "sign": "Jump sign {}",
    "emergency": "emergency jump declared: {}",
    "emergencies": "emergency jumps so far: {}",
    "hand": "cards: {}",
    "destinations": "destination cards: {}",
    "hidden": "panel hidden: {}",
    "docking": "docking {}",
    "destroyed": "destroyed: {}",
    "rolled": "rolled for the close: {}",
    "supply": "supply: {}",
    "quadrant": "quadrant {}",
    "lost": "crew lost for good: {}",
    "at": "at {}",
    "modifier": "modifiers of the next morale roll: {}",
    "deck": "damage cards in the deck: {}",
    "squadrons": "squadrons: {}",
    "told": "an order for muster failed by {}",
}
EXPECT = {
    "turn": "It is turn {}.",
    "phase": "The phase is {}.",
    "minutes_left": "{} minutes are left.",
    "left": "The clock shows {}.",
    "frozen": "An attack is under way: {}.",
    "round": "It is round {}.",
    "motion": "The motion: {}.",
    "votes": "Votes: {}.",
    "laws": "Laws: {}.",
    "fleet_at": "The fleet is at {}.",
    "pursuit": "Pursuit is {}.",
    "separated": "Separated from the fleet: {}.",
    "signs": "Jump signs up: {}.",
    "counted": "Counted damage: {}.",
    "pilots_waiting": "Pilots to be wounded: {}.",
    "squadrons_home": "Squadrons that came home: {}.",
    "discards": "Cards played and put away: {}.",
    "brig": "In the brig: {}.",
    "inbox": "In Control's inbox: {}.",
    "prompts": "Prompts brought: {}.",
    "announcements": "Announced: {}.",
    "map": "On the map: {}.",
    "wolves": "Wolves by quadrant: {}.",
    "parties": "Boarding parties: {}.",
    "units": "Units: {}.",
    "unit_places": "Places of units: {}.",
    "places": "Places of players: {}.",
    "shuttles": "Shuttles: {}.",
    "council": "Seats of the council: {}.",
    "notes": "Notes delivered: {}.",
    "public": "All are shown: {}.",
    "struck": "Entries struck out: {}.",
    "revealed": "All that was hidden is open.",
    "log": "Control's log says: {}.",
    "hidden_from": "Kept from players: {}.",
    "shown_to": "Shown to players: {}.",
}


def format_value(value: Any) -> str:
    """Return a value in words: "yes", "Dione and Lucas", "food 4, water 6", "Dione Tender (Lucas)"."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(_format_pair(key, item) for key, item in value.items()) or NOTHING
    if isinstance(value, list | tuple):
        return join_names([format_value(each) for each in value]) or NOTHING
    return str(value)


def _format_pair(name: str, value: Any) -> str:
    """Return a name with its value: a number as it is, all else in brackets with plain words inside."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{name}: {value}" if name[-1].isdecimal() else f"{name} {value}"
    if isinstance(value, Mapping):
        return f"{name} ({', '.join(f'{key} {format_value(item)}' for key, item in value.items()) or NOTHING})"
    return f"{name} ({format_value(value)})"


def tell_vessel(name: str, line: Mapping[str, Any]) -> str:
    """Return a sentence about a vessel, or the hands of a team."""
    return f"{name}: {'; '.join(VESSEL[key].format(format_value(value)) for key, value in line.items())}."


def tell_given(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield the moment, and what is given of the room and of vessels."""
    phase = facts.get("phase", "action")
    yield "The event has not started." if phase == SETUP else f"It is turn 2, in {PHASES[phase]}."
    for key, value in facts.items():
        if key in GIVEN:
            yield GIVEN[key].format(format_value(value))
        elif key == "motion":
            yield f"The motion “{value['text']}” is open: {format_value(value.get('votes') or {})}."
        elif key == "attack":
            parts = (ATTACK[part].format(format_value(item)) for part, item in value.items())
            yield f"The Wolves attack: {'; '.join(parts)}."
        elif key != "phase":
            yield tell_vessel(key, value)


def tell_expected(expect: Mapping[str, Any]) -> Iterator[str]:
    """Yield what must be true at the end."""
    for key, value in expect.items():
        yield EXPECT[key].format(format_value(value)) if key in EXPECT else tell_vessel(key, value)


def tell_chance(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield the dice and what is drawn."""
    if data["dice"]:
        yield f"The dice will show {join_names([str(face) for face in data['dice']])}."
    for kind, drawn in data["draws"].items():
        yield f"{capitalise(kind)} drawn: {format_value(drawn)}."
