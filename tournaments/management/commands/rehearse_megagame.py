"""`rehearse_megagame [--seed S] [--turns N] [--days D] [--attacks P,Q] [--json]`: let bots play, print the balance."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from json import dumps
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from incursions.games.megagames import BalanceTable, RehearsalPlan
from tournaments.days.game_kinds import megagames

MOST_TURNS, MOST_DAYS, MOST_SEED, CERTAIN = 40, 1000, 2**63 - 1, 100


class Command(BaseCommand):
    """Let bots play days and print tables of figures. A seed gives the same tables on any machine."""

    help = "Let bots play days of a megagame in seconds, and print what became of the fleet, turn by turn."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--game", choices=list(megagames()), default=next(iter(megagames())), help="which megagame (%(default)s)"
        )
        parser.add_argument(
            "--seed",
            type=_make_number_parser(0, MOST_SEED),
            default=1,
            help="seed of the first day; each later day has the next number (%(default)s)",
        )
        parser.add_argument(
            "--turns", type=_make_number_parser(1, MOST_TURNS), default=10, help="turns of a day (%(default)s)"
        )
        parser.add_argument(
            "--days",
            type=_make_number_parser(1, MOST_DAYS),
            default=1,
            help="how many days are played; the tables show their means (%(default)s)",
        )
        parser.add_argument(
            "--attacks",
            type=_parse_percentages,
            default=(70,),
            help="percentage of turns with an attack, or several: 70,0,50 plays all days for each. "
            "The table of turns is that of the first (70)",
        )
        parser.add_argument(
            "--never-jumping",
            action="store_true",
            help="play the days of the first percentage again with a fleet that never jumps",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")

    def handle(
        self,
        *,
        game: str,
        seed: int,
        turns: int,
        days: int,
        attacks: tuple[int, ...],
        never_jumping: bool,
        json: bool,
        **_: Any,
    ) -> None:
        """Play the days and print the figures."""
        kind = megagames()[game]
        plan = RehearsalPlan(seed, turns, days, attacks, never_jumping)
        tables = kind.rehearse(kind.read_content(kind.load_data(settings.ROOT)), plan)
        if json:
            figures = {table.name: list(map(dict, table.rows)) for table in tables}
            report = {"game": game, "seed": seed, "days": days, "attacks": attacks, **figures}
            self.stdout.write(dumps(report, indent=1))
            return
        self.stdout.write("\n\n".join(map(_draw_table, tables)))


def _draw_table(table: BalanceTable) -> str:
    """Return a table as text: a header, a rule and a line for each row, as Markdown has them."""
    names = list(table.rows[0])
    cells = [[_draw_cell(row[name], name in table.shares) for name in names] for row in table.rows]
    titles = [name.replace("_", " ") for name in names]
    widths = [max(map(len, column)) for column in zip(titles, *cells, strict=True)]
    rule = ["-" * (width - 1) + ":" for width in widths]
    lines = (titles, rule, *cells)
    return "\n".join(
        f"| {' | '.join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))} |" for line in lines
    )


def _draw_cell(value: float | str, is_share: bool) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.0%}" if is_share else f"{value:.1f}"


def _make_number_parser(least: int, most: int) -> Callable[[str], int]:
    """Return a parser of whole numbers within these limits."""

    def parse(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else -1
        if not least <= number <= most:
            raise ArgumentTypeError(f"a whole number from {least} to {most} was expected, not {text!r}")
        return number

    return parse


def _parse_percentages(text: str) -> tuple[int, ...]:
    """Return percentages separated by commas: "70,0,50"."""
    numbers = tuple(map(_make_number_parser(0, CERTAIN), text.split(",")))
    if len(set(numbers)) < len(numbers):
        raise ArgumentTypeError(f"each percentage can be named once, not as in {text!r}")
    return numbers
