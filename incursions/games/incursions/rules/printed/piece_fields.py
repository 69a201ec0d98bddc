"""The fields of each kind of piece, with the checks of their values, and the effects of pieces that print none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from incursions.games.incursions.rules.printed.pieces import (
    ANY_RACE,
    IN_HEX,
    MOST_BONUS,
    NATURES,
    NEUTRAL,
    PLAY_METHODS,
    POSITIONS,
    RACES,
    RARITIES,
    TABLE_WHEN_DRAWN,
    TYPES,
    UNTIL_DESTROYED,
    WEAPON_SYSTEMS,
    Bonuses,
    Definition,
)
from incursions.games.incursions.rules.printed.schema import (
    COUNT,
    DAMAGE,
    DENIZEN,
    ESCAPE,
    LIFE_POINTS,
    MINE,
    REACH,
    TEXT,
    WEAPON,
    EffectError,
    FieldType,
    Whole,
    WholeOrDamage,
    Word,
    Words,
    mapping,
)
from incursions.games.incursions.rules.printed.vocabulary import MANEUVERS, REMOVAL, REQUIREMENT, SHIP_WEAPONS, SPARED
from incursions.kit.words import quote

Types = dict[str, FieldType]
ATTACHES = (*MANEUVERS, "tactical", *SHIP_WEAPONS, "any", "none")
ANSWERS = ("attack", "event", "espionage", "any", *SHIP_WEAPONS)
AIMS = ("player", "ship", "officer", "captain")
TESTS = ("captain", "member", "systems")
_DICE = Whole(0, 20)
_CHANGE = Whole(-99, 99)
_POWER = Whole(-9, 9)
CARD_WORDS: Types = {
    "answers": Words(ANSWERS),
    "attaches_to": Words(ATTACHES),
    "removal": REMOVAL,
    "target": Words(AIMS),
    "tests": Word(TESTS),
}
EXPECTED = f"an effect {{on: played, do: place, piece: ...}} was expected: what is played by {IN_HEX} lies there"
Said = list[dict[str, object]]
SHUTTLE: Said = [{"on": "maneuver", "do": "place", "piece": "shuttle"}]  # its armour is rule 17.8
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
_ESPIONAGE_EVASION = Whole(0, HIGHEST_SCORE)


class WeaponOrWords(Words):
    """The type of a card's `weapon`: the weapons that it goes with, or the weapon that it is."""

    def parse_value(self, value: Any, path: str) -> Any:
        if isinstance(value, dict):
            return WEAPON.parse_value(value, path)
        if isinstance(value, str) and value[:1].isdigit():
            raise EffectError(path, f"{{damage: {value}}} was expected of a weapon of its own, not {value!r}")
        return super().parse_value(value, path)


class Results(FieldType):
    """The type of a roll's results in words: `{1-3: nothing, 4-6: the attack misses}`."""

    def parse_value(self, value: Any, path: str) -> dict[str, str]:
        if not isinstance(value, dict) or not value:
            raise EffectError(path, f"totals with their results were expected, not {value!r}")
        return {str(total): TEXT.parse_value(said, f"{path} {total}") for total, said in value.items()}


class Faces(FieldType):
    """The type of the faces of a Multi card, each with its play method and numbers (rules 13.4.9)."""

    def parse_value(self, value: Any, path: str) -> list[Any]:
        if not isinstance(value, list) or len(value) < 2:
            raise EffectError(path, f"a list of two or more faces was expected, not {value!r}")
        return [self._parse_face(face, f"{path} {number}") for number, face in enumerate(value, start=1)]

    def _parse_face(self, face: Any, path: str) -> dict[str, Any]:
        kinds = {"play_method": Word(PLAY_METHODS), "as": TEXT, **CARD_NUMBERS}
        said = mapping(face, path, kinds)
        if "play_method" not in said:
            raise EffectError(f"{path}, play_method", "this field is missing")
        return {name: kinds[name].parse_key(said, name, path) for name in said}


