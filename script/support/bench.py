"""script/bench: what the engine and the server can do, as figures."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from support.instance import InstanceError, running_instance
from support.supervisor import StopRequestedError, stop_on_signals

Figures = dict[str, float]


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The options of script/bench."""
    parser = argparse.ArgumentParser(prog="script/bench", description="Measure the engine and the server.")
    parser.add_argument("--json", action="store_true", help="print one flat JSON object instead of a table")
    parser.add_argument("--engine", action="store_true", help="measure the engine alone")
    parser.add_argument("--server", action="store_true", help="measure the server alone")
    return parser.parse_args(arguments)


def engine_figures() -> Figures:
    """Decisions, copies, views and sizes, beside python-chess."""
    from incursions.bots.bench import figures

    return figures()


def server_figures() -> Figures:
    """From posting a move to the opponent's pushed fragment, on an instance started for this."""
    with fresh_instance():
        import django

        django.setup()
        from tournaments.bench import figures

        return figures()


@contextmanager
def fresh_instance() -> Iterator[None]:
    """The whole product on data of its own; the settings of this process become those of that instance."""
    with tempfile.TemporaryDirectory(prefix="incursions-bench-") as data, running_instance(Path(data)) as address:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "incursions.settings",
            "DATA_DIR": data,
            "SITE_URL": address.rstrip("/"),
            "LOG_LEVEL": "WARNING",
        }
        yield


def main() -> int:
    """Measure what was asked for, everything if nothing was."""
    options = parse_arguments(sys.argv[1:])
    stop_on_signals()
    everything = options.engine == options.server
    figures: Figures = {}
    try:
        if everything or options.engine:
            figures |= engine_figures()
        if everything or options.server:
            figures |= server_figures()
    except InstanceError as reason:
        print(reason, file=sys.stderr)
        return 1
    except StopRequestedError:
        return 130
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:<40}{value:>16,.6g}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
