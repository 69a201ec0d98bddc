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
    audience_of,
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
    may_play,
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
    def title(self) -> str:
        return str(self.channel.label)

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
    """The chat of a room for one viewer. `facts` saves queries if they are known. Raises not_found."""

    phrases = PHRASES
    longest = LONGEST

    def __init__(self, room: Room, user: User | None, facts: RoomFacts | None = None) -> None:
        self.room = room
        self.facts = load_facts(room) if facts is None else facts
        self.user = user
        self.audience = audience_of(self.facts)
        self.listener: Listener = load_listener(user, room)
        self.chat = RoomChat.objects.filter(room=room).first() or RoomChat(room=room)
        self.refusal: DomainError | None = None
        self.typed = ""

    @cached_property
    def channels(self) -> list[ChannelPanel]:
        """The channels that the viewer may hear."""
        return [self._channel(channel) for channel in channels_for(self.audience, self.listener)]

    def _channel(self, channel: Channel) -> ChannelPanel:
        """Return a channel with its lines; a muted one has no lines, only the number of its last one."""
        if channel in self.listener.muted_channels:
            return ChannelPanel(channel, Lines([], self.chat.last_number(channel)), is_muted=True)
        return ChannelPanel(channel, self.lines(channel), is_muted=False)

    def lines(self, channel: Channel, after: int = 0) -> Lines:
        """Return the messages of a channel after this number. Raises not_found if the viewer may not hear it."""
        if channel not in channels_for(self.audience, self.listener):
            raise DomainError("not_found", "You cannot read this room.")
        return lines_of(self.room, channel, self.listener, self.chat.last_number(channel), after=after)

    @property
    def own(self) -> Channel | None:
        """The channel in which the viewer writes, or None."""
        return own_channel(self.audience, self.listener)

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
        return self.listener.pk is not None and self.facts.host == self.listener.pk

    @property
    def key(self) -> str:
        """The client's id of the message that this form sends, so that a form sent twice posts it once."""
        return secrets.token_urlsafe(12)

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
