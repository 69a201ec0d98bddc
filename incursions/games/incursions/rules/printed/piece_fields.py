"""The fields of each kind of piece, and the checks of their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from incursions.games.incursions.rules.construction.facts import ANY_RACE
from incursions.games.incursions.rules.effects.schema import DAMAGE, TEXT, EffectError, FieldType, Whole, not_nested
from incursions.games.incursions.rules.plain_yaml import quote
from incursions.games.incursions.rules.printed.cards import POSITIONS, Bonuses
from incursions.games.incursions.rules.printed.printed_numbers import GAME_CARD, NUMBERS, TILE
from incursions.games.incursions.rules.printed.words import (
    MOST_BONUS,
    NATURES,
    NEUTRAL,
    PLAY_METHODS,
    RACES,
    RARITIES,
    TABLE_WHEN_DRAWN,
    TYPES,
    WEAPON_SYSTEMS,
)

SHIP_SYSTEMS = ("warp", *WEAPON_SYSTEMS, "repair", "tractor", "tachyon_sweep", "cloak", "assimilation")
SYSTEM_FIELDS = {
    "damage": DAMAGE,
    "hexes": Whole(0, 9),
    "range": Whole(0, 9),
    "points": Whole(0, 99),
    "power": Whole(0, 4),
}
TILE_KINDS = ("normal", "denizen", "unique", "escape", "wormhole", "modifier", "open")
MOST_POINTS = 999
HIGHEST_SCORE = 12  # of 2D6
LONGEST_TITLE, LONGEST_TEXT, LONGEST_FLAVOUR, LONGEST_ROLE = 60, 400, 160, 40
"""In characters, as many as fit on the face of a piece."""
_RULE = re.compile(r"\d+(?:\.\d+)+")

Check = Callable[[Any], str | None]  # what was expected, or None if the value is right
Fields = dict[str, Check | FieldType]


def _check_type(kind: FieldType, value: Any) -> str | None:
    try:
        kind.read(value, "", not_nested)
    except EffectError as fault:
        return fault.expected
    return None


def _expect(expected: str, is_right: Callable[[Any], bool]) -> Check:
    return lambda value: None if is_right(value) else f"{expected} was expected, not {value!r}"


def _one_of(words: tuple[str, ...]) -> Check:
    return _expect(f"one of {', '.join(words)}", words.__contains__)


def _text_of(most: int) -> Check:
    def check(value: Any) -> str | None:
        too_long = isinstance(value, str) and len(value) > most
        return f"at most {most} characters were expected, not {len(value)}" if too_long else _check_type(TEXT, value)

    return check


def _is_title(value: Any) -> bool:
    return isinstance(value, str) and value.strip() == value and 0 < len(value) <= LONGEST_TITLE


def _check_bonuses(value: Any) -> str | None:
    if not isinstance(value, dict):
        return f"bonuses such as {{shields: 3}} were expected, not {value!r}"
    for name, points in value.items():
        if name not in Bonuses._fields:
            return f"{name!r} is no bonus; those are {', '.join(Bonuses._fields)}"
        wrong = _check_type(Whole(0, MOST_BONUS), points)
        if wrong is not None:
            return f"{name}: {wrong}"
    return None


def _check_rulings(value: Any) -> str | None:
    if not isinstance(value, list) or not value:
        return f"a list of rulings was expected, not {value!r}"
    return next(filter(None, map(_check_ruling, value)), None)


def _check_ruling(ruling: Any) -> str | None:
    if not isinstance(ruling, dict) or not {"date", "text"} <= set(ruling) <= {"date", "rule", "text"}:
        return (
            f"a ruling {{date: 2026-11-22, text: ...}}, with a rule if there is one, was expected, not {quote(ruling)}"
        )
    if wrong := _check_type(TEXT, ruling["text"]):
        return f"text: {wrong}"
    if "rule" in ruling and not (isinstance(ruling["rule"], str) and _RULE.fullmatch(ruling["rule"])):
        return f"rule: the number of a rule, such as 10.5, was expected, not {ruling['rule']!r}"
    return None if is_date(ruling["date"]) else f"date: a day such as 2026-11-22 was expected, not {ruling['date']!r}"


def is_date(value: Any) -> bool:
    """Return True for a calendar date as text."""
    try:
        return isinstance(value, str) and date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _is_usage(value: Any) -> bool:
    return value == ANY_RACE or (isinstance(value, list) and bool(value) and all(race in RACES for race in value))


def _is_affinity(value: Any) -> bool:
    named = isinstance(value, dict) and len(value) == 1 and set(value) <= {"ship", "captain"}
    return value == "none" or (named and all(race in RACES for race in value.values()))


def _check_systems(value: Any) -> str | None:
    if not isinstance(value, dict) or not value:
        return f"ship systems were expected, not {value!r}"
    for name, fields in value.items():
        if name not in SHIP_SYSTEMS:
            return f"{name!r} is no ship system; those are {', '.join(SHIP_SYSTEMS)}"
        if not isinstance(fields, dict):
            return f"{name} needs fields, such as {{power: 1}}, not {fields!r}"
        wrong = next(_check_system(name, fields), None)
        if wrong is not None:
            return wrong
    return None


def _check_system(name: str, fields: dict[str, Any]) -> Iterator[str]:
    if name in WEAPON_SYSTEMS and "damage" not in fields:
        yield f"{name} needs its damage, such as 1D6+2"
    for field, value in fields.items():
        if field not in SYSTEM_FIELDS:
            yield f"{name} has no field {field!r}"
        elif wrong := _check_type(SYSTEM_FIELDS[field], value):
            yield f"{name} {field}: {wrong}"


_TITLE = _expect(f"a title of at most {LONGEST_TITLE} characters", _is_title)
_TEXT = _text_of(LONGEST_TEXT)
_EFFECTS = _expect("a list of effects", lambda value: isinstance(value, list))
_VERBS = _expect(
    "a list of words", lambda value: isinstance(value, list) and all(isinstance(each, str) for each in value)
)
_ESPIONAGE_EVASION = Whole(0, HIGHEST_SCORE)

SHIP_FIELDS: Fields = {
    "title": _TITLE,
    "race": _one_of(RACES),
    "hull": Whole(1, MOST_POINTS),
    "shields": Whole(0, MOST_POINTS),
    "evasion": Whole(0, HIGHEST_SCORE),
    "systems": _check_systems,
}
ABOUT: Fields = {
    "number": Whole(1, MOST_POINTS),
    "set": TEXT,
    "flavour": _text_of(LONGEST_FLAVOUR),
    "rulings": _check_rulings,
}
SHIP_EXTRAS: Fields = ABOUT | {"role": _text_of(LONGEST_ROLE)}

TILE_FIELDS: Fields = {
    "title": _TITLE,
    "hex_points": Whole(1, 9),
    "kind": _one_of(TILE_KINDS),
    "affinity": _expect("none, or a race as ship or captain,", _is_affinity),
    "text": _TEXT,
}
TILE_EXTRAS: Fields = ABOUT | {"verbs": _VERBS, "effects": _EFFECTS, **TILE}

CAPTAIN_FIELDS: Fields = {
    "title": _TITLE,
    "race": _one_of(RACES),
    "bonuses": _check_bonuses,
    "espionage_evasion": _ESPIONAGE_EVASION,
}
CAPTAIN_EXTRAS: Fields = ABOUT | {"text": _TEXT, "verbs": _VERBS, "effects": _EFFECTS, **NUMBERS}

CARD_FIELDS: Fields = {
    "title": _TITLE,
    "nature": _one_of(NATURES),
    "rarity": _one_of(RARITIES),
    "play_method": _one_of(PLAY_METHODS),
    "usage": _expect("any, or a list of races,", _is_usage),
}
CARD_EXTRAS: Fields = CAPTAIN_EXTRAS | {"type": _one_of(TYPES), "bonuses": _check_bonuses, **GAME_CARD}
CREW_FIELDS: Fields = CARD_FIELDS | {
    "position": _one_of(POSITIONS),
    "race": _one_of((*RACES, NEUTRAL)),
    "play_method": _one_of((TABLE_WHEN_DRAWN,)),
    "bonuses": _check_bonuses,
    "espionage_evasion": _ESPIONAGE_EVASION,
}
