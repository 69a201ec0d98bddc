"""Many games over all cores, counted as they end: whatever stops it, what was counted is good, and a file keeps it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from incursions.games.incursions.bots.trials.games import DeckSet, Failed, Played, RoundRobin, play_game
from incursions.games.incursions.bots.trials.tally import Tally
from incursions.games.incursions.rules import RULES_VERSION

GAMES_AT_ONCE = 8
"""The games that a process is given at a time, and that may be lost when it is stopped."""
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
        for batch, played in _play_batches(decks, schedules, batches, processes or os.cpu_count() or 1):
            for game in played:
                tallies[batch.seats].add(game, races)
            if not progress(list(tallies.values())):
                break
    except KeyboardInterrupt:
        pass
    return list(tallies.values())


def _play_batches(
    decks: DeckSet, schedules: dict[int, RoundRobin], batches: list[Batch], processes: int
) -> Iterator[tuple[Batch, list[Played | Failed]]]:
    """Yield the games of each batch, in order."""
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


class OtherMeasuringError(ValueError):
    """The file holds the tallies of other decks, another seed or other rules; the message is a sentence."""


def mark_of(decks: DeckSet, seed: int) -> str:
    """Return a digest of decks, seed and rules version; it says nothing of bots and of rules under the same version."""
    measured = json.dumps([decks.to_data(), seed, RULES_VERSION], sort_keys=True)
    return sha256(measured.encode()).hexdigest()


def kept_tallies(path: Path, decks: DeckSet, seed: int) -> list[Tally]:
    """Return the tallies in the file, none if there is no file. Raise `OtherMeasuringError`."""
    if not path.exists():
        return []
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        mark, tallies = kept["mark"], [Tally.from_data(data) for data in kept["tallies"]]
    except (ValueError, KeyError, TypeError) as cause:
        raise OtherMeasuringError(f"{path} holds no measuring of balance") from cause
    if mark != mark_of(decks, seed):
        raise OtherMeasuringError(f"{path} holds a measuring of other decks, pieces, rules or another seed")
    return tallies


def keep_tallies(path: Path, decks: DeckSet, seed: int, tallies: Sequence[Tally]) -> None:
    """Write the file, whole or not at all."""
    data = {"mark": mark_of(decks, seed), "tallies": [tally.to_data() for tally in tallies]}
    fresh = path.with_name(path.name + ".new")
    fresh.write_text(json.dumps(data), encoding="utf-8")
    fresh.replace(path)


class _Table:
    """The decks and schedules that a process of the pool was given when it began."""

    decks: DeckSet
    schedules: dict[int, RoundRobin]

    @classmethod
    def lay(cls, decks: DeckSet, schedules: dict[int, RoundRobin]) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for who counts the games
        cls.decks, cls.schedules = decks, schedules

    @classmethod
    def play(cls, batch: Batch) -> list[Played | Failed]:
        return _play(cls.decks, cls.schedules[batch.seats], batch)
