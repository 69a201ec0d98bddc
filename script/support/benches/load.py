"""Load a site with a process of clients: matches side by side, each with a move a second, or all at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, Protocol

from support.benches.boardgame import BoardgameDuel
from support.benches.client import BenchError
from support.benches.duel import Duel

PAUSE_S = 1.0
AT_ONCE = 5
"""Tables laid side by side: a crowd comes in over a few seconds, not in one."""


class Match(Protocol):
    """A match of two that can be played by chance, of whatever server."""

    async def begin(self) -> None:
        """Sit down."""

    async def move(self) -> float:
        """Play something; milliseconds until the opponent sees it. Raises `BenchError`."""

    async def close(self) -> None:
        """Leave."""


class Order(NamedTuple):
    """The size of a load: matches, seconds and the seed of their chances; each moves once a second, or at once."""

    matches: int
    seconds: float
    seed: int
    is_paced: bool


@dataclass
class Report:
    """The figures of a process of clients: milliseconds of each move, what went wrong, and CPU seconds of its own."""

    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    cpu_s: float = 0.0
    wall_s: float = 0.0


def play_incursions(order: Order, site: str) -> Report:
    """Play Full on the site at that address, with somebody looking on at each table."""
    return asyncio.run(play_all(order, lambda rng: Duel(site, rng, mode="full", is_watched=True)))


def play_talon(order: Order, site: str) -> Report:
    """Play Talon's battle of eight ships on the site at that address, with somebody looking on at each table."""
    return asyncio.run(play_all(order, lambda rng: Duel(site, rng, game="talon", mode="fleet", is_watched=True)))


def play_boardgame(order: Order, server: str) -> Report:
    """Play the small duel on the boardgame.io server at that address."""
    return asyncio.run(play_all(order, lambda rng: BoardgameDuel(server, rng)))


async def play_all(order: Order, make: Callable[[Random], Match]) -> Report:
    """Play the matches of an order, each made with chances of its own. Errors are reported, never raised."""
    matches = [make(Random(order.seed * 1000 + number)) for number in range(order.matches)]
    report = Report()
    doors = asyncio.Semaphore(AT_ONCE)

    entered: list[Match] = []

    async def enter(match: Match) -> None:
        async with doors:
            await match.begin()
        entered.append(match)

    await _each(report, [enter(match) for match in matches])
    began, cpu = time.perf_counter(), time.process_time()
    until = began + order.seconds
    chances = Random(order.seed)
    await _each(report, [_play(match, order, began + PAUSE_S * chances.random(), until, report) for match in entered])
    report.wall_s, report.cpu_s = time.perf_counter() - began, time.process_time() - cpu
    await _each(report, [match.close() for match in matches])
    return report


async def _each(report: Report, tasks: list[Awaitable[None]]) -> None:
    """Do all side by side; whoever fails is noted, and does not keep the others."""
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, BaseException):
            report.errors.append(repr(outcome))


async def _play(match: Match, order: Order, beat: float, until: float, report: Report) -> None:
    """Move at each beat of the match's own, a second apart, or without a pause, until the time is up."""
    while True:
        if order.is_paced:
            await asyncio.sleep(max(0.0, beat - time.perf_counter()))
            beat += PAUSE_S
        if time.perf_counter() >= until:
            return
        try:
            report.times.append(await match.move())
        except BenchError as error:
            report.errors.append(str(error))
            await match.begin()
