"""The entries of a content file, each of which has a form: finding one, and putting it back with other values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import yaml

REST, NEW = "rest", "new"
_COUNTED = re.compile(r"(?:.* \()?entry ([1-9][0-9]{0,3})\)?")
"""The name of an entry without a title of its own."""
Path = tuple[Any, ...]


class Entry(NamedTuple):
    """An entry of a file: its address, its title, and where it is in the data."""

    key: str
    title: str
    path: Path


class Section(NamedTuple):
    """Entries under one heading. `new` is the address of the form that adds one to a list, "" for what is no list."""

    title: str
    entries: list[Entry]
    new: str = ""


def write_yaml(data: Any) -> str:
    """Return plain data as YAML, with short collections on one line."""
    text: str = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    return text


def name_entry(entry: Mapping[str, Any], number: int) -> str:
    """Return the title of an entry of a list: its title, or else its first value, with its key if that is a number."""
    key, first = next(iter(entry.items()), ("", None))
    value = entry.get("title", first)
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{key} {value}"
    return value if isinstance(value, str) else f"entry {number}"


def is_list_of_entries(value: Any) -> bool:
    """Return True for a list that holds mappings alone."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def list_sections(data: Any) -> list[Section]:
    """Return the entries of a file by headings: of its lists, of its tables, of its mappings, and what is left."""
    if isinstance(data, list):
        return [_list_entries("Entries", (), data)]
    sections = [_list_entries(key, (key,), value) for key, value in data.items() if is_list_of_entries(value)]
    sections += [_list_parts(key, value) for key, value in data.items() if _is_table(value)]
    plain = [key for key, value in data.items() if isinstance(value, dict) and not _is_table(value)]
    mappings = [Entry(key, key, (key,)) for key in plain]
    rest = [Entry(REST, "Other figures", ())] if any(not _has_own_form(value) for value in data.values()) else []
    return [*sections, *([Section("Tables", [*mappings, *rest])] if mappings or rest else [])]


def _is_table(value: Any) -> bool:
    """Return True for a mapping that holds mappings alone, each of which has a form."""
    return isinstance(value, dict) and bool(value) and all(isinstance(each, dict) for each in value.values())


def _list_parts(title: str, table: Mapping[str, Any]) -> Section:
    return Section(title, [Entry(f"{title}.{name}", name, (title, name)) for name in table])


def _list_entries(title: str, path: Path, entries: list[Any]) -> Section:
    before = ".".join([*map(str, path), ""])
    listed = [
        Entry(f"{before}{number}", name_entry(entry, number + 1), (*path, number))
        for number, entry in enumerate(entries)
        if isinstance(entry, dict)
    ]
    return Section(title, listed, f"{before}{NEW}")


def _has_own_form(value: Any) -> bool:
    return isinstance(value, dict) or is_list_of_entries(value)


def find_entry(data: Any, key: str) -> Entry | None:
    """Return the entry of an address, or None. A new one of a list comes after all others."""
    for section in list_sections(data):
        if section.new and key == section.new:
            path = tuple(key.split(".")[:-1])
            return Entry(key, "New entry", (*path, len(section.entries)))
        for entry in section.entries:
            if entry.key == key:
                return entry
    return None


def find_again(data: Any, entry: Entry) -> Entry | None:
    """Return the entry with the title and the list of another one, which was found in an earlier version; or None."""
    if not entry.path or not isinstance(entry.path[-1], int) or is_new(entry):
        return find_entry(data, entry.key)
    listed = [each for section in list_sections(data) for each in section.entries if each.path[:-1] == entry.path[:-1]]
    return next((each for each in listed if each.title == entry.title), None)


def is_new(entry: Entry) -> bool:
    """Return True for an entry that is not in the data yet."""
    return entry.key.rpartition(".")[2] == NEW and isinstance(entry.path[-1], int)


def take_entry(data: Any, entry: Entry) -> dict[str, Any]:
    """Return the values of an entry; those of the file that have no form of their own for what is left."""
    if not entry.path:
        return {key: value for key, value in data.items() if not _has_own_form(value)}
    if is_new(entry):
        return {}
    for step in entry.path:
        data = data[step]
    held: dict[str, Any] = data
    return held


def replace_entry(data: Any, entry: Entry, values: Mapping[str, Any]) -> Any:
    """Return the data of a file with other values of an entry. The data itself stays as it is."""
    if not entry.path:
        return {key: values.get(key, value) for key, value in data.items()}
    step, *rest = entry.path
    held = replace_entry(data[step], entry._replace(path=tuple(rest)), values) if rest else dict(values)
    if isinstance(data, list):
        return [*data[:step], held, *data[step + 1 :]]
    return {key: held if key == step else value for key, value in data.items()}


def remove_entry(data: Any, path: Path) -> Any:
    """Return the data of a file without the entry of a list at a path. The data itself stays as it is."""
    step, *rest = path
    if not rest:
        return [*data[:step], *data[step + 1 :]]
    return {**data, step: remove_entry(data[step], tuple(rest))}


def locate_fault(data: Any, title: str, field: str) -> tuple[Path, tuple[str, ...]]:
    """Return the path of the entry that a fault is about, as far as it can be followed, and the rest of its place.

    A title may leave out the key of the list or table that holds the entry.
    """
    words = (*((title,) if title else ()), *(field.split(", ") if field else ()))
    found = _follow(data, words)
    if found[0] or not isinstance(data, dict):
        return found
    deeper = ((key, _follow(value, words)) for key, value in data.items())
    return next((((key, *path), rest) for key, (path, rest) in deeper if path), found)


def _follow(data: Any, words: tuple[str, ...]) -> tuple[Path, tuple[str, ...]]:
    path: list[Any] = []
    for number, word in enumerate(words):
        step: Any = None
        if isinstance(data, dict) and word in data:
            step = word
        elif is_list_of_entries(data):
            named = [name_entry(entry, place + 1) for place, entry in enumerate(data)]
            counted = _COUNTED.fullmatch(word)
            place = int(counted[1]) - 1 if counted else named.index(word) if word in named else len(data)
            step = place if place < len(data) else None
        if step is None:
            return tuple(path), words[number:]
        path.append(step)
        data = data[step]
    return tuple(path), ()
