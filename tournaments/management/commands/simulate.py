"""`simulate`: play many games of bots against bots, without the database."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.pieces import pieces, starters
from incursions.games.incursions.bots import Bot, bot_named
from incursions.games.incursions.bots.simulation import Tally, simulate
from incursions.games.incursions.rules import basic_setup
from incursions.games.incursions.rules.catalogue import CatalogueError, load
from incursions.games.incursions.rules.starters import by_turns, starter_setup
from incursions.games.incursions.rules.state.setup import BASIC, MODES, Setup
from incursions.kit.logs import Bar

BAD_ARGUMENTS = 2


class Command(BaseCommand):
    """The command. Exit 0: all games ended. 1: some failed. 2: the arguments make no sense."""

    help = "Let bots play against each other and count how their games end."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mode", choices=MODES, default=BASIC, help="the mode to play")
        parser.add_argument("--games", type=_at_least_one, default=200, help="how many games (200 unless said)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1 unless said)")
        parser.add_argument("--seats", type=int, help="how many seats, 2 to 6 (as many as bots are named unless said)")
        parser.add_argument(
            "--bots", type=_bots, default="random,captain", help="who plays, by turns (random,captain unless said)"
        )
        parser.add_argument(
            "--starters", default="", help="the starter decks of the first seats, by title (by turns unless said)"
        )
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, *, games: int, seed: int, seats: int | None, bots: list[Bot], json: bool, **how: Any) -> None:
        """Play the games and print the statistics."""
        decks = [title.strip() for title in how["starters"].split(",")] if how["starters"] else []
        setup = _setup(how["mode"], max(2, len(bots), len(decks)) if seats is None else seats, decks)
        if len(bots) > len(setup["seats"]):
            raise CommandError(f"{len(bots)} bots do not fit on {seats} seats.", returncode=BAD_ARGUMENTS)
        tally = simulate(setup, bots, games, seed, progress=_progress(sys.stderr))
        self.stdout.write(_as_json(tally) if json else _as_text(tally))
        if tally.errors:
            raise CommandError("\n".join([f"{tally.errors} games failed.", *tally.failures[:5]]))


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a number of games was expected, not {text!r}")
    return int(text)


def _bots(text: str) -> list[Bot]:
    try:
        return [bot_named(name.strip()) for name in text.split(",")]
    except ValueError as cause:
        raise argparse.ArgumentTypeError(str(cause)) from cause


def _setup(mode: str, seats: int, decks: list[str]) -> Setup:
    """Return the setup of the table, from the fixtures."""
    try:
        if mode != BASIC:
            return _with_decks(mode, seats, decks)
        if decks:
            raise ValueError("Basic is played without decks")
        catalogue = load(settings.ROOT / "fixtures")
        return basic_setup(seats, list(catalogue.ships.values()), list(catalogue.tiles.values()))
    except (CatalogueError, ValueError) as cause:
        raise CommandError(f"{cause}.", returncode=BAD_ARGUMENTS) from cause


def _with_decks(mode: str, seats: int, decks: list[str]) -> Setup:
    """Return a setup with starter decks. Windows ask only seats that can answer: bots reveal nothing by a pause."""
    known = starters()
    for title in decks:
        if title and title not in known:
            raise ValueError(f"there is no starter called {title!r}; there are {', '.join(known)}")
    if len(decks) > seats:
        raise ValueError(f"{len(decks)} starters do not fit on {seats} seats")
    chosen = by_turns([*decks, *[""] * (seats - len(decks))], known)
    return starter_setup([known[title] for title in chosen], pieces(), mode=mode)


def _as_json(tally: Tally) -> str:
    return json.dumps(tally.to_data())


def _as_text(tally: Tally) -> str:
    figures = tally.to_data()
    endings = ", ".join(f"{count} by {ending}" for ending, count in figures["endings"].items() if count)
    winners = ", ".join(f"{count} by {name}" for name, count in figures["wins"].items())
    return (
        f"{figures['games']} games, {figures['errors']} errors, {figures['turns']} turns, "
        f"{figures['decisions']} decisions, {figures['decisions_per_s']} a second\n"
        f"ended: {endings or 'none'}\nwon: {winners or 'none'}"
    )


def _progress(stream: TextIO) -> Any:
    """Return a progress bar for a terminal; nothing is drawn to a file or a pipe."""
    return (lambda numbers: _bar(list(numbers), stream)) if stream.isatty() else iter


def _bar(numbers: list[int], stream: TextIO) -> Iterator[int]:
    bar = Bar(len(numbers), stream)
    for done, number in enumerate(numbers):
        bar.show(done)
        yield number
    bar.clear()
