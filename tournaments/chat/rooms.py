"""The rooms of a match, who hears which of them, and who may say something there: one table, without a database.

While a rated match goes on its players hear nothing of those who watch, so that nobody is helped; in others they
choose. Those who watch never hear the players. The staff who do not sit at the table read both.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import TextChoices

from tournaments.enums import MatchState


@dataclass(frozen=True, slots=True)
class Hall:
    """What is to be known of a match to tell who hears whom: plain data, which goes along with every message."""

    state: str
    rated: bool
    players: Collection[int]
    """Whoever has a seat, by key."""


@dataclass(frozen=True, slots=True)
class Ear:
    """Somebody who listens. `pk` is None for somebody unknown."""

    pk: int | None = None
    is_guest: bool = False
    is_staff: bool = False
    hears_spectators: bool = False
    is_named: bool = False
    """Whether others see that the listener watches."""
    muted_people: frozenset[int] = frozenset()
    muted_rooms: frozenset[str] = frozenset()


def may_play(hall: Hall, ear: Ear) -> bool:
    """Return True if the listener has a seat in the match."""
    return ear.pk is not None and ear.pk in hall.players


def rooms_of(hall: Hall, ear: Ear) -> list[Room]:
    """The rooms that the listener may hear, the own one first. An open table has nobody yet who watches."""
    if may_play(hall, ear):
        is_open_to_players = hall.state == MatchState.OVER or (not hall.rated and ear.hears_spectators)
        others = is_open_to_players and hall.state != MatchState.OPEN
        return [Room.TABLE, Room.SPECTATORS] if others else [Room.TABLE]
    watched = [] if hall.state == MatchState.OPEN else [Room.SPECTATORS]
    return [*watched, Room.TABLE] if ear.is_staff else watched


def own_room(hall: Hall, ear: Ear) -> Room | None:
    """The room in which the listener may say something; None where there is none."""
    if may_play(hall, ear):
        return Room.TABLE
    return None if hall.state == MatchState.OPEN else Room.SPECTATORS


def hears(hall: Hall, ear: Ear, room: str, author: int | None) -> bool:
    """Return True if a message of the room is to be shown to the listener."""
    return room in rooms_of(hall, ear) and room not in ear.muted_rooms and author not in ear.muted_people


def may_choose_spectators(hall: Hall, ear: Ear) -> bool:
    """Return True if hearing those who watch is up to the listener: a player of a match under way that is not rated."""
    return may_play(hall, ear) and not hall.rated and hall.state == MatchState.RUNNING


class Room(TextChoices):
    """Where something is said. Whoever is in one hears nothing of the other, but for what `rooms` allows."""

    TABLE = "table", "Players"
    SPECTATORS = "spectators", "Spectators"
