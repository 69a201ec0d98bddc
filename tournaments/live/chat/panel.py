"""The chat as a page shows it: its channels, the canned phrases and the settings; messages as HTML and JSON."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.live.chat.messages import (
    Lines,
    author_name,
    find_writing_refusal,
    line_html,
    lines_of,
    load_facts,
    load_listener,
)
from tournaments.live.chat.rules import (
    LONGEST,
    PHRASES,
    Channel,
    Listener,
    channels_for,
    may_choose_spectators,
    own_channel,
)
from tournaments.live.models import ChatMessage, RoomChat
from tournaments.live.rooms import Room, RoomFacts


def lines_html(messages: Iterable[ChatMessage]) -> SafeString:
    """Return the messages as list items in HTML."""
    return mark_safe("".join(map(line_html, messages)))  # noqa: S308 -- the template escapes


def line_data(message: ChatMessage, own: int | None) -> dict[str, object]:
    """Return the message as plain data. A hidden message has no text."""
    return {
        "number": message.number,
        "name": author_name(message),
        "seat": message.seat,
        "text": "" if message.is_hidden else message.text,
        "at": message.at.isoformat(),
        "hidden": message.is_hidden,
        "own": own is not None and message.author_id == own,
    }


@dataclass(frozen=True)
class ChannelPanel:
    """A channel with its last messages, without them if the viewer has muted it."""

    channel: Channel
    heard: Lines
    is_muted: bool

    @property
    def items(self) -> SafeString:
        """The messages as list items."""
        return lines_html(self.heard.messages)

    @property
    def newest(self) -> str:
        """The last message in one line: its author and its text."""
        said = [message for message in self.heard.messages[-1:] if not message.is_hidden]
        return "".join(f"{author_name(message)}: {message.text}" for message in said)


class ChatPanel:
    """The chat of a room for one viewer. `facts` saves queries if they are known. Raises not_found.

    `why_silent` is the reason why the viewer may not write, "" if the viewer may; `key` is the client's id of the
    message that this form sends, so that a form sent twice posts it once.
    """

    phrases = PHRASES
    longest = LONGEST

    def __init__(self, room: Room, user: User | None, facts: RoomFacts | None = None) -> None:
        self.room = room
        self.facts = load_facts(room) if facts is None else facts
        self.user = user
        self.listener: Listener = load_listener(user, room)
        self.chat = RoomChat.objects.filter(room=room).first() or RoomChat(room=room)
        self.own = own_channel(self.facts, self.listener)
        self.is_player = self.own == Channel.TABLE
        self.is_host = self.listener.pk is not None and self.facts.host == self.listener.pk
        self.may_choose_spectators = may_choose_spectators(self.facts, self.listener)
        silence = find_writing_refusal(self.facts, self.listener, guests_may_write=self.chat.guests_may_write)
        self.why_silent = "" if silence is None else silence.message
        self.key = secrets.token_urlsafe(12)
        self.refusal: DomainError | None = None
        self.typed = ""

    @cached_property
    def channels(self) -> list[ChannelPanel]:
        """The channels that the viewer may hear."""
        panels = []
        for channel in channels_for(self.facts, self.listener):
            is_muted = channel in self.listener.muted_channels
            heard = Lines([], self.chat.last_number(channel)) if is_muted else self.lines(channel)
            panels.append(ChannelPanel(channel, heard, is_muted))
        return panels

    def lines(self, channel: Channel, after: int = 0) -> Lines:
        """Return the messages of a channel after this number. Raises not_found if the viewer may not hear it."""
        if channel not in channels_for(self.facts, self.listener):
            raise DomainError("not_found", "You cannot read this room.")
        return lines_of(self.room, channel, self.listener, self.chat.last_number(channel), after=after)

    def data(self) -> dict[str, object]:
        """Return the chat as plain data."""
        return {
            "rooms": [
                {
                    "room": panel.channel,
                    "last": panel.heard.last,
                    "muted": panel.is_muted,
                    "messages": [line_data(message, self.listener.pk) for message in panel.heard.messages],
                }
                for panel in self.channels
            ],
            "own_room": self.own,
            "may_write": not self.why_silent,
            "why_not": self.why_silent,
            "phrases": PHRASES,
            "guests_may_write": self.chat.guests_may_write,
        }
