"""Read the messages that a listener may hear, and broadcast new ones to the sockets of a match.

A message is sent to the group once, rendered, and costs no query for any socket. `frame_for` decides what each socket
sends on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from tournaments.live.chat.lines import line_html
from tournaments.live.chat.models import ChatMessage, MutedPerson, MutedRoom, TableManners
from tournaments.live.chat.rooms import ChatAudience, Listener, Room, hears, rooms_of
from tournaments.live.pushes import UserChange, group_name, send_to_group
from tournaments.matches.models import Match, Seat

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from incursions.accounts.models import User


SHOWN_AT_ONCE = 100


def load_audience(match: Match, seats: Iterable[Seat] | None = None) -> ChatAudience:
    """Return the `ChatAudience` of a match, with one query, or none if its seats are given."""
    taken = Seat.objects.filter(match=match, user__isnull=False) if seats is None else seats
    return ChatAudience(match.state, match.rated, [seat.user_id for seat in taken if seat.user_id is not None])


def load_listener(user: User | AnonymousUser | None, public_id: str) -> Listener:
    """Return the listener at a match, with three queries, or none if anonymous."""
    if user is None or not user.is_authenticated:
        return Listener()
    manners = TableManners.objects.filter(user=user).first() or TableManners()
    muted_rooms = MutedRoom.objects.filter(by=user, match__public_id=public_id)
    return Listener(
        user.pk,
        is_guest=user.is_guest,
        is_staff=user.is_staff,
        hears_spectators=manners.hears_spectators,
        is_named=manners.is_named_watching,
        muted_people=frozenset(MutedPerson.objects.filter(by=user).values_list("person", flat=True)),
        muted_rooms=frozenset(muted_rooms.values_list("room", flat=True)),
    )


class UnreadCounts(NamedTuple):
    """The counters that a socket compares: the revision of the table, and the messages in each room."""

    revision: int
    said: tuple[int, int]


def read_counts(public_id: str) -> UnreadCounts | None:
    """Return the counters of a match with one query, or None. Each socket calls this every few seconds."""
    columns = ("revision", "chat__table_said", "chat__spectators_said")
    found = Match.objects.filter(public_id=public_id).values_list(*columns).first()
    return None if found is None else UnreadCounts(found[0], (found[1] or 0, found[2] or 0))


def find_news(public_id: str, listener: Listener, heard: Mapping[str, int]) -> dict[str, int]:
    """Return the newest number of each room with messages that the listener has not heard.

    Takes one query, and another one if there are new messages.
    """
    columns = ("pk", "state", "rated", "chat__table_said", "chat__spectators_said")
    found = Match.objects.filter(public_id=public_id).values_list(*columns).first()
    if found is None:
        return {}
    pk, state, rated, *said = found
    newest = {room: number or 0 for room, number in zip(Room.values, said, strict=True)}
    if all(number <= heard.get(room, 0) for room, number in newest.items()):
        return {}
    players = Seat.objects.filter(match=pk, user__isnull=False).values_list("user", flat=True)
    rooms = rooms_of(ChatAudience(state, rated, list(players)), listener)
    return {room: newest[room] for room in rooms if newest[room] > heard.get(room, 0)}


class Hall(TypedDict):
    """A `ChatAudience` as plain data."""

    state: str
    rated: bool
    players: list[int]


class ChatWord(TypedDict):
    """The message to all sockets of a match that something was said, rendered, with who may hear it."""

    type: str
    room: str
    number: int
    author: int | None
    html: str
    hall: Hall


class Lines(NamedTuple):
    """Messages of a room, the oldest first, and the number up to which its holder knows the room."""

    messages: list[ChatMessage]
    last: int


def lines_of(match: Match, room: str, listener: Listener, newest: int, *, after: int = 0) -> Lines:
    """Return messages of a room with one query. `newest` is the number of its newest message, read before.

    Without `after` these are the last hundred, else the next hundred after that number, so that a returning listener
    misses none. Messages of muted people are left out. The caller checks that the listener may hear the room.
    """
    found = ChatMessage.objects.filter(match=match, room=room, number__gt=after).select_related("author")
    if after:
        chosen = list(found.order_by("number")[:SHOWN_AT_ONCE])
    else:
        chosen = list(reversed(found.order_by("-number")[:SHOWN_AT_ONCE]))
    for message in chosen:
        message.match = match
    reached = chosen[-1].number if chosen else after
    is_all = not after or len(chosen) < SHOWN_AT_ONCE
    shown = [message for message in chosen if message.author_id not in listener.muted_people]
    return Lines(shown, max(reached, newest) if is_all else reached)


def broadcast_message(message: ChatMessage, audience: ChatAudience) -> None:
    """Broadcast a new or changed message to every socket of the match."""
    word: ChatWord = {
        "type": "chat.said",
        "room": message.room,
        "number": message.number,
        "author": message.author_id,
        "html": line_html(message),
        "hall": {"state": audience.state, "rated": audience.rated, "players": list(audience.players)},
    }
    send_to_group(group_name(message.match.public_id), word)


def broadcast_settings_change(public_id: str, user: int) -> None:
    """Tell the user's sockets at a match that the user's chat settings have changed."""
    word: UserChange = {"type": "chat.ears", "user": user}
    send_to_group(group_name(public_id), word)


def frame_for(word: ChatWord, listener: Listener) -> dict[str, object] | None:
    """Return the frame that the listener's socket sends for a broadcast message; None if the room is closed.

    For a muted person or room the frame holds the number alone, so that the browser does not ask for what it lacks.
    """
    audience = ChatAudience(**word["hall"])
    if word["room"] not in rooms_of(audience, listener):
        return None
    frame: dict[str, object] = {"room": word["room"], "number": word["number"]}
    if hears(audience, listener, word["room"], word["author"]):
        frame["html"] = word["html"]
        frame["own"] = word["author"] is not None and word["author"] == listener.pk
    return {"chat": frame}
