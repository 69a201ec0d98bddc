"""The log of a game in which many act at once: its entries, and which of them undos have struck out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_UNDO = re.compile(r"undo to entry ([0-9]{1,7}) because \S.*", re.DOTALL)


class Entry(NamedTuple):
    """A command that was carried out: its number, who gave it, its text, when it came (in seconds), and the dice."""

    number: int
    seat: str
    text: str
    at: int
    dice: list[int]


def read_undo(text: str) -> int | None:
    """Return the number of the entry to which a command undoes; None for any other command."""
    found = _UNDO.fullmatch(text)
    return int(found.group(1)) if found else None


def read_undo_reason(text: str) -> str:
    """Return the reason of an undo."""
    return text.partition(" because ")[2]


def find_standing(entries: Iterable[Entry], first: int = 0) -> list[int]:
    """Return the numbers of the entries that are not struck out, after that of the start, the oldest first.

    An undo strikes out all standing entries after the one that it names. It stands itself until it is struck out, and
    brings back nothing when it is.
    """
    log = list(entries)
    undone = find_undos(log, first)
    return [first, *(entry.number for entry in log if entry.number not in undone)]


def find_undos(entries: Iterable[Entry], first: int = 0) -> dict[int, int]:
    """Return the number of the undo that struck out each of the entries that are struck out."""
    standing: list[int] = []
    undone: dict[int, int] = {}
    for entry in entries:
        target = read_undo(entry.text)
        while target is not None and standing and standing[-1] > max(target, first):
            undone[standing.pop()] = entry.number
        standing.append(entry.number)
    return undone
