"""Readers of the data files of games: plain data without notes, with every fault of a file instead of the first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from incursions.games.data_checks import NOTE, DataError, Faults, Place, take_mapping
from incursions.kit.plain_yaml import PlainYamlError, parse, read_text

Read = TypeVar("Read")


def read_data_file(path: Path, shown: str, faults: Faults) -> Any:
    """Return the plain data of a file with texts as keys and without notes, or None with the reason in `faults`.

    `shown` is the name of the file in messages.
    """
    try:
        return parse_data(read_text(path))
    except PlainYamlError as problem:
        where = f" (line {problem.line})" if problem.line else ""
        faults.append(DataError(shown, "", "", f"{problem.reason}{where}"))
        return None


def parse_data(text: str) -> Any:
    """Return the plain data of a text, with texts as keys and without notes. Raises `PlainYamlError`."""
    return _drop_notes(parse(text))


def _drop_notes(value: Any) -> Any:
    """Return the value with all keys as texts, as JSON returns it, and without notes."""
    if isinstance(value, dict):
        kept = ((key, held) for key, held in value.items() if not (key == NOTE and isinstance(held, str)))
        return {str(key): _drop_notes(held) for key, held in kept}
    return [_drop_notes(each) for each in value] if isinstance(value, list) else value


def read_entries(
    value: Any, place: Place, most: int, read: Callable[[str, Any], Read], faults: Faults
) -> dict[str, Read]:
    """Return the sound entries of a mapping by name, and append the faults of the others to `faults`."""
    try:
        entries = take_mapping(value, place, most)
    except DataError as fault:
        faults.append(fault)
        return {}
    return read_each(entries, read, faults)


def read_each(entries: Mapping[str, Any], read: Callable[[str, Any], Read], faults: Faults) -> dict[str, Read]:
    """Return the sound ones of entries by name, and append the faults of the others to `faults`."""
    found: dict[str, Read] = {}
    for name, entry in entries.items():
        try:
            found[name] = read(name, entry)
        except DataError as fault:
            faults += fault.every
    return found
