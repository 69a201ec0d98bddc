"""A guest at a table, as any client would be: one kept-open HTTP connection, and the socket of the table."""

from __future__ import annotations

import asyncio
import json
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from incursions.engine.standing import CONCEDE, is_stop
from tournaments.live.presence.lag import WORDS_OF_PING, WORDS_OF_PONG

PATIENCE_S = 60.0
IDLE_S = 2.0
FACTS = re.compile(r'data-facts="([^"]*)"')
OPTION = re.compile(r'name="text" value="([^"]*)"')
JSON_HEADERS = "Content-Type: application/json\r\nAccept: application/json\r\n"


class BenchError(RuntimeError):
    """The server answered otherwise than it should, or not at all."""


class TableMovedOnError(BenchError):
    """The table had moved on before the move came in."""


Numbers = tuple[int, int]
"""The revision of a picture, which is the same for all, and the version that its viewer is told of."""
NOTHING: Numbers = (-1, -1)


class Answer(NamedTuple):
    """The answer to a request: its status, the address that it leads to, if any, and its body."""

    status: int
    location: str
    content: bytes


class Looker(Protocol):
    """A client whose socket is read as it brings news: the numbers of its newest picture, and when that came."""

    news: asyncio.Event
    came_at: float

    @property
    def newest(self) -> Numbers:
        """The numbers of the newest picture; `NOTHING` before anything came."""


async def wait_for_later(numbers: Numbers, looker: Looker) -> float:
    """Return when a looker's first picture later than that one came. Raises `BenchError` if none comes."""
    while looker.newest <= numbers:
        looker.news.clear()
        try:
            await asyncio.wait_for(looker.news.wait(), PATIENCE_S)
        except TimeoutError:
            raise BenchError(f"nothing after {numbers} came within {PATIENCE_S:.0f} s") from None
    return looker.came_at


@dataclass
class Client:
    """A player or spectator of a table. One task at a time may wait for its pictures."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    used_at: float = 0.0
    socket: ClientConnection | None = None
    reading: asyncio.Task[None] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    picture: str = ""
    newest: Numbers = NOTHING
    is_over: bool = False
    came_at: float = 0.0

    @classmethod
    def for_site(cls, site: str) -> Client:
        """Make a guest of the site at this address."""
        address = urlsplit(site)
        return cls(address.hostname or "127.0.0.1", address.port or 80)

    async def request(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the JSON answer to a request. Raises `TableMovedOnError`, or `BenchError` unless the status is 2xx."""
        answer = await self.exchange(method, path, body)
        if not 200 <= answer.status < 300:
            refused = TableMovedOnError if b"table_moved_on" in answer.content else BenchError
            raise refused(f"{method} {path}: {answer.status}, {answer.content[:300].decode(errors='replace')}")
        found: dict[str, Any] = json.loads(answer.content)
        return found

    async def exchange(self, method: str, path: str, body: dict[str, Any] | None = None) -> Answer:
        """Return the answer to a request, whatever it is, and keep the cookies that it sets."""
        reader, writer = await self._connection()
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {self.cookie}\r\n"
        writer.write(f"{head}{JSON_HEADERS}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = [(name.lower(), value) for name, _, value in (line.partition(": ") for line in lines if line)]
        for name, value in headers:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        named = dict(headers)
        answer = await reader.readexactly(int(named["content-length"]))
        return Answer(int(status.split(" ")[1]), named.get("location", ""), answer)

    async def _connection(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the connection, opened again before the server closes one that was idle for long."""
        if time.monotonic() - self.used_at > IDLE_S:
            self.hang_up()
        if self.streams is None:
            self.streams = await asyncio.open_connection(self.host, self.port)
        self.used_at = time.monotonic()
        return self.streams

    @property
    def cookie(self) -> str:
        """The cookies as a header has them."""
        return "; ".join(f"{key}={value}" for key, value in self.cookies.items())

    async def watch(self, path: str) -> None:
        """Open the socket of a table, read it from now on, and take its first picture."""
        await self.look_away()
        origin = f"http://{self.host}:{self.port}"
        headers = {"Origin": origin, **({"Cookie": self.cookie} if self.cookies else {})}
        address = f"ws://{self.host}:{self.port}/ws{path}/"
        self.socket = await connect(address, additional_headers=headers, max_size=None)
        self.newest, self.is_over = NOTHING, False
        self.reading = asyncio.create_task(self._receive(self.socket))
        await self.pushed()

    async def _receive(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for frame in socket:
                if str(frame).startswith(WORDS_OF_PING):
                    await socket.send(WORDS_OF_PONG + str(frame).removeprefix(WORDS_OF_PING))
                    continue
                self.came_at = time.perf_counter()
                self.picture = str(frame)
                if found := FACTS.search(self.picture):
                    facts = json.loads(unescape(found[1]))
                    self.newest, self.is_over = (facts["revision"], facts["version"]), facts["over"]
                self.news.set()

    async def pushed(self, after: Numbers = NOTHING) -> float:
        """Return when a picture of the table later than that one came. Raises `BenchError` if none comes."""
        return await wait_for_later(after, self)

    @property
    def options(self) -> list[str]:
        """The lines that the picture's buttons would send."""
        return [text for text in map(unescape, OPTION.findall(self.picture)) if text != CONCEDE and not is_stop(text)]

    async def look_away(self) -> None:
        """Close the socket."""
        if self.socket is not None and self.reading is not None:
            await self.socket.close()
            await self.reading
            self.socket = self.reading = None

    def hang_up(self) -> None:
        """Close the HTTP connection; the next request opens another."""
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None

    async def close(self) -> None:
        """Close the socket and the connection."""
        await self.look_away()
        self.hang_up()
