"""The fields that pieces have, kind by kind, and what may stand in each of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from incursions.rules.construction.facts import ANY_RACE
from incursions.rules.effects.schema import FieldType
from incursions.rules.plain_yaml import shown
from incursions.rules.printed.cards import POSITIONS, Bonuses
from incursions.rules.printed.printed_numbers import GAME_CARD, NUMBERS, TILE
from incursions.rules.printed.words import (
    MOST_BONUS,
    MOST_DICE,
    NATURES,
    NEUTRAL,
    PLAY_METHODS,
    RACES,
    RARITIES,
    TABLE_WHEN_DRAWN,
    TYPES,
    WEAPON_SYSTEMS,
    parse_damage,
)

SHIP_SYSTEMS = ("warp", *WEAPON_SYSTEMS, "repair", "tractor", "tachyon_sweep", "cloak", "assimilation")
SYSTEM_FIELDS = {"hexes": 9, "range": 9, "points": 99, "power": 4}  # and the most that each may be
TILE_KINDS = ("normal", "denizen", "unique", "escape", "wormhole", "modifier", "open")
MOST_POINTS = 999
HIGHEST_SCORE = 12  # of 2D6
LONGEST_TITLE, LONGEST_TEXT, LONGEST_FLAVOUR, LONGEST_ROLE = 60, 400, 160, 40
"""In signs: so much has room on the face of a piece."""
_RULE = re.compile(r"\d+(?:\.\d+)+")

Check = Callable[[Any], str | None]  # what was expected, or None if the value is right
Fields = dict[str, Check | FieldType]


def _whole_number(least: int, most: int) -> Check:
    def check(value: Any) -> str | None:
        right = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return None if right else f"a whole number from {least} to {most} was expected, not {value!r}"

    return check


def _one_of(words: tuple[str, ...]) -> Check:
    return lambda value: None if value in words else f"one of {', '.join(words)} was expected, not {value!r}"


def _text(value: Any) -> str | None:
    return None if isinstance(value, str) and value.strip() else f"a text was expected, not {value!r}"


def _text_of(most: int) -> Check:
    def check(value: Any) -> str | None:
        too_long = isinstance(value, str) and len(value) > most
        return f"at most {most} characters were expected, not {len(value)}" if too_long else _text(value)

    return check


def _title(value: Any) -> str | None:
    right = isinstance(value, str) and value.strip() == value and 0 < len(value) <= LONGEST_TITLE
    return None if right else f"a title of at most {LONGEST_TITLE} characters was expected, not {value!r}"


def _words(value: Any) -> str | None:
    right = isinstance(value, list) and all(isinstance(word, str) for word in value)
    return None if right else f"a list of words was expected, not {value!r}"


def _list(value: Any) -> str | None:
    return None if isinstance(value, list) else f"a list of effects was expected, not {value!r}"


def _bonuses(value: Any) -> str | None:
    if not isinstance(value, dict):
        return f"bonuses such as {{shields: 3}} were expected, not {value!r}"
    for name, points in value.items():
        if name not in Bonuses._fields:
            return f"{name!r} is no bonus; those are {', '.join(Bonuses._fields)}"
        wrong = _whole_number(0, MOST_BONUS)(points)
        if wrong is not None:
            return f"{name}: {wrong}"
    return None


def _rulings(value: Any) -> str | None:
    if not isinstance(value, list) or not value:
        return f"a list of rulings was expected, not {value!r}"
    return next(filter(None, map(_ruling, value)), None)


def _ruling(ruling: Any) -> str | None:
    if not isinstance(ruling, dict) or not {"date", "text"} <= set(ruling) <= {"date", "rule", "text"}:
        return (
            f"a ruling {{date: 2026-11-22, text: ...}}, with a rule if there is one, was expected, not {shown(ruling)}"
        )
    if _text(ruling["text"]):
        return f"text: {_text(ruling['text'])}"
    if "rule" in ruling and not (isinstance(ruling["rule"], str) and _RULE.fullmatch(ruling["rule"])):
        return f"rule: the number of a rule, such as 10.5, was expected, not {ruling['rule']!r}"
    return None if is_date(ruling["date"]) else f"date: a day such as 2026-11-22 was expected, not {ruling['date']!r}"


def is_date(value: Any) -> bool:
    """Is it a day of the calendar, as text?"""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _usage(value: Any) -> str | None:
    named = isinstance(value, list) and bool(value) and all(race in RACES for race in value)
    return None if named or value == ANY_RACE else f"any, or a list of races, was expected, not {value!r}"


def _affinity(value: Any) -> str | None:
    named = isinstance(value, dict) and len(value) == 1 and set(value) <= {"ship", "captain"}
    right = value == "none" or (named and all(race in RACES for race in value.values()))
    return None if right else f"none, or a race as ship or captain, was expected, not {value!r}"


def _systems(value: Any) -> str | None:
    if not isinstance(value, dict) or not value:
        return f"ship systems were expected, not {value!r}"
    for name, fields in value.items():
        if name not in SHIP_SYSTEMS:
            return f"{name!r} is no ship system; those are {', '.join(SHIP_SYSTEMS)}"
        if not isinstance(fields, dict):
            return f"{name} needs fields, such as {{power: 1}}, not {fields!r}"
        wrong = next(_system_faults(name, fields), None)
        if wrong is not None:
            return wrong
    return None


def _damage(value: Any) -> str | None:
    try:
        dice, bonus = parse_damage(value)
    except (TypeError, ValueError):
        return f"1D6 or 2D6+2 was expected, not {value!r}"
    is_much = dice > MOST_DICE or bonus > MOST_BONUS
    return f"at most {MOST_DICE}D6+{MOST_BONUS} was expected, not {value!r}" if is_much else None


def _system_faults(name: str, fields: dict[str, Any]) -> Iterator[str]:
    if name in WEAPON_SYSTEMS and "damage" not in fields:
        yield f"{name} needs its damage, such as 1D6+2"
    for field, value in fields.items():
        if field == "damage":
            wrong = _damage(value)
            if wrong is not None:
                yield f"{name} damage: {wrong}"
        elif field not in SYSTEM_FIELDS:
            yield f"{name} has no field {field!r}"
        else:
            wrong = _whole_number(0, SYSTEM_FIELDS[field])(value)
            if wrong is not None:
                yield f"{name} {field}: {wrong}"


SHIP_FIELDS: Fields = {
    "title": _title,
    "race": _one_of(RACES),
    "hull": _whole_number(1, MOST_POINTS),
    "shields": _whole_number(0, MOST_POINTS),
    "evasion": _whole_number(0, HIGHEST_SCORE),
    "systems": _systems,
}
ABOUT: Fields = {
    "number": _whole_number(1, MOST_POINTS),
    "set": _text,
    "flavour": _text_of(LONGEST_FLAVOUR),
    "rulings": _rulings,
}
SHIP_EXTRAS: Fields = ABOUT | {"role": _text_of(LONGEST_ROLE)}

TILE_FIELDS: Fields = {
    "title": _title,
    "hex_points": _whole_number(1, 9),
    "kind": _one_of(TILE_KINDS),
    "affinity": _affinity,
    "text": _text_of(LONGEST_TEXT),
}
TILE_EXTRAS: Fields = ABOUT | {"verbs": _words, "effects": _list, **TILE}

CAPTAIN_FIELDS: Fields = {
    "title": _title,
    "race": _one_of(RACES),
    "bonuses": _bonuses,
    "espionage_evasion": _whole_number(0, HIGHEST_SCORE),
}
CAPTAIN_EXTRAS: Fields = ABOUT | {"text": _text_of(LONGEST_TEXT), "verbs": _words, "effects": _list, **NUMBERS}

CARD_FIELDS: Fields = {
    "title": _title,
    "nature": _one_of(NATURES),
    "rarity": _one_of(RARITIES),
    "play_method": _one_of(PLAY_METHODS),
    "usage": _usage,
}
CARD_EXTRAS: Fields = CAPTAIN_EXTRAS | {"type": _one_of(TYPES), "bonuses": _bonuses, **GAME_CARD}
CREW_FIELDS: Fields = CARD_FIELDS | {
    "position": _one_of(POSITIONS),
    "race": _one_of((*RACES, NEUTRAL)),
    "play_method": _one_of((TABLE_WHEN_DRAWN,)),
    "bonuses": _bonuses,
    "espionage_evasion": _whole_number(0, HIGHEST_SCORE),
}
