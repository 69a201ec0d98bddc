"""Records of what players ask, say and decide: motions, offers, proposals, choices, notes and words in council."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from incursions.games.wolves.rules.records import Record

WITH_CONTROL, DELIVERED, RETURNED = "with Control", "delivered", "returned"
"""The states of a note (rules W23.2)."""


@dataclass(slots=True)
class Motion(Record):
    """A motion of the council: its text, the votes by seat of the council, and its outcome ("open" until closed)."""

    text: str
    votes: dict[str, str] = field(default_factory=dict)
    outcome: str = "open"


@dataclass(slots=True)
class Offer(Record):
    """An offer or a request for leave that stands until it is answered (rules W26.8).

    `maker` made it for the vessel `by`; that of `to` may accept, its commander if `needs_commander`. `rule` is that of
    an answer from another teammate. `command` is what is carried out for the maker when it is accepted.
    """

    name: str
    maker: str
    by: str
    to: str
    needs_commander: bool
    rule: str
    command: str


@dataclass(slots=True)
class Proposal(Record):
    """A proposal to Control (rules W26.1): what it costs and the least die with which it works, once answered."""

    number: int
    seat: str
    text: str
    answer: str = ""
    costs: dict[str, int] = field(default_factory=dict)
    works_on: int = 0
    is_done: bool = False


@dataclass(slots=True)
class Choice(Record):
    """A choice put to the commander of a vessel, or to its whole team (rules W26.11)."""

    vessel: str
    answers: list[str]
    is_for_team: bool = False
    use: str = ""


class Note(NamedTuple):
    """A note from seat to seat, which Control passes (rules W23.2). Immutable: there are many."""

    number: int
    writer: str
    reader: str
    text: str
    state: str = WITH_CONTROL


class Words(NamedTuple):
    """Words of a seat in council: a speech, or the motion that it asks for. Immutable."""

    seat: str
    text: str


class Minute(NamedTuple):
    """A closed motion in the minutes of the council: turn, text, outcome, and who voted how. Immutable."""

    turn: int
    text: str
    outcome: str
    votes: dict[str, str]
