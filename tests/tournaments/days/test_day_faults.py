"""Whatever is killed in a running day, nothing accepted is lost, screens come back, and the clock goes on."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress

import pytest
from websockets.exceptions import WebSocketException

from support.benches.client import Client
from support.benches.hall import Crowd, Hall, Screen
from support.instance import running_instance
from tests.instances import environment_of_its_own, fill
from tests.killing import REDIS, WEB, WORKER, kill, processes_of
from tournaments.days.files import find_difference, read_file

CROWD = Crowd(desks=1, seats=6, second_devices=1, projectors=1)
BACK_S = 10.0
"""Seconds after a fault within which all screens show what is new."""
RETRY_S = 0.2
GAP_S = 0.3
SLACK_S = 4
"""Seconds by which a clock that is measured from outside may differ: heartbeats come every two seconds."""
NOT_SENT = (OSError, asyncio.IncompleteReadError, WebSocketException)

pytestmark = [pytest.mark.long, pytest.mark.django_db]


class Phones:
    """The screens of a hall that come back by themselves, and send again what was not answered."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.accepted: list[str] = []
        self.sent_again = 0
        self.is_open = True

    async def keep_open(self, screen: Screen) -> None:
        """Open the socket of a screen again whenever it has been closed."""
        while self.is_open:
            if screen.reading is not None and screen.reading.done():
                screen.client.hang_up()
                with suppress(KeyError, *NOT_SENT):
                    await screen.watch()
            await asyncio.sleep(RETRY_S)

    async def give(self, seat: str, text: str) -> int:
        """Give a command until it is answered, and return the revision that shows it."""
        screen = self.hall.givers[seat]
        while True:
            with suppress(*NOT_SENT):
                _, answer = await screen.give(text, f"request of {text}"[:60])
                if answer.status < 500:
                    assert answer.status == 200, answer.content
                    self.accepted.append(text)
                    return json.loads(answer.content)["revision"]
            self.sent_again += 1
            screen.client.hang_up()
            await asyncio.sleep(RETRY_S)

    async def talk(self) -> None:
        """Let all seats write notes, one after the other, until the screens are closed."""
        number = 0
        seats = [seat for seat in self.hall.givers if not seat.startswith("Control")]
        while self.is_open:
            writer, reader = (seats[(number + step) % len(seats)] for step in (0, 1))
            await self.give(writer, f"write to {reader}: word {number}")
            number += 1
            await asyncio.sleep(GAP_S)

    async def wait_for_all(self, revision: int) -> float:
        """Return when all screens show a revision. Fails if that takes too long."""
        began = time.perf_counter()
        while any(screen.messages[-1].revision < revision for screen in self.hall.screens):
            assert time.perf_counter() < began + 3 * BACK_S, "a screen does not come back"
            await asyncio.sleep(RETRY_S)
        return time.perf_counter()


async def kill_and_return(phones: Phones, data: str, name: bytes) -> float:
    """Kill processes, and return the seconds in which all screens show a command, once one is answered again.

    How long a process takes to start says more about the machine than about the product.
    """
    kill(data, name)
    revision = await phones.give("Control", f"announce to the room: {name.decode()} was killed")
    began = time.perf_counter()
    return await phones.wait_for_all(revision) - began


async def read_clock(phones: Phones) -> tuple[float, int]:
    """Return the time, and the seconds left on the clock of the projector."""
    revision = await phones.give("Control", f"announce to the room: it is {time.perf_counter()}")
    await phones.wait_for_all(revision)
    newest = phones.hall.screens[-1].messages[-1]
    return newest.came_at, newest.clock["left"]


async def check_clock(phones: Phones, data: str) -> None:
    """Kill the web processes twice, and check that the clock stood still meanwhile and goes on."""
    before, left = await read_clock(phones)
    down_at = time.perf_counter()
    killed = processes_of(data, WEB)
    kill(data, WEB)
    while not processes_of(data, WEB) - killed:
        await asyncio.sleep(RETRY_S)
    kill(data, WEB)
    await phones.give("Control", "announce to the room: web was killed twice")
    outage = time.perf_counter() - down_at
    after, left_after = await read_clock(phones)
    assert left - left_after <= after - before - outage + SLACK_S
    await asyncio.sleep(2)
    _, left_at_last = await read_clock(phones)
    assert left_at_last < left_after


async def live_through_faults(address: str, data: str) -> tuple[Phones, bytes]:
    """Run a day with faults; return its phones and its file."""
    hall = Hall(address, CROWD)
    await hall.open()
    phones = Phones(hall)
    keepers = [asyncio.create_task(phones.keep_open(screen)) for screen in hall.screens]
    await phones.give("Control", "start the event")
    await phones.give("Control", "begin action")
    talk = asyncio.create_task(phones.talk())
    for name in (WORKER, REDIS, WEB):
        took = await kill_and_return(phones, data, name)
        assert took <= BACK_S, f"{name.decode()}: screens are back after {took:.1f} s"
    await check_clock(phones, data)
    phones.is_open = False
    await asyncio.gather(talk, *keepers)
    await phones.give("Control", "end the event")
    desk: Client = hall.givers["Control"].client
    path = hall.givers["Control"].page.replace("/desk", "/day.json")
    file = (await desk.exchange("GET", path)).content
    await hall.close()
    return phones, file


def test_day_outlives_killed_web_worker_and_redis(tmp_path):
    fill(tmp_path)
    with running_instance(tmp_path, "--web", "2", environment=environment_of_its_own()) as address:
        phones, file = asyncio.run(live_through_faults(address.rstrip("/"), str(tmp_path)))
    data = read_file(file)
    texts = [text for _, _, text, _, _ in data["entries"]]
    assert phones.sent_again > 0
    assert [texts.count(text) for text in phones.accepted] == [1] * len(phones.accepted)
    assert [number for number, *_ in data["entries"]] == list(range(1, len(texts) + 1))
    assert find_difference(data) is None
