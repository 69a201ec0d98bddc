"""script/bench --bots: how often bots beat each other, played by all cores; what is finished is kept in var/bench.

A run that was stopped is gone on with. Games are kept only for the same code of bots, rules and engine, and the same
set: whatever changes one of these makes the games of before worth nothing.
"""

import fcntl
import hashlib
import json
import multiprocessing
import os
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread
from typing import IO

from support.benches.bot_duels import PAIRS, TALON, Duel, Pair, duel_figures, play_duel

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "var" / "bench"
MEASURED = (
    *(
        "incursions/engine/**/*.py",
        "incursions/games/incursions/rules/**/*.py",
        "incursions/games/incursions/bots/**/*.py",
        "fixtures/*.yaml",
    ),
    "script/support/benches/bot_duels.py",
)
MEASURED_OF_TALON = (
    "incursions/engine/**/*.py",
    "incursions/games/talon/**/*.py",
    "fixtures/talon/*.yaml",
    "script/support/benches/bot_duels.py",
)
NOT_MEASURED = ("incursions/games/incursions/bots/trials/",)  # no pair of bots plays these games
TOLD_EVERY = 20  # games, where nobody looks at a terminal


class BenchBusyError(RuntimeError):
    """Another run plays the same pair; the message is a sentence."""


def fingerprint(root: Path = ROOT, measured: Sequence[str] = MEASURED) -> str:
    """Return a text that changes with every file that the games depend on."""
    digest = hashlib.sha256()
    for file in sorted({file for pattern in measured for file in root.glob(pattern)}):
        name = file.relative_to(root).as_posix()
        if not name.startswith(NOT_MEASURED):
            digest.update(f"{name} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


class KeptDuels:
    """The finished games of a pair in a file: a line saying what was measured, then a line a game."""

    def __init__(self, file: IO[str], what: dict[str, str], *, anew: bool = False) -> None:
        self._file = file
        self.duels: dict[int, Duel] = {}
        end = 0 if anew else self._load(what)
        file.seek(end)
        file.truncate()
        if not end:
            self._write(what)

    def add(self, duel: Duel) -> None:
        """Store a game, so that an interrupted run goes on after it."""
        self.duels[duel.number] = duel
        self._write(duel._asdict())

    def _load(self, what: dict[str, str]) -> int:
        """Load the games of a former run of this kind; return where its last whole line ends, 0 if there is none."""
        self._file.seek(0)
        end = 0
        for number, line in enumerate(self._file.read().splitlines(keepends=True)):
            if not line.endswith("\n"):
                break  # the run was killed while it wrote
            read = json.loads(line)
            if number:
                self.duels[read["number"]] = Duel(**read)
            elif read != what:
                return 0
            end += len(line)
        return end

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()


@contextmanager
def kept_duels(folder: Path, pair: Pair, *, anew: bool) -> Iterator[KeptDuels]:
    """Open the file of the pair for this process alone. Raises `BenchBusyError`."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{pair.name}.jsonl").open("a+", encoding="ascii") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as cause:
            raise BenchBusyError(f"Another run plays {pair.name} already.") from cause
        measured = MEASURED_OF_TALON if pair.mode == TALON else MEASURED
        yield KeptDuels(file, {"pair": pair.name, "measured": fingerprint(measured=measured)}, anew=anew)


def bots_figures(
    parts: Sequence[str] = tuple(PAIRS), *, games: int | None = None, anew: bool = False, folder: Path = FOLDER
) -> dict[str, float]:
    """Return the figures of these pairs. Games of earlier runs are not played again, unless `anew`."""
    figures: dict[str, float] = {}
    for name in parts:
        pair = PAIRS[name] if games is None else PAIRS[name]._replace(games=games)
        with kept_duels(folder, pair, anew=anew) as kept:
            missing = [number for number in range(pair.games) if number not in kept.duels]
            for duel in played(pair, missing):
                kept.add(duel)
                tell(pair, kept.duels)
            figures |= duel_figures(name, [kept.duels[number] for number in range(pair.games)])
    return figures


def played(pair: Pair, numbers: Sequence[int]) -> Iterator[Duel]:
    """Yield the games of these numbers as they end, played on all cores."""
    workers = min(len(numbers), os.cpu_count() or 1)
    if workers <= 1:
        yield from map(partial(play_duel, pair), numbers)
    else:
        yield from played_by_a_crew(pair, numbers, workers)


def _play_of(name: str, number: int) -> Duel:
    """Play a game of the pair of that name in a pool process: bots are not sent from one process to another."""
    return play_duel(PAIRS[name], number)


def played_by_a_crew(pair: Pair, numbers: Sequence[int], workers: int) -> Iterator[Duel]:
    """Yield games that a pool of processes plays. They ignore Ctrl-C. Raises BrokenExecutor if one is killed."""
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), end_with_the_starter)
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # they inherit that from their first moment
    try:
        games = [pool.submit(_play_of, pair.name, number) for number in numbers]
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        for game in as_completed(games):
            yield game.result()
    finally:
        for process in multiprocessing.active_children():
            process.terminate()  # nobody waits for the games that are under way
        pool.shutdown(cancel_futures=True)


def end_with_the_starter() -> None:
    """Let this process of a crew end when the one that started it is gone, even if that was killed."""
    starter = multiprocessing.parent_process()
    assert starter is not None

    def watch() -> None:
        wait([starter.sentinel])
        os._exit(1)

    Thread(target=watch, daemon=True).start()


def tell(pair: Pair, duels: Mapping[int, Duel]) -> None:
    """Print the progress of a run: one line that changes on a terminal, now and then a line elsewhere."""
    done = sum(number < pair.games for number in duels)
    score = sum(duel.score for duel in duels.values())
    line = f"{pair.name}: {done} of {pair.games} games, {score:.1f} won"
    if sys.stderr.isatty():
        print(f"\r{line} ", end="\n" if done == pair.games else "", file=sys.stderr, flush=True)
    elif done % TOLD_EVERY == 0 or done == pair.games:
        print(line, file=sys.stderr, flush=True)
