"""A match of two on a boardgame.io server, played by its protocol: socket.io over one WebSocket for each player."""

from __future__ import annotations

import asyncio
import json
import time
from random import Random
from typing import Any
from uuid import UUID

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from support.benches.client import NOTHING, Numbers, wait_for_later

GAME = "duel"
PING, PONG = "2", "3"  # of Engine.IO 4
CONNECT, EVENT = f"40/{GAME},", f"42/{GAME},"  # of Socket.IO 5, in the namespace of the game


class BoardgamePlayer:
    """A player's socket, and the newest state that it brought."""

    def __init__(self, address: str, number: int) -> None:
        self.address, self.number = address, number
        self.socket: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None
        self.news = asyncio.Event()
        self.state: dict[str, Any] = {}
        self.came_at = 0.0

    async def sit_down(self, match: str) -> None:
        """Join a match, which the server makes for whoever comes first."""
        await self.leave()
        self.state = {}
        self.socket = await connect(f"{self.address}/socket.io/?EIO=4&transport=websocket", max_size=None)
        await self.socket.recv()  # how the connection is kept
        await self.socket.send(CONNECT)
        await self.socket.recv()  # that it is one to the game
        self.reading = asyncio.create_task(self._receive(self.socket))
        await self.say("sync", match, str(self.number), None, 2)
        await self.see(NOTHING)

    async def _receive(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                if frame == PING:
                    await socket.send(PONG)
                elif isinstance(frame, str) and frame.startswith(EVENT):
                    self._take(*json.loads(frame.removeprefix(EVENT)))
        except ConnectionClosed:
            return

    def _take(self, kind: str, *said: Any) -> None:
        if kind in {"sync", "update"}:
            self.came_at = time.perf_counter()
            self.state = said[1]["state"] if kind == "sync" else said[1]
            self.news.set()

    async def say(self, *event: Any) -> None:
        """Send an event."""
        assert self.socket is not None
        await self.socket.send(EVENT + json.dumps(event))

    @property
    def version(self) -> int:
        """The number of the newest state, -1 before any has come."""
        return int(self.state.get("_stateID", -1))

    @property
    def newest(self) -> Numbers:
        """The numbers of the newest state: its version, which is the same for all."""
        return self.version, 0

    async def see(self, after: Numbers) -> float:
        """Return when a later state came. Raises `BenchError` if none comes."""
        return await wait_for_later(after, self)

    async def leave(self) -> None:
        """Hang up."""
        if self.socket is not None and self.reading is not None:
            await self.socket.close()
            await self.reading


class BoardgameDuel:
    """The small duel of the bench of engines, at one match after another."""

    def __init__(self, address: str, rng: Random) -> None:
        self.players = [BoardgamePlayer(address, number) for number in range(2)]
        self.rng = rng
        self.match = ""

    async def begin(self) -> None:
        """Sit down at a new match."""
        self.match = str(UUID(int=self.rng.getrandbits(128)))
        for player in self.players:
            await player.sit_down(self.match)

    async def move(self) -> float:
        """Play one random option; milliseconds from sending it to the opponent's state."""
        if self.players[0].state["ctx"].get("gameover") is not None:
            await self.begin()
        state, version, newest = self.players[0].state, self.players[0].version, self.players[0].newest
        seat = int(next(iter(state["ctx"]["activePlayers"] or {}), state["ctx"]["currentPlayer"]))
        kind, arguments = self.rng.choice(options(state, seat))
        move = {"type": kind, "args": arguments, "playerID": str(seat), "credentials": None}
        began = time.perf_counter()
        await self.players[seat].say("update", {"type": "MAKE_MOVE", "payload": move}, version, self.match, str(seat))
        took = await self.players[1 - seat].see(newest) - began
        await self.players[seat].see(newest)
        return took * 1000

    async def close(self) -> None:
        """Leave."""
        for player in self.players:
            await player.leave()


def options(state: dict[str, Any], seat: int) -> list[tuple[str, list[int]]]:
    """Return the moves of the seat in the duel: one for each card, and the one that needs no card."""
    kind, without = ("defend", "suffer") if state["ctx"]["activePlayers"] else ("attack", "draw")
    return [*((kind, [place]) for place in range(len(state["G"]["hands"][seat]))), (without, [])]
