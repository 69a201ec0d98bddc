"""Habits from other search languages, and their translation here. Used in suggestions, never applied silently."""

from __future__ import annotations

import re
from collections.abc import Mapping

from incursions.search.fields import BY_NAME, Field, FieldType
from incursions.search.folding import ANYTHING, fold
from incursions.search.tokens import Token

NAMES: Mapping[str, str] = {
    "not": "-is", "o": "text", "x": "text", "oracle": "text", "order": "sort", "display": "view", "as": "view",
}  # fmt: skip
VIEWS: Mapping[str, str] = {
    "image": "pictures", "images": "pictures", "grid": "pictures", "cards": "pictures", "full": "text",
    "table": "list", "rows": "list", "checklist": "list",
}  # fmt: skip
JOINING_SIGNS: Mapping[str, str] = {"|": "or", "||": "or", "&": "and", "&&": "and"}
BAR = "|"
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
_BEHIND = re.compile(r"(?P<name>\w+)(?:(?P<operator>[<>]=?)(?P<value>\w+))?")
_ALTERNATIVES = re.compile(r"[,;/|]")
_RANGE = re.compile(r"([0-9]+)(?:-|\.\.+)([0-9]+)")
_AND_MORE = re.compile(r"([0-9]+)\+")
_ONE_DIE = re.compile(r"d6(?:\+[0-9]+)?")


def alternatives(value: str) -> list[str]:
    """Return the values of a list such as ``attack,defence``, or the one value."""
    return list(filter(None, _ALTERNATIVES.split(value)))


def turn_around(token: Token) -> str | None:
    """Return a comparison with its field in front: ``hull>30`` for ``30<hull``. None if the value is no field."""
    found = _BEHIND.fullmatch(token.value)
    field = BY_NAME.get(fold(found["name"])) if found and token.operator in _TURNED else None
    if found is None or field is None or not field.has_order:
        return None
    term = f"{field.name}{_TURNED[token.operator]}{token.name}"
    return f"({term} {field.name}{found['operator']}{found['value']})" if found["operator"] else term


def number_term(field: Field, value: str) -> str | None:
    """Return the term for a value typed as a number: ``20-30``, ``30+``, ``*``, or a die without its 1."""
    typed = fold(value)
    if found := _RANGE.fullmatch(typed):
        return f"({field.name}>={found[1]} {field.name}<={found[2]})"
    if found := _AND_MORE.fullmatch(typed):
        return f"{field.name}>={found[1]}"
    if typed and not typed.strip(ANYTHING):
        return f"has:{field.name}"
    is_die = field.type is FieldType.DICE and _ONE_DIE.fullmatch(typed)
    return f"{field.name}:1{typed.upper()}" if is_die else None
