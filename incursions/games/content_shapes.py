"""Shapes of the values of a content: how a form asks for each, whether it is there yet or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

NUMBER, FLAG, TEXT, LINES, WORD = "number", "flag", "text", "lines", "word"
NUMBERS, AMOUNTS, GROUP, ROWS = "numbers", "amounts", "group", "rows"
"""A number, yes or no, a text, texts one a line, one of some words; numbers on a line, and numbers by name on a line;
fields of their own for the values of a mapping, and rows of fields for the mappings of a list."""


class CellError(ValueError):
    """A text in a row from which no value can be made: its column, and what is wanted."""

    def __init__(self, column: str, wanted: str) -> None:
        super().__init__(wanted)
        self.column, self.wanted = column, wanted


class RowCodec(NamedTuple):
    """Functions that make rows of texts by columns of the items of a list, and items of rows.

    `write` returns None for an item that does not fit the columns; `read` raises `CellError`. `column` is where a
    fault is shown that names a key without a column.
    """

    write: Callable[[Any], Mapping[str, str] | None]
    read: Callable[[Mapping[str, str]], Any]
    column: str


@dataclass(frozen=True)
class Shape:
    """The shape of a value: `options` are the words or names that it may have, `parts` the fields of a group or row.

    An optional value is left out if its field is blank. `single` is what a row is called, and `hint` an example.
    """

    kind: str = TEXT
    options: tuple[str, ...] = ()
    parts: Mapping[str, Shape] = field(default_factory=lambda: MappingProxyType({}))
    is_optional: bool = False
    single: str = ""
    hint: str = ""
    codec: RowCodec | None = None


Shapes = Mapping[str, Shape]


def has_no_shapes(data: Mapping[str, Any], file: str, path: tuple[Any, ...]) -> Shapes:
    """Return no shapes: each value is asked for as it is."""
    return {}


def write_amounts(amounts: Mapping[str, Any]) -> str:
    """Return numbers by name as a line: "2 untrained, 1 pilot"."""
    return ", ".join(f"{number} {name}" for name, number in amounts.items())


def read_amounts_line(text: str) -> dict[str, int]:
    """Return the numbers by name of a line such as "2 untrained, 1 pilot". Raises ValueError with what is wanted."""
    amounts: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in text.replace(";", ",").split(","))):
        digits, _, name = part.partition(" ")
        name = name.strip()
        is_number = digits.lstrip("-").isascii() and digits.lstrip("-").isdecimal() and len(digits) < LONGEST_NUMBER
        if not is_number or not name:
            raise ValueError(f"numbers with names were expected, such as 2 water, 1 fuel, not {part!r}")
        if name in amounts:
            raise ValueError(f"{name} stands there twice")
        amounts[name] = int(digits)
    return amounts


LONGEST_NUMBER = 9
