"""The lines of the log, with the sentences that the game writes of each stored event.

A line belongs to one move and has its number, which links to the replay. Events of one move share a line, unless they
begin a turn. A line lists the words that it is about, and a filter of the log is one of these words: the browser
compares them, or the server if there are no scripts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from incursions.engine.events import EventData
from incursions.engine.log import step_back_of
from incursions.games.tables import LogFilter, LogWriter, SeatTitle, TableKind
from tournaments.matches.models import Action

ALL = LogFilter("all", "All")

EMPTY = mark_safe("<span></span>")
CURRENT = mark_safe(' aria-current="true"')
HIDDEN = mark_safe(" hidden")
STRUCK = mark_safe('<span class="visually-hidden">Taken back: </span>')


@dataclass(frozen=True)
class LogLine:
    """A line of the log. `number` is that of the move it begins, None if it begins none; a heading begins a turn.

    `about` are the filter words of the line. `is_undone`: the table has stepped back behind it.
    """

    number: int | None
    html: str
    is_heading: bool = False
    about: tuple[str, ...] = ()
    is_undone: bool = False

    def item(
        self,
        replay: str | None,
        *,
        is_new: bool = False,
        is_current: bool = False,
        is_hidden: bool = False,
        query: str = "",
    ) -> SafeString:
        """Return the line as a list item. Its number links to the move below the address `replay`, if there is one.

        A hidden item is there for the script that shows it again. Built here and not in a template, because a push
        writes some forty of them.
        """
        if self.is_heading:
            css = "turn is-undone" if self.is_undone else "turn"
            return format_html('<li class="{}"{}>{}</li>\n', css, HIDDEN if is_hidden else "", self.html)
        number = EMPTY
        if self.number and replay is None:
            number = format_html('<span class="move-number">{}</span>', self.number)
        elif self.number:
            number = format_html('<a href="{}/{}{}">{}</a>', replay, self.number, query, self.number)
        states = (("is-new", is_new or is_current), ("is-undone", self.is_undone))
        css = " ".join(name for name, holds in states if holds)
        return format_html(
            '<li{}{}{} data-about="{}">{}<span>{}{}</span></li>\n',
            format_html(' class="{}"', css) if css else "",
            CURRENT if is_current else "",
            HIDDEN if is_hidden else "",
            " ".join(self.about),
            number,
            STRUCK if self.is_undone else "",
            self.html,
        )

    def is_shown_by(self, word: str) -> bool:
        """Return True if the filter `word` shows the line. A filtered log has no headings."""
        return word == ALL.word or word in self.about


def list_filters(kind: TableKind, seats: Iterable[SeatTitle]) -> list[LogFilter]:
    """Return the filters for the log of these seats; the first one is the whole log."""
    return [ALL, *kind.list_log_filters(seats)]


class LogText:
    """Writes the events of moves as lines, with the sentences of the game's `writer`.

    `own` is the reader's seat: private facts are told only as far as that seat may know them, unless the reader
    `knows_all`.
    """

    def __init__(self, writer: LogWriter, own: int | None = None, *, knows_all: bool = False) -> None:
        self.writer = writer
        self.own = own
        self.knows_all = knows_all

    def lines(self, number: int | None, events: Iterable[EventData], *, is_undone: bool = False) -> Iterator[LogLine]:
        """Yield the lines of a move; `is_undone` if the table has stepped back behind it."""
        sentences: list[str] = []
        subjects: list[str] = []
        for event in events:
            if not (self.knows_all or is_for(event, self.own)):
                continue
            said = self.writer.write(event["kind"], event["facts"])
            if said.is_heading:
                if sentences:
                    yield _join_sentences(number, sentences, subjects, is_undone)
                    number, sentences, subjects = None, [], []
                yield LogLine(None, said.html, is_heading=True, is_undone=is_undone)
            elif said.html:
                sentences.append(said.html)
                subjects += [word for word in said.about if word not in subjects]
        if sentences:
            yield _join_sentences(number, sentences, subjects, is_undone)

    def write_opening(self, events: Iterable[EventData]) -> Iterator[LogLine]:
        """Yield the lines of the events before the first action. Those of a move played in a lesson have its number."""
        for _, of_move in groupby(events, key=lambda event: event.get("number")):
            yield from self.lines(None, of_move)

    def write_action(self, action: Any, *, with_reason: bool, is_undone: bool) -> Iterator[LogLine]:
        """Yield the lines of an action; `with_reason` the bot's reason comes first."""
        if action.reason and with_reason:
            yield self.reason(action.move, action.seat, action.text, action.reason, is_undone=is_undone)
        yield from self.lines(action.move, action.told_events, is_undone=is_undone)

    def reason(self, number: int, seat: int, text: str, reason: str, *, is_undone: bool) -> LogLine:
        """Return the line with a bot's reason for a move, for staff."""
        said = self.writer.name_all(text)
        html = format_html('<span class="reason">{} says “{}”: {}.</span>', self.writer.ship(seat), said, reason)
        return LogLine(number, html, is_undone=is_undone)


