"""script/bench --megagame: a hall of sixty screens at one day of Den of Wolves, and how fast its log is replayed.

Bots play a day first. Its commands are then given by the phones of their seats, on the whole product and on either
database. A push is measured from the moment in which the command is sent, so its time holds that of the command too.
"""

from __future__ import annotations

import asyncio
import sys
import time
from itertools import cycle
from pathlib import Path
from statistics import quantiles

from incursions.games.wolves.bots.rehearsal import Rehearsal
from incursions.games.wolves.rules.content.loading import load
from incursions.games.wolves.rules.game import Game
from incursions.games.wolves.rules.state import CLOCK, CONTROL
from support.benches.day_faults import measure_return
from support.benches.hall import Command, Hall, HallReport
from support.benches.live import on_postgresql, on_sqlite

ROOT = Path(__file__).resolve().parents[3]
SEED, TURNS = 1, 10
SECONDS = 45.0
ROUNDS = 3
ERRORS_TOLD = 5
BEGINS_ACTION = "begin action"
"""What Control says instead of letting the time of the table phase pass."""

Figures = dict[str, float]


def play_day(turns: int = TURNS) -> Rehearsal:
    """Let bots play a day, and return it."""
    day = Rehearsal(load(ROOT), SEED)
    for _ in day.play(turns):
        pass
    return day


def list_commands(game: Game) -> list[Command]:
    """Return the commands of a day as phones give them: nobody plays the clock."""
    return [
        Command(CONTROL, BEGINS_ACTION) if entry.seat == CLOCK else Command(entry.seat, entry.text)
        for entry in game.log
    ]


def measure_replay(game: Game) -> float:
    """Return the fewest seconds in which a day is replayed from setup, seed and log, in a few rounds."""
    log = [(entry.seat, entry.text, entry.at) for entry in game.log]
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        again = Game.replay(game.setup, game.dice.seed, log)
        times.append(time.process_time() - began)
        if again.to_data() != game.to_data():
            raise ValueError("the replay of a day ends in another state")
    return min(times)


def find_p95(times: list[float]) -> float:
    """Return the 95th percentile in milliseconds, of times in seconds."""
    return round(1000 * quantiles(times, n=20)[-1], 1)


def describe(name: str, report: HallReport) -> Figures:
    """Return the figures of a hall under this name."""
    return {
        f"{name}.command_p95_ms": find_p95(report.commands),
        f"{name}.push_p95_ms": find_p95(report.pushes),
        f"{name}.page_kb": round(report.largest_page / 1024, 1),
        f"{name}.desk_kb": round(report.largest_desk / 1024, 1),
        f"{name}.commands": len(report.commands),
        f"{name}.refused": report.refused,
    }


def megagame_figures(seconds: float = SECONDS) -> Figures:
    """Return the figures of both databases, the worse of each as that of the whole, of a replay, and of faults."""
    game = play_day().game
    commands = list_commands(game)
    figures: Figures = {}
    errors: list[str] = []
    for name, site in (("sqlite", on_sqlite), ("postgresql", on_postgresql)):
        with site() as address:
            report = asyncio.run(Hall(address).run(cycle(commands), seconds))
        figures |= describe(f"megagame.{name}", report)
        errors += report.errors
    for error in errors[:ERRORS_TOLD]:
        print(error, file=sys.stderr)
    worse = {
        f"megagame.{key}": max(figures[f"megagame.{name}.{key}"] for name in ("sqlite", "postgresql"))
        for key in ("command_p95_ms", "push_p95_ms", "page_kb", "desk_kb")
    }
    replay = {"megagame.entries": len(game.log), "megagame.replay_day_s": round(measure_replay(game), 2)}
    back = {"megagame.back_after_kill_s": round(measure_return(), 1)}
    return {**figures, **worse, **replay, **back, "megagame.errors": len(errors)}
