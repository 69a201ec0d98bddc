"""`rehearse_megagame [--seed S] [--turns N] [--days D] [--json]`: let bots play days, and print the balance table."""

from __future__ import annotations

from argparse import ArgumentTypeError
from json import dumps
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from tournaments.days.game_kinds import megagames

MOST_TURNS, MOST_DAYS, MOST_SEED = 40, 1000, 2**63 - 1
COLUMN = 12


class Command(BaseCommand):
    """The command. The same seed gives the same table, on any machine."""

    help = "Let bots play days of a megagame in seconds, and print what became of the fleet, turn by turn."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=list(megagames()), default=next(iter(megagames())))
        parser.add_argument("--seed", type=_whole(0, MOST_SEED), default=1, help="of the first day (%(default)s)")
        parser.add_argument("--turns", type=_whole(1, MOST_TURNS), default=10, help="of each day (%(default)s)")
        parser.add_argument("--days", type=_whole(1, MOST_DAYS), default=1, help="whose means are shown (%(default)s)")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")

    def handle(self, *, game: str, seed: int, turns: int, days: int, json: bool, **_: Any) -> None:
        """Play the days and print the figures."""
        kind = megagames()[game]
        rows = kind.rehearse(kind.read_content(kind.load_data(settings.ROOT)), seed, turns, days)
        if json:
            report = {"game": game, "seed": seed, "days": days, "turns": [dict(row) for row in rows]}
            self.stdout.write(dumps(report, indent=1))
            return
        names = list(rows[0])
        self.stdout.write("turn" + "".join(f"{name:>{COLUMN}}" for name in names))
        for turn, row in enumerate(rows, start=1):
            self.stdout.write(f"{turn:>4}" + "".join(f"{row[name]:>{COLUMN}.2f}" for name in names))


def _whole(least: int, most: int) -> Any:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else -1
        if not least <= number <= most:
            raise ArgumentTypeError(f"a whole number from {least} to {most} was expected, not {text!r}")
        return number

    return read
