"""The last lines of a match's log as one kind of reader may know it, each written once."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe

from tournaments.log_text import LogLine, LogText
from tournaments.models import STEPPED_BACK, Action


class Reader(NamedTuple):
    """What decides what a line says: the seat, whether all lies open, whether bots' reasons are told."""

    seat: int | None
    knows_all: bool
    sees_reasons: bool


class WrittenLine(NamedTuple):
    """A line as an item of the list, as it is usually and as it is while it is new to its reader."""

    move: int
    usual: SafeString
    new: SafeString


class LogBook:
    """Lines in order; moves are added one by one, and those that are `length` moves old fall out.

    `writer` names ships by the titles they had before the first action added. `replay` is the address to which the
    numbers of lines lead. `undone` are the actions stepped back over: a later step back takes another book.
    """

    def __init__(self, writer: LogText, reader: Reader, replay: str, length: int, undone: Collection[int] = ()) -> None:
        self._writer = writer
        self._reader = reader
        self._replay = replay
        self._length = length
        self._undone = undone
        self._lines: deque[WrittenLine] = deque()
        self.last = 0

    def open(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Write what happened before the first action."""
        self._write(0, self._writer.lines(None, events))

    def add(self, action: Action) -> None:
        """Write the lines of an action."""
        lines = self._writer.told(action, with_reason=self._reader.sees_reasons)
        self._write(action.move, lines, is_undone=action.number in self._undone)
        self.last = action.move
        while self._lines and self._lines[0].move <= self.last - self._length:
            self._lines.popleft()

    def can_go_on(self, actions: Sequence[Action]) -> bool:
        """Whether these actions, the last ones, begin no later than after the last one written, and undo nothing."""
        if actions[0].move > self.last + 1:
            return False
        added = (action for action in actions if action.move > self.last)
        return not any(event["kind"] == STEPPED_BACK for action in added for event in action.events)

    def items(self, last: int, seen: int) -> SafeString:
        """Return the lines up to move `last` as items of a list, marking those after move `seen` as new."""
        lines = [line for line in self._lines if line.move <= last]
        return mark_safe("".join(line.new if line.move > seen else line.usual for line in lines))  # noqa: S308

    def _write(self, move: int, lines: Iterable[LogLine], *, is_undone: bool = False) -> None:
        for written in lines:
            line = replace(written, is_undone=is_undone)
            new = replace(line, is_new=True)
            self._lines.append(WrittenLine(move, line.item(self._replay), new.item(self._replay)))
