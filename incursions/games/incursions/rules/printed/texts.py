"""Templates for the texts of pieces, filled with numbers of their effects and fields.

A placeholder names a number by its path: `{1.dice}` is the field `dice` of the first effect, `{removal.power}` a field
of the piece. docs/vocabulary.md has all forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from incursions.games.incursions.rules.printed.piece_fields import NUMBERS
from incursions.games.incursions.rules.printed.pieces import CREW, Definition
from incursions.games.incursions.rules.printed.schema import EffectError

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
USUAL = {
    "diversion": 5,  # points for one power (rules 7.5)
    "diversion_power": 1,
    "evasion": 1,  # 11.2
    "shield_points": 5,  # 7.6
    "kept": 2,  # 19.2
}
OWN_POINTS = ("life_points", "evasion", "speed", "weapon")  # shown as numbers, by pieces that have points of their own

_NUMBERS_OF_WORDS = {str(number): word for number, word in enumerate(WORDS)}
_PLACEHOLDER = re.compile(r"\{(-?)([^{}:]*)(?::(words|least|most))?\}")
_DICE = re.compile(r"\d+D6(?:[+-]\d+)?")
_RULE_NUMBER = re.compile(r"\(\d+(?:\.\d+)+\)")
_WRITTEN_OUT = re.compile(
    rf"(?<![\w.])(?:[2-9]|\d\d+)(?!\w)|(?<!\w)(?:[2-9]|\d\d+)D6|\b(?:{'|'.join(WORDS[2:])})\b"
    r"|\bonce (?:a|per|each|every) (?:turn|game)\b",
    re.IGNORECASE,
)
_HALF = re.compile(r"\bhal(?:f|ves?|ved)\b", re.IGNORECASE)
_NOTHING = re.compile(r"\b(?:no event|nothing)\b", re.IGNORECASE)
_ONCE = re.compile(r"\b(?:once|one time|first)\b", re.IGNORECASE)


def fill_text(definition: Definition) -> Definition:
    """Return the definition with its text filled. Raises `EffectError` for a placeholder without a number."""
    text = definition.get("text")
    if not isinstance(text, str) or "{" not in text:
        return definition
    return {**definition, "text": _PLACEHOLDER.sub(lambda found: _format_number(definition, *found.groups()), text)}


def text_faults(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield where text, fields and effects of a sound piece can differ: the field, and what was expected there."""
    text, effects = definition.get("text", ""), definition.get("effects")
    if not text:
        if effects:
            yield "text", "a text that says what the effects do was expected"
        return
    needs_none = "bonuses" in definition or definition.get("kind") in ("wormhole", "open")
    if effects is None and not needs_none and not _NOTHING.search(text):
        yield "effects", "effects that do what the text says were expected"
    for found in _WRITTEN_OUT.finditer(_RULE_NUMBER.sub("", _PLACEHOLDER.sub("{}", text))):
        yield "text", f"a number of the effects, such as {{1.dice}}, was expected, not {found[0]!r}"
    yield from _find_unnamed(definition, text)
    if effects is not None:
        yield from _find_unplayed(definition)
    if ("half" in str(effects) or "halve" in str(effects)) != bool(_HALF.search(text)):
        yield "text", "'half' was expected in the text and in an effect, or in neither"


def _format_number(definition: Definition, minus: str, paths: str, form: str | None) -> str:
    """Return the number of a placeholder in the form that the text asks for."""
    values = {str(_look_up(definition, path)) for path in paths.split("=")}
    value = values.pop()
    if values:
        raise EffectError("text", f"the same number was expected at each of {paths}")
    if form in ("least", "most"):
        return value.split("-")[0 if form == "least" else -1]
    number = value.removeprefix("-") if minus else value
    if number.startswith("-") or (minus and number == value):
        raise EffectError("text", f"{{-{paths}}} was expected where the text says less, and only there")
    if form and number not in _NUMBERS_OF_WORDS:
        raise EffectError("text", f"{{{paths}}} is no number from 0 to 12, which was expected of a word")
    return _NUMBERS_OF_WORDS[number] if form else number


