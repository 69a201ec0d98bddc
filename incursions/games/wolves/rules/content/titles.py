"""The entries of a list by their titles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from incursions.games.data_checks import Faults, Place, take_list

MOST_ENTRIES, LONGEST_LINE = 300, 200


def list_by_title(
    value: Any,
    place: Place,
    key: str,
    faults: Faults,
    *,
    least: int = 1,
    most: int = MOST_ENTRIES,
    where: str = "",
    is_nested: bool = False,
) -> dict[str, Any]:
    """Return the entries of a list by the text under a key, and append a fault for each that stands there twice.

    The second one of a title, and an entry without one, are returned by their number: readers of entries check titles.
    `where` is the key that holds the list. A list that `is_nested` has its entries as fields of an entry, not as
    entries of the file.
    """
    found: dict[str, Any] = {}
    for number, entry in enumerate(take_list(value, place.part(where) if where else place, least, most), start=1):
        title = find_title(entry, key)
        name = title or f"entry {number}"
        if name in found:
            line = place.part(name) if is_nested else place.entry(name)
            faults.append(line.part(key).fault("this stands there twice"))
            name = f"{name} (entry {number})"
        found[name] = entry
    return found


def find_title(entry: Any, key: str) -> str:
    """Return the text under a key of an entry, "" if it has none that can be a title."""
    title = entry.get(key) if isinstance(entry, Mapping) else None
    is_title = isinstance(title, str) and title.isprintable() and title.strip() and len(title) <= LONGEST_LINE
    return str(title) if is_title else ""
