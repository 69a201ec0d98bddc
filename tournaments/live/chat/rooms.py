"""The rooms of a match: who hears and who writes in which. Knows no database.

While a rated match runs its players do not hear the spectators, so that nobody is helped; in other matches they
choose. Spectators never hear the players. Staff who do not sit at the table read both rooms.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import TextChoices

from tournaments.matches.enums import MatchState


@dataclass(frozen=True, slots=True)
class ChatAudience:
    """The facts of a match that decide who hears whom: plain data, sent along with every message."""

    state: str
    rated: bool
    players: Collection[int]
    """The users who have a seat, by key."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A listener. `pk` is None if anonymous."""

    pk: int | None = None
    is_guest: bool = False
    is_staff: bool = False
    hears_spectators: bool = False
    is_named: bool = False
    """True if others see the listener's name as a spectator."""
    muted_people: frozenset[int] = frozenset()
    muted_rooms: frozenset[str] = frozenset()


def may_play(audience: ChatAudience, listener: Listener) -> bool:
    """Return True if the listener has a seat in the match."""
    return listener.pk is not None and listener.pk in audience.players


def rooms_of(audience: ChatAudience, listener: Listener) -> list[Room]:
    """Return the rooms that the listener may hear, the own one first. An open table has no spectators yet."""
    if may_play(audience, listener):
        is_open_to_players = audience.state == MatchState.OVER or (not audience.rated and listener.hears_spectators)
        others = is_open_to_players and audience.state != MatchState.OPEN
        return [Room.TABLE, Room.SPECTATORS] if others else [Room.TABLE]
    watched = [] if audience.state == MatchState.OPEN else [Room.SPECTATORS]
    return [*watched, Room.TABLE] if listener.is_staff else watched


def own_room(audience: ChatAudience, listener: Listener) -> Room | None:
    """Return the room in which the listener may write, or None."""
    if may_play(audience, listener):
        return Room.TABLE
    return None if audience.state == MatchState.OPEN else Room.SPECTATORS


def hears(audience: ChatAudience, listener: Listener, room: str, author: int | None) -> bool:
    """Return True if a message of the room is shown to the listener."""
    return (
        room in rooms_of(audience, listener)
        and room not in listener.muted_rooms
        and author not in listener.muted_people
    )


def may_choose_spectators(audience: ChatAudience, listener: Listener) -> bool:
    """Return True if the listener may choose to hear spectators: a player of a running match that is not rated."""
    return may_play(audience, listener) and not audience.rated and audience.state == MatchState.RUNNING


class Room(TextChoices):
    """A room of the chat. `rooms_of` tells who hears it."""

    TABLE = "table", "Players"
    SPECTATORS = "spectators", "Spectators"
