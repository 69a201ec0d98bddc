"""Post chat messages, and hide them as staff."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

import structlog
from django.db import transaction
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tournaments.live.chat.listening import broadcast_message, load_audience, load_listener
from tournaments.live.chat.models import LONGEST_REASON, ChatMessage, TableChat
from tournaments.live.chat.rooms import ChatAudience, Listener, Room, own_room, rooms_of
from tournaments.live.chat.validation import UnsayableError, clean_message
from tournaments.live.pushes import show_change
from tournaments.matches.models import Match, Seat
from tournaments.matches.staff.models import Kind, StaffAct
from tournaments.tables.seating import seat_of

if TYPE_CHECKING:
    from incursions.accounts.models import User

RATES = ((5, timedelta(seconds=10)), (20, timedelta(minutes=1)))
"""Rate limits of one person at all tables together: messages, and the time in which they count."""
log = structlog.get_logger(__name__)


class TooFastError(DomainError):
    """The refusal of a message that comes too soon after its author's others."""

    def __init__(self, wait_s: int) -> None:
        seconds = f"{wait_s} second" + ("" if wait_s == 1 else "s")
        super().__init__("too_fast", f"You write faster than others can read. Wait {seconds}, and send it again.")
        self.wait_s = wait_s

    @property
    def details(self) -> dict[str, object]:
        """The seconds after which one more message is allowed."""
        return {"wait_s": self.wait_s}


@dataclass(frozen=True, slots=True)
class Said:
    """A message from a client: its text, the room (None: the author's own), and the client's id for it."""

    text: str
    room: str | None = None
    key: str = ""


def say(public_id: str, user: User, said: Said, *, now: datetime | None = None) -> ChatMessage:
    """Post a message in the user's room of a match; its listeners are told after the commit.

    A repeated key posts nothing. Raises `DomainError`: not_found, unsayable, not_your_room, no_guests, too_fast.
    """
    try:
        text = clean_message(said.text)
    except UnsayableError as cause:
        raise DomainError("unsayable", str(cause)) from None
    now = now or timezone.now()
    with structlog.contextvars.bound_contextvars(match=public_id, user_id=user.pk), transaction.atomic():
        match = find_match(public_id)
        chat = lock_chat(match)
        seats = list(Seat.objects.filter(match=match, user__isnull=False))
        audience, seat = load_audience(match, seats), seat_of(seats, user)
        room = _room_for(audience, user, said.room, chat)
        if said.key:
            repeated = ChatMessage.objects.filter(author=user, key=said.key).first()
            if repeated is not None:
                return repeated
        _refuse_haste(user, now)
        message = ChatMessage(match=match, room=room, number=chat.count(room), author=user, text=text, key=said.key)
        message.seat = None if seat is None else seat.index
        message.at = now
        message.save(force_insert=True)
        chat.save(update_fields=["table_said", "spectators_said"])
        transaction.on_commit(lambda: broadcast_message(message, audience), robust=True)
    return message


def hide(message: ChatMessage, staff: User, why: str, *, now: datetime | None = None) -> None:
    """Hide a message from everybody; it keeps its place, and the log of staff acts says who hid it and why.

    Raises `DomainError`: not_yours if the user is not staff or sits at the table, malformed without a reason.
    """
    audience = load_audience(message.match)
    if not staff.is_staff or staff.pk in audience.players:
        raise DomainError("not_yours", "You sit at this table, so you cannot hide its messages.")
    why = " ".join(why.split())
    if not why or len(why) > LONGEST_REASON or not why.isprintable():
        raise DomainError("malformed", f"Say why, in at most {LONGEST_REASON} characters.")
    now = now or timezone.now()
    with transaction.atomic():
        match = Match.objects.light().select_for_update().get(pk=message.match_id)
        message.refresh_from_db(fields=["hidden_at"])
        if message.is_hidden:
            return
        message.hidden_at, message.hidden_by, message.hidden_why = now, staff, why
        message.save(update_fields=["hidden_at", "hidden_by", "hidden_why"])
        match.staff_acts += 1
        match.save(update_fields=["staff_acts"])
        words = f"The staff hid message {message.number} of the {message.get_room_display().lower()}"
        act = StaffAct(match=match, number=match.staff_acts, by=staff, by_name=str(staff), kind=Kind.HIDE, at=now)
        act.words, act.reason, act.version = words, why, match.version
        act.save()
        show_change(match)
        transaction.on_commit(lambda: broadcast_message(message, audience), robust=True)
    log.info("chat_message_hidden", match=match.public_id, room=message.room, number=message.number, user_id=staff.pk)


def let_guests_write(public_id: str, host: User, *, may: bool) -> None:
    """Store whether guests may write at this table, which its host decides. Raises not_found, not_yours."""
    with transaction.atomic():
        match = find_match(public_id)
        if match.host_id != host.pk:
            raise DomainError("not_yours", "Only the host of the table decides who may write.")
        chat = lock_chat(match)
        chat.guests_may_write = may
        chat.save(update_fields=["guests_may_write"])


def find_match(public_id: str) -> Match:
    """Return the match of an address without its large columns. Raises not_found."""
    return Match.objects.light().find_or_refuse(public_id)


def find_message(
    public_id: str, room: str, number: int, user: User | None
) -> tuple[ChatMessage, ChatAudience, Listener]:
    """Return a message that the user may hear, with its audience and the listener. Raises not_found otherwise."""
    match = find_match(public_id)
    audience, listener = load_audience(match), load_listener(user, public_id)
    found = ChatMessage.objects.select_related("author", "hidden_by").filter(match=match, room=room, number=number)
    message = found.first() if room in rooms_of(audience, listener) else None
    if message is None:
        raise DomainError("not_found", "There is no such message.")
    message.match = match
    return message, audience, listener


def lock_chat(match: Match) -> TableChat:
    """Return the chat of the match, locked by the current transaction. Creates it if there is none."""
    chat = TableChat.objects.select_for_update().filter(match=match).first()
    return chat or TableChat.objects.select_for_update().get_or_create(match=match)[0]


def find_writing_refusal(audience: ChatAudience, listener: Listener, *, guests_may_write: bool) -> DomainError | None:
    """Return the refusal of any message of the listener, or None. At an open table only the seated players write."""
    room = own_room(audience, listener)
    if room is None:
        return DomainError("not_your_room", "Sit down to talk: while a table waits, its players talk to each other.")
    if listener.is_guest and not guests_may_write:
        return DomainError("no_guests", "Guests cannot write at this table. Sign in to write.")
    return None


def _room_for(audience: ChatAudience, user: User, asked: str | None, chat: TableChat) -> Room:
    listener = Listener(user.pk, is_guest=user.is_guest)
    refusal = find_writing_refusal(audience, listener, guests_may_write=chat.guests_may_write)
    if refusal is not None:
        raise refusal
    room = own_room(audience, listener)
    assert room is not None, "otherwise it was refused"
    if asked is not None and asked != room:
        other = "Players and those who watch do not talk to each other: {} write among themselves."
        raise DomainError("not_your_room", other.format("players" if room == Room.TABLE else "you who watch"))
    return room


def _refuse_haste(user: User, now: datetime) -> None:
    """Raise `TooFastError` if the author's last messages leave no room for one more."""
    most = max(most for most, _ in RATES)
    said = list(ChatMessage.objects.filter(author=user).order_by("-at").values_list("at", flat=True)[:most])
    waits = [said[most - 1] + span - now for most, span in RATES if len(said) >= most]
    longest = max(waits, default=timedelta(0))
    if longest > timedelta(0):
        raise TooFastError(ceil(longest.total_seconds()))
