"""`balance [--game NAME]`: bots against each other, without the database, and how even what they play is.

Of a game of decks these are the starter decks, with the targets of the set; of any other the sides of its modes.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from json import dumps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.engine.core import Setup
from incursions.games.contract import GameKind
from incursions.games.sides import SideRow, format_rows, measure_sides
from incursions.games.trials import Report
from incursions.kit.logs import Bar
from tournaments.matches.bot_moves import THINKING_S
from tournaments.matches.game_kinds import add_game_argument
from tournaments.runs.background import get_trials

OF_DECKS = ("seats", "decks", "processes", "report", "resume")
OF_SIDES = ("modes", "bots", "seconds")
"""The arguments for games whose players bring decks, and for the others."""
USUAL_GAMES, USUAL_SIDE_GAMES = 4000, 200
BAD_ARGUMENTS = 2
INTERRUPTED = 130
MOST_PROCESSES = 256


class Command(BaseCommand):
    """Exit 0: all games came to an end. 1: some failed. 2: the arguments make no sense, and why. 130: stopped."""

    help = "Let bots play the starter decks, or the sides of each mode, against each other, and report on the balance."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what to play, how often, and where to write it."""
        add_game_argument(parser)
        parser.add_argument(
            "--games",
            type=_number("games"),
            help=f"how many games of each number of seats ({USUAL_GAMES}), or of each mode ({USUAL_SIDE_GAMES})",
        )
        parser.add_argument(
            "--seats", type=_seats, help="at how many seats, such as 2,3 (2,4, where there are decks enough)"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
        parser.add_argument("--modes", default="", help="which modes of a game without decks, with commas (all)")
        parser.add_argument("--bots", default="", help="which bots, each on both sides, with commas (the game's usual)")
        parser.add_argument("--seconds", type=float, help=f"how long a bot thinks about a decision ({THINKING_S})")
        parser.add_argument("--decks", default="", help="which starter decks, by title, with commas (all)")
        parser.add_argument(
            "--processes", type=_number("processes", MOST_PROCESSES), help="how many processes (one for each core)"
        )
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
        parser.add_argument("--report", type=Path, metavar="FOLDER", help="write balance.md and its plots there")
        parser.add_argument(
            "--resume", type=Path, metavar="FILE", help="keep in this file what was played, and go on from there"
        )

    def handle(self, *, game: GameKind, games: int | None, seed: int, json: bool, **how: Any) -> None:
        """Play the games and print the report, or continue what a file holds."""
        wrong = OF_SIDES if game.trials is not None else OF_DECKS
        if named := [f"--{name}" for name in wrong if how[name]]:
            raise CommandError(f"{game.title} is not measured with {', '.join(named)}.", returncode=BAD_ARGUMENTS)
        if game.trials is None:
            rows = _measure_sides(game, games or USUAL_SIDE_GAMES, seed, how)
            self.stdout.write(dumps(rows) if json else format_rows(rows))
            _complain_of_failures(sum(row["errors"] for row in rows), [why for row in rows for why in row["failures"]])
            return
        games = games or USUAL_GAMES
        report = self._measure(_decks(how["decks"]), how["seats"] or [], games, seed, how)
        self.stdout.write(dumps(report) if json else get_trials().format_report(report))
        if how["report"] is not None:
            try:
                command = shlex.join(["script/manage", *sys.argv[1:]])
                written = get_trials().write_report(report, how["report"], command)
            except OSError as cause:
                raise CommandError(f"The report cannot be written: {cause}.", returncode=BAD_ARGUMENTS) from cause
            self.stderr.write(f"written: {', '.join(map(str, written))}")
        _complain(report, games)

    def _measure(self, decks: Any, seats: list[int], games: int, seed: int, how: dict[str, Any]) -> Report:
        bar = Bar(0, sys.stderr)

        def show(played: int, of: int) -> None:
            bar.whole = of
            bar.show(played)

        options = {"processes": how["processes"], "resume": how["resume"], "progress": show}
        try:
            return get_trials().measure(decks, seats, games, seed, **options)
        except ValueError as cause:
            raise CommandError(f"{cause}.", returncode=BAD_ARGUMENTS) from cause
        except BrokenProcessPool as cause:
            raise CommandError("A process that played games was killed; --resume keeps what was played.") from cause
        except OSError as cause:
            raise CommandError(f"The games cannot be kept: {cause}.", returncode=BAD_ARGUMENTS) from cause
        finally:
            bar.clear()


def _measure_sides(game: GameKind, games: int, seed: int, how: dict[str, Any]) -> list[SideRow]:
    """Return a row for each mode and each bot."""
    seconds = how["seconds"] or THINKING_S
    try:
        pairings = _list_pairings(game, _split(how["modes"]), _split(how["bots"]))
        for bot, _, _ in pairings:
            game.make_bot(bot, seconds)
    except ValueError as cause:
        raise CommandError(f"{cause}.", returncode=BAD_ARGUMENTS) from cause
    bar = Bar(len(pairings) * games, sys.stderr)
    played = 0

    def show(numbers: Iterable[int]) -> Iterator[int]:
        nonlocal played
        for number in numbers:
            bar.show(played)
            yield number
            played += 1

    try:
        return [
            measure_sides(game, mode, setup, partial(game.make_bot, bot, seconds), games, seed, show)
            for bot, mode, setup in pairings
        ]
    finally:
        bar.clear()


def _list_pairings(game: GameKind, modes: list[str], bots: list[str]) -> list[tuple[str, str, Setup]]:
    """Return each bot with each mode and a set-up of it; without names all modes of given forces, the usual bots.

    Raises ValueError for a mode that cannot be simulated.
    """
    commands = game.commands()
    if commands.make_setup is None:
        raise ValueError(f"{game.title} has no simulations")
    modes = modes or [mode.name for mode in game.modes if mode.loadout is None]
    if unknown := sorted({*modes}.difference(commands.modes)):
        raise ValueError(f"There is no mode called {unknown[0]!r}; there are {', '.join(commands.modes)}")
    setups = [(mode, commands.make_setup(settings.ROOT, mode, 2, [])) for mode in modes]
    return [(bot, mode, setup) for bot in bots or commands.balance_bots for mode, setup in setups]


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _number(of: str, most: int = 10**7) -> Any:
    """Return a reader of an argument: a number from 1 to `most`."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a number of {of} from 1 to {most} was expected, not {text!r}")
        return int(text)

    return parse


def _seats(text: str) -> list[int]:
    """Return the numbers of seats of an argument, such as 2,3. Raises ArgumentTypeError."""
    named = [part.strip() for part in text.split(",")]
    possible = get_trials().SEATS
    if not all(part.isascii() and part.isdecimal() and int(part) in possible for part in named):
        raise argparse.ArgumentTypeError(
            f"numbers of seats from {possible[0]} to {possible[-1]} were expected, not {text!r}"
        )
    return sorted({int(part) for part in named})


def _decks(text: str) -> Any:
    """Return the decks of these titles, separated by commas; all starter decks without any."""
    try:
        return get_trials().read_decks(settings.ROOT / "fixtures", _split(text))
    except ValueError as cause:
        raise CommandError(f"{cause}.", returncode=BAD_ARGUMENTS) from cause


def _complain_of_failures(errors: int, failures: Sequence[str]) -> None:
    """Raise `CommandError` for games that failed."""
    if errors:
        raise CommandError("\n".join([f"{errors} games failed.", *failures]))


def _complain(report: Report, games: int) -> None:
    """Raise `CommandError` for games that failed, and for a measuring that was stopped."""
    failures = [reason for level in report.values() for reason in level["failures"]]
    _complain_of_failures(sum(level["errors"] for level in report.values()), failures)
    if any(level["games"] < games for level in report.values()):
        played = ", ".join(f"{level['games']} of {seats} seats" for seats, level in report.items())
        raise CommandError(f"Stopped: the report is of {played}.", returncode=INTERRUPTED)
