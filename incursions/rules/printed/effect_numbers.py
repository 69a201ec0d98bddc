"""What numbers a piece plays with: those of its effects and of the fields that the game reads, each with its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from incursions.rules.printed.pieces import Definition
from incursions.rules.printed.printed_numbers import NUMBERS
from incursions.rules.printed.text_numbers import (
    ANYTHING,
    CARD,
    DICE,
    FLAT,
    HEX,
    MANEUVER,
    OFFICER,
    POINT,
    POWER,
    SCORE,
    TILE,
    Amount,
    spoken,
)
from incursions.rules.printed.words import CREW

UNITS = {
    "power": POWER,
    "kept": POWER,
    "gives": POWER,
    "max_power": POWER,
    "cards": CARD,
    "target_cards": CARD,
    "tiles": TILE,
    "hexes": HEX,
    "length": HEX,
    "power_range": HEX,
    "range": HEX,
    "range_bonus": HEX,
    "speed": HEX,
    "within": HEX,
    "life_points": POINT,
    "more": POINT,
    "points": POINT,
    "maneuvers": MANEUVER,
    "officers": OFFICER,
    "target_officers": OFFICER,
}
NUMBER_OF = {"maneuvers": MANEUVER, "displace": OFFICER}  # what `number` counts, by verb
USUAL: Mapping[tuple[Any, Any], Mapping[str, int]] = {  # by verb and what it is of: field and number of the rules
    ("set_cost", "diversion"): {"to": 5, "gives": 1},  # 7.5
    ("set_cost", "evasion"): {"to": 1},  # 11.2
    ("set_cost", "tachyon_sweep"): {"to": 3},  # 7.3
    ("set_cost", "assimilation"): {"to": 3},  # 15.5
    ("modify", "shield power"): {"to": 5},  # 7.6
    ("modify", "hand_limit"): {"to": 10},  # 6.4
    ("add_power", None): {"kept": 2},  # 19.2
}
USUAL_LEAVE_DICE = 2  # 1.1
BODY = ("life_points", "evasion", "speed", "weapon")
BESIDE_TEXT = ("denizen",)  # read by the game, and printed as numbers without words
WITHIN_TEXT = ("escape", "mine", "requirement", "removal")  # read by the game, and said by the text too


class Place(NamedTuple):
    """A number of a piece and where it stands: a path such as ``effects 2, dice``."""

    amount: Amount
    path: str
    signed: int = 0  # the number with its sign, where it changes something
    is_usual: bool = False  # as the rules have it of themselves, so that a text need not say it


def in_effects(definition: Definition) -> Iterator[Place]:
    """The numbers of the effects, those of tables' totals apart (`tables_of` has them)."""
    for number, effect in enumerate(definition.get("effects") or [], start=1):
        yield from _of_effect(effect, f"effects {number}")


def said_by_text(definition: Definition) -> Iterator[Place]:
    """The numbers outside the effects that the game reads and a text repeats."""
    for name in WITHIN_TEXT:
        if name in definition:
            yield from _of_value(definition[name], name, name)
    if "bonuses" in definition and _is_played(definition):
        yield from _of_value(definition["bonuses"], "bonuses", "bonuses")
    if isinstance(definition.get("weapon"), dict) and "life_points" not in definition:
        yield from _of_value(definition["weapon"], "weapon", "weapon")


def beside_text(definition: Definition) -> Iterator[Place]:
    """The numbers outside the effects that the game reads, and that a text may repeat."""
    names = [*BESIDE_TEXT, *(BODY if has_body(definition) else ())]
    if not _is_played(definition) and "effects" not in definition:
        names += ["bonuses", "espionage_evasion"]
    for name in names:
        for place in _of_value(definition.get(name), name, name):
            number, of = place.amount
            yield place._replace(amount=Amount(number, of or SCORE))


