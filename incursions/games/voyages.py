"""The contract of voyages: matches that teach a game, as data of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from incursions.engine import Game
from incursions.engine.events import EventData


@dataclass(frozen=True)
class VoyageStep:
    """A step of a voyage: one sentence, and the part of the page `beside` which it stands.

    `play` is the line that the learner is asked for; "" if the sentence is only read. `hint` says where to press.
    `starter` is the title of a starter deck that can be opened in the deck builder before going on.
    """

    say: str
    beside: str
    hint: str = ""
    play: str = ""
    starter: str = ""


class VoyageMove(NamedTuple):
    """A line that was played in a step of a voyage, with its events."""

    step: int
    seat: int | None
    text: str
    events: list[EventData]


class Position(NamedTuple):
    """The table of a voyage at a step, and all that was played before."""

    game: Game
    moves: list[VoyageMove]


@dataclass(frozen=True)
class Voyage:
    """A match that teaches: its dice and the moves of its other seats are set, and the learner has `seat`.

    `lay` returns the table before the step of a number, from 0; with the number of steps, the table at the end.
    `places` are the words for `VoyageStep.beside`, each with the part of the page before which the sentence stands.
    `badge` is the slug of the badge for a player who has played every step.
    """

    slug: str
    title: str
    words: str
    farewell: str
    badge: str
    mode: str
    seat: int
    steps: tuple[VoyageStep, ...]
    places: Mapping[str, str]
    lay: Callable[[int], Position]
