"""The facts of scenarios in words: ships, missiles, terrain, special rules and goals, and the state of a battle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from incursions.engine.hexes import as_hex, hex_text
from incursions.games.talon.rules.acts import FIRE, GRAVITY, MOVEMENT, POWER, POWER_PHASE, REPAIR
from incursions.games.talon.rules.battles import (
    AT_END_OF_ROUND,
    CLASS_POINTS,
    DOCKING,
    EACH,
    LANDING,
    NO_JUMP,
    NO_RETREAT_POINTS,
    NONE_LEFT,
    OWN_POINTS,
    WORM_HOLE_FOR,
)
from incursions.games.talon.rules.definitions import Definitions
from incursions.games.talon.rules.examples.scenario_words import ANNOUNCED, MISSILE, NONE, SET_UP
from incursions.games.talon.table import wording
from incursions.games.talon.table.wording import COMPASS, EFFECT_TITLES, side_title
from incursions.kit.words import capitalise, format_count, join_names

STEP_WORDS = {
    POWER: "spends AP",
    MOVEMENT: "moves",
    FIRE: "fires",
    REPAIR: "repairs",
    POWER_PHASE: "sets its rows in the Power Phase",
}
"""The acts of a side in each step, in words."""
TERRAIN_WORDS = {"planet": "a planet", "asteroid": "an asteroid field", "nebula": "a nebula"}


# A moment.


def describe_moment(at: Mapping[str, Any] | str) -> str:
    """Return a moment of a battle: "round 2, impulse C: Terran fires"; what is not named is left out."""
    if at == SET_UP:
        return "the set-up"
    fields: Mapping[str, Any] = {} if isinstance(at, str) else at
    parts = [f"round {fields['round']}"] if "round" in fields else []
    parts += [f"impulse {fields['impulse']}"] if "impulse" in fields else []
    when, step = ", ".join(parts), fields.get("step", "")
    if step == GRAVITY:
        what = "gravity pulls"
    else:
        side = side_title(fields["side"]) if "side" in fields else "a side"
        what = f"{side} {STEP_WORDS.get(step, 'has its turn')}" if "side" in fields or step else ""
    return ": ".join(part for part in (when, what) if part)


# Ships and missiles.


def _list_by_arc(points: Mapping[str, Any]) -> str:
    return ", ".join(f"{arc} {left}" for arc, left in points.items())


def _describe_charge(bars: Mapping[str, Sequence[int]]) -> str:
    said = [f"{name} {_describe_boxes(*boxes)}" for name, boxes in bars.items()]
    return f"has its charge at {', '.join(said)}"


def _describe_boxes(red: int, yellow: int) -> str:
    filled = [f"{count} {colour}" for count, colour in ((red, "red"), (yellow, "yellow")) if count]
    return join_names(filled) or "nothing"


def _describe_reinforcements(reinforced: Mapping[str, Sequence[str]]) -> str:
    said = [f"{arc} {' '.join(letters)}" for arc, letters in reinforced.items() if letters]
    return f"has reinforcements: {', '.join(said)}" if said else "has no reinforcement"


def _describe_effects(effects: Sequence[str]) -> str:
    said = [EFFECT_TITLES[effect] for effect in effects]
    return f"has the effects: {', '.join(said)}" if said else "has no lasting effect"


def _describe_dock(host: str | None) -> str:
    if host in NONE:
        return "is not docked"
    return f"has landed on the planet at {host}" if "," in str(host) else f"has docked with {host}"


def _describe_jump(jump: str | None) -> str:
    if jump is None or jump in NONE:
        return "has announced no jump"
    return f"has announced a jump in round {jump.removeprefix(ANNOUNCED)}"


def _describe_aims(numbers: Sequence[int]) -> str:
    if not numbers:
        return "is the target of no missile"
    return f"is the target of {'missile' if len(numbers) == 1 else 'missiles'} {join_names(list(map(str, numbers)))}"


def _say(true: str, false: str) -> Callable[[Any], str]:
    return lambda holds: true if holds else false


SHIP_WORDS: Mapping[str, Callable[[Any], str]] = {
    "destroyed": _say("is destroyed", "is not destroyed"),
    "retreated": _say("has retreated", "has not retreated"),
    "docked": _describe_dock,
    "at": lambda at: f"is at {hex_text(as_hex(at))}",
    "facing": lambda facing: f"faces {COMPASS[facing]}",
    "row": lambda row: f"runs at {'-'.join(map(str, row))}",
    "power": lambda power: f"has an effective Power of {power}",
    "hull_modifier": lambda modifier: f"has the hull modifier {wording.format_signed(modifier)}",
    "wait": lambda hexes: f"has a turn wait of {hexes}",
    "slip": _say("holds a slip mark", "holds no slip mark"),
    "shields_up": _say("has its shields up", "has its shields down"),
    "shields": lambda points: f"has shields: {_list_by_arc(points)}",
    "reinforced": _describe_reinforcements,
    "marked": lambda boxes: f"has {format_count(boxes, 'hull box', 'hull boxes')} marked",
    "fighters": lambda count: f"has {format_count(count, 'fighter')} left",
    "charge": _describe_charge,
    "groups": lambda groups: f"has weapons: {', '.join(f'{name} {state}' for name, state in groups.items())}",
    "battery": _say("has a full battery", "has an empty battery"),
    "afterburners": lambda boxes: f"has {format_count(boxes, 'afterburner')} left",
    "effects": _describe_effects,
    "jump": _describe_jump,
    "aimed_at_by": _describe_aims,
}
"""The fields of a ship in words, in the order of a sentence."""


def describe_ship(fields: Mapping[str, Any]) -> str:
    """Return what is said of a ship, without its name."""
    return "; ".join(tell(fields[key]) for key, tell in SHIP_WORDS.items() if key in fields)


def describe_missile(number: str, fields: Mapping[str, Any]) -> str:
    """Return what is said of a missile in a sentence."""
    if fields.get("gone"):
        return f"Missile {number} is gone."
    said = [f"is at {hex_text(as_hex(fields['at']))}"] if "at" in fields else []
    if "target" in fields:
        said.append("has no target" if fields["target"] in NONE else f"aims at {fields['target']}")
    if "face" in fields:
        said.append(f"is {fields['face']}")
    return f"Missile {number} {join_names(said) or 'flies'}."


def describe_terrain(terrain: Mapping[str, str | list[str]]) -> str:
    """Return the terrain of the map in a sentence; a hex at a set-up may have a list."""
    lying = [
        f"{TERRAIN_WORDS.get(kind, f'a {kind}')} at {at}"
        for at, kinds in terrain.items()
        for kind in (kinds if isinstance(kinds, list) else [kinds])
    ]
    return f"The map has {join_names(lying)}." if lying else "The map is empty."


# Special rules and goals.


class Goals:
    """Tells special rules, objectives and wins, with the classes by their titles."""

    def __init__(self, definitions: Definitions) -> None:
        self._classes = definitions.classes

    def tell(self, given: Mapping[str, Any]) -> Iterator[str]:
        """Yield the special rules, the objectives and the wins of a battle, each in a sentence."""
        yield from map(self._tell_special, given.get("special", ()))
        yield from map(self._tell_objective, given.get("objectives", ()))
        for side, ways in given.get("wins", {}).items():
            yield f"{side_title(side)} wins when {' or '.join(map(self._tell_way, ways))}."

    def _name_classes(self, names: Iterable[str]) -> str:
        return join_names([self._classes[name].title for name in names])

    def _tell_special(self, rule: Mapping[str, Any]) -> str:
        if DOCKING in rule:
            return f"{self._name_classes(rule[DOCKING])} can dock with {join_names(rule['with'])}."
        if LANDING in rule:
            return f"{self._name_classes(rule[LANDING])} can land on {join_names(rule['hexes'])}."
        if WORM_HOLE_FOR in rule:
            return f"The worm hole is open to {join_names(list(map(side_title, rule[WORM_HOLE_FOR])))}."
        if NO_JUMP in rule:
            return f"{self._name_classes(rule[NO_JUMP])} cannot jump."
        sides = join_names(list(map(side_title, rule[NO_RETREAT_POINTS])))
        return f"For ships of {sides} that are {_word_status(rule['status'])} the enemy gets no points."

    def _tell_objective(self, goal: Mapping[str, Any]) -> str:
        if EACH in goal:
            points = "its own points" if goal["points"] == OWN_POINTS else format_count(goal["points"], "point")
            return f"{side_title(goal['to'])} gets {points} for each {self._name_set(goal[EACH])}."
        when = f"At the end of round {goal[AT_END_OF_ROUND]}"
        near = f"within {format_count(goal['within'], 'hex', 'hexes')} of {goal['hex']}"
        points = format_count(goal["points"], "point")
        return f"{when}, the side with ships of more points {near} gets {points}."

    def _name_set(self, ships: Mapping[str, Any]) -> str:
        whose = self._classes[ships["class"]].title if "class" in ships else f"{side_title(ships['side'])} ship"
        return f"{whose} that is {_word_status(ships['status'])}"

    def _tell_way(self, way: Mapping[str, Any]) -> str:
        if NONE_LEFT in way:
            return f"no ship of {side_title(way[NONE_LEFT])} is left"
        if CLASS_POINTS in way:
            return f"ships of at least {way[CLASS_POINTS]} points each count: {self._name_set(way)}"
        return f"there is at least {way['count']} {self._name_set(way)}"


def _word_status(status: str) -> str:
    return f"gone {status}" if status.startswith("through") else status


# The state of a battle.


ORDER_WORDS: Mapping[str, str] = {
    "power": "the Power Phase",
    "roll": "a roll of {}",
    "hit": "a hit on {}",
    "miss": "a miss of {}",
    "damage": "damage to {}",
    "critical": "a critical roll of {}",
    "explosion": "the explosion of {}",
    "shift": "the shift of {}",
    "asteroid": "an asteroid at {}",
    "collision": "a collision of {}",
    "row": "the row of {}",
    "charge": "a box charged for {}",
    "jump": "the jump of {}",
    "break-up": "the break-up of {}",
    "place": "the placing of {}",
}
"""Events of an order in words, by their first word; turns are said by side and letter."""


def describe_event(text: str) -> str:
    """Return an event of an order in words."""
    word, _, about = text.partition(" ")
    if word == "turn":
        side, _, letter = about.rpartition(" ")
        return f"{side_title(side)}’s turn in {letter}"
    return ORDER_WORDS[word].format(about.replace(" counts ", " that counts "))


def _describe_result(side: str | None) -> str:
    if side in NONE:
        return "The battle is not over."
    return "The battle is a draw." if side == "draw" else f"{side_title(str(side))} has won."


def _describe_points(points: Mapping[str, int]) -> str:
    return f"Points: {', '.join(f'{side_title(side)} {count}' for side, count in points.items())}."


STATE_WORDS: Mapping[str, Callable[[Any], str]] = {
    "terrain": describe_terrain,
    "initiative": lambda side: f"{side_title(side)} has the initiative.",
    "marks": lambda marks: f"Marks to {', to '.join(f'{what} it: {count}' for what, count in marks.items())}.",
    "points": _describe_points,
    "result": _describe_result,
    "degree": lambda degree: "There is no degree of victory." if degree in NONE else f"It is a {degree} victory.",
    "acts": lambda acts: f"The chart: {'; '.join(f'{n} in {_list_letters(at)}' for n, at in acts.items())}.",
    "order": lambda events: f"In this order: {'; '.join(map(describe_event, events))}.",
}
"""The facts of a battle besides ships and missiles, each in a sentence, in their order."""


def _list_letters(letters: Sequence[str]) -> str:
    return " ".join(letters) or "none"


def tell_state(facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield sentences about missiles and about the battle as a whole; ships are left out."""
    for key, value in facts.items():
        if key.startswith(MISSILE):
            yield describe_missile(key.removeprefix(MISSILE), value)
    for key, tell in STATE_WORDS.items():
        if key in facts:
            yield tell(facts[key])


