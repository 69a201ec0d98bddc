"""What the sockets of a table send on of the chat, and what a page can catch up with."""

import json

import pytest
from channels.layers import get_channel_layer

from incursions.accounts.models import User
from tests.tournaments.live.sockets import PATIENCE_S, in_database, open_socket, run, running_duel
from tournaments.live import consumers
from tournaments.live.chat import messages
from tournaments.live.chat.messages import Said, hide, mute_channel, say
from tournaments.live.consumers import ENDED
from tournaments.live.models import MutedPerson
from tournaments.matches.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


async def chat_of(socket) -> dict:
    """Return the next frame of the chat."""
    return json.loads((await socket.receive_output(timeout=PATIENCE_S))["text"])["chat"]


async def speak(match: Match, user: User, text: str):
    return await in_database(say)(match.room, user, Said(text))


@in_database
def somebody(name: str, **kwargs) -> User:
    return User.objects.create_user(name, password="secret word", **kwargs)


def test_each_socket_hears_its_own_rooms_and_nothing_draws_the_table():
    async def test():
        match, players = await running_duel()
        watcher, staff = await somebody("watcher"), await somebody("staff", is_staff=True)
        await in_database(MutedPerson.objects.create)(by=players[1], person=players[0])
        viewers = [players[0], players[1], watcher, None, staff]
        sockets = [open_socket(match, viewer) for viewer in viewers]
        opened = [await socket.__aenter__() for socket in sockets]
        for socket in opened:
            await socket.table()
        await speak(match, players[0], "kestrel")
        await speak(match, watcher, "osprey")
        first, muting, watching, unknown, keeper = opened
        own = await chat_of(first)
        assert (own["room"], own["number"], own["own"]) == ("table", 1, True)
        assert "kestrel" in own["html"]
        assert await chat_of(muting) == {"room": "table", "number": 1}
        for socket in (watching, unknown):
            heard = await chat_of(socket)
            assert (heard["room"], heard["number"], heard["own"]) == ("spectators", 1, socket is watching)
        assert {(await chat_of(keeper))["room"] for _ in range(2)} == {"table", "spectators"}
        for socket in opened:
            assert await socket.receive_nothing(timeout=0.05)
        for manager in sockets:
            await manager.__aexit__(None, None, None)

    run(test)


def test_hidden_message_is_sent_again_without_its_words(monkeypatch):
    async def test():
        match, players = await running_duel()
        staff = await somebody("staff", is_staff=True)
        with monkeypatch.context() as unheard:  # word of it could be on its way until the socket is open
            unheard.setattr(messages, "broadcast_message", lambda *_: None)
            message = await speak(match, players[0], "kestrel")
        async with open_socket(match, players[1]) as socket:
            assert await chat_of(socket) == {"news": {"table": 1}}
            await socket.table()
            await in_database(hide)(message, staff, "an insult")
            assert "hid message 1" in await socket.table()  # the log of the staff's acts is part of the table
            heard = await chat_of(socket)
            assert heard["number"] == 1
            assert "kestrel" not in heard["html"]

    run(test)


def test_word_that_was_lost_is_told_of_later(monkeypatch):
    monkeypatch.setattr(consumers, "COMPARE_EVERY_S", 0.1)
    monkeypatch.setattr(messages, "broadcast_message", lambda *_: None)

    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as socket:
            await socket.table()
            await speak(match, players[1], "lost")
            assert await chat_of(socket) == {"news": {"table": 1}}
            assert await socket.receive_nothing(timeout=0.3)

    run(test)


def test_choice_in_another_window_has_the_page_ask_anew():
    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as socket, open_socket(match, players[1]) as other:
            await socket.table()
            await other.table()
            await in_database(mute_channel)(players[0], match.room, "table")
            assert await chat_of(socket) == {"again": True}
            await speak(match, players[1], "unheard")
            assert await chat_of(socket) == {"room": "table", "number": 1}
            assert (await chat_of(other))["own"]

    run(test)


def test_message_reaches_no_socket_whose_user_is_suspended():
    async def test():
        match, players = await running_duel()
        async with open_socket(match, players[0]) as one, open_socket(match, players[1]) as two:
            await one.table()
            await two.table()
            await User.objects.filter(pk=players[0].pk).aupdate(is_active=False)
            audience = {"state": "running", "rated": False, "players": [player.pk for player in players]}
            word = {"type": "chat.said", "room": "table", "number": 1, "author": 0, "html": "<li>", "hall": audience}
            await get_channel_layer().group_send(str(match.room), word)
            assert (await chat_of(two))["html"] == "<li>"
            assert await one.receive_output(timeout=PATIENCE_S) == {"type": "websocket.close", "code": ENDED}

    run(test)
