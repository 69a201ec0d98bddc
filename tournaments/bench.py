"""Measures the server as players meet it: from posting a move until the opponent's socket brings the new table.

Speaks HTTP and WebSocket to the running instance that the settings name (`SITE_URL`), as any client would.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import time
from dataclasses import dataclass, field
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from websockets.asyncio.client import ClientConnection, connect

MOVES_OF_ONE_MATCH = 150
MATCHES, MOVES_OF_EACH = 20, 12
PAUSE_S = 1.0
"""How long the players of one of many matches think: twenty tables are then some twenty moves a second."""
WARM_UP = 10
PATIENCE_S = 30.0
IDLE_S = 2.0
VERSION = re.compile(r"&quot;version&quot;: ?([0-9]+)")
OPTION = re.compile(r'name="text" value="([^"]*)"')
JSON_HEADERS = "Content-Type: application/json\r\nAccept: application/json\r\n"


class BenchError(RuntimeError):
    """The server answered otherwise than it should."""


@dataclass
class Client:
    """A guest: one kept-open HTTP connection, and the session cookie."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    socket: ClientConnection | None = None
    used_at: float = 0.0
    picture: str = ""

    async def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """The JSON answer. Raises `BenchError` if the server does not say that all is well."""
        reader, writer = await self._connection()
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {self.cookie}\r\n"
        writer.write(f"{head}{JSON_HEADERS}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = [line.partition(": ") for line in lines if line]
        length = next(int(value) for name, _, value in headers if name.lower() == "content-length")
        answer = await reader.readexactly(length)
        for name, _, value in headers:
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        if not status.split(" ", 1)[1].startswith("2"):
            raise BenchError(f"{method} {path}: {status}, {answer[:300].decode(errors='replace')}")
        return json.loads(answer)

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The connection, opened anew before the server hangs up on one that was long idle."""
        if self.streams is not None and time.monotonic() - self.used_at > IDLE_S:
            self.streams[1].close()
            self.streams = None
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        self.used_at = time.monotonic()
        return self.streams

    @property
    def cookie(self) -> str:
        """The cookies as a header has them."""
        return "; ".join(f"{key}={value}" for key, value in self.cookies.items())

    async def watch(self, path: str) -> None:
        """Open the socket of a table and take its first picture."""
        origin = f"http://{self.host}:{self.port}"
        self.socket = await connect(
            f"ws://{self.host}:{self.port}/ws{path}/",
            additional_headers={"Cookie": self.cookie, "Origin": origin},
            max_size=None,
        )
        await self.pushed()

    async def pushed(self, after: int = -1) -> None:
        """Wait for a picture of the table later than that version."""
        assert self.socket is not None
        self.picture = ""
        while not self.picture or self.version <= after:
            self.picture = str(await asyncio.wait_for(self.socket.recv(), PATIENCE_S))

    @property
    def version(self) -> int:
        """The version that the picture is of. Raises `BenchError` if it does not say."""
        found = VERSION.search(self.picture)
        if found is None:
            raise BenchError(f"a picture without a version: {self.picture[:300]}")
        return int(found[1])

    @property
    def options(self) -> list[str]:
        """What the picture's buttons would send."""
        return [text for text in map(unescape, OPTION.findall(self.picture)) if text != "concede"]

    async def close(self) -> None:
        """Hang up."""
        if self.socket is not None:
            await self.socket.close()
        if self.streams is not None:
            self.streams[1].close()


class Duel:
    """Two guests at one table after another, both looking on through their sockets."""

    def __init__(self, rng: Random) -> None:
        address = urlsplit(settings.SITE_URL)
        self.players = [Client(address.hostname or "127.0.0.1", address.port or 80) for _ in range(2)]
        self.rng = rng
        self.path = ""

    async def begin(self) -> None:
        """Sit down at a new table."""
        first, second = self.players
        self.path = (await first.request("POST", "/matches", {"seats": 2, "free_s": 300}))["url"]
        await second.request("POST", f"{self.path}/join")
        for player in self.players:
            if player.socket is not None:
                await player.socket.close()
            await player.watch(self.path)

    async def move(self) -> float:
        """Play one random option; milliseconds from posting it to the opponent's pushed table."""
        if not any(player.options for player in self.players):
            await self.begin()
        seat = 0 if self.players[0].options else 1
        mover = self.players[seat]
        version = mover.version
        body = {"version": version, "text": self.rng.choice(mover.options), "key": f"move-{version}"}
        opponent = asyncio.create_task(self.players[1 - seat].pushed(after=version))
        own = asyncio.create_task(mover.pushed(after=version))
        began = time.perf_counter()
        answer = asyncio.create_task(mover.request("POST", f"{self.path}/actions", body))
        await opponent
        took = time.perf_counter() - began
        await asyncio.gather(own, answer)
        return took * 1000

    async def close(self) -> None:
        """Leave."""
        for player in self.players:
            await player.close()


async def one_match() -> list[float]:
    """Milliseconds of the moves of a match that has the server to itself."""
    duel = Duel(Random(1))
    await duel.begin()
    times = [await duel.move() for _ in range(WARM_UP + MOVES_OF_ONE_MATCH)]
    await duel.close()
    return times[WARM_UP:]


async def many_matches() -> list[float]:
    """Milliseconds of the moves of twenty matches, each moving about once a second."""
    duels = [Duel(Random(number)) for number in range(MATCHES)]
    for duel in duels:
        await duel.begin()

    async def play(duel: Duel) -> list[float]:
        times = []
        for _ in range(1 + MOVES_OF_EACH):
            await asyncio.sleep(PAUSE_S * duel.rng.uniform(0.5, 1.5))
            times.append(await duel.move())
        return times[1:]

    times = await asyncio.gather(*(play(duel) for duel in duels))
    for duel in duels:
        await duel.close()
    return [each for duel in times for each in duel]


def summary(name: str, times: list[float]) -> dict[str, float]:
    """Median and 95th percentile under the name's keys."""
    percentile = statistics.quantiles(times, n=20)[-1]
    return {f"{name}.median": round(statistics.median(times), 2), f"{name}.p95": round(percentile, 2)}


def figures() -> dict[str, float]:
    """The server's figures, in milliseconds."""
    one = asyncio.run(one_match())
    many = asyncio.run(many_matches())
    return summary("move.1.push_ms", one) | summary(f"move.{MATCHES}.push_ms", many)
