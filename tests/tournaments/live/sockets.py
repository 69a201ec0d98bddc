"""Sockets of a match, opened in a test."""

import asyncio
import contextlib

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.db import database_sync_to_async
from django.db import connections

from incursions.accounts.models import User
from incursions.accounts.viewers import SessionStore
from tests.catalogue_rows import fill_catalogue
from tests.tournaments.laid_matches import lay_match, people
from tournaments.live.presence.lag import WORDS_OF_PING, WORDS_OF_PONG
from tournaments.tables.consumers import TableConsumer

PATIENCE_S = 60
"""The seconds after which a message that does not come has failed to come; a busy machine may take long."""


class Socket(ApplicationCommunicator):
    """A viewer's socket, past the routing and the session."""

    pings = 0

    def __init__(self, public_id: str, user: User | None = None, session: SessionStore | None = None) -> None:
        scope = {"type": "websocket", "user": user, "url_route": {"kwargs": {"public_id": public_id}}}
        super().__init__(TableConsumer.as_asgi(), scope if session is None else {**scope, "session": session})

    async def open(self) -> None:
        await self.send_input({"type": "websocket.connect"})
        assert (await self.receive_output(timeout=PATIENCE_S))["type"] == "websocket.accept"

    async def say(self, text: str) -> None:
        await self.send_input({"type": "websocket.receive", "text": text})

    async def hear(self) -> str:
        """Return the next message. Pings are answered, as every page does."""
        text: str = (await self.receive_output(timeout=PATIENCE_S))["text"]
        if text.startswith(WORDS_OF_PING):
            self.pings += 1
            await self.say(text.replace(WORDS_OF_PING, WORDS_OF_PONG))
        return text

    async def table(self) -> str:
        """Return the next picture, with its JSON unescaped."""
        while (text := await self.hear()).startswith(WORDS_OF_PING):
            pass
        return text.replace("&quot;", '"')

    async def close(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(timeout=PATIENCE_S)


@contextlib.asynccontextmanager
async def open_socket(match, user=None, session=None):
    socket = Socket(match.public_id, user, session)
    await socket.open()
    yield socket
    await socket.close()


@database_sync_to_async
def running_duel():
    fill_catalogue()
    players = people(2)
    return lay_match(players, now=None), players


in_database = database_sync_to_async


def run(test):
    """Run a test's coroutine; afterwards close what its thread opened."""

    async def to_the_end():
        try:
            await asyncio.wait_for(test(), 60)
        finally:
            await sync_to_async(connections.close_all)()

    asyncio.run(to_the_end())
