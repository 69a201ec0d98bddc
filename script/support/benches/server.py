"""Measures the server as players meet it: from posting a move until the opponent's socket brings the new table.

Speaks HTTP and WebSocket to the running instance that the settings name (`SITE_URL`), as any client would.
"""

from __future__ import annotations

import asyncio
import statistics
from random import Random

from django.conf import settings

from support.benches.duel import Duel

MOVES_OF_ONE_MATCH = 150
MATCHES, MOVES_OF_EACH = 20, 12
PAUSE_S = 1.0
"""Seconds that the players of one of many matches think: twenty tables are then some twenty moves a second."""
WARM_UP = 10


async def one_match() -> list[float]:
    """Milliseconds of the moves of a match that has the server to itself."""
    duel = Duel(settings.SITE_URL, Random(1))
    await duel.begin()
    times = [await duel.move() for _ in range(WARM_UP + MOVES_OF_ONE_MATCH)]
    await duel.close()
    return times[WARM_UP:]


async def many_matches() -> list[float]:
    """Milliseconds of the moves of twenty matches, each moving about once a second."""
    duels = [Duel(settings.SITE_URL, Random(number)) for number in range(MATCHES)]
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
    """Return the server's figures, in milliseconds."""
    one = asyncio.run(one_match())
    many = asyncio.run(many_matches())
    return summary("move.1.push_ms", one) | summary(f"move.{MATCHES}.push_ms", many)