def _look_up(definition: Definition, path: str) -> str | int:
    """Return the number or words at a path: for a row of a table its totals, for words with a number that number."""
    steps = path.split(".")
    here: Any = definition.get("effects") if steps[0].isdigit() else {**definition, "usual": USUAL}
    for step in steps:
        held = dict(_list_items(here))
        if step not in held:
            raise EffectError("text", f"{{{path}}} names no field of the effects or of the piece")
        here = held[step]
    if "table" in steps[-2:-1]:
        return steps[-1]
    if isinstance(here, list | dict | bool):
        raise EffectError("text", f"{{{path}}} is no number: one was expected")
    number = None if _DICE.fullmatch(str(here)) else re.search(r"\d+", str(here))
    return number[0] if number and not isinstance(here, int) else here


def _list_items(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the items of a list or mapping, each with the step of its path; nothing for other values."""
    if isinstance(value, list | dict):
        for key, held in value.items() if isinstance(value, dict) else enumerate(value, start=1):
            yield str(key), held


def _walk_values(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Yield the values nested in a value, each with its path."""
    parts = list(_list_items(value))
    for step, held in parts:
        yield from _walk_values(held, f"{path}.{step}" if path else step)
    if not parts:
        yield path, value


def _find_numbers(value: Any) -> set[int]:
    """Return the numbers in a value except 0 and 1, which texts express without a number."""
    return {int(number) for number in re.findall(r"(?<!D)\d+", str(value))} - {0, 1}


def _find_unnamed(definition: Definition, text: str) -> Iterator[tuple[str, str]]:
    """Yield the numbers that the game plays but the text does not name."""
    named = {path for found in _PLACEHOLDER.finditer(text) for path in found[2].split("=")}
    effects = definition.get("effects") or []
    for path, value in (*_walk_values(effects, ""), *_walk_values(_read_fields(definition), "")):
        is_said = path in named or (path.endswith(".once") and _ONCE.search(text))
        if not is_said and (_find_numbers(value) or path.endswith(".once")):
            yield _format_path(path), f"{value} is played, and the text does not name it by {{{path}}}"
    for path, table in _find_tables(effects, ""):
        for row, after in pairwise(table):
            if not {f"{path}.{row}", f"{path}.{after}"} & named:
                yield _format_path(path), f"the text does not say where {row} ends, by {{{path}.{row}:most}}"


def _read_fields(definition: Definition) -> Mapping[str, object]:
    """Return the fields, effects apart, that the game reads and a text repeats."""
    names = {"escape", "mine", "requirement", "removal"}
    if _is_card_or_tile(definition):
        names.add("bonuses")
    if "effects" not in definition:
        names |= set(NUMBERS)
    if "life_points" in definition:
        names -= set(OWN_POINTS)
    elif isinstance(definition.get("weapon"), dict):
        names.add("weapon")
    return {name: value for name, value in definition.items() if name in names}


def _is_card_or_tile(definition: Definition) -> bool:
    """Return False for captains and officers, who print bonuses and a score beside any text."""
    return ("nature" in definition and definition["nature"] != CREW) or "hex_points" in definition


def _find_tables(value: Any, path: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the tables of results in effects, each with its path and the totals of its rows in order."""
    for step, held in _list_items(value):
        here = f"{path}.{step}" if path else step
        if step == "table":
            yield here, sorted(held, key=lambda row: int(row.split("-")[0]))
        yield from _find_tables(held, here)


def _format_path(path: str) -> str:
    """Return a path in the form of other faults: ``effects 1, dice``."""
    return re.sub(r"\.(?=\D)", ", ", f"effects {path}" if path[0].isdigit() else path).replace(".", " ")


def _find_unplayed(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield numbers of fields that pages show and no effect plays."""
    names = [*NUMBERS, "faces", *(["espionage_evasion"] if _is_card_or_tile(definition) else [])]
    beside = OWN_POINTS if "life_points" in definition else ()
    shown = {name: definition.get(name) for name in names if name in definition and name not in beside}
    played = _find_numbers([value for _, value in _walk_values(definition["effects"], "")])
    played |= {
        total for _, rows in _find_tables(definition["effects"], "") for row in rows for total in _find_numbers(row)
    }
    for path, value in _walk_values(shown, ""):
        for number in sorted(_find_numbers(value) - played):
            yield _format_path(path), f"{number} is shown and no effect plays it"
