"""The shapes of the content of Den of Wolves: the words, numbers and rows that its forms ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from incursions.games.content_shapes import (
    AMOUNTS,
    FLAG,
    GROUP,
    LINES,
    NUMBER,
    NUMBERS,
    ROWS,
    TEXT,
    WORD,
    CellError,
    RowCodec,
    Shape,
    Shapes,
    read_amounts_line,
    write_amounts,
)
from incursions.games.data_checks import NOTE
from incursions.games.wolves.rules.content import effects as effect_values
from incursions.games.wolves.rules.content.cards import CARD_PHASES, ONE_USE, PROMPT_PHASES, RESERVE, RETAINED
from incursions.games.wolves.rules.content.definitions import (
    ANY_CREW,
    DISTANCES,
    FLAGSHIP,
    RESOURCES,
    TIMINGS,
    TRAININGS,
)
from incursions.games.wolves.rules.content.effects import WHOM
from incursions.games.wolves.rules.content.fleet import NO_NATION
from incursions.games.wolves.rules.content.titles import find_title

VERB, VALUE = "verb", "value"
BESIDES = ("whom", "to", "kind")
"""The fields that an effect may have besides its verb."""
SEPARATOR = "; "
CREW_HINT, EFFECT_HINT = "2 untrained, 1 pilot", "a number, 8 water, or words; with semicolons between several"
TEXT_SHAPE, NUMBER_SHAPE, LINES_SHAPE = Shape(TEXT), Shape(NUMBER), Shape(LINES)


def list_shapes(data: Mapping[str, Any], file: str, path: Sequence[Any]) -> Shapes:
    """Return the shapes of an entry of a file, which is at a path; none for what is asked for as it is."""
    makers: Mapping[str, Callable[[Mapping[str, Any], Sequence[Any]], Shapes]] = {
        "fleet": _shape_fleet,
        "stations": _shape_station_kind,
        "damage": _shape_damage,
        "actions": _shape_action_card,
        "destinations": _shape_destination,
        "prompts": _shape_prompt,
        "wolves": _shape_odds,
        "briefings": _shape_briefings,
    }
    return makers[file](data, path)


def _list_titles(data: Mapping[str, Any], file: str, key: str, part: str = "") -> tuple[str, ...]:
    """Return the titles of the entries of a file, or of a list in it."""
    entries = data[file].get(part, []) if part else data[file]
    return tuple(title for entry in entries if (title := find_title(entry, key)))


def _list_vessels(data: Mapping[str, Any]) -> tuple[str, ...]:
    return _list_titles(data, "fleet", "vessel", "vessels")


def _list_kinds(data: Mapping[str, Any]) -> tuple[str, ...]:
    return _list_titles(data, "stations", "kind")


def _choose(options: Sequence[str], *, is_optional: bool = False) -> Shape:
    return Shape(WORD, tuple(options), is_optional=is_optional)


def _group_amounts(names: Sequence[str], *, is_optional: bool = True) -> Shape:
    """Return the shape of numbers by name, of which each may be left out."""
    return Shape(GROUP, parts={name: Shape(NUMBER, is_optional=True) for name in names}, is_optional=is_optional)


# Effects.


def _shape_effects(data: Mapping[str, Any], *, is_optional: bool = False) -> Shape:
    """Return the shape of a list of effects: a verb with its value, and whom it concerns."""
    verbs = {entry[VERB]: entry[VALUE] for entry in data["vocabulary"]}
    parts = {
        VERB: _choose(tuple(verbs)),
        VALUE: Shape(TEXT, hint=EFFECT_HINT),
        "whom": _choose(WHOM, is_optional=True),
        "to": _choose(_list_vessels(data), is_optional=True),
        "kind": _choose(_list_kinds(data), is_optional=True),
    }
    codec = RowCodec(partial(write_effect, verbs), partial(read_effect, verbs), VALUE)
    return Shape(ROWS, parts=parts, is_optional=is_optional, single="effect", codec=codec)


def write_effect(verbs: Mapping[str, str], effect: Any) -> Mapping[str, str] | None:
    """Return an effect as the texts of a row; None for data that is no effect."""
    if not isinstance(effect, dict) or NOTE in effect:
        return None
    named = [key for key in effect if key not in BESIDES]
    if len(named) != 1 or not all(isinstance(effect.get(key, ""), str) for key in BESIDES):
        return None
    value = _write_effect_value(verbs.get(named[0], ""), effect[named[0]])
    return None if value is None else {VERB: named[0], VALUE: value, **{key: effect.get(key, "") for key in BESIDES}}


def _write_effect_value(kind: str, value: Any) -> str | None:
    """Return the value of a verb as a text; None if it is not of its kind."""
    if kind == effect_values.AMOUNTS:
        return write_amounts(value) if isinstance(value, dict) else None
    if kind == effect_values.WORDS:
        is_listed = isinstance(value, list) and all(isinstance(word, str) and ";" not in word for word in value)
        return SEPARATOR.join(value) if is_listed else None
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else None


def read_effect(verbs: Mapping[str, str], row: Mapping[str, str]) -> dict[str, Any]:
    """Return the effect of a row. Raises `CellError` for a value that is not of the kind of the verb."""
    verb, text = row[VERB].strip(), " ".join(row[VALUE].split())
    if not verb:
        raise CellError(VERB, "choose what the effect does")
    besides = {key: row[key].strip() for key in BESIDES if row[key].strip()}
    return {verb: _read_effect_value(verbs.get(verb, ""), text), **besides}


def _read_effect_value(kind: str, text: str) -> Any:
    if kind == effect_values.NUMBER:
        if not text.removeprefix("-").isascii() or not text.removeprefix("-").isdecimal() or len(text) > 9:
            raise CellError(VALUE, f"a whole number was expected, not {text!r}")
        return int(text)
    if kind == effect_values.AMOUNTS:
        try:
            return read_amounts_line(text)
        except ValueError as fault:
            raise CellError(VALUE, str(fault)) from None
    if kind == effect_values.WORDS:
        return [word for each in text.split(";") if (word := each.strip())]
    return text


# Files.


def _shape_fleet(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    fleet, part = data["fleet"], path[0] if path else ""
    if part == "vessels":
        return _shape_vessel(data, path)
    if part == "council":
        return {"seat": TEXT_SHAPE, "held_by": _choose(tuple(_list_seats(fleet)))}
    if part == "other_teams":
        return {"team": TEXT_SHAPE, "roles": LINES_SHAPE, "seats": Shape(TEXT, hint="1-5")}
    if part == "seating":
        return {"first": LINES_SHAPE, "then": LINES_SHAPE}
    return {} if path else {"nations": LINES_SHAPE, "map_party": LINES_SHAPE}


def _list_seats(fleet: Mapping[str, Any]) -> Iterator[str]:
    for vessel in fleet["vessels"]:
        yield from (f"{vessel['vessel']} {role}" for role in vessel["roles"])


def _shape_vessel(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    fleet = data["fleet"]
    station = {
        "kind": _choose(_list_kinds(data)),
        "title": Shape(TEXT, is_optional=True),
        "count": Shape(NUMBER, is_optional=True),
        "rated": Shape(NUMBER, is_optional=True),
        "crew": Shape(AMOUNTS, TRAININGS, is_optional=True, hint=CREW_HINT),
        "needs": Shape(AMOUNTS, (*TRAININGS, ANY_CREW), is_optional=True, hint=CREW_HINT),
    }
    shapes = {
        "vessel": TEXT_SHAPE,
        "class": TEXT_SHAPE,
        "nation": _choose((*fleet["nations"], NO_NATION)),
        "roles": LINES_SHAPE,
        "size": NUMBER_SHAPE,
        "quadrant": NUMBER_SHAPE,
        "rations": _choose(tuple(fleet["rations"])),
        "fuel": Shape(GROUP, parts=dict.fromkeys(DISTANCES, NUMBER_SHAPE)),
        "morale": NUMBER_SHAPE,
        "hold": Shape(GROUP, parts=dict.fromkeys(RESOURCES, NUMBER_SHAPE)),
        "shuttles": LINES_SHAPE,
        "squadrons": NUMBER_SHAPE,
        "marines": NUMBER_SHAPE,
        "security": NUMBER_SHAPE,
        "stations": Shape(ROWS, parts=station, single="station"),
    }
    number = path[1] if len(path) > 1 else None
    if isinstance(number, int) and number < len(fleet["vessels"]) and fleet["vessels"][number]["vessel"] == FLAGSHIP:
        del shapes["quadrant"]
    return shapes


def _shape_station_kind(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    return {
        "kind": TEXT_SHAPE,
        "title": TEXT_SHAPE,
        "timing": _choose(TIMINGS),
        "crew": _group_amounts((*TRAININGS, ANY_CREW)),
        "in": _group_amounts(RESOURCES),
        "out": _group_amounts(RESOURCES),
        "effects": _shape_effects(data, is_optional=True),
        "text": Shape(TEXT, is_optional=True),
    }


def _shape_damage(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    if path[0] == "decks":
        return _shape_deck(data, path[-1])
    still = {"out": _group_amounts(RESOURCES), "effects": _shape_effects(data, is_optional=True)}
    return {
        "title": TEXT_SHAPE,
        "kind": _choose(_list_kinds(data)),
        "vessel": _choose(_list_vessels(data), is_optional=True),
        "instant": _shape_effects(data),
        "ongoing": _shape_effects(data),
        "repair": Shape(GROUP, parts={"engineers": NUMBER_SHAPE, "materials": NUMBER_SHAPE}),
        "still_works": Shape(GROUP, parts=still, is_optional=True),
    }


def _shape_deck(data: Mapping[str, Any], vessel: str) -> Shapes:
    """Return a number for each card that the deck of a vessel may hold: those of its kinds of stations (W12.9)."""
    stations = [each["stations"] for each in data["fleet"]["vessels"] if each["vessel"] == vessel]
    kinds = {station["kind"] for held in stations for station in held}
    return {
        card["title"]: Shape(NUMBER, is_optional=True)
        for card in data["damage"]["designs"]
        if card["kind"] in kinds and card.get("vessel", vessel) == vessel
    }


def _shape_action_card(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    teams = (*_list_vessels(data), *_list_titles(data, "fleet", "team", "other_teams"), RESERVE)
    return {
        "number": NUMBER_SHAPE,
        "title": TEXT_SHAPE,
        "team": _choose(teams),
        "kind": _choose((ONE_USE, RETAINED)),
        "when": _choose(CARD_PHASES),
        "own": Shape(FLAG, is_optional=True),
        "give": Shape(FLAG, is_optional=True),
        "cost": _group_amounts(RESOURCES),
        "uses": _choose(_list_kinds(data), is_optional=True),
        "effects": _shape_effects(data),
        "text": TEXT_SHAPE,
    }


def _shape_destination(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    risk = {"numbers": Shape(NUMBERS, hint="1, 2"), "effects": _shape_effects(data)}
    return {
        "title": TEXT_SHAPE,
        "distance": _choose(DISTANCES),
        "coordinates": Shape(TEXT, hint="five digits"),
        "benefit": TEXT_SHAPE,
        "risk_text": TEXT_SHAPE,
        "arrive": _shape_effects(data),
        "here": _shape_effects(data, is_optional=True),
        "risk": Shape(GROUP, parts=risk, is_optional=True),
    }


def _shape_prompt(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    ask = {"choice": Shape(LINES, is_optional=True)}
    return {
        "number": NUMBER_SHAPE,
        "title": TEXT_SHAPE,
        "when": _choose(PROMPT_PHASES),
        "whom": _choose(_list_vessels(data)),
        "read": TEXT_SHAPE,
        "ask": Shape(GROUP, parts=ask, is_optional=True),
        "suggest": TEXT_SHAPE,
        "news": TEXT_SHAPE,
    }


def _shape_odds(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    return {"battery_on": Shape(NUMBERS, hint="4, 5, 6")} if path[0] == "combat" else {}


def _shape_briefings(data: Mapping[str, Any], path: Sequence[Any]) -> Shapes:
    if path and path[0] == "personal":
        return {seat: Shape(TEXT, is_optional=True) for seat in _list_seats(data["fleet"])}
    return {}
