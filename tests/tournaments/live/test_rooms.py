"""A room without a match: its chat, presence and pushes work as those of a table do."""

import json

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import connections

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tests.tournaments.laid_matches import NOON, later
from tests.tournaments.live.sockets import PATIENCE_S, in_database, run
from tournaments.events.models import Series
from tournaments.live import rooms
from tournaments.live.chat.messages import Said, load_listener, mute_channel, say
from tournaments.live.chat.panel import ChatPanel
from tournaments.live.consumers import GONE, TalkConsumer
from tournaments.live.models import Attendance, ChatMessage, MutedChannel
from tournaments.live.presence.attendance import Attendances, connected_users, record_web_process
from tournaments.live.pushes import announce_revision
from tournaments.live.reports import file_report
from tournaments.live.rooms import Room, RoomKind


class SeriesRoom(RoomKind):
    """The room of a series, which has neither a match nor a revision, and opens to its owner's guests alone."""

    name = "series"
    model = Series
    revision = "pk"
    page = "series:series"

    def may_enter(self, public_id: str, user: User | None) -> bool:
        return user is not None and self.rows(public_id).exists()


@pytest.fixture
def kind(monkeypatch):
    rooms.register(SeriesRoom())
    yield
    rooms.unregister("series")


def open_room() -> tuple[Room, User, User]:
    ann, ben = (User.objects.create_user(name, password="secret word") for name in ("ann", "ben"))
    series = Series.objects.create(owner=ann, name="The long night")
    return Room("series", series.public_id), ann, ben


@pytest.mark.django_db
def test_everybody_in_the_room_talks_as_those_who_watch(kind):
    room, ann, ben = open_room()
    message = say(room, ann, Said("Red alert"), now=NOON)
    assert (message.channel, message.number, message.seat, message.url) == ("spectators", 1, None, "")
    panel = ChatPanel(room, ben)
    assert [one.text for one in panel.lines("spectators").messages] == ["Red alert"]
    mute_channel(ben, room, "spectators")
    assert load_listener(ben, room).muted_channels == {"spectators"}
    assert load_listener(ben, Room("series", "another")).muted_channels == set()
    report = file_report(room, ben, "Too loud", now=NOON)
    assert (report.room, report.seat, report.moment) == (room, None, "")
    with pytest.raises(DomainError, match="no such room"):
        say(Room("series", "another"), ann, Said("Red alert"))


@pytest.mark.django_db
def test_who_is_there_is_counted(kind):
    room, ann, ben = open_room()
    web = Attendances()
    record_web_process(web.server, NOON)
    for viewer in (ann.pk, ben.pk, None):
        web.come(room, viewer)
    web.record_lag(room, ann.pk, 120)
    web.flush(NOON)
    assert connected_users(room) == {ann.pk, ben.pk}
    web.leave(room, ben.pk, NOON)
    web.flush(later(seconds=5))
    assert connected_users(room) == {ann.pk}


@pytest.mark.django_db
def test_what_is_kept_about_a_room_goes_with_its_row(kind):
    room, ann, ben = open_room()
    say(room, ann, Said("Red alert"), now=NOON)
    mute_channel(ben, room, "spectators")
    web = Attendances()
    record_web_process(web.server, NOON)
    web.come(room, ann.pk)
    web.flush(NOON)
    Series.objects.get().delete()
    assert not any(model.objects.exists() for model in (ChatMessage, MutedChannel, Attendance))


def socket_of(room: Room, user: User | None) -> ApplicationCommunicator:
    route = {"kwargs": {"public_id": room.public_id}}
    return ApplicationCommunicator(
        TalkConsumer.as_asgi(kind=room.kind), {"type": "websocket", "user": user, "url_route": route}
    )


async def opened(socket: ApplicationCommunicator) -> ApplicationCommunicator:
    await socket.send_input({"type": "websocket.connect"})
    assert (await socket.receive_output(timeout=PATIENCE_S))["type"] == "websocket.accept"
    return socket


@pytest.mark.django_db(transaction=True)
def test_sockets_hear_the_room_and_strangers_do_not(kind):
    async def test():
        room, ann, ben = await in_database(open_room)()
        socket = await opened(socket_of(room, ann))
        stranger = await opened(socket_of(room, None))
        assert await stranger.receive_output(timeout=PATIENCE_S) == {"type": "websocket.close", "code": GONE}
        await in_database(announce_revision)(room, 10_000)
        await in_database(say)(room, ben, Said("Shields up"))
        heard = json.loads((await socket.receive_output(timeout=PATIENCE_S))["text"])["chat"]
        assert (heard["room"], heard["number"], heard["own"], "Shields up" in heard["html"]) == (
            *("spectators", 1, False),
            True,
        )
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await socket.wait(timeout=PATIENCE_S)

    run(test)
    connections.close_all()