NUMBERS: Types = {
    "alike": Whole(2, 5),
    "again_dice": _DICE,
    "backlash": DAMAGE,
    "bonus": _CHANGE,
    "bypass": COUNT,
    "cards": COUNT,
    "cloak": Whole(0, 4),
    "cost": Whole(0, 9),
    "crew": COUNT,
    "damage_dice": _DICE,
    "decloak_dice": _DICE,
    "escape": ESCAPE,
    "evasion": Whole(-9, 12),
    "hand_limit": Whole(0, 99),
    "hexes": REACH,
    "life_points": LIFE_POINTS,
    "maneuvers": Whole(-3, 3),
    "max_power": Whole(1, 9),
    "open_dice": _DICE,
    "per_hex_dice": _POWER,
    "per_hull_lost": COUNT,
    "per_points": COUNT,
    "power": _POWER,
    "range": REACH,
    "range_bonus": REACH,
    "reduce": COUNT,
    "reduce_dice": _DICE,
    "repair": WholeOrDamage(1, 99),
    "reroll": Whole(1, 6),
    "roll": DAMAGE,
    "shields": COUNT,
    "speed": REACH,
    "spread": DAMAGE,
    "table": Results(),
    "target_espionage_evasion": _CHANGE,
    "tiles": COUNT,
    "total": Whole(2, 12),
}
CARD_NUMBERS: Types = NUMBERS | {
    "espionage_evasion": _CHANGE,
    "mine": MINE,
    "weapon": WeaponOrWords((*SHIP_WEAPONS, "any", "none")),
}
GAME_CARD: Types = CARD_NUMBERS | CARD_WORDS | {"faces": Faces()}
TILE: Types = NUMBERS | {
    "denizen": DENIZEN,
    "requirement": REQUIREMENT,
    "spares": SPARED,
    "weapon": WEAPON,
    "removal": REMOVAL,
}


def find_unplaced(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield each part of the card that is played into a hex but never placed: its path and what was expected."""
    effects = definition.get("effects")
    if effects is None:
        return
    if definition.get("play_method") == IN_HEX and not _places(effects, ""):
        yield "effects", EXPECTED
    for number, effect in enumerate(effects, start=1):
        for place, option in enumerate(effect.get("options", []), start=1):
            method = option.get("play_method", option.get("as"))
            if method == IN_HEX and not _places(option, effect.get("on", "")):
                yield f"effects {number}, options {place}, effects", EXPECTED


def _places(said: Any, trigger: str) -> bool:
    """Return True if this, or something nested in it, places the card when it is played."""
    if isinstance(said, list):
        return any(_places(each, trigger) for each in said)
    if not isinstance(said, dict):
        return False
    trigger = said.get("on", trigger)
    if said.get("do") == "place" and trigger == "played":
        return True
    return any(_places(each, trigger) for each in said.values())


def with_effects(definition: Definition) -> Definition:
    """Return the definition with the default effects of its kind if it has none."""
    if "effects" in definition:
        return definition
    said = _make_tile_effects(definition) if "hex_points" in definition else _make_card_effects(definition)
    return definition | {"effects": said} if said else definition


def _make_tile_effects(tile: Definition) -> Said:
    """Return a tile's effects on stopping and remaining: its denizen, its damage, its hold, its way out (9.1, 9.3)."""
    kind = tile["kind"]
    said: Said = []
    if "denizen" in tile:
        said.append({"do": "summon"})
    if kind == "normal" and "damage_dice" in tile and "table" not in tile:
        said.append({"do": "deal", "dice": tile["damage_dice"]} | ({"bonus": tile["bonus"]} if "bonus" in tile else {}))
    if kind == "escape" and "escape" in tile:
        said.append({"do": "catch"})
    if kind == "wormhole":
        said.append({"do": "leave_roll"})
    return [{"on": "event"} | effect for effect in said]


def _make_card_effects(card: Definition) -> Said:
    """Return the effect that places a card as its numbers say: mine, shuttle, platform or outpost (17)."""
    method = card.get("play_method")
    if method == UNTIL_DESTROYED and "life_points" in card and "speed" in card:
        return SHUTTLE
    if method != IN_HEX or not {"mine", "life_points"} & set(card):
        return []
    piece = "mine" if "mine" in card else "platform" if "weapon" in card else "outpost"
    return [{"on": "played", "do": "place", "piece": piece}]


def _check_type(kind: FieldType, value: Any) -> str | None:
    try:
        kind.parse_value(value, "")
    except EffectError as fault:
        return fault.expected
    return None


def _expect(expected: str, is_right: Callable[[Any], bool]) -> Check:
    return lambda value: None if is_right(value) else f"{expected} was expected, not {value!r}"


def _one_of(words: tuple[str, ...]) -> Check:
    """Return a check for one of these words."""
    return _expect(f"one of {', '.join(words)}", words.__contains__)


def _text_of(most: int) -> Check:
    """Return a check for text of at most that many characters."""

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
            return f"{name!r} is not a bonus; those are {', '.join(Bonuses._fields)}"
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
            return f"{name!r} is not a ship system; those are {', '.join(SHIP_SYSTEMS)}"
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
