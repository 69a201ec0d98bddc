"""Differences between two versions of a content, value by value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tournaments.days.content_forms import is_list_of_entries, name_entry, write_yaml

ABSENT = object()
LONGEST_SHOWN = 160
MOST_SHOWN = 200


class Difference(NamedTuple):
    """A value that differs: its file and where in it, as it was and as it is; "" where there is none."""

    file: str
    where: str
    before: str
    after: str


def list_differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Return what differs, at most `MOST_SHOWN` values."""
    found = (
        Difference(name, where, old, new)
        for name in dict.fromkeys((*before, *after))
        for where, old, new in _compare(before.get(name, ABSENT), after.get(name, ABSENT), "")
    )
    return [each for each, _ in zip(found, range(MOST_SHOWN), strict=False)]


def _compare(old: Any, new: Any, where: str) -> Iterator[tuple[str, str, str]]:
    if old is not ABSENT and new is not ABSENT and old == new:
        return
    first, second = _by_name(old), _by_name(new)
    if first is None or second is None:
        yield where, _shorten(old), _shorten(new)
        return
    for key in dict.fromkeys((*first, *second)):
        yield from _compare(first.get(key, ABSENT), second.get(key, ABSENT), f"{where}, {key}" if where else key)
    if list(first) != list(second) and set(first) == set(second):
        yield where, "in another order", "in this order"


def list_renamed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Return the names and texts that differ between contents of one build, at most `MOST_SHOWN`."""
    found = (Difference(name, *each) for name in before for each in _compare_alike(before[name], after[name], ""))
    return [each for each, _ in zip(found, range(MOST_SHOWN), strict=False)]


def _compare_alike(old: Any, new: Any, where: str) -> Iterator[tuple[str, str, str]]:
    """Yield the keys and values that differ, compared by their places. A key is named by what it is called now."""
    if isinstance(old, dict) and isinstance(new, dict):
        for (old_key, old_part), (key, part) in zip(old.items(), new.items(), strict=True):
            if old_key != key:
                yield where, str(old_key), str(key)
            yield from _compare_alike(old_part, part, f"{where}, {key}" if where else str(key))
    elif isinstance(old, list) and isinstance(new, list):
        named = list(_by_name(new) or map(str, range(1, len(new) + 1)))
        for name, old_part, part in zip(named, old, new, strict=True):
            yield from _compare_alike(old_part, part, f"{where}, {name}" if where else name)
    elif old != new:
        first = next((place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), 0)
        start = max(0, first - LONGEST_SHOWN // 2)
        cut = "…" if start else ""
        yield where, f"{cut}{_shorten(old[start:])}", f"{cut}{_shorten(new[start:])}"


def _by_name(value: Any) -> dict[str, Any] | None:
    """Return the parts of a value by their names; None for a value that is compared as a whole."""
    if isinstance(value, dict):
        return {str(key): part for key, part in value.items()}
    if not is_list_of_entries(value):
        return None
    named = {name_entry(entry, number): entry for number, entry in enumerate(value, start=1)}
    return named if len(named) == len(value) else None


def _shorten(value: Any) -> str:
    if value is ABSENT:
        return ""
    text = value if isinstance(value, str) else write_yaml(value).removesuffix("...\n")
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
