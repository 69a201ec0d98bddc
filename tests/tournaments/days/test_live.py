"""The socket of a day's page, and its clock over an outage."""

from __future__ import annotations

from datetime import timedelta

import pytest
from channels.layers import channel_layers
from redis import ConnectionError as RedisConnectionError

from incursions.kit.channel_layer import GroupLayer
from tests.tournaments.days.day_socket import DaySocket
from tests.tournaments.live.sockets import PATIENCE_S, in_database, run
from tournaments.days import consumers
from tournaments.days.room import DayRoom, move_clocks
from tournaments.days.seats import find_seat_by_key
from tournaments.live.consumers import GONE
from tournaments.live.models import Outage


@pytest.mark.django_db(transaction=True)
def test_socket_sends_the_page_and_then_what_has_changed(day, give):
    async def test():
        socket = DaySocket(day, "projector", 0)
        await socket.open()
        first = await socket.hear_update()
        assert set(first["parts"]) == {"alarm", "map", "news", "join"}
        await in_database(give)("Control", "start the event")
        await in_database(give)("Control", "announce to the room: All hands", 1)
        changed = await socket.hear_update()
        while "news" not in changed["parts"]:
            changed = await socket.hear_update()
        assert "All hands" in changed["parts"]["news"]
        assert "map" not in changed["parts"]
        assert changed["clock"]["runs"]
        await socket.close()

    run(test)


class LayerWithoutRedis(GroupLayer):
    """A channel layer whose Redis is away until it is told that it is back."""

    is_away = True
    joined: str = ""

    async def group_add(self, group, channel):
        if self.is_away:
            raise RedisConnectionError("no Redis")
        self.joined = group

    async def group_discard(self, group, channel):
        assert group == self.joined


@pytest.mark.django_db(transaction=True)
def test_page_opens_while_redis_is_away_and_joins_its_group_when_it_is_back(day, tmp_path, monkeypatch):
    monkeypatch.setattr(consumers, "COMPARE_EVERY_S", 0.1)
    layer = LayerWithoutRedis(hosts=[f"unix://{tmp_path}/none.sock"])
    monkeypatch.setitem(channel_layers.backends, "default", layer)

    async def test():
        socket = DaySocket(day, "projector", 0)
        await socket.open()
        assert (await socket.hear_update())["parts"]
        assert (await socket.hear_update())["revision"] == day.revision
        layer.is_away = False
        while not layer.joined:
            await socket.hear_update()
        assert layer.joined == str(day.room)
        await socket.close()

    run(test)


@pytest.mark.django_db(transaction=True)
def test_code_to_join_leaves_the_wall_when_the_event_starts_and_comes_back_with_its_undo(day, give):
    async def test():
        socket = DaySocket(day, "projector", 0)
        await socket.open()
        shown = (await socket.hear_update())["parts"]["join"]
        assert "http://192.168.1.5:8000/days/" in shown
        await in_database(give)("Control", "start the event")
        assert (await socket.hear_update())["parts"]["join"] == ""
        await in_database(give)("Control", "undo to entry 0 because the dry run is over")
        assert (await socket.hear_update())["parts"]["join"] == shown
        await socket.close()

    run(test)


@pytest.mark.django_db(transaction=True)
def test_socket_sends_no_more_than_four_updates_within_its_time(day, give, monkeypatch):
    monkeypatch.setattr(consumers, "UPDATE_WINDOW_S", 3_600.0)

    async def test():
        socket = DaySocket(day, "projector", 0)
        await socket.open()
        await socket.hear_update()
        for number in range(consumers.MOST_UPDATES - 1):
            await in_database(give)("Control", f"announce to the room: {number}")
            assert str(number) in (await socket.hear_update())["parts"]["news"]
        await in_database(give)("Control", "announce to the room: too much")
        assert await socket.receive_nothing()
        await socket.close()

    run(test)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("page", "place"), [("desk", 0), ("seat", 110), ("seat", 0)])
def test_socket_of_others_is_closed(day, page, place):
    async def test():
        socket = DaySocket(day, page, place)
        await socket.open()
        closed = await socket.receive_output(timeout=PATIENCE_S)
        assert (closed["type"], closed["code"]) == ("websocket.close", GONE)

    run(test)


def test_clock_stands_still_while_the_server_does_not_run(day, give):
    give("Control", "start the event")
    day.refresh_from_db()
    due = day.due_at
    DayRoom().give_time_back(Outage.Of.WEB, day.epoch, day.epoch + timedelta(seconds=30))
    DayRoom().give_time_back(Outage.Of.WORKER, day.epoch, day.epoch + timedelta(seconds=30))
    day.refresh_from_db()
    assert day.due_at == due + timedelta(seconds=30)
    move_clocks(-timedelta(seconds=30))
    day.refresh_from_db()
    assert day.due_at == due


def test_key_of_a_link_is_long(day):
    seat = day.seats.first()
    assert len(seat.key) > 20
    assert find_seat_by_key(seat.key).day == day
