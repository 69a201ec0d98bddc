"""Messages of a chat: read, broadcast, post and hide them, and the choices of those who hear them.

A message is sent to the room's sockets once, rendered, and costs no query for any socket. `frame_for` decides what each
socket sends on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple, TypedDict

import structlog
from django.contrib.auth.models import AnonymousUser
from django.db import models, transaction
from django.template.loader import render_to_string
from django.utils import timezone

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from incursions.kit.words import format_count
from tournaments.live.chat.rules import (
    Channel,
    Listener,
    channels_for,
    clean_message,
    hears,
    own_channel,
)
from tournaments.live.models import (
    LONGEST_REASON,
    ChatMessage,
    MutedChannel,
    MutedPerson,
    RoomChat,
    TableManners,
)
from tournaments.live.pushes import UserChange, send_to_room
from tournaments.live.rooms import Room, RoomFacts, kind_of

SHOWN_AT_ONCE = 100
COUNTS = ("table_said", "spectators_said")
RATES = ((5, timedelta(seconds=10)), (20, timedelta(minutes=1)))
"""Rate limits of one person in all rooms together: messages, and the time in which they count."""
MOST_MUTED = 500
LINE = "live/chat/line.html"
SOMEBODY = "somebody who has left"
log = structlog.get_logger(__name__)


def load_facts(room: Room) -> RoomFacts:
    """Return the facts of the room. Raises not_found."""
    kind = kind_of(room)
    facts = kind.load_facts(room.public_id)
    if facts is None:
        raise kind.make_missing_error()
    return facts


def load_listener(user: User | AnonymousUser | None, room: Room) -> Listener:
    """Return the listener in a room, with three queries, or none if anonymous."""
    if user is None or not user.is_authenticated:
        return Listener()
    manners = TableManners.objects.filter(user=user).first() or TableManners()
    muted = MutedChannel.objects.filter(by=user, room=room)
    return Listener(
        user.pk,
        is_guest=user.is_guest,
        is_staff=user.is_staff,
        hears_spectators=manners.hears_spectators,
        is_named=manners.is_named_watching,
        muted_people=frozenset(MutedPerson.objects.filter(by=user).values_list("person", flat=True)),
        muted_channels=frozenset(muted.values_list("channel", flat=True)),
    )


class RoomCounts(NamedTuple):
    """The counters that a socket compares: the revision of the room, and the messages in each channel."""

    revision: int
    said: tuple[int, int]


def read_counts(room: Room) -> RoomCounts | None:
    """Return the counters of a room with one query; None if it is gone. Each socket calls this every few seconds."""
    kind, chat = kind_of(room), RoomChat.objects.filter(room=room)
    counts = [models.Subquery(chat.values(column)) for column in COUNTS]
    found = kind.rows(room.public_id).values_list(kind.revision, *counts).first()
    return None if found is None else RoomCounts(found[0], (found[1] or 0, found[2] or 0))


def find_news(room: Room, listener: Listener, heard: Mapping[str, int]) -> dict[str, int]:
    """Return the newest number of each channel with messages that the listener has not heard.

    Takes one query, and two more if there are new messages.
    """
    said = RoomChat.objects.filter(room=room).values_list(*COUNTS).first()
    newest = dict(zip(Channel.values, said or (0, 0), strict=True))
    if all(number <= heard.get(channel, 0) for channel, number in newest.items()):
        return {}
    facts = kind_of(room).load_facts(room.public_id)
    channels = [] if facts is None else channels_for(facts, listener)
    return {channel: newest[channel] for channel in channels if newest[channel] > heard.get(channel, 0)}


class Hall(TypedDict):
    """The facts of a room that decide who hears whom, as plain data."""

    state: str
    rated: bool
    players: list[int]


class ChatWord(TypedDict):
    """The message to all sockets of a room that something was said, rendered, with who may hear it."""

    type: str
    room: str
    number: int
    author: int | None
    html: str
    hall: Hall


class Lines(NamedTuple):
    """Messages of a channel, the oldest first, and the number up to which its holder knows the channel."""

    messages: list[ChatMessage]
    last: int


def lines_of(room: Room, channel: str, listener: Listener, newest: int, *, after: int = 0) -> Lines:
    """Return messages of a channel with one query. `newest` is the number of its newest message, read before.

    Without `after` these are the last hundred, else the next hundred after that number, so that a returning listener
    misses none. Messages of muted people are left out. The caller checks that the listener may hear the channel.
    """
    found = ChatMessage.objects.filter(room=room, channel=channel, number__gt=after).select_related("author")
    if after:
        chosen = list(found.order_by("number")[:SHOWN_AT_ONCE])
    else:
        chosen = list(reversed(found.order_by("-number")[:SHOWN_AT_ONCE]))
    reached = chosen[-1].number if chosen else after
    is_all = not after or len(chosen) < SHOWN_AT_ONCE
    shown = [message for message in chosen if message.author_id not in listener.muted_people]
    return Lines(shown, max(reached, newest) if is_all else reached)


def broadcast_message(message: ChatMessage, facts: RoomFacts) -> None:
    """Broadcast a new or changed message to every socket of the room."""
    word: ChatWord = {
        "type": "chat.said",
        "room": message.channel,
        "number": message.number,
        "author": message.author_id,
        "html": line_html(message),
        "hall": {"state": facts.state, "rated": facts.rated, "players": list(facts.seats)},
    }
    send_to_room(message.room, word)


def frame_for(word: ChatWord, listener: Listener) -> dict[str, object] | None:
    """Return the frame that the listener's socket sends for a broadcast message; None if the channel is closed.

    For a muted person or channel the frame holds the number alone, so that the browser does not ask for what it lacks.
    """
    hall = word["hall"]
    facts = RoomFacts(hall["state"], hall["rated"], dict.fromkeys(hall["players"], 0))
    if word["room"] not in channels_for(facts, listener):
        return None
    frame: dict[str, object] = {"room": word["room"], "number": word["number"]}
    if hears(facts, listener, word["room"], word["author"]):
        frame["html"] = word["html"]
        frame["own"] = word["author"] is not None and word["author"] == listener.pk
    return {"chat": frame}


def author_name(message: ChatMessage) -> str:
    """Return the name of the author; authors whose account is deleted have no name."""
    return SOMEBODY if message.author is None else str(message.author)


def line_html(message: ChatMessage) -> str:
    """Return the message as a list item in HTML."""
    return render_to_string(LINE, {"message": message, "name": author_name(message)})


@dataclass(frozen=True, slots=True)
class Said:
    """A message from a client: its text, the channel (None: the author's own), and the client's id for it."""

    text: str
    channel: str | None = None
    key: str = ""


def say(room: Room, user: User, said: Said, *, now: datetime | None = None) -> ChatMessage:
    """Post a message in the user's channel of a room; its listeners are told after the commit.

    A repeated key posts nothing. Raises `DomainError`: not_found, unsayable, not_your_room, no_guests, too_fast.
    """
    text, now = clean_message(said.text), now or timezone.now()
    with structlog.contextvars.bound_contextvars(room=str(room), user_id=user.pk), transaction.atomic():
        facts, chat = load_facts(room), lock_chat(room)
        channel = _channel_for(facts, user, said.channel, chat)
        if said.key:
            repeated = ChatMessage.objects.filter(author=user, key=said.key).first()
            if repeated is not None:
                return repeated
        _refuse_haste(user, now)
        message = ChatMessage(room=room, channel=channel, number=chat.count(channel), author=user, text=text, at=now)
        message.seat, message.key = facts.seats.get(user.pk), said.key
        message.save(force_insert=True)
        chat.save(update_fields=COUNTS)
        transaction.on_commit(lambda: broadcast_message(message, facts), robust=True)
    return message


def hide(message: ChatMessage, staff: User, why: str, *, now: datetime | None = None) -> None:
    """Hide a message from everybody; it keeps its place, and the room's log of staff acts says who hid it and why.

    Raises `DomainError`: not_yours if the user is not staff or sits at the table, malformed without a reason.
    """
    room, kind = message.room, kind_of(message.room)
    facts = load_facts(room)
    if not staff.is_staff or staff.pk in facts.seats:
        raise DomainError("not_yours", "You sit at this table, so you cannot hide its messages.")
    why = " ".join(why.split())
    if not why or len(why) > LONGEST_REASON or not why.isprintable():
        raise DomainError("malformed", f"Say why, in at most {LONGEST_REASON} characters.")
    now = now or timezone.now()
    with transaction.atomic():
        row = kind.lock(room.public_id)
        message.refresh_from_db(fields=["hidden_at"])
        if message.is_hidden:
            return
        message.hidden_at, message.hidden_by, message.hidden_why = now, staff, why
        message.save(update_fields=["hidden_at", "hidden_by", "hidden_why"])
        words = f"The staff hid message {message.number} of the {message.get_channel_display().lower()}"
        kind.record_staff_act(row, staff, words, why, now)
        transaction.on_commit(lambda: broadcast_message(message, facts), robust=True)
    log.info("chat_message_hidden", room=str(room), channel=message.channel, number=message.number, user_id=staff.pk)


def let_guests_write(room: Room, host: User, *, may: bool) -> None:
    """Store whether guests may write in this room, which its host decides. Raises not_found, not_yours."""
    with transaction.atomic():
        if load_facts(room).host != host.pk:
            raise DomainError("not_yours", "Only the host of the table decides who may write.")
        chat = lock_chat(room)
        chat.guests_may_write = may
        chat.save(update_fields=["guests_may_write"])


def find_message(room: Room, channel: str, number: int, user: User | None) -> tuple[ChatMessage, RoomFacts, Listener]:
    """Return a message that the user may hear, with its room and the listener. Raises not_found otherwise."""
    facts, listener = load_facts(room), load_listener(user, room)
    found = ChatMessage.objects.select_related("author", "hidden_by").filter(room=room, channel=channel, number=number)
    message = found.first() if channel in channels_for(facts, listener) else None
    if message is None:
        raise DomainError("not_found", "There is no such message.")
    return message, facts, listener


def lock_chat(room: Room) -> RoomChat:
    """Return the chat of the room, locked by the current transaction. Creates it if there is none."""
    chat = RoomChat.objects.select_for_update().filter(room=room).first()
    return chat or RoomChat.objects.select_for_update().get_or_create(room=room)[0]


def find_writing_refusal(facts: RoomFacts, listener: Listener, *, guests_may_write: bool) -> DomainError | None:
    """Return the refusal of any message of the listener, or None. At an open table only the seated players write."""
    if own_channel(facts, listener) is None:
        return DomainError("not_your_room", "Sit down to talk: while a table waits, its players talk to each other.")
    if listener.is_guest and not guests_may_write:
        return DomainError("no_guests", "Guests cannot write at this table. Sign in to write.")
    return None


def _channel_for(facts: RoomFacts, user: User, asked: str | None, chat: RoomChat) -> Channel:
    """Return the channel that the user writes to. Raises `DomainError`: the refusal to write, or not_your_room."""
    listener = Listener(user.pk, is_guest=user.is_guest)
    refusal = find_writing_refusal(facts, listener, guests_may_write=chat.guests_may_write)
    if refusal is not None:
        raise refusal
    channel = own_channel(facts, listener)
    assert channel is not None, "otherwise it was refused"
    if asked is not None and asked != channel:
        other = "Players and those who watch do not talk to each other: {} write among themselves."
        raise DomainError("not_your_room", other.format("players" if channel == Channel.TABLE else "you who watch"))
    return channel


def _refuse_haste(user: User, now: datetime) -> None:
    """Raise too_fast, with the seconds to wait, if the author's last messages leave no room for one more."""
    most = max(most for most, _ in RATES)
    said = list(ChatMessage.objects.filter(author=user).order_by("-at").values_list("at", flat=True)[:most])
    waits = [said[most - 1] + span - now for most, span in RATES if len(said) >= most]
    wait_s = ceil(max(waits, default=timedelta(0)).total_seconds())
    if wait_s > 0:
        words = f"You write faster than others can read. Wait {format_count(wait_s, 'second')}, and send it again."
        raise DomainError("too_fast", words, wait_s=wait_s)


def mute_person(user: User, person: User | None) -> None:
    """Mute a person for the user, at every table. Raises not_found, not_yours, too_many_muted."""
    if person is None:
        raise DomainError("not_found", "This account no longer exists.")
    if person.pk == user.pk:
        raise DomainError("not_yours", "You cannot mute yourself.")
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        muted = MutedPerson.objects.filter(by=user)
        if muted.filter(person=person).exists():
            return
        if muted.count() >= MOST_MUTED:
            raise DomainError("too_many_muted", f"You have muted {MOST_MUTED} people, the maximum. Unmute some first.")
        MutedPerson.objects.create(by=user, person=person)


def unmute_person(user: User, person: int) -> None:
    """Unmute a person for the user."""
    MutedPerson.objects.filter(by=user, person=person).delete()


def mute_channel(user: User, room: Room, channel: Channel) -> None:
    """Mute a channel of this room for the user."""
    MutedChannel.objects.get_or_create(by=user, room=room, channel=channel)
    _reload_settings_on_commit(user, room)


def unmute_channel(user: User, room: Room, channel: Channel) -> None:
    """Unmute a channel for the user, with all that was said meanwhile."""
    MutedChannel.objects.filter(by=user, room=room, channel=channel).delete()
    _reload_settings_on_commit(user, room)


def hear_spectators(user: User, room: Room, *, hears: bool) -> None:
    """Store whether the user hears spectators while playing an unrated match."""
    TableManners.objects.update_or_create(user=user, defaults={"hears_spectators": hears})
    _reload_settings_on_commit(user, room)


def set_named(user: User, room: Room, *, is_named: bool) -> None:
    """Store whether others see the user's name as a spectator, at this and every other table."""
    with transaction.atomic():
        TableManners.objects.update_or_create(user=user, defaults={"is_named_watching": is_named})
        kind = kind_of(room)
        kind.show_change(kind.lock(room.public_id))
    _reload_settings_on_commit(user, room)


def _reload_settings_on_commit(user: User, room: Room) -> None:
    """After the commit, tell the user's pages of this room to reload the chat settings."""
    word: UserChange = {"type": "chat.ears", "user": user.pk}
    transaction.on_commit(lambda: send_to_room(room, word), robust=True)
