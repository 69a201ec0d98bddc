"""Rooms: places where people meet live, such as the table of a match or a tournament.

A room is known by its kind and public id. Each app registers the kinds of its rooms when it is ready, so that sockets,
chat, presence and reports work in rooms that this package does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from django.apps import apps
from django.db import models
from django.db.models import QuerySet
from django.db.models.signals import post_delete
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

from incursions.accounts.models import User
from incursions.kit.clients import see_other, wants_html
from incursions.kit.refusals import DomainError
from incursions.kit.requests import View, answer_refusals

LONGEST_KEY = 32
OPEN, RUNNING, OVER = "open", "running", "over"
"""The states of a room: it waits for players and has no spectators yet, it is under way, it is over."""

Viewer = int | None
"""The key of a user, or None for an anonymous viewer."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room. As text it is its key in the database and the name of the channel group of its sockets."""

    kind: str
    public_id: str

    def __str__(self) -> str:
        return f"{self.kind}.{self.public_id}"

    @classmethod
    def parse(cls, key: str) -> Self:
        """Return the room with this key."""
        kind, _, public_id = key.partition(".")
        return cls(kind, public_id)

    @property
    def url(self) -> str:
        """The address of the room's page."""
        return reverse(kind_of(self).page, args=[self.public_id])

    @property
    def chat_url(self) -> str:
        """The address of the room's chat, "" if it has no page."""
        page = kind_of(self).chat_page
        return reverse(page, args=[self.public_id]) if page else ""


if TYPE_CHECKING:
    RoomText = models.CharField[Room, Room]
else:
    RoomText = models.CharField


class RoomField(RoomText):
    """A column that holds a `Room`. It is no foreign key, because rooms are rows of many models."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **({"max_length": LONGEST_KEY} | options))

    def from_db_value(self, value: str | None, *_: object) -> Room | None:
        """Return the room of a value from the database."""
        return self.to_python(value)

    def to_python(self, value: Any) -> Room | None:
        return value if value is None or isinstance(value, Room) else Room.parse(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else str(value)


@dataclass(frozen=True, slots=True)
class RoomFacts:
    """The facts of a room that decide who hears and writes what in its chat."""

    state: str = RUNNING
    rated: bool = False
    seats: Mapping[int, int] = field(default_factory=dict)
    """The seats of the players, by the keys of the users."""
    host: Viewer = None


class Moment(NamedTuple):
    """A moment in a room, for a report: the reporter's seat, the version, and in words what everybody could see."""

    seat: int | None = None
    version: int = 0
    words: str = ""


