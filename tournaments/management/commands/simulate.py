"""`simulate [--game NAME]`: play many games of bots against bots, without the database."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from json import dumps
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.games.contract import GameKind
from incursions.games.simulation import Figures, simulate
from incursions.kit.logs import Bar
from tournaments.matches.bot_moves import THINKING_S
from tournaments.matches.game_kinds import add_game_argument, game_kinds

BAD_ARGUMENTS = 2


class Command(BaseCommand):
    """The command. Exit 0: all games ended. 1: some failed. 2: the arguments make no sense."""

    help = "Let bots play against each other and count how their games end."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        modes = dict.fromkeys(mode for kind in game_kinds().values() for mode in kind.commands().modes)
        add_game_argument(parser)
        parser.add_argument("--mode", choices=[*modes], help="the mode to play (the first of the game unless said)")
        parser.add_argument("--games", type=_at_least_one, default=200, help="how many games (200 unless said)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1 unless said)")
        parser.add_argument("--seats", type=int, help="how many seats (as many as bots are named unless said)")
        parser.add_argument("--bots", default="", help="who plays, by turns (the game's usual ones unless said)")
        parser.add_argument(
            "--starters", default="", help="the starter decks of the first seats, by title (by turns unless said)"
        )
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, *, game: GameKind, games: int, seed: int, seats: int | None, json: bool, **how: Any) -> None:
        """Play the games and print the statistics."""
        commands = game.commands()
        if commands.make_setup is None:
            raise CommandError(f"{game.title} has no simulations.", returncode=BAD_ARGUMENTS)
        mode = how["mode"] or commands.modes[0]
        if mode not in commands.modes:
            known = ", ".join(commands.modes)
            raise CommandError(f"{game.title} has no mode called {mode!r}; it has {known}.", returncode=BAD_ARGUMENTS)
        names, decks = _split(how["bots"]) or commands.usual_bots, _split(how["starters"])
        try:
            bots = [game.make_bot(name, THINKING_S) for name in names]
            seats = max(2, len(bots), len(decks)) if seats is None else seats
            setup = commands.make_setup(settings.ROOT, mode, seats, decks)
        except ValueError as cause:
            raise CommandError(f"{cause}.", returncode=BAD_ARGUMENTS) from cause
        if len(bots) > seats:
            raise CommandError(f"{len(bots)} bots do not fit on {seats} seats.", returncode=BAD_ARGUMENTS)
        tally = simulate(game.game, setup, bots, games, seed, progress=_show_progress)
        figures = tally.to_data(commands.endings)
        self.stdout.write(dumps(figures) if json else _as_text(figures))
        if tally.errors:
            raise CommandError("\n".join([f"{tally.errors} games failed.", *tally.failures[:5]]))


def _at_least_one(text: str) -> int:
    """Return the number of games of an argument. Raises ArgumentTypeError."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a number of games was expected, not {text!r}")
    return int(text)


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _as_text(figures: Figures) -> str:
    endings = ", ".join(f"{count} by {ending}" for ending, count in figures["endings"].items() if count)
    winners = ", ".join(f"{count} by {name}" for name, count in figures["wins"].items())
    return (
        f"{figures['games']} games, {figures['errors']} errors, {figures['turns']} turns "
        f"(median {figures['turns_median']:g}, nine of ten games at most {figures['turns_p90']}), "
        f"{figures['decisions']} decisions, {figures['decisions_per_s']} a second\n"
        f"ended: {endings or 'none'}\nwon: {winners or 'none'}; {figures['seat_0_wins']} by the first seat"
    )


def _show_progress(numbers: Iterable[int]) -> Iterator[int]:
    """Yield the numbers, with a progress bar on a terminal."""
    every = list(numbers)
    bar = Bar(len(every), sys.stderr)
    for done, number in enumerate(every):
        bar.show(done)
        yield number
    bar.clear()
