"""The numbers and words that cards and tiles print beside their texts; see `docs/vocabulary.md`."""

from __future__ import annotations

from typing import Any

from incursions.games.incursions.rules.effects.nested import REMOVAL, REQUIREMENT, SPARED
from incursions.games.incursions.rules.effects.printed_bodies import DENIZEN, ESCAPE, LIFE_POINTS, MINE, REACH, WEAPON
from incursions.games.incursions.rules.effects.schema import (
    COUNT,
    DAMAGE,
    TEXT,
    EffectError,
    FieldType,
    ReadList,
    Whole,
    WholeOrDamage,
    Word,
    Words,
    mapping,
    not_nested,
)
from incursions.games.incursions.rules.effects.word_tables import MANEUVERS, SHIP_WEAPONS
from incursions.games.incursions.rules.printed.words import PLAY_METHODS

Types = dict[str, FieldType]
ATTACHES = (*MANEUVERS, "tactical", *SHIP_WEAPONS, "any", "none")
ANSWERS = ("attack", "event", "espionage", "any", *SHIP_WEAPONS)
AIMS = ("player", "ship", "officer", "captain")
TESTS = ("captain", "member", "systems")


class WeaponOrWords(Words):
    """The type of a card's `weapon`: the weapons that it goes with, or the weapon that it is."""

    def read(self, value: Any, path: str, read_list: ReadList) -> Any:
        if isinstance(value, dict):
            return WEAPON.read(value, path, read_list)
        if isinstance(value, str) and value[:1].isdigit():
            raise EffectError(path, f"{{damage: {value}}} was expected of a weapon of its own, not {value!r}")
        return super().read(value, path, read_list)


class Results(FieldType):
    """The type of a roll's results in words: `{1-3: nothing, 4-6: the attack misses}`."""

    def read(self, value: Any, path: str, read_list: ReadList) -> dict[str, str]:
        if not isinstance(value, dict) or not value:
            raise EffectError(path, f"totals with their results were expected, not {value!r}")
        return {str(total): TEXT.read(said, f"{path} {total}", read_list) for total, said in value.items()}


class Faces(FieldType):
    """The type of the faces of a Multi card, each with its play method and numbers (rules 13.4.9)."""

    def read(self, value: Any, path: str, read_list: ReadList) -> list[Any]:
        if not isinstance(value, list) or len(value) < 2:
            raise EffectError(path, f"a list of two or more faces was expected, not {value!r}")
        return [self._read_face(face, f"{path} {number}") for number, face in enumerate(value, start=1)]

    def _read_face(self, face: Any, path: str) -> dict[str, Any]:
        kinds = {"play_method": Word(PLAY_METHODS), "as": TEXT, **CARD_NUMBERS}
        said = mapping(face, path, kinds)
        if "play_method" not in said:
            raise EffectError(f"{path}, play_method", "this field is missing")
        return {name: kinds[name].read(said[name], f"{path}, {name}", not_nested) for name in said}


_DICE = Whole(0, 20)
_CHANGE = Whole(-99, 99)
_POWER = Whole(-9, 9)

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
CARD_WORDS: Types = {
    "answers": Words(ANSWERS),
    "attaches_to": Words(ATTACHES),
    "removal": REMOVAL,
    "target": Words(AIMS),
    "tests": Word(TESTS),
}
GAME_CARD: Types = CARD_NUMBERS | CARD_WORDS | {"faces": Faces()}
TILE: Types = NUMBERS | {
    "denizen": DENIZEN,
    "requirement": REQUIREMENT,
    "spares": SPARED,
    "weapon": WEAPON,
    "removal": REMOVAL,
}
