"""Many games over all cores, counted as they end: whatever stops it, what was counted so far is good."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from typing import NamedTuple

from incursions.bots.balance.games import DeckSet, Failed, Played, play_game
from incursions.bots.balance.schedule import RoundRobin
from incursions.bots.balance.tally import Tally

GAMES_AT_ONCE = 8
"""What a process is given to do; and what may be lost when it is stopped."""
WAITING_PER_PROCESS = 3


class Batch(NamedTuple):
    """Games of one number of seats, by their numbers from `first` up to but not with `last`."""

    seats: int
    first: int
    last: int


def measure(
    decks: DeckSet,
    seats: Sequence[int],
    games: int,
    seed: int,
    *,
    processes: int | None = None,
    begun: Sequence[Tally] = (),
    progress: Callable[[list[Tally]], bool] = lambda tallies: True,
) -> list[Tally]:
    """Play so many games of each number of seats and count what came of them.

    `progress` is shown the tallies after every batch, and may end the measuring by returning False; so may Ctrl-C. What
    was counted until then is returned, and can be gone on with as `begun`: games are counted in the order of their
    numbers, so that a tally says itself which is the next. The same seed gives the same tally, whatever the number of
    processes (all cores unless said). Raises ValueError where there are fewer decks than seats.
    """
    schedules = {number: RoundRobin(len(decks.decks), number, seed) for number in seats}
    races = {deck.title: deck.race for deck in decks.decks}
    tallies = {number: Tally(number) for number in seats} | {
        tally.seats: tally for tally in begun if tally.seats in seats
    }
    batches = [
        Batch(number, first, min(games, first + GAMES_AT_ONCE))
        for number in seats
        for first in range(tallies[number].games, games, GAMES_AT_ONCE)
    ]
    try:
        for batch, played in _played(decks, schedules, batches, processes or os.cpu_count() or 1):
            for game in played:
                tallies[batch.seats].add(game, races)
            if not progress(list(tallies.values())):
                break
    except KeyboardInterrupt:
        pass
    return list(tallies.values())


def _played(
    decks: DeckSet, schedules: dict[int, RoundRobin], batches: list[Batch], processes: int
) -> Iterator[tuple[Batch, list[Played | Failed]]]:
    """The games of each batch, in order."""
    if processes == 1:
        for batch in batches:
            yield batch, _play(decks, schedules[batch.seats], batch)
        return
    # Started anew rather than forked: the caller may have threads and open connections.
    with ProcessPoolExecutor(processes, get_context("spawn"), _Table.lay, (decks, schedules)) as pool:
        left = iter(batches)
        waiting: list[tuple[Batch, Future[list[Played | Failed]]]] = []
        try:
            while True:
                room = processes * WAITING_PER_PROCESS - len(waiting)
                waiting += [(batch, pool.submit(_Table.play, batch)) for batch in islice(left, room)]
                if not waiting:
                    return
                batch, future = waiting.pop(0)
                yield batch, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def _play(decks: DeckSet, schedule: RoundRobin, batch: Batch) -> list[Played | Failed]:
    return [play_game(decks, schedule, number) for number in range(batch.first, batch.last)]


class _Table:
    """What a process of the pool was given when it began."""

    decks: DeckSet
    schedules: dict[int, RoundRobin]

    @classmethod
    def lay(cls, decks: DeckSet, schedules: dict[int, RoundRobin]) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who counts the games
        cls.decks, cls.schedules = decks, schedules

    @classmethod
    def play(cls, batch: Batch) -> list[Played | Failed]:
        return _play(cls.decks, cls.schedules[batch.seats], batch)