def shown(definition: Definition) -> Iterator[Place]:
    """The numbers of the fields that are only shown: the effects must say them too."""
    body = BODY if has_body(definition) else ()
    for name in NUMBERS:
        if name in definition and name not in (*body, "table"):
            yield from _of_value(definition[name], name, name)
    if _is_played(definition) and "espionage_evasion" in definition:
        yield from _of_value(definition["espionage_evasion"], "espionage_evasion", "espionage_evasion")
    for number, face in enumerate(definition.get("faces") or [], start=1):
        for name, value in face.items():
            if name not in ("play_method", "as"):
                yield from _of_value(value, name, f"faces {number}, {name}")


def has_body(definition: Definition) -> bool:
    """Has it points, evasion and speed of its own?"""
    return "life_points" in definition


def usual_of(definition: Definition) -> set[int]:
    """What the rules have where effects say something else: such as a diversion of 5 points (rules 7.5)."""
    found: set[int] = set()
    for effect in _all_effects(definition.get("effects") or []):
        changed = (effect["do"], str(effect["of"]) if "of" in effect else None)
        found |= {number for name, number in USUAL.get(changed, {}).items() if name in effect}
    return found


def _all_effects(said: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(said, dict):
        if "do" in said:
            yield said
        said = list(said.values())
    if isinstance(said, list):
        for each in said:
            yield from _all_effects(each)


def tables_of(definition: Definition) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The tables of results in the effects, with their paths."""
    yield from _tables_in(definition.get("effects") or [], "effects")


def times_of(definition: Definition) -> Iterator[tuple[str, str]]:
    """How often effects serve, `turn` or `game`, with their paths."""
    for number, effect in enumerate(definition.get("effects") or [], start=1):
        if "once" in effect:
            yield f"effects {number}, once", effect["once"]


def _is_played(definition: Definition) -> bool:
    """Is it a card or tile, not a captain or officer, who prints bonuses and a score beside any text?"""
    return ("nature" in definition and definition["nature"] != CREW) or "hex_points" in definition


def _of_effect(effect: Mapping[str, Any], path: str) -> Iterator[Place]:
    verb = effect.get("do")
    for name, value in effect.items():
        here = f"{path}, {name}"
        if name == "number":
            yield from _of_value(value, name, here, NUMBER_OF.get(str(verb), ANYTHING))
        elif name == "to" and verb == "set_cost" and effect.get("of") == "diversion":
            yield from _of_value(value, name, here, POINT)
        elif name == "dice" and verb == "leave_roll":
            yield from (place._replace(is_usual=value == USUAL_LEAVE_DICE) for place in _of_value(value, name, here))
        elif name == "showing":
            yield from (Place(Amount(shows), here) for shows in range(1, value + 1))
        elif name == "table":
            for total, said in value.items():
                yield from _of_list(said, f"{here} {total}")
        elif name in ("effects", "options", "missed"):
            yield from _of_list(value, here)
        else:
            yield from _of_value(value, name, here)


def _of_list(said: Any, path: str) -> Iterator[Place]:
    for number, each in enumerate(said if isinstance(said, list) else [said], start=1):
        if isinstance(each, dict):
            yield from _of_effect(each, f"{path} {number}" if isinstance(said, list) else path)


def _of_value(value: Any, name: str, path: str, unit: str | None = None) -> Iterator[Place]:
    """The numbers of one field, whatever it holds."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        of = DICE if name == "dice" or name.endswith("_dice") else UNITS.get(name, ANYTHING)
        yield Place(Amount(abs(value), of if unit is None else unit), path, value)
    elif isinstance(value, dict):
        for key, held in value.items():
            yield from _of_value(held, key, f"{path}, {key}")
    elif isinstance(value, list):
        for held in value:
            yield from _of_value(held, name, path)
    elif isinstance(value, str):
        for number, of in spoken(value).amounts:
            yield Place(Amount(number, of if of in (DICE, FLAT) else ANYTHING), path)


def _tables_in(said: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(said, list):
        for number, each in enumerate(said, start=1):
            yield from _tables_in(each, f"{path} {number}")
    elif isinstance(said, dict):
        for name, value in said.items():
            if name == "table" and isinstance(value, dict):
                yield f"{path}, table", value
            if isinstance(value, (list, dict)):
                yield from _tables_in(value, f"{path}, {name}")
