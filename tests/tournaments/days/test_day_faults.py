"""Whatever is killed in a running day, nothing accepted is lost, screens come back, and the clock goes on.

How long the screens take is printed here and measured by `script/bench --megagame`: a test with a limit would fail
on a machine that has other work.
"""

from __future__ import annotations

import asyncio
import time

import pytest

from support.benches.day_faults import FAULTS, RETRY_S, ReturningScreens
from support.benches.hall import Crowd, Hall
from support.instance import running_instance
from support.killing import WEB, kill, processes_of
from tests.instances import environment_of_its_own, fill
from tournaments.days.files import find_difference, read_file

CROWD = Crowd(desks=1, seats=6, second_devices=1, projectors=1)
GAP_S = 0.3
SLACK_S = 4
"""Seconds by which a clock that is measured from outside may differ: heartbeats come every two seconds."""

pytestmark = [pytest.mark.long, pytest.mark.django_db]


async def talk(screens: ReturningScreens, is_over: asyncio.Event) -> None:
    """Let all seats write notes, one after the other, until it is over."""
    number = 0
    seats = [seat for seat in screens.hall.givers if not seat.startswith("Control")]
    while not is_over.is_set():
        writer, reader = (seats[(number + step) % len(seats)] for step in (0, 1))
        await screens.give(writer, f"write to {reader}: word {number}")
        number += 1
        await asyncio.sleep(GAP_S)


async def read_clock(screens: ReturningScreens) -> tuple[float, int]:
    """Return the time, and the seconds left on the clock of the projector."""
    revision = await screens.give("Control", f"announce to the room: it is {time.perf_counter()}")
    await screens.wait_for_all(revision)
    newest = screens.hall.screens[-1].messages[-1]
    return newest.came_at, newest.clock["left"]


async def check_clock(screens: ReturningScreens, data: str) -> None:
    """Kill the web processes twice, and check that most of the outage is given back to the clock, which goes on."""
    before, left = await read_clock(screens)
    down_at = time.perf_counter()
    killed = processes_of(data, WEB)
    kill(data, WEB)
    while not processes_of(data, WEB) - killed:
        await asyncio.sleep(RETRY_S)
    kill(data, WEB)
    await screens.give("Control", "announce to the room: web was killed twice")
    outage = time.perf_counter() - down_at
    after, left_after = await read_clock(screens)
    given_back = (after - before) - (left - left_after)
    assert given_back >= outage / 2 - SLACK_S
    left_at_last = left_after
    while left_at_last >= left_after:
        await asyncio.sleep(1)
        _, left_at_last = await read_clock(screens)


async def live_through_faults(address: str, data: str) -> tuple[ReturningScreens, bytes]:
    """Run a day with faults; return its screens and its file."""
    hall = Hall(address, CROWD)
    await hall.open()
    screens, is_over = ReturningScreens(hall), asyncio.Event()
    screens.keep_open()
    await screens.give("Control", "start the event")
    await screens.give("Control", "begin action")
    talking = asyncio.create_task(talk(screens, is_over))
    for name in FAULTS:
        whole, since_answer = await screens.outlive(data, name)
        print(f"{name.decode()}: back {whole:.1f} s after the kill, {since_answer:.1f} s after the first answer")
    await check_clock(screens, data)
    is_over.set()
    await talking
    await screens.give("Control", "end the event")
    desk = hall.givers["Control"]
    file = (await desk.client.exchange("GET", desk.page.replace("/desk", "/day.json"))).content
    await screens.close()
    return screens, file


def test_day_outlives_killed_web_worker_and_redis(tmp_path):
    fill(tmp_path)
    with running_instance(tmp_path, "--web", "2", environment=environment_of_its_own()) as address:
        screens, file = asyncio.run(live_through_faults(address.rstrip("/"), str(tmp_path)))
    data = read_file(file)
    texts = [text for _, _, text, _, _ in data["entries"]]
    assert screens.sent_again > 0
    assert [texts.count(text) for text in screens.accepted] == [1] * len(screens.accepted)
    assert [number for number, *_ in data["entries"]] == list(range(1, len(texts) + 1))
    assert find_difference(data) is None
