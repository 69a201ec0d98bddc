"""The options of a seat as rows under headings, one for each ship, for list, chart, keyboard and screen reader.

A row is one thing to do; a row with choices holds several acts that differ in one word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from string import ascii_lowercase

from incursions.engine.hexes import Hex
from incursions.games.talon.rules.acts import Act
from incursions.kit.words import format_count

KEYS = "123456789" + ascii_lowercase
END_KEY = "0"
MINUS = re.compile(r"(?<![a-z0-9])-(?=[0-9])")
"""A minus that belongs to a number, as in the hex 1,-1."""
LONG = 12  # in longer lists, links lead to the headings


def make_id(text: str) -> str:
    """Return the id of an option's element: stable while its text is, for morphing and the focus."""
    return "option-" + re.sub(r"[^a-z0-9]+", "-", MINUS.sub("m", text.lower())).strip("-")


@dataclass(frozen=True)
class Choice:
    """A button of a row with choices: an act. `figure` is its result in a short word; `said_besides` the rest of it."""

    act: Act
    label: str
    figure: str = ""
    said_besides: str = ""
    key: str = ""

    opens = False
    data = ""

    @property
    def text(self) -> str:
        """The text of the act."""
        return self.act.text

    @property
    def spoken(self) -> str:
        """The choice as a screen reader says it."""
        return ", ".join(part for part in (self.label, self.figure, self.said_besides) if part)


@dataclass(frozen=True)
class ChoiceSet:
    """The choices of a row with their places. `is_wide`: they need room for words."""

    numbered: tuple[tuple[int, Choice], ...]
    is_wide: bool
    card: str = ""


@dataclass(frozen=True)
class Row:
    """An option of the list. Its own act is sent if it has no choices. `group` is its heading."""

    act: Act
    title: str
    group: str
    outcome: str = ""
    note: str = ""
    key: str = ""
    choices: tuple[Choice, ...] = ()
    is_open: bool = False

    is_refused = False
    piece = None
    rule = ""
    data = ""

    @property
    def text(self) -> str:
        """The text of the act."""
        return self.act.text

    @cached_property
    def id(self) -> str:
        """The id of the element."""
        return make_id(self.title + " " + self.text if self.choices else self.text)

    @property
    def is_end(self) -> bool:
        """True for the option that closes a step."""
        return self.act.verb == "end"

    @property
    def places(self) -> list[tuple[Hex, Act]]:
        """The hexes that the chart marks for the row, each with its act."""
        acts = [choice.act for choice in self.choices] or [self.act]
        return [(act.place, act) for act in acts if act.place is not None]

    @property
    def sets(self) -> list[ChoiceSet]:
        """The choices as one set."""
        numbered = tuple(enumerate(self.choices, 1))
        return [ChoiceSet(numbered, any(not choice.figure for choice in self.choices))]

    @property
    def spoken(self) -> str:
        """The option as a screen reader says it, the key first."""
        amounts = " ".join(f"{choice.spoken}." for choice in self.choices)
        ends = [part for part in (self.title, self.note, self.outcome) if part]
        return f"{self.key}, {', '.join(ends)}. {amounts}".strip()


@dataclass(frozen=True)
class RefusedRow:
    """A ship that can do nothing now, with the reason and its rule."""

    title: str
    note: str
    rule: str

    key = ""
    is_refused = True

    @property
    def id(self) -> str:
        """The id of the element."""
        return make_id(f"idle {self.title}")


@dataclass(frozen=True)
class RefusedFold:
    """The ships that can do nothing now, folded under one line."""

    rows: tuple[RefusedRow, ...]

    id = "option-idle"
    keys = "…"
    is_refused = True
    outcome = "why?"

    @property
    def title(self) -> str:
        """The number of the ships."""
        return f"{format_count(len(self.rows), 'ship')} with nothing to do now"


@dataclass(frozen=True)
class Group:
    """Rows under one heading, the name of a ship. `note` follows it. `idle` are the ships without rows."""

    title: str
    rows: tuple[Row, ...]
    note: str = ""
    idle: tuple[RefusedRow, ...] = ()

    @property
    def is_paired(self) -> bool:
        """True for the hexes of a deployment, which are short and many: they stand in two columns."""
        return all(row.act.verb == "deploy" for row in self.rows) and not self.idle

    @property
    def items(self) -> tuple[Row | RefusedFold, ...]:
        """The rows, and the idle ships as one that is folded."""
        return (*self.rows, RefusedFold(self.idle)) if self.idle else self.rows

    @property
    def id(self) -> str:
        """The id of the heading."""
        return "group-" + re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")

    @property
    def heading(self) -> str:
        """The heading as players read it."""
        return f"{self.title} · {self.note}" if self.note else self.title

    @property
    def has_heading(self) -> bool:
        """True if the heading is shown."""
        return bool(self.title)


def give_keys(rows: Iterable[Row]) -> list[Row]:
    """Return the rows, each with its key: 1 to 9, then a to z; the option that closes the step has 0."""
    keys = iter(KEYS)
    return [
        replace(
            row,
            key=END_KEY if row.is_end else next(keys, ""),
            choices=tuple(
                replace(choice, key=str(number) if number <= 9 else "") for number, choice in enumerate(row.choices, 1)
            ),
        )
        for row in rows
    ]


def keep_line(rows: Iterable[Row], text: str) -> Iterator[Row]:
    """Yield the row with this line; of a row with choices only the choice."""
    for row in rows:
        chosen = tuple(choice for choice in row.choices if choice.text == text)
        if chosen:
            yield replace(row, choices=chosen, is_open=True)
        elif row.text == text:
            yield replace(row, choices=())


def group_rows(rows: Iterable[Row], notes: Mapping[str, str] | None = None) -> list[Group]:
    """Return the rows under their headings. `notes` are words that follow headings."""
    return [
        Group(title, tuple(members), (notes or {}).get(title, ""))
        for title, members in groupby(rows, key=lambda row: row.group)
    ]
