"""Two guests at one table after another, with somebody looking on if asked for; all see it through their sockets."""

from __future__ import annotations

import asyncio
import contextlib
import time
from itertools import count
from random import Random

from support.benches.client import Client, TableMovedOnError

FREE_S = 300
"""Nobody runs out of time while a bench is measured."""


class Duel:
    """A table of two on the site at that address; options are chosen by chance."""

    def __init__(
        self, site: str, rng: Random, *, game: str = "incursions", mode: str = "basic", is_watched: bool = False
    ) -> None:
        self.players = [Client.for_site(site) for _ in range(2)]
        self.spectators = [Client.for_site(site)] if is_watched else []
        self.rng, self.game, self.mode = rng, game, mode
        self.path = ""
        self.keys = count()

    async def begin(self) -> None:
        """Sit down at a new table."""
        first, second = self.players
        table = {"game": self.game, "mode": self.mode, "seats": 2, "free_s": FREE_S}
        self.path = (await first.request("POST", "/matches", table))["url"]
        await second.request("POST", f"{self.path}/join")
        for client in (*self.players, *self.spectators):
            await client.watch(self.path)

    async def move(self) -> float:
        """Play one random option; milliseconds from posting it to the opponent's pushed table.

        Raises `BenchError`; a move that comes too late for the table is played anew.
        """
        while True:
            mover, opponent = await self._find_mover()
            with contextlib.suppress(TableMovedOnError):
                return await self._post(mover, opponent)

    async def _find_mover(self) -> tuple[Client, Client]:
        """Return the player who may move now, and the other; at a new table if this match is over."""
        if any(player.is_over for player in self.players):
            await self.begin()
        first, second = self.players
        while True:
            behind, ahead = sorted(self.players, key=lambda player: player.newest)
            if behind.newest[0] < ahead.newest[0]:
                await behind.pushed(after=behind.newest)
            elif first.options:
                return first, second
            elif second.options:
                return second, first
            else:
                # Somebody who can do nothing is passed over after a while (rules 13.10).
                await first.pushed(after=first.newest)
            if any(player.is_over for player in self.players):
                return await self._find_mover()

    async def _post(self, mover: Client, opponent: Client) -> float:
        """Say a line; its stages before the last are shown to the mover alone."""
        before, known = mover.newest, opponent.newest
        # A clock may push the table that the mover knows once more: what is said to it anew has a key of its own.
        key = f"move-{next(self.keys)}"
        body = {"version": before[1], "text": self.rng.choice(mover.options), "key": key}
        began = time.perf_counter()
        answer = asyncio.create_task(mover.request("POST", f"{self.path}/actions", body))
        seen = asyncio.create_task(opponent.pushed(after=known))
        try:
            await answer
            await mover.pushed(after=before)
            if mover.newest[0] > before[0]:
                return (await seen - began) * 1000
        except TableMovedOnError:
            await mover.pushed(after=before)
            raise
        finally:
            seen.cancel()
        return await self._post(mover, opponent)

    async def close(self) -> None:
        """Leave."""
        for client in (*self.players, *self.spectators):
            await client.close()
