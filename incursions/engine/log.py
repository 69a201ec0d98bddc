"""The log: every action with what it threw, apart. Copies of a game share its past."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class LogEntry(NamedTuple):
    """One action as it was applied: its number from 1, who acted (None: the house), the line and the dice thrown."""

    number: int
    seat: int | None
    text: str
    dice: list[int]


Log = tuple["Log | None", int, int | None, str, list[int]]
"""A chain of entries, newest first: the past, then the fields of the newest. Adding makes a new head, so that a copy
needs the head alone. A plain tuple, for one is made at every action: an object took six times as long."""


def newest(head: Log) -> LogEntry:
    """The newest entry, made of its fields when somebody reads it."""
    _, number, seat, text, dice = head
    return LogEntry(number, seat, text, dice)


def entries(head: Log | None) -> list[LogEntry]:
    """The entries from the first to the newest."""
    found = []
    while head is not None:
        found.append(newest(head))
        head = head[0]
    return found[::-1]


STEP_BACK = "step back to "


def step_back_target(entry: LogEntry) -> int | None:
    """The number of the action that this entry stepped back to, or None if it is another action."""
    return int(entry.text[len(STEP_BACK) :]) if entry.seat is None and entry.text.startswith(STEP_BACK) else None


def in_force(log: list[LogEntry]) -> Iterator[LogEntry]:
    """The entries that no later step back has undone; steps back themselves are kept, as marks of a new epoch."""
    kept: list[LogEntry] = []
    for entry in log:
        target = step_back_target(entry)
        if target is not None:
            kept = [earlier for earlier in kept if earlier.number <= target]
        kept.append(entry)
    return iter(kept)
