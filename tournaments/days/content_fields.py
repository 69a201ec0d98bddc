"""The values of an entry of the content as fields of a form, with rows for lists; and what was typed into them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

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
    Shape,
    Shapes,
    read_amounts_line,
    write_amounts,
)
from incursions.games.data_checks import NOTE
from incursions.games.data_files import parse_data
from tournaments.days.content_forms import write_yaml

DATA = "data"
"""Plain data as YAML: the kind of a value that has no shape."""
FLAGS = ("true", "false")
ABSENT = object()
_NUMBER = re.compile(r"-?[0-9]{1,9}")
ADD, REMOVE = "add ", "remove "
MOST_ROWS = 80


class ContentField(NamedTuple):
    """A value as a field: its name in the form, its label, its group, how it is filled in, and its value as text."""

    name: str
    label: str
    group: str
    kind: str
    value: str
    options: tuple[str, ...] = ()
    hint: str = ""


class ContentRow(NamedTuple):
    """A row of fields: its address in the form, its number from 1 on, and its fields."""

    name: str
    number: int
    fields: list[ContentField]


class ContentRows(NamedTuple):
    """A list as rows of fields: its name in the form, its label, its group, and what one of its rows is called.

    `column` is where a fault is shown that names a key without a column, "" for beside the row.
    """

    name: str
    label: str
    group: str
    single: str
    rows: list[ContentRow]
    column: str = ""


class Typed(NamedTuple):
    """A form that was sent: the texts of its fields by their names, and the rows of each list in their order.

    A row has the number of its item, as it was shown, or a name of its own if it was added.
    """

    texts: Mapping[str, str]
    rows: Mapping[str, Sequence[str]]


class Reading(NamedTuple):
    """The values that a form makes of an entry, what is wanted in the fields that cannot be read, and the rows kept."""

    values: dict[str, Any]
    faults: dict[str, str]
    rows: dict[str, list[str]]


NOTHING = Typed({}, {})


# Shapes.


def find_shape(value: Any, given: Shape | None) -> Shape:
    """Return the shape of a value: the one that is given if it fits, else the plainest that does."""
    if given is not None and _fits(given, value):
        return given
    if isinstance(value, dict) and value:
        return Shape(GROUP)
    kinds: tuple[tuple[type, str], ...] = ((bool, FLAG), (int, NUMBER), (str, TEXT))
    for kind, name in kinds:
        if isinstance(value, kind):
            return Shape(name)
    return Shape(LINES if value and _fits(Shape(LINES), value) else DATA)


def _fits(shape: Shape, value: Any) -> bool:
    """Return True if a field of this shape can show the value."""
    if value is ABSENT:
        return True
    if shape.kind == ROWS:
        return isinstance(value, list) and all(_write_cells(shape, item) is not None for item in value)
    if shape.kind in (GROUP, AMOUNTS):
        return isinstance(value, dict) and (shape.kind == GROUP or all(map(_is_number, value.values())))
    if shape.kind in (LINES, NUMBERS):
        fits = _is_number if shape.kind == NUMBERS else _is_line
        return isinstance(value, list) and all(map(fits, value))
    if shape.kind == FLAG:
        return isinstance(value, bool)
    return _is_number(value) if shape.kind == NUMBER else _is_line(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and "\n" not in value.strip()


def _write_cells(shape: Shape, item: Any) -> Mapping[str, str] | None:
    """Return the texts of a row by columns; None for an item that does not fit them."""
    if item is ABSENT:
        return {}
    if shape.codec is not None:
        return shape.codec.write(item)
    if not isinstance(item, dict) or not item.keys() <= {*shape.parts, NOTE}:
        return None
    if not all(_fits(part, item.get(key, ABSENT)) for key, part in shape.parts.items()):
        return None
    return {key: write_value(part, item.get(key, ABSENT)) for key, part in shape.parts.items()}


# Values as fields.


def list_fields(
    values: Mapping[str, Any], shapes: Shapes | None = None, typed: Typed = NOTHING, path: Sequence[str] = ()
) -> Iterator[ContentField | ContentRows]:
    """Yield the fields of an entry with what was typed; a mapping in it is a group of fields, a list may be rows."""
    known = shapes or {}
    for key in dict.fromkeys((*values, *known)):
        value, steps = values.get(key, ABSENT), (*path, key)
        shape, name, group = find_shape(value, known.get(key)), "/".join(steps), ", ".join(path)
        if shape.kind == ROWS:
            column = "" if shape.codec is None else shape.codec.column
            yield ContentRows(name, key, group, shape.single, _list_rows(value, shape, name, typed), column)
        elif shape.kind == GROUP:
            yield from list_fields({} if value is ABSENT else value, shape.parts, typed, steps)
        else:
            yield _make_field(shape, name, key, group, typed.texts.get(name, write_value(shape, value)))


def _list_rows(value: Any, shape: Shape, name: str, typed: Typed) -> list[ContentRow]:
    items = [] if value is ABSENT else value
    rows = []
    for number, row in enumerate(typed.rows.get(name, _number_rows(items)), start=1):
        cells, address = _write_cells(shape, _find_item(items, row)) or {}, f"{name}/{row}"
        fields = [
            _make_field(part, f"{address}/{key}", key, "", typed.texts.get(f"{address}/{key}", cells.get(key, "")))
            for key, part in shape.parts.items()
        ]
        rows.append(ContentRow(address, number, fields))
    return rows


def _number_rows(items: Sequence[Any]) -> list[str]:
    return [str(number) for number in range(1, len(items) + 1)]


def _find_item(items: Sequence[Any], row: str) -> Any:
    """Return the item that a row shows; `ABSENT` for a row that was added."""
    is_number = row.isascii() and row.isdecimal() and len(row) < len(str(MOST_ROWS)) + 1
    return items[int(row) - 1] if is_number and 0 < int(row) <= len(items) else ABSENT


def _make_field(shape: Shape, name: str, label: str, group: str, value: str) -> ContentField:
    options = shape.options
    if shape.kind == WORD:
        first = ("",) if shape.is_optional or not value else ()
        options = tuple(dict.fromkeys((*first, *options, value)))
    return ContentField(name, label, group, shape.kind, value, options, shape.hint)


def write_value(shape: Shape, value: Any) -> str:
    """Return a value as the text of its field."""
    if shape.kind == FLAG:
        return FLAGS[value is ABSENT or not value]
    if value is ABSENT:
        return ""
    if shape.kind == LINES:
        return "\n".join(value)
    if shape.kind == NUMBERS:
        return ", ".join(map(str, value))
    if shape.kind == AMOUNTS:
        return write_amounts(value)
    return write_yaml(value).strip() if shape.kind == DATA else str(value)


# What was typed.


def read_value(shape: Shape, typed: str) -> Any:
    """Return the value that was typed into a field. Raises ValueError with what is wanted."""
    text = typed.replace("\r\n", "\n").strip()
    if shape.kind == NUMBER:
        return _read_number(text)
    if shape.kind == NUMBERS:
        return [_read_number(word) for word in text.replace(",", " ").split()]
    if shape.kind == FLAG:
        return {word: word == FLAGS[0] for word in FLAGS}.get(text, text)
    if shape.kind == LINES:
        return [line.strip() for line in text.split("\n") if line.strip()]
    if shape.kind == AMOUNTS:
        return read_amounts_line(text)
    return parse_data(text) if shape.kind == DATA else " ".join(text.split())


def _read_number(text: str) -> int | str:
    return int(text) if _NUMBER.fullmatch(text) else text


def read_typed(values: Mapping[str, Any], typed: Typed, shapes: Shapes | None = None) -> Reading:
    """Return the values of an entry with what was typed."""
    reading = Reading({}, {}, {})
    reading.values.update(_read_parts(values, shapes or {}, (), typed, reading))
    return reading


def _read_parts(
    values: Mapping[str, Any], shapes: Shapes, path: Sequence[str], typed: Typed, reading: Reading
) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key in dict.fromkeys((*values, *shapes)):
        value, steps = values.get(key, ABSENT), (*path, key)
        shape = find_shape(value, shapes.get(key))
        if shape.kind == ROWS:
            held = _read_rows(value, shape, "/".join(steps), typed, reading)
        elif shape.kind == GROUP:
            held = _read_parts({} if value is ABSENT else value, shape.parts, steps, typed, reading)
        else:
            held = _read_field(value, shape, "/".join(steps), typed, reading)
        is_left_out = shape.is_optional and held != value and _is_blank(held)
        if held is not ABSENT and not is_left_out:
            made[key] = held
    return made


def _is_blank(value: Any) -> bool:
    """Return True for nothing, for texts and lists without anything in them, and for groups of such values."""
    if isinstance(value, dict):
        return all(map(_is_blank, value.values()))
    return value is ABSENT or value in ("", [])


def _read_field(value: Any, shape: Shape, name: str, typed: Typed, reading: Reading) -> Any:
    shown, sent = write_value(shape, value), typed.texts.get(name)
    is_unchanged = sent is None or sent.split() == shown.split()
    if is_unchanged and (value is not ABSENT or shape.is_optional or sent is None):
        return value
    if shape.is_optional and not (sent or "").strip():
        return ABSENT
    try:
        return read_value(shape, sent or "")
    except ValueError as fault:
        reading.faults[name] = str(fault)
        return value


def _read_rows(value: Any, shape: Shape, name: str, typed: Typed, reading: Reading) -> Any:
    """Return the items of the rows that were sent, and note which rows these are; added rows left blank fall away."""
    if name not in typed.rows:
        return value
    items, made, kept = [] if value is ABSENT else value, [], []
    for row in typed.rows[name]:
        item, address = _find_item(items, row), f"{name}/{row}"
        cells = _write_cells(shape, item) or {}
        sent = {key: typed.texts.get(f"{address}/{key}", cells.get(key, "")) for key in shape.parts}
        if item is ABSENT and not any(text.strip() for text in sent.values()):
            continue
        kept.append(row)
        if all(text.split() == cells.get(key, "").split() for key, text in sent.items()):
            made.append(item)
            continue
        try:
            made.append(_read_row(shape, item, cells, sent))
        except CellError as fault:
            reading.faults[f"{address}/{fault.column}"] = fault.wanted
            made.append({} if item is ABSENT else item)
    reading.rows[name] = kept
    return made


def _read_row(shape: Shape, item: Any, cells: Mapping[str, str], sent: Mapping[str, str]) -> Any:
    """Return the item of a row. Raises `CellError`."""
    if shape.codec is not None:
        return shape.codec.read(sent)
    held = {} if item is ABSENT else item
    made: dict[str, Any] = {}
    for key in dict.fromkeys((*held, *shape.parts)):
        part = shape.parts.get(key)
        if part is None or (key in held and sent[key].split() == cells[key].split()):
            made[key] = held[key]
        elif sent[key].strip() or not part.is_optional:
            try:
                made[key] = read_value(part, sent[key])
            except ValueError as fault:
                raise CellError(key, str(fault)) from None
    return made


def list_rows(parts: Iterable[ContentField | ContentRows]) -> dict[str, list[str]]:
    """Return the rows of each list of a form, as `Typed` has them."""
    listed = [part for part in parts if isinstance(part, ContentRows)]
    return {part.name: [row.name.rpartition("/")[2] for row in part.rows] for part in listed}


def change_rows(typed: Typed, act: str, shown: Mapping[str, Sequence[str]]) -> tuple[Typed, str]:
    """Return what was typed with a row more or less, as a button asks, and the name of the row that was added.

    `shown` has the rows of the lists that were not sent. The name is "" for every other act.
    """
    name = act.removeprefix(ADD)
    rows = {**shown, **typed.rows}
    if act.startswith(ADD) and name in rows and len(rows[name]) < MOST_ROWS:
        new = next(row for number in range(1, 2 * MOST_ROWS) if (row := f"n{number}") not in rows[name])
        return typed._replace(rows={**rows, name: [*rows[name], new]}), f"{name}/{new}"
    block, _, gone = act.removeprefix(REMOVE).rpartition("/")
    if act.startswith(REMOVE) and block in rows:
        return typed._replace(rows={**rows, block: [row for row in rows[block] if row != gone]}), ""
    return typed, ""
