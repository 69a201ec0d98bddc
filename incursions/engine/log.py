"""The log: every action with the dice it threw. Copies of a game share its past."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple


class LogEntry(NamedTuple):
    """An applied action: its number from 1, the seat that acted (None: the house), the line and the dice thrown."""

    number: int
    seat: int | None
    text: str
    dice: list[int]


Log = tuple["Log | None", int, int | None, str, list[int]]
"""A linked list of entries, newest first: the past, then the fields of the newest. Adding an entry makes a new head, so
that a copy of a game shares the past. A plain tuple: every action makes one, and an object takes six times as long."""


def read_newest(head: Log) -> LogEntry:
    """Return the newest entry of a chain."""
    _, number, seat, text, dice = head
    return LogEntry(number, seat, text, dice)


def list_entries(head: Log | None) -> list[LogEntry]:
    """Return the entries of a chain, the oldest first."""
    found = []
    while head is not None:
        found.append(read_newest(head))
        head = head[0]
    return found[::-1]


STEP_BACK = "step back to "
FOR_SEAT = " for seat "
_STEP_BACK = re.compile(rf"{STEP_BACK}([0-9]{{1,7}})(?:{FOR_SEAT}([0-9]{{1,7}}))?")


class StepBack(NamedTuple):
    """A parsed step back: the number of the action after which play resumes, and the seat that takes back, if any."""

    to: int
    seat: int | None

    def __str__(self) -> str:
        return f"{STEP_BACK}{self.to}" + ("" if self.seat is None else f"{FOR_SEAT}{self.seat}")


def step_back_of(seat: int | None, text: str) -> StepBack | None:
    """Parse a step back, which only the house may do. Return None for any other action."""
    found = None if seat is not None else _STEP_BACK.fullmatch(text)
    if found is None:
        return None
    to, whose = found.groups()
    return StepBack(int(to), None if whose is None else int(whose))


def is_step_back(seat: int | None, text: str) -> bool:
    """Return True if the text is meant as a step back of the house, well formed or not."""
    return seat is None and text.startswith(STEP_BACK)


def returns(actions: Iterable[tuple[int | None, str]]) -> dict[int, int]:
    """Return, by the number of each step back, the action after which the table stands again.

    It is the last action, up to the number that the step back names, that was not undone before.
    """
    holding, found = [0], {}
    for number, (seat, text) in enumerate(actions, 1):
        step = step_back_of(seat, text)
        if step is not None:
            holding = [earlier for earlier in holding if earlier <= step.to]
            found[number] = holding[-1]
        holding.append(number)
    return found


def find_undone(actions: Iterable[tuple[int, int | None, str]]) -> set[int]:
    """Return the numbers of the actions undone by a later step back. Each action is a number, a seat and a text."""
    found: set[int] = set()
    for number, seat, text in actions:
        step = step_back_of(seat, text)
        if step is not None:
            found.update(range(step.to + 1, number))
    return found
