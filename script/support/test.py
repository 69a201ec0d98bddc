"""script/test: every check of the project, part by part, and the seconds each one took."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from support import chromium, postgres_server
from support.arguments import count_of
from support.supervisor import StopRequestedError, stop_on_signals

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
PYTHON = sys.executable
CORES = 2
"""How many processes run tests side by side, where nobody says otherwise."""
MOST_CORES = 16
DEPLOYED = {
    "SITE_URL": "https://incursions.example",
    "SECRET_KEY": "a key for this check alone, as long and as varied as one should be: 0123456789",
    "DEBUG": "",
}
"""The settings of a site on https: those that Django's own check list is for."""
ON_BOTH_DATABASES = ("tests/accounts", "tests/balance", "tests/cards", "tests/house", "tests/tournaments", "tests/walk")
"""Where tests may lie that PostgreSQL is asked as well; what lies elsewhere need not be collected for it."""
Commands = tuple[tuple[str | Path, ...], ...]
TOOLS: Mapping[str, Commands] = {
    "types": ((BIN / "mypy",),),
    "lint": ((BIN / "ruff", "check", "--quiet"), (BIN / "ruff", "format", "--check", "--quiet")),
    "import contract": ((BIN / "lint-imports", "--no-logo"),),
    "migrations": ((PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"),),
    "deployment": ((PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"),),
    "data to begin with": ((PYTHON, "-m", "support.populate"),),
}
LONG = "LONG_TESTS"
"""In the environment of the tests: set where samples are to be as large as `--long` makes them."""
PREPARED_DATA = "PREPARED_DATA"
"""In the environment of the tests: a data folder that is up to date, which they copy rather than make it each time."""


class PartFailedError(Exception):
    """A part did not pass; it has said why."""


@dataclass
class Run:
    """What has been run so far: seconds and outcome of each part, and the tests counted by their outcome."""

    cores: int = CORES
    parts: list[tuple[str, float, bool]] = field(default_factory=list)
    tests: Counter[str] = field(default_factory=Counter)
    began: float = field(default_factory=time.monotonic)

    @property
    def passed(self) -> bool:
        return all(passed for _, _, passed in self.parts)

    def part(self, name: str, check: Callable[[], None]) -> None:
        """Run one part, whatever became of the others."""
        print(f"\n── {name}", flush=True)
        began = time.monotonic()
        try:
            check()
        except (PartFailedError, chromium.NoChromiumError, postgres_server.NoPostgresError) as reason:
            print(f"{name}: {reason}", file=sys.stderr, flush=True)
            self.parts.append((name, time.monotonic() - began, False))
        else:
            self.parts.append((name, time.monotonic() - began, True))

    def tools(self, commands: Mapping[str, Commands]) -> None:
        """Run tools that need no more than one core each, side by side; each says what it finds when it is done."""
        print(f"\n── {', '.join(commands)}", flush=True)
        with ThreadPoolExecutor(self.cores) as threads:
            for name, (seconds, found) in zip(commands, threads.map(complaints, commands.values()), strict=True):
                self.parts.append((name, seconds, not found))
                if found:
                    print(f"{name}:\n{found}", file=sys.stderr, flush=True)

    def pytest(self, *arguments: str, more: int = 0, environment: Mapping[str, str] = os.environ) -> None:
        """Run some of the tests, in so many more processes than cores, and count their outcomes.

        That none is chosen is no failure.
        """
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            parallel = ("-n", str(self.cores + more), "--dist", "loadgroup")
            command = (PYTHON, "-m", "pytest", "-q", f"--junitxml={report}", *parallel, *arguments)
            code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            if report.is_file():
                self.tests += outcomes(report)
        if code not in {0, 5}:
            raise PartFailedError("some tests did not pass.")

    def summary(self) -> None:
        """Seconds per part; the last line counts all tests, in pytest's own form."""
        print("\n── Seconds")
        for name, seconds, passed in self.parts:
            print(f"{name:<32}{seconds:>8.1f}  {'passed' if passed else 'FAILED'}")
        total = time.monotonic() - self.began
        print(f"{'all':<32}{total:>8.1f}  {'passed' if self.passed else 'FAILED'}")
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.tests.items() if count) or "no tests ran"
        print(f"{f' {counts} in {total:.2f}s ':=^100}", flush=True)


def outcomes(report: Path) -> Counter[str]:
    """How many tests failed, passed and so on, from a report that pytest wrote itself."""
    found: Counter[str] = Counter()
    for suite in ET.parse(report).getroot().iter("testsuite"):  # noqa: S314 -- our own file
        count = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
        found["failed"] += count["failures"]
        found["passed"] += count["tests"] - count["failures"] - count["errors"] - count["skipped"]
        found["skipped"] += count["skipped"]
        found["errors"] += count["errors"]
    return found


def complaints(commands: Commands) -> tuple[float, str]:
    """Seconds that commands took one after the other, and what those of them said that found something."""
    began = time.monotonic()
    finished = [
        subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env={**os.environ, **DEPLOYED, "DATA_DIR": os.environ[PREPARED_DATA], "DRAW_PICTURES_AHEAD": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        for command in commands
    ]
    found = [each.stdout or f"{each.args[0]} failed without a word." for each in finished if each.returncode]
    return time.monotonic() - began, "\n".join(found)


@contextmanager
def postgres() -> Iterator[Mapping[str, str]]:
    """The environment for tests on PostgreSQL: the server named by TEST_POSTGRES_URL, else one from the PyPI wheel."""
    if address := os.environ.get("TEST_POSTGRES_URL"):
        yield {**os.environ, "DATABASE_URL": address}
    else:
        with postgres_server.temporary_postgres() as address:
            yield {**os.environ, "DATABASE_URL": address}


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The options of script/test."""
    parser = argparse.ArgumentParser(prog="script/test", description="Run every check and test of the project.")
    parser.add_argument("--no-browser", action="store_true", help="leave the browser tests out")
    parser.add_argument("--long", action="store_true", help="make the samples of random tests large; takes much longer")
    parser.add_argument(
        "--cores",
        type=count_of("cores", MOST_CORES),
        default=CORES,
        metavar="N",
        help=f"processes side by side (default {CORES})",
    )
    return parser.parse_args(arguments)


def check_everything(run: Run, *, browser: bool) -> None:
    """All parts, the quick ones first."""
    with ThreadPoolExecutor(1) as threads:
        # From afar, perhaps: nothing has to wait for it before the browser's turn comes.
        brought = threads.submit(chromium.find_or_bring) if browser else None
        run.tools(TOOLS)
        run.part("tests, on SQLite", lambda: run.pytest("-m", "not browser and not postgres_alone"))
        run.part("tests on PostgreSQL", lambda: on_postgres(run))
        if brought is not None:
            run.part("tests in a browser", lambda: in_chromium(run, brought))


def on_postgres(run: Run) -> None:
    """What is asked of both kinds of database, on a server of its own."""
    with postgres() as environment:
        run.pytest("-m", "database and not one_database", *ON_BOTH_DATABASES, environment=environment)


def in_chromium(run: Run, brought: Future[Path]) -> None:
    """What is looked at in a browser."""
    environment = {**os.environ, "CHROMIUM": str(brought.result())}
    run.pytest("tests/browser", more=1, environment=environment)  # they wait for clocks a good deal


def main() -> int:
    """Run all parts; 0 if every one passed."""
    options = parse_arguments(sys.argv[1:])
    # Tests choose their own database; what the terminal was used for before must not reach them.
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop(LONG, None)
    if options.long:
        os.environ[LONG] = "1"
    stop_on_signals()
    run = Run(cores=options.cores)
    try:
        with tempfile.TemporaryDirectory(prefix="incursions-prepared-") as data:
            os.environ[PREPARED_DATA] = data
            check_everything(run, browser=not options.no_browser)
    except StopRequestedError:
        print("Stopped.", file=sys.stderr)
        return 130
    finally:
        run.summary()
    return 0 if run.passed else 1


if __name__ == "__main__":
    sys.exit(main())
