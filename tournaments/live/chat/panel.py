"""The chat as a page shows it: its rooms, the canned phrases and the settings."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from django.utils.safestring import SafeString

from incursions.kit.refusals import DomainError
from tournaments.live.chat.lines import author_name, line_data, lines_html
from tournaments.live.chat.listening import Lines, lines_of, load_audience, load_listener
from tournaments.live.chat.models import TableChat
from tournaments.live.chat.posting import find_writing_refusal
from tournaments.live.chat.rooms import Listener, Room, may_choose_spectators, may_play, own_room, rooms_of
from tournaments.live.chat.validation import LONGEST, PHRASES

if TYPE_CHECKING:
    from incursions.accounts.models import User
    from tournaments.matches.models import Match, Seat


@dataclass(frozen=True)
class RoomPanel:
    """A room with its last messages, without them if the viewer has muted it."""

    room: Room
    heard: Lines
    is_muted: bool

    @property
    def title(self) -> str:
        return str(self.room.label)

    @property
    def items(self) -> SafeString:
        return lines_html(self.heard.messages)

    @property
    def newest(self) -> str:
        """The last message in one line: its author and its text."""
        said = [message for message in self.heard.messages[-1:] if not message.is_hidden]
        return "".join(f"{author_name(message)}: {message.text}" for message in said)


class ChatPanel:
    """The chat of a match for one viewer. `seats` saves a query if they are known."""

    phrases = PHRASES
    longest = LONGEST

    def __init__(self, match: Match, user: User | None, seats: Iterable[Seat] | None = None) -> None:
        self.match = match
        self.user = user
        self.audience = load_audience(match, seats)
        self.listener: Listener = load_listener(user, match.public_id)
        self.chat = TableChat.objects.filter(match=match).first() or TableChat(match=match)
        self.refusal: DomainError | None = None
        self.typed = ""

    @cached_property
    def rooms(self) -> list[RoomPanel]:
        """The rooms that the viewer may hear."""
        return [self._room(room) for room in rooms_of(self.audience, self.listener)]

    def _room(self, room: Room) -> RoomPanel:
        if room in self.listener.muted_rooms:
            return RoomPanel(room, Lines([], self.chat.last_number(room)), is_muted=True)
        return RoomPanel(room, self.lines(room), is_muted=False)

    def lines(self, room: Room, after: int = 0) -> Lines:
        """Return the messages of a room after this number. Raises not_found if the viewer may not hear the room."""
        if room not in rooms_of(self.audience, self.listener):
            raise DomainError("not_found", "You cannot read this room.")
        return lines_of(self.match, room, self.listener, self.chat.last_number(room), after=after)

    @property
    def own(self) -> Room | None:
        return own_room(self.audience, self.listener)

    @property
    def why_silent(self) -> str:
        """The reason why the viewer may not write; "" if the viewer may."""
        refusal = find_writing_refusal(self.audience, self.listener, guests_may_write=self.chat.guests_may_write)
        return "" if refusal is None else refusal.message

    @property
    def is_player(self) -> bool:
        return may_play(self.audience, self.listener)

    @property
    def may_choose_spectators(self) -> bool:
        return may_choose_spectators(self.audience, self.listener)

    @property
    def is_host(self) -> bool:
        return self.listener.pk is not None and self.match.host_id == self.listener.pk

    @property
    def key(self) -> str:
        """The client's id of the message that this form sends, so that a form sent twice posts it once."""
        return secrets.token_urlsafe(12)

    def data(self) -> dict[str, object]:
        """Return the chat as plain data."""
        return {
            "rooms": [
                {
                    "room": panel.room,
                    "last": panel.heard.last,
                    "muted": panel.is_muted,
                    "messages": [line_data(message, self.listener.pk) for message in panel.heard.messages],
                }
                for panel in self.rooms
            ],
            "own_room": self.own,
            "may_write": not self.why_silent,
            "why_not": self.why_silent,
            "phrases": PHRASES,
            "guests_may_write": self.chat.guests_may_write,
        }
