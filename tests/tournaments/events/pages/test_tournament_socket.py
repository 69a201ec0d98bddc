"""The socket of a tournament's pages says that there is something new to those who may see it, and no more."""

import asyncio
import json

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.db import connections

from incursions.accounts.models import User
from tests.catalogue_rows import fill_catalogue
from tests.tournaments.events.organizing.tournaments import announced, plan, some_loadout
from tests.tournaments.live.sockets import PATIENCE_S
from tournaments.events.entries import enter
from tournaments.events.pages.consumers import TournamentConsumer
from tournaments.events.plans import create_tournament

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


class Socket(ApplicationCommunicator):
    """A page's socket, past the routing and the session."""

    def __init__(self, public_id: str, user: User | None = None) -> None:
        route = {"kwargs": {"public_id": public_id}}
        super().__init__(TournamentConsumer.as_asgi(), {"type": "websocket", "user": user, "url_route": route})

    async def open(self) -> dict:
        await self.send_input({"type": "websocket.connect"})
        assert (await self.receive_output(timeout=PATIENCE_S))["type"] == "websocket.accept"
        return await self.receive_output(timeout=PATIENCE_S)


def run(test) -> None:
    """Run it, and leave no connection of its threads behind."""

    async def to_the_end() -> None:
        try:
            await test()
        finally:
            await database_sync_to_async(connections.close_all)()

    asyncio.run(to_the_end())


@database_sync_to_async
def held(is_draft: bool = False):
    fill_catalogue()
    owner, player = User.objects.create_user("organizer"), User.objects.create_user("player")
    return (create_tournament(owner, plan()) if is_draft else announced(owner)), owner, player


def test_socket_tells_of_each_change():
    async def test():
        row, _, player = await held()
        socket = Socket(row.public_id)
        assert json.loads((await socket.open())["text"]) == {"version": row.version}
        await database_sync_to_async(enter)(row.public_id, player, loadout=await database_sync_to_async(some_loadout)())
        told = {"version": 0}
        while told["version"] <= row.version:  # a word of what was done before may come late
            told = json.loads((await socket.receive_output(timeout=PATIENCE_S))["text"])
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await socket.wait(timeout=PATIENCE_S)

    run(test)


def test_socket_of_a_draft_is_for_its_staff():
    async def test():
        row, owner, player = await held(is_draft=True)
        assert (await Socket(row.public_id, player).open())["code"] == 4004
        assert (await Socket("nothing").open())["code"] == 4004
        socket = Socket(row.public_id, owner)
        assert "text" in await socket.open()
        await socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await socket.wait(timeout=PATIENCE_S)

    run(test)


def test_socket_hears_nothing():
    async def test():
        row, _, _ = await held()
        socket = Socket(row.public_id)
        await socket.open()
        await socket.send_input({"type": "websocket.receive", "text": "hello"})
        assert (await socket.receive_output(timeout=PATIENCE_S))["type"] == "websocket.close"

    run(test)
