"""The screens of a hall that come back after processes of the product were killed, and how long that takes."""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from websockets.exceptions import WebSocketException

from support.benches.hall import Crowd, Hall, Screen
from support.instance import running_instance
from support.killing import REDIS, WEB, WORKER, kill

PATIENCE_S = 300.0
"""Seconds after which a screen that is not back has failed to come back; a busy machine takes long."""
RETRY_S = 0.2
FAULTS = (WORKER, REDIS, WEB)
NOT_SENT = (OSError, asyncio.IncompleteReadError, WebSocketException)


class ReturningScreens:
    """The screens of a hall that come back by themselves, and send again what was not answered."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.accepted: list[str] = []
        self.sent_again = 0
        self.keepers: list[asyncio.Task[None]] = []

    def keep_open(self) -> None:
        """Open the sockets of all screens again whenever they are closed, from now on."""
        self.keepers = [asyncio.create_task(self._keep(screen)) for screen in self.hall.screens]

    async def _keep(self, screen: Screen) -> None:
        while True:
            if screen.reading is not None and screen.reading.done():
                screen.client.hang_up()
                with suppress(KeyError, *NOT_SENT):
                    await screen.watch()
            await asyncio.sleep(RETRY_S)

    async def close(self) -> None:
        """Close all screens."""
        for keeper in self.keepers:
            keeper.cancel()
        await asyncio.gather(*self.keepers, return_exceptions=True)
        await self.hall.close()

    async def give(self, seat: str, text: str) -> int:
        """Give a command until it is answered, and return the revision that shows it."""
        screen = self.hall.givers[seat]
        while True:
            with suppress(*NOT_SENT):
                _, answer = await screen.give(text, f"request of {text}"[:60])
                if answer.status < 500:
                    assert answer.status == 200, answer.content
                    self.accepted.append(text)
                    return int(json.loads(answer.content)["revision"])
            self.sent_again += 1
            screen.client.hang_up()
            await asyncio.sleep(RETRY_S)

    async def wait_for_all(self, revision: int) -> float:
        """Return when all screens show a revision. Raises TimeoutError if one does not come back."""
        deadline = time.perf_counter() + PATIENCE_S
        while late := [each.seat for each in self.hall.screens if each.messages[-1].revision < revision]:
            if time.perf_counter() > deadline:
                raise TimeoutError(f"the screens of {late} do not come back")
            await asyncio.sleep(RETRY_S)
        return time.perf_counter()

    async def outlive(self, data: str, name: bytes) -> tuple[float, float]:
        """Kill processes. Returns the seconds until all screens show a command, from the kill and from its answer."""
        began = time.perf_counter()
        kill(data, name)
        revision = await self.give("Control", f"announce to the room: {name.decode()} was killed")
        answered = time.perf_counter()
        shown = await self.wait_for_all(revision)
        return shown - began, shown - answered


async def _kill_each(address: str, data: str, crowd: Crowd) -> float:
    hall = Hall(address, crowd)
    await hall.open()
    screens = ReturningScreens(hall)
    screens.keep_open()
    await screens.give("Control", "start the event")
    times = [(await screens.outlive(data, name))[0] for name in FAULTS]
    await screens.close()
    return max(times)


def measure_return(crowd: Crowd | None = None) -> float:
    """Return the most seconds from a kill until all screens of a hall show what was said after it."""
    with tempfile.TemporaryDirectory(prefix="incursions-faults-") as data:
        environment = {**os.environ, "DRAW_PICTURES_AHEAD": "0"}
        with running_instance(Path(data), "--web", "2", environment=environment) as address:
            return asyncio.run(_kill_each(address.rstrip("/"), data, crowd or Crowd()))