class RoomKind:
    """A kind of room: how its row is found, who may enter, and what happens there as people come, talk and go.

    Only `may_enter` has no default: an app overrides what its rooms have.
    """

    name: str
    model: type[models.Model]
    """The model of the rooms' rows; it has the column `public_id`."""
    revision = "revision"
    """The column that rises with every change that viewers see."""
    page: str
    """The name of the page's address."""
    chat_page = ""
    talk_socket = ""
    """The address of the chat's socket, with `{}` for the public id."""
    report_part = ""
    """The template of a report's facts about the room."""

    def may_enter(self, public_id: str, user: User | None, /) -> bool:
        """Return True if the user, or a stranger, may see the room now."""
        raise NotImplementedError

    def rows(self, public_id: str) -> QuerySet[Any]:
        """Return the row of a room, without large columns, as a queryset."""
        return self.model._default_manager.filter(public_id=public_id)

    def lock(self, public_id: str) -> Any:
        """Return the row of a room, locked by the current transaction; None if there is no such room."""
        return self.rows(public_id).select_for_update().first()

    def load_facts(self, public_id: str) -> RoomFacts | None:
        """Return the facts of a room, or None if there is no such room."""
        return RoomFacts() if self.rows(public_id).exists() else None

    def make_missing_error(self) -> DomainError:
        """Return the refusal of an address that leads to no room of this kind."""
        return DomainError("not_found", "There is no such room.")

    def list_played_by(self, user: Viewer) -> Collection[str]:
        """Return the public ids of the rooms under way in which the user plays."""
        return ()

    def show_change(self, row: Any, /) -> None:
        """Show all viewers a change of the locked row. The caller is in its transaction."""

    def update_presence(
        self, row: Any, present: Mapping[Viewer, int], gone: Collection[Viewer], now: datetime, /
    ) -> None:
        """Update the locked row after viewers came or went: `present` are all, with the number of their sockets."""

    def write_lags(self, lags: Mapping[tuple[str, int], int], /) -> None:
        """Store the measured lags in milliseconds, by public id and user."""

    def give_time_back(self, of: str, began: datetime, ended: datetime) -> int:
        """Give the time of an outage back to what was under way in all rooms. Return the number of matches.

        `of` is the kind of process that did not run, an `Outage.Of`.
        """
        return 0

    def set_back(self, step: timedelta, now: datetime) -> int:
        """Move the times of what is under way in all rooms by a negative step. Return the number of matches.

        A time in the last seconds before `now` was written after the clock was set back, and stays.
        """
        return 0

    def record_staff_act(self, row: Any, staff: User, words: str, reason: str, now: datetime) -> None:
        """Record in the log of the locked row that the staff hid a message there."""

    def load_moment(self, public_id: str, user: User, now: datetime) -> Moment:
        """Return the present moment of a room for a report by this user."""
        return Moment()

    def staff_url(self, row: Any) -> str:
        """Return the address of the staff's tools for a room, "" if there are none."""
        return ""

    def show_answer(self, request: HttpRequest, public_id: str, *, status: int, **said: Any) -> HttpResponse:
        """Render the room as it is now, after an act that `said` describes."""
        return see_other(reverse(self.page, args=[public_id]))

    def show_refusal(self, request: HttpRequest, refusal: DomainError, address: dict[str, str]) -> HttpResponse:
        """Render a refusal as a page of the room."""
        raise refusal


_kinds: dict[str, RoomKind] = {}


def register(kind: RoomKind) -> None:
    """Make a kind of room known. All rows about a room (its chat, who is there, reports) are deleted with its own."""
    _kinds[kind.name] = kind

    def forget(instance: Any, **_: object) -> None:
        room = Room(kind.name, instance.public_id)
        for model in apps.get_models():
            for column in model._meta.get_fields():
                if isinstance(column, RoomField):
                    model._default_manager.filter(**{column.name: room}).delete()

    post_delete.connect(forget, sender=kind.model, weak=False, dispatch_uid=f"room.{kind.name}")


def unregister(name: str) -> None:
    """Forget a kind of room, as a test does at its end."""
    kind = _kinds.pop(name)
    post_delete.disconnect(sender=kind.model, dispatch_uid=f"room.{name}")


def list_kinds() -> list[RoomKind]:
    """Return all kinds of rooms, the last registered first: a tournament is locked before its matches."""
    return [*reversed(_kinds.values())]


def kind_of(room: Room) -> RoomKind:
    """Return the kind of the room."""
    return _kinds[room.kind]


def refuse_in_room(kind: str = "") -> Callable[[View], View]:
    """Return a decorator for views in rooms: it answers refusals in the room, and guards forms.

    `kind` names the kind of room, unless the address does.
    """

    def show(request: HttpRequest, refusal: DomainError, address: dict[str, str]) -> HttpResponse:
        return _kinds[kind or address["kind"]].show_refusal(request, refusal, address)

    return answer_refusals(show)


def answer_in_room(request: HttpRequest, room: Room, *, status: int = 200, **said: Any) -> HttpResponse:
    """Answer an act in a room with a line of JSON, or with the page of the room as it is now."""
    if not wants_html(request):
        return JsonResponse({"message": "", "rule": "", **said}, status=status)
    return kind_of(room).show_answer(request, room.public_id, status=status, **said)
