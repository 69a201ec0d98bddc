"""Entries of a content file as forms: each value of plain data is a field, lists of entries are short YAML texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from incursions.games.data_files import parse_data
from incursions.kit.plain_yaml import PlainYamlError

NUMBER, FLAG, TEXT, LINES, DATA = "number", "flag", "text", "lines", "data"
"""How a value is filled in: a number, yes or no, a text, texts one a line, and plain data as YAML."""
FLAGS = ("true", "false")
LONG = 60
"""The characters from which a text gets more than one line."""
REST = "rest"
_NUMBER = re.compile(r"-?[0-9]{1,9}")
Path = tuple[Any, ...]


class Entry(NamedTuple):
    """An entry of a file: its address, its title, and where it is in the data."""

    key: str
    title: str
    path: Path


class Section(NamedTuple):
    """Entries under one heading."""

    title: str
    entries: list[Entry]


class ContentField(NamedTuple):
    """A value as a field: its name in the form, its label, its group, how it is filled in, and its value as text."""

    name: str
    label: str
    group: str
    kind: str
    value: str


def write_yaml(data: Any) -> str:
    """Return plain data as YAML, with short collections on one line."""
    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    return text


def name_entry(entry: Mapping[str, Any], number: int) -> str:
    """Return the title of an entry of a list: its title, or else its first value."""
    value = entry.get("title", next(iter(entry.values()), number))
    return str(value) if isinstance(value, str | int) else f"entry {number}"


def is_list_of_entries(value: Any) -> bool:
    """Return True for a list that holds mappings alone."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def list_sections(data: Any) -> list[Section]:
    """Return the entries of a file by headings: of its lists, of its mappings, and what is left."""
    if isinstance(data, list):
        return [_list_entries("Entries", (), data)]
    sections = [_list_entries(key, (key,), value) for key, value in data.items() if is_list_of_entries(value)]
    mappings = [Entry(key, key, (key,)) for key, value in data.items() if isinstance(value, dict)]
    rest = [Entry(REST, "Other figures", ())] if any(not _has_own_form(value) for value in data.values()) else []
    return [*sections, *([Section("Tables", [*mappings, *rest])] if mappings or rest else [])]


def _list_entries(title: str, path: Path, entries: list[Any]) -> Section:
    before = ".".join([*map(str, path), ""])
    listed = [
        Entry(f"{before}{number}", name_entry(entry, number + 1), (*path, number))
        for number, entry in enumerate(entries)
        if isinstance(entry, dict)
    ]
    return Section(title, listed)


def _has_own_form(value: Any) -> bool:
    return isinstance(value, dict) or is_list_of_entries(value)


def find_entry(data: Any, key: str) -> Entry | None:
    """Return the entry of an address, or None."""
    return next((entry for section in list_sections(data) for entry in section.entries if entry.key == key), None)


def take_entry(data: Any, entry: Entry) -> dict[str, Any]:
    """Return the values of an entry; those of the file that have no form of their own for what is left."""
    if not entry.path:
        return {key: value for key, value in data.items() if not _has_own_form(value)}
    for step in entry.path:
        data = data[step]
    held: dict[str, Any] = data
    return held


def list_fields(values: Mapping[str, Any], path: Sequence[str] = ()) -> Iterator[ContentField]:
    """Yield the fields of an entry; a mapping in it is a group of fields."""
    for key, value in values.items():
        steps = (*path, key)
        if isinstance(value, dict) and value:
            yield from list_fields(value, steps)
        else:
            kind = find_kind(value)
            yield ContentField("/".join(steps), key, ", ".join(path), kind, write_value(kind, value))


def find_kind(value: Any) -> str:
    """Return how a value is filled in."""
    if isinstance(value, bool):
        return FLAG
    if isinstance(value, int):
        return NUMBER
    if isinstance(value, str):
        return TEXT
    is_texts = isinstance(value, list) and all(isinstance(each, str) and "\n" not in each for each in value)
    return LINES if is_texts and value else DATA


def write_value(kind: str, value: Any) -> str:
    """Return a value as the text of its field."""
    if kind == FLAG:
        return FLAGS[not value]
    if kind == LINES:
        return "\n".join(value)
    return write_yaml(value).strip() if kind == DATA else str(value)


def read_value(field: ContentField, typed: str) -> Any:
    """Return the value that was typed into a field. Raises `PlainYamlError` for plain data that is none."""
    text = typed.replace("\r\n", "\n").strip()
    if field.kind == NUMBER:
        return int(text) if _NUMBER.fullmatch(text) else text
    if field.kind == FLAG:
        return {word: word == FLAGS[0] for word in FLAGS}.get(text, text)
    if field.kind == LINES:
        return [line.strip() for line in text.split("\n") if line.strip()]
    if field.kind == DATA:
        return parse_data(text)
    return " ".join(text.split())


def read_typed(values: Mapping[str, Any], typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values of an entry with what was typed, and the reasons by field for what cannot be read."""
    faults: dict[str, str] = {}
    fields = {field.name: field for field in list_fields(values)}

    def read(held: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
        made = {}
        for key, value in held.items():
            steps = (*path, key)
            field = fields.get("/".join(steps))
            if field is None:
                made[key] = read(value, steps)
            elif _is_unchanged(field, typed):
                made[key] = value
            else:
                try:
                    made[key] = read_value(field, typed[field.name])
                except PlainYamlError as fault:
                    faults[field.name] = str(fault)
        return made

    return read(values, ()), faults


def _is_unchanged(field: ContentField, typed: Mapping[str, str]) -> bool:
    """Return True if a field was not sent, or as it was shown but for line breaks and blanks."""
    sent = typed.get(field.name)
    return sent is None or sent.split() == field.value.split()


def replace_entry(data: Any, entry: Entry, values: Mapping[str, Any]) -> Any:
    """Return the data of a file with other values of an entry. The data itself stays as it is."""
    if not entry.path:
        return {key: values.get(key, value) for key, value in data.items()}
    step, *rest = entry.path
    held = replace_entry(data[step], entry._replace(path=tuple(rest)), values) if rest else dict(values)
    if isinstance(data, list):
        return [held if number == step else each for number, each in enumerate(data)]
    return {key: held if key == step else value for key, value in data.items()}
