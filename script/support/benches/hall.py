"""The phones, desks and projectors of a hall at one day of a megagame, as clients of a running product."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from html import unescape
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from support.benches.client import Answer, Client

PLAYERS, DESKS = 41, 6
COMMANDS_PER_S = 3
AT_ONCE = 5
SETTLE_S = 2.0
"""Seconds after the last command in which its pushes still come."""
TAKEN, REFUSED = 200, 422
NOT_FILLED = "(not filled)"
ROW = re.compile(r"<tr[^>]*><td>([^<]+)</td>.*?/days/enter/([\w-]+)", re.DOTALL)
ADDRESS = re.compile(r'data-(socket|command)="([^"]+)"')


class Command(NamedTuple):
    """A command of a seat."""

    seat: str
    text: str


class Crowd(NamedTuple):
    """The screens of a hall: each desk and seat has one, and some seats have a second device. They are sixty."""

    desks: int = DESKS
    seats: int = PLAYERS
    second_devices: int = 10
    projectors: int = 3


class Message(NamedTuple):
    """A message of a socket: when it came, its revision, whether a part of the page has changed, and the clock."""

    came_at: float
    revision: int
    is_change: bool
    clock: Mapping[str, Any]


@dataclass
class HallReport:
    """The measurements of a hall: times in seconds, sizes in bytes, and the errors."""

    commands: list[float] = field(default_factory=list)
    pushes: list[float] = field(default_factory=list)
    refused: int = 0
    largest_page: int = 0
    largest_desk: int = 0
    errors: list[str] = field(default_factory=list)


class Screen:
    """A page of a day on a device, which knows what its socket has brought."""

    def __init__(self, site: str, seat: str = "", page: str = "") -> None:
        self.client = Client.for_site(site)
        self.seat, self.page, self.command = seat, page, ""
        self.messages: list[Message] = []
        self.socket: ClientConnection | None = None
        self.reading: asyncio.Task[None] | None = None
        self.turn = asyncio.Lock()

    async def enter(self, link: str) -> None:
        """Open a personal link."""
        self.page = (await self.client.exchange("GET", link)).location

    async def load(self) -> bytes:
        """Return the page."""
        async with self.turn:
            return (await self.client.exchange("GET", self.page)).content

    async def watch(self) -> None:
        """Load the page, open its socket, and read it from now on."""
        found = dict(ADDRESS.findall((await self.load()).decode()))
        self.command = found.get("command", "")
        client = self.client
        headers = {"Origin": f"http://{client.host}:{client.port}", "Cookie": client.cookie}
        address = f"ws://{client.host}:{client.port}{found['socket']}"
        self.socket = await connect(address, additional_headers=headers, max_size=None)
        self.reading = asyncio.create_task(self._receive(self.socket))

    async def give(self, text: str, request: str) -> tuple[float, Answer]:
        """Give a command when the one before is answered, and return when it was sent, with the answer."""
        async with self.turn:
            sent_at = time.perf_counter()
            return sent_at, await self.client.exchange("POST", self.command, {"text": text, "request": request})

    async def _receive(self, socket: ClientConnection) -> None:
        """Keep each message of the socket with the time at which it came, until it is closed."""
        with suppress(ConnectionClosed):
            async for frame in socket:
                came_at, message = time.perf_counter(), json.loads(frame)
                self.messages.append(Message(came_at, message["revision"], bool(message["parts"]), message["clock"]))

    def find_push(self, revision: int) -> float | None:
        """Return when a change with this revision came; None if nothing on the page has changed by it."""
        found = next((message for message in self.messages if message.revision >= revision), None)
        return found.came_at if found is not None and found.is_change else None

    async def close(self) -> None:
        """Close the socket."""
        if self.socket is not None and self.reading is not None:
            await self.socket.close()
            await self.reading
        await self.client.close()


class Hall:
    """All screens of a day on the site at this address."""

    def __init__(self, site: str, crowd: Crowd | None = None) -> None:
        self.site, self.crowd = site, crowd or Crowd()
        self.screens: list[Screen] = []
        self.givers: dict[str, Screen] = {}
        self.report = HallReport()
        self.doors = asyncio.Semaphore(AT_ONCE)

    async def run(self, commands: Iterator[Command], seconds: float) -> HallReport:
        """Make a day, open its screens, give commands at the pace of a hall, and return what was measured."""
        await self.open()
        await self.play(commands, seconds)
        await self.close()
        return self.report

    async def open(self) -> None:
        """Make a day and open all its screens."""
        host = Screen(self.site)
        made = await host.client.exchange("POST", "/days/", {"name": "Hall", "game": "wolves", "players": PLAYERS})
        host.page = made.location
        rows = ROW.findall((await host.load()).decode())
        await host.close()
        links = [(unescape(seat), f"/days/enter/{key}") for seat, key in rows if NOT_FILLED not in seat]
        desks, seats = links[: self.crowd.desks], links[DESKS:][: self.crowd.seats]
        devices = [*desks, *seats, *seats[: self.crowd.second_devices]]
        await asyncio.gather(*(self._enter(seat, link) for seat, link in devices))
        for _ in range(self.crowd.projectors):
            wall = Screen(self.site, page=made.location.replace("/seats", "/projector"))
            await wall.watch()
            self.screens.append(wall)

    async def _enter(self, seat: str, link: str) -> None:
        async with self.doors:
            screen = Screen(self.site, seat)
            await screen.enter(link)
            await screen.watch()
            self.screens.append(screen)
            self.givers.setdefault(seat, screen)

    async def play(self, commands: Iterator[Command], seconds: float) -> None:
        """Give commands at the pace of a hall for so many seconds, then measure pushes and pages."""
        began, given = time.perf_counter(), []
        for number in range(int(seconds * COMMANDS_PER_S)):
            await asyncio.sleep(max(0.0, began + number / COMMANDS_PER_S - time.perf_counter()))
            given.append(asyncio.create_task(self.give(next(commands), f"bench-{number}")))
        taken = [found for found in await asyncio.gather(*given) if found is not None]
        await asyncio.sleep(SETTLE_S)
        for giver, sent_at, revision in taken:
            others = (screen.find_push(revision) for screen in self.screens if screen is not giver)
            self.report.pushes += [came_at - sent_at for came_at in others if came_at is not None]
        for screen in self.screens:
            self._note_size(screen, len(await screen.load()))
            if screen.reading is None or screen.reading.done():
                self.report.errors.append(f"the socket of {screen.seat or 'a projector'} was closed")

    def _note_size(self, screen: Screen, size: int) -> None:
        if screen.page.endswith("/desk"):
            self.report.largest_desk = max(self.report.largest_desk, size)
        else:
            self.report.largest_page = max(self.report.largest_page, size)

    async def give(self, command: Command, request: str) -> tuple[Screen, float, int] | None:
        """Give a command, and return who gave it, when, and the revision that shows it; None if it is refused."""
        screen = self.givers[command.seat]
        try:
            sent_at, answer = await screen.give(command.text, request)
        except (OSError, asyncio.IncompleteReadError) as failure:
            self.report.errors.append(f"{command}: {failure!r}")
            return None
        self.report.commands.append(time.perf_counter() - sent_at)
        if answer.status == TAKEN:
            return screen, sent_at, json.loads(answer.content)["revision"]
        if answer.status == REFUSED:
            self.report.refused += 1
        else:
            self.report.errors.append(f"{command}: {answer.status}")
        return None

    async def close(self) -> None:
        """Close all screens."""
        for screen in self.screens:
            await screen.close()
