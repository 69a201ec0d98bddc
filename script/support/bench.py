"""script/bench: what engine, server, many matches, searches, checks of decks, pairing and bots can do, as figures."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

from support.benches.bot_duels import PAIRS
from support.benches.bots import BenchBusyError, bots_figures
from support.instance import InstanceError, running_instance
from support.postgres_server import NoPostgresError
from support.run import worker_command
from support.supervisor import StopRequestedError, stop_on_signals

Figures = dict[str, float]


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the options of script/bench."""
    parser = argparse.ArgumentParser(
        prog="script/bench", description="Measure engine, server, cards and decks, or the bots."
    )
    parser.add_argument("--json", action="store_true", help="print one flat JSON object instead of a table")
    parser.add_argument("--engine", action="store_true", help="measure the engine alone")
    parser.add_argument("--server", action="store_true", help="measure the server alone")
    parser.add_argument("--cards", action="store_true", help="measure searching the catalogue alone")
    parser.add_argument("--decks", action="store_true", help="measure checking decks alone")
    parser.add_argument("--deck-pages", action="store_true", help="measure the pages of decks alone, with 5,000 decks")
    parser.add_argument("--replays", action="store_true", help="measure opening the replay of a long match alone")
    parser.add_argument("--live", action="store_true", help="measure fifty matches at once alone, on either database")
    parser.add_argument("--megagame", action="store_true", help="measure a hall of sixty screens at a megagame alone")
    parser.add_argument("--pairing", action="store_true", help="measure pairing and standings of tournaments alone")
    parser.add_argument("--clocks", action="store_true", help="measure how a thousand matches are closed in time")
    parser.add_argument("--event-pages", action="store_true", help="measure the pages of a tournament of a thousand")
    bots = parser.add_argument_group("bots", "how often they beat each other; goes on where the last run was stopped")
    bots.add_argument("--bots", action="store_true", help="let bots play each other, which takes its time")
    bots.add_argument("--part", choices=tuple(PAIRS), help="one pair of them")
    bots.add_argument("--games", type=at_least_one, help="so many games of a pair, instead of the usual number")
    bots.add_argument("--anew", action="store_true", help="forget what earlier runs have kept in var/bench")
    options = parser.parse_args(arguments)
    if not options.bots and (options.part or options.games or options.anew):
        parser.error("--part, --games and --anew go with --bots")
    return options


def at_least_one(text: str) -> int:
    """Parse a number of games. Raises ArgumentTypeError below 1."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"a number of games was expected, not {text!r}")
    return int(text)


def engine_figures() -> Figures:
    """Decisions, copies, views and sizes, beside python-chess."""
    from support.benches.engine import figures

    return figures()


def server_figures() -> Figures:
    """From posting a move to the opponent's pushed fragment, on an instance started for this."""
    with fresh_instance():
        import django

        django.setup()
        from support.benches.server import figures

        return figures()


def cards_figures() -> Figures:
    """Return how long a search takes: in the base set, and in a catalogue of 10,000 pieces."""
    from support.benches.cards import figures

    return figures()


def decks_figures() -> Figures:
    """Return how long a whole check of a deck takes, its text read."""
    from support.benches.decks import figures

    return figures()


def apart(measure: Callable[..., Figures], *arguments: object) -> Figures:
    """Measure with the database of an instance started for this, in a process of its own.

    One process reads its settings once, and they may be those of another instance.
    """
    with fresh_instance(), ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measure, *arguments).result()


def figures_of(module: str, *arguments: object) -> Figures:
    """Return the figures of a module that needs Django."""
    import django

    django.setup()
    found: Figures = import_module(module).figures(*arguments)
    return found


def deck_pages_figures() -> Figures:
    """Return how long the server works for a page of decks."""
    return apart(figures_of, "support.benches.deck_pages")


def replays_figures() -> Figures:
    """Return how long a replay of a long match takes to open."""
    return apart(figures_of, "support.benches.replays")


def live_figures() -> Figures:
    """Fifty matches at once, on SQLite and on PostgreSQL, beside a boardgame.io server."""
    from support.benches import live

    return live.live_figures()


def megagame_figures() -> Figures:
    """Sixty screens at a day of a megagame, on SQLite and on PostgreSQL, the replay of a day, and its late pages."""
    from support.benches import megagame

    return {**megagame.megagame_figures(), **apart(figures_of, "support.benches.late_day")}


def pairing_figures() -> Figures:
    """Return how long a round of a tournament takes to pair, and its standings, beside swisspair."""
    from support.benches.pairing import figures

    return figures()


def clocks_figures() -> Figures:
    """Return how late matches are closed while one of two workers is killed."""
    return apart(figures_of, "support.benches.clocks", start_worker)


def start_worker() -> subprocess.Popen[bytes]:
    """Start a worker beside the one of the instance."""
    return subprocess.Popen(worker_command("4"))


def event_pages_figures() -> Figures:
    """Return how long pairings take to come when everybody asks for them."""
    return apart(figures_of, "support.benches.event_pages")


@contextmanager
def fresh_instance() -> Iterator[None]:
    """Run the whole product on data of its own. The settings of this process become those of that instance."""
    with tempfile.TemporaryDirectory(prefix="incursions-bench-") as data, running_instance(Path(data)) as address:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "incursions.settings",
            "DATA_DIR": data,
            "SITE_URL": address.rstrip("/"),
            "LOG_LEVEL": "WARNING",
        }
        yield


MEASURES = {
    "engine": engine_figures,
    "server": server_figures,
    "cards": cards_figures,
    "decks": decks_figures,
    "deck_pages": deck_pages_figures,
    "replays": replays_figures,
    "live": live_figures,
    "megagame": megagame_figures,
    "pairing": pairing_figures,
    "clocks": clocks_figures,
    "event_pages": event_pages_figures,
}


def main() -> int:
    """Measure what was asked for; all but the bots if nothing was."""
    options = parse_arguments(sys.argv[1:])
    stop_on_signals()
    chosen = [measure for part, measure in MEASURES.items() if getattr(options, part)]
    if not chosen and not options.bots:
        chosen = list(MEASURES.values())
    figures: Figures = {}
    try:
        for measure in chosen:
            figures |= measure()
        if options.bots:
            parts = (options.part,) if options.part else tuple(PAIRS)
            figures |= bots_figures(parts, games=options.games, anew=options.anew)
    except BrokenExecutor:
        print("A process of the bench was killed; the games that are finished are kept.", file=sys.stderr)
        return 1
    except (InstanceError, BenchBusyError, NoPostgresError) as reason:
        print(reason, file=sys.stderr)
        return 1
    except StopRequestedError:
        if options.bots:
            print(
                "\nStopped; the games that are finished are kept, and the next run goes on with them.", file=sys.stderr
            )
        return 130
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<40}{value:>16,.6g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