def _join_sentences(number: int | None, sentences: list[str], subjects: list[str], is_undone: bool) -> LogLine:
    said = format_html_join(" ", "{}", ((sentence,) for sentence in sentences))
    return LogLine(number, said, about=tuple(subjects), is_undone=is_undone)


def is_for(event: EventData, seat: int | None) -> bool:
    """Return True if the seat, or a spectator (None), may know of a stored event."""
    return "audience" not in event or seat in event["audience"]


class Reader(NamedTuple):
    """The permissions that decide what a line says: the seat, whether all is open, whether bots' reasons are shown."""

    seat: int | None
    knows_all: bool
    sees_reasons: bool


class WrittenLine(NamedTuple):
    """A line as a list item, in its usual form and in the form for a reader to whom it is new."""

    move: int
    usual: SafeString
    new: SafeString


class LogBook:
    """Log lines in order; moves are added one by one, and lines that are `length` moves old are dropped.

    `writer` names ships by the titles they had before the first action added. `replay` is the address to which the
    numbers of lines link, None for no links. `undone` are the actions stepped back over: a later step back needs
    another book.
    """

    def __init__(
        self, writer: LogText, reader: Reader, replay: str | None, length: int, undone: Collection[int] = ()
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._replay = replay
        self._length = length
        self._undone = undone
        self._lines: deque[WrittenLine] = deque()
        self.last = 0

    def open(self, events: Iterable[EventData]) -> None:
        """Write the events before the first action."""
        self._write(0, self._writer.write_opening(events))

    def add(self, action: Action) -> None:
        """Write the lines of an action."""
        is_undone = action.number in self._undone
        lines = self._writer.write_action(action, with_reason=self._reader.sees_reasons, is_undone=is_undone)
        self._write(action.move, lines)
        self.last = action.move
        while self._lines and self._lines[0].move <= self.last - self._length:
            self._lines.popleft()

    def can_go_on(self, actions: Sequence[Action]) -> bool:
        """Return True if these latest actions begin no later than after the last one written, and undo nothing."""
        if actions[0].move > self.last + 1:
            return False
        added = (action for action in actions if action.move > self.last)
        return all(step_back_of(action.seat, action.text) is None for action in added)

    def items(self, last: int, seen: int) -> SafeString:
        """Return the lines up to move `last` as list items, marking those after move `seen` as new."""
        lines = [line for line in self._lines if line.move <= last]
        return mark_safe("".join(line.new if line.move > seen else line.usual for line in lines))  # noqa: S308

    def _write(self, move: int, lines: Iterable[LogLine]) -> None:
        for line in lines:
            self._lines.append(WrittenLine(move, line.item(self._replay), line.item(self._replay, is_new=True)))
