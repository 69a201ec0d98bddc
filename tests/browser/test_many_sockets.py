"""Many open sockets in one web process: each has a picture of each move, and whoever misbehaves harms nobody.

A long run opens two hundred.
"""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack

from support.benches.client import Client
from support.benches.duel import Duel
from tests.sampling import is_long

TABLES, WATCHERS = 20 if is_long() else 4, 8  # and two players each
PATIENCE_S = 60
LOOK_AGAIN_S = 0.2


async def opened(stack: AsyncExitStack, site: str) -> list[Duel]:
    """Open the tables with everybody at them."""
    duels = [Duel(site, None) for _ in range(TABLES)]
    for duel in duels:
        duel.spectators = [Client.for_site(site) for _ in range(WATCHERS)]
        stack.push_async_callback(duel.close)
        await duel.begin()
    return duels


async def decline(duel: Duel) -> float:
    """Whoever is asked declines; seconds until the last of all at the table has the picture of it."""
    state = await duel.players[0].request("GET", f"{duel.path}/state")
    version = state["version"]
    body = {"version": version, "text": "decline", "key": f"key-{version}"}
    began = time.perf_counter()
    await duel.players[state["decision"]["seat"]].request("POST", f"{duel.path}/actions", body)
    async with asyncio.timeout(PATIENCE_S):
        for client in (*duel.players, *duel.spectators):
            while client.newest[1] <= version:  # pictures of who watches come between
                await client.pushed(after=client.newest)
    return max(client.came_at for client in (*duel.players, *duel.spectators)) - began


async def play_with_many(site: str) -> None:
    async with AsyncExitStack() as stack:
        duels = await opened(stack, site)
        everybody = [client for duel in duels for client in (*duel.players, *duel.spectators)]
        assert len(everybody) == TABLES * (WATCHERS + 2)
        assert max([await decline(duel) for duel in duels]) < PATIENCE_S
        async with asyncio.timeout(PATIENCE_S):
            # A server that was too busy to hear of anybody for five seconds takes them for gone until it does.
            while (await duels[0].players[0].request("GET", f"{duels[0].path}/state"))["watching"] != WATCHERS:
                await asyncio.sleep(LOOK_AGAIN_S)

        huge, garbage, flood = duels[0].spectators[:3]
        await huge.socket.send("x" * 3_000_000)
        await garbage.socket.send(b"\xff\x00" * 100)
        await garbage.socket.send('{"text": "decline", "version": 0}')
        for _ in range(1000):
            if flood.socket.state.name == "OPEN":
                await flood.socket.send("pong guessed")
        for client in (huge, flood):
            async with asyncio.timeout(PATIENCE_S):
                await client.reading
        duels[0].spectators = [client for client in duels[0].spectators if client not in (huge, flood)]
        assert max([await decline(duel) for duel in duels]) < PATIENCE_S


def test_many_sockets_in_one_process(instance):
    # In a thread of its own: the browser's driver has a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(play_with_many(instance.address.rstrip("/")))).result()