PREVIEW_WORDS: Mapping[str, Callable[[Any], str]] = {
    "range": lambda hexes: f"range {hexes}",
    "struck": lambda arc: f"strikes the {arc} shield",
    "modifier": lambda modifier: f"{wording.format_signed(modifier)} on the die",
    "chance": lambda chance: f"chance {chance}",
    "damage": lambda points: f"at most {format_count(points, 'point')}",
}


def describe_preview(text: str, shows: Mapping[str, Any]) -> str:
    """Return what a player sees before a shot."""
    said = ", ".join(tell(shows[key]) for key, tell in PREVIEW_WORDS.items() if key in shows)
    return f"Before “{text}” is confirmed: {said}." if said else f"“{text}” can be looked at before it is confirmed."


# Geometry and battles.


def tell_geometry(cases: Mapping[str, Any]) -> Iterator[str]:
    """Yield lines, arcs, pushes and pulls in sentences."""
    for case in cases.get("lines", ()):
        crossed = [hex_text(as_hex(at)) for at in case["through"]]
        grazed = [" and ".join(hex_text(as_hex(at)) for at in pair) for pair in case["spine"]]
        said = [f"crosses {'; '.join(crossed)}"] if crossed else []
        said += [f"runs between {', and between '.join(grazed)}"] if grazed else []
        yield f"The line from 0,0 to {hex_text(as_hex(case['to']))} {join_names(said) or 'crosses nothing'}."
    for case in cases.get("arcs", ()):
        arcs = case["arc"].split("+")
        where = f"in the {arcs[0]} arc" if len(arcs) == 1 else f"on the border of the {join_names(arcs)} arcs"
        yield f"Seen from 0,0 facing {COMPASS[case['facing']]}, {hex_text(as_hex(case['to']))} is {where}."
    for case in cases.get("pushes", ()):
        yield f"A gun at 0,0 pushes a ship from {hex_text(as_hex(case['to']))} to {_list_hexes(case['step'])}."
    for case in cases.get("pulls", ()):
        yield f"A hole at 0,0 pulls a ship from {hex_text(as_hex(case['from']))} to {_list_hexes(case['step'])}."


def _list_hexes(places: Iterable[Any]) -> str:
    return " or ".join(hex_text(as_hex(at)) for at in places)


def tell_battles(data: Mapping[str, Any], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield the battles that start, each with who is asked first and how many ships it has."""
    for name in data["load"]:
        wanted = data["expect"].get(name, {})
        said = [f"{side_title(wanted['first'])} is asked first"] if "first" in wanted else []
        said += [f"there are {wanted['ships']} ships"] if "ships" in wanted else []
        yield f"{titles[name]} starts: {join_names(said) or 'somebody is asked'}."


def name_seats(given: Mapping[str, Any]) -> Iterator[str]:
    """Yield who plays which ships, if a side is a team or both sides are of one faction."""
    for side, names in given.get("same_faction", {}).items():
        yield f"{capitalise(side)} has {join_names(names) or 'no ship'}."
    for side, seats in given.get("seats", {}).items():
        if len(seats) > 1:
            teams = (f"seat {number} with {join_names(names)}" for number, names in enumerate(seats, start=1))
            yield f"{side_title(side)} is a team: {'; '.join(teams)}."
