"""Outlines of scenarios for pages and search: their rules, their text and the names in them.

Nothing is prepared to be run, so that all scenarios are read in a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from yaml._yaml import CParser
from yaml.events import (
    AliasEvent,
    CollectionEndEvent,
    DocumentStartEvent,
    MappingStartEvent,
    ScalarEvent,
    StreamEndEvent,
)

from incursions.games.incursions.rules.examples.scenario_files import (
    ScenarioFileError,
    quote,
    read_file,
    source_between,
)
from incursions.games.incursions.rules.plain_yaml import LONGEST_SHOWN

TITLE, RULES, STEPS = "title", "rules", "steps"
Event = Any  # a parser event, whose stubs lack the marks
Words = tuple[str, ...]  # texts with a word in each line; a text shared by an anchor is one object


class Outline(NamedTuple):
    """The outline of a scenario. `steps` are the words of its steps, `table` all words but steps, title and rules."""

    file: str
    line: int
    title: str
    rules: tuple[str, ...]
    source: str
    table: Words
    steps: Words


def read_outlines(path: Path) -> list[Outline]:
    """Return the outlines of all scenarios of a file, in its order. Raises `ScenarioFileError`."""
    return read_file(path, _read_outlines)


def _read_outlines(file: str, text: str) -> list[Outline]:
    reader = _Reader(file, text)
    try:
        return reader.outlines()
    finally:
        reader.dispose()


def _is_end(event: Event) -> bool:
    return isinstance(event, CollectionEndEvent)


@dataclass
class _Gathered:
    """Words collected so far, with those shared by anchors apart."""

    own: list[str] = field(default_factory=list)
    shared: dict[str, None] = field(default_factory=dict)

    def words(self) -> Words:
        return (*filter(None, ["\n".join(self.own)]), *self.shared)


class _Reader:
    """A single pass over the YAML events of a file."""

    def __init__(self, file: str, text: str) -> None:
        parser = CParser(text)
        self._file, self._text, self.dispose = file, text, parser.dispose
        self._next: Callable[[], Event] = parser.get_event
        self._anchored: dict[str, Words] = {}

    def outlines(self) -> list[Outline]:
        """Return the outlines of each document, which is a list of scenarios or a single one."""
        found: list[Outline] = []
        while not isinstance(event := self._next(), StreamEndEvent):
            if isinstance(event, DocumentStartEvent):
                self._anchored = {}
            elif isinstance(event, MappingStartEvent):
                found.append(self._read_outline(event, len(found) + 1))
            elif isinstance(event, AliasEvent) or (isinstance(event, ScalarEvent) and event.value):
                raise self._make_error(event, "a scenario with its keys was expected")
        return found

    def _make_error(self, event: Event, reason: str) -> ScenarioFileError:
        return ScenarioFileError(f"{self._file}, line {event.start_mark.line + 1}: {reason}")

    def _read_outline(self, start: Event, number: int) -> Outline:
        parts = {TITLE: _Gathered(), RULES: _Gathered(), STEPS: _Gathered()}
        table = _Gathered()
        end = self._next()
        while not _is_end(end):
            key = end.value if isinstance(end, ScalarEvent) else ""
            if key not in parts:
                self._gather(end, table)
            self._gather(self._next(), parts.get(key, table))
            end = self._next()
        words = {key: part.words() for key, part in parts.items()}
        if start.anchor:
            self._anchored[start.anchor] = (*table.words(), *words[STEPS])
        return Outline(
            self._file,
            start.start_mark.line + 1,
            "\n".join(words[TITLE]) or f"scenario {number}",
            tuple(rule[:LONGEST_SHOWN] for rule in "\n".join(words[RULES]).splitlines()),
            source_between(self._text, start.start_mark, end.end_mark),
            table.words(),
            words[STEPS],
        )

    def _gather(self, event: Event, into: _Gathered) -> None:
        """Add the words of the value that begins with this event."""
        if isinstance(event, AliasEvent):
            if event.anchor not in self._anchored:
                raise self._make_error(event, f"nothing before is called {quote(event.anchor)}")
            into.shared |= dict.fromkeys(self._anchored[event.anchor])
        elif event.anchor:
            apart = _Gathered()
            self._gather_all(event, apart)
            self._anchored[event.anchor] = apart.words()
            into.shared |= dict.fromkeys(self._anchored[event.anchor])
        else:
            self._gather_all(event, into)

    def _gather_all(self, event: Event, into: _Gathered) -> None:
        if isinstance(event, ScalarEvent):
            into.own.append(event.value)
        else:
            while not _is_end(inner := self._next()):
                self._gather(inner, into)
