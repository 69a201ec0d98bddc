"""script/fuzz: random games with every check at every question, as long as asked; a failing one is saved as a file."""

import argparse
import json
import sys
import time
import traceback
from pathlib import Path

from support.supervisor import StopRequestedError, stop_on_signals
from tests.fuzz.hunters import HUNTS
from tests.fuzz.hunting import Failure, hunted

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "fuzz"
SECONDS_A_MINUTE = 60


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Parse the options of script/fuzz."""
    parser = argparse.ArgumentParser(prog="script/fuzz", description="Play random games and check everything.")
    parser.add_argument("--minutes", type=float, required=True, help="how long to go on")
    parser.add_argument("--first", type=int, default=int(time.time()), help="the number of the first game")
    parser.add_argument("--game", choices=tuple(HUNTS), default="incursions", help="the game (default incursions)")
    modes = ", ".join(f"{' or '.join(hunt.modes)} of {game}" for game, hunt in HUNTS.items())
    parser.add_argument("--mode", help=f"games of one mode alone: {modes}")
    options = parser.parse_args(arguments)
    if options.mode not in (None, *HUNTS[options.game].modes):
        parser.error(f"--mode takes {' or '.join(HUNTS[options.game].modes)} with --game {options.game}")
    if options.minutes <= 0:
        parser.error("--minutes takes a number above 0")
    return options


def save(failure: Failure) -> Path:
    """Write the failing match to a file that `verify_match` and `run_scenarios` open."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{failure.kind}-{failure.number}.json"
    path.write_text(json.dumps(failure.record), encoding="utf-8")
    return path


def main() -> int:
    """Play until the time is up. Exit status 1 if a game failed."""
    options = parse_arguments(sys.argv[1:])
    stop_on_signals()
    end = time.monotonic() + SECONDS_A_MINUTE * options.minutes
    played = questions = failed = 0
    number, make_hunter = options.first, HUNTS[options.game].hunter
    try:
        while time.monotonic() < end:
            looked_at, failure = hunted(number, make_hunter(number, options.mode))
            played, questions, number = played + 1, questions + looked_at, number + 1
            if failure is not None:
                failed += 1
                where = f"{failure.kind} game {failure.number}, action {failure.action}"
                print(f"{where}: {save(failure)}", file=sys.stderr)
                traceback.print_exception(failure.cause)
    except StopRequestedError:
        pass
    print(f"{played} games from {options.first} on, {questions} questions, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
