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


class Log:
    """A chain of entries, newest first. Adding makes a new head, so a copy needs the head alone.

    It holds the fields of its entry, which is made of them when somebody reads it.
    """

    __slots__ = ("dice", "number", "past", "seat", "text")

    def __init__(self, past: Log | None, number: int, seat: int | None, text: str, dice: list[int]) -> None:
        self.past = past
        self.number = number
        self.seat = seat
        self.text = text
        self.dice = dice

    @property
    def entry(self) -> LogEntry:
        """The newest entry."""
        return LogEntry(self.number, self.seat, self.text, self.dice)


def entries(head: Log | None) -> list[LogEntry]:
    """The entries from the first to the newest."""
    found = []
    while head is not None:
        found.append(head.entry)
        head = head.past
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
