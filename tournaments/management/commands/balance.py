"""`balance`: the starter decks against each other, without the database, and whether the set meets its targets."""

from __future__ import annotations

import argparse
import shlex
import sys
from concurrent.futures.process import BrokenProcessPool
from json import dumps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.games.trials import Report
from incursions.kit.logs import Bar
from tournaments.runs.background import get_trials

BAD_ARGUMENTS = 2
INTERRUPTED = 130
MOST_PROCESSES = 256


class Command(BaseCommand):
    """Exit 0: all games came to an end. 1: some failed. 2: the arguments make no sense, and why. 130: stopped."""

    help = "Let captains play the starter decks against each other in tournament mode, and report on the balance."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what to play, how often, and where to write it."""
        parser.add_argument(
            "--games", type=_number("games"), default=4000, help="how many games of each number of seats (4000)"
        )
        parser.add_argument(
            "--seats", type=_seats, help="at how many seats, such as 2,3 (2,4, where there are decks enough)"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
        parser.add_argument("--decks", default="", help="which starter decks, by title, with commas (all)")
        parser.add_argument(
            "--processes", type=_number("processes", MOST_PROCESSES), help="how many processes (one for each core)"
        )
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
        parser.add_argument("--report", type=Path, metavar="FOLDER", help="write balance.md and its plots there")
        parser.add_argument(
            "--resume", type=Path, metavar="FILE", help="keep in this file what was played, and go on from there"
        )

    def handle(self, *, games: int, seats: list[int] | None, seed: int, json: bool, **how: Any) -> None:
        """Play the games and print the report, or continue what a file holds."""
        report = self._measure(_decks(how["decks"]), seats or [], games, seed, how)
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
    titles = [title.strip() for title in text.split(",")] if text else []
    try:
        return get_trials().read_decks(settings.ROOT / "fixtures", titles)
    except ValueError as cause:
        raise CommandError(f"{cause}.", returncode=BAD_ARGUMENTS) from cause


def _complain(report: Report, games: int) -> None:
    """Raise `CommandError` for games that failed, and for a measuring that was stopped."""
    failures = [reason for level in report.values() for reason in level["failures"]]
    if failures:
        errors = sum(level["errors"] for level in report.values())
        raise CommandError("\n".join([f"{errors} games failed.", *failures]))
    if any(level["games"] < games for level in report.values()):
        played = ", ".join(f"{level['games']} of {seats} seats" for seats, level in report.items())
        raise CommandError(f"Stopped: the report is of {played}.", returncode=INTERRUPTED)
