"""script/test: run every check of the project, or some tests, and print the seconds of each part."""

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
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
"""The default number of worker processes for tests that need no browser and no PostgreSQL."""
MOST_CORES = 16
MOST_SEED = 2**32 - 1
SLOWEST = 10
"""The number of slowest tests that the summary names."""
DEPLOYED = {
    "SITE_URL": "https://incursions.example",
    "SECRET_KEY": "a key for this check alone, as long and as varied as one should be: 0123456789",
    "DEBUG": "",
}
"""The settings of a site on https: those that Django's own check list is for."""
Command = tuple[str | Path, ...]
TOOLS: Mapping[str, tuple[Command, ...]] = {
    "types": ((BIN / "mypy",),),
    "lint": ((BIN / "ruff", "check", "--quiet"), (BIN / "ruff", "format", "--check", "--quiet")),
    "templates": ((PYTHON, "-m", "support.templates", "--check"),),
    "import contract": ((BIN / "lint-imports", "--no-logo"),),
    "size": ((PYTHON, "-m", "support.size"),),
    "names": ((PYTHON, "-m", "support.names"),),
    "migrations": ((PYTHON, "manage.py", "makemigrations", "--check", "--dry-run"),),
    "deployment": ((PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING"),),
}
LONG = "LONG_TESTS"
"""Environment variable of the tests: set if samples are to be as large as `--long` makes them."""
SEED = "TEST_SEED"
"""Environment variable of the tests: the seed that chooses samples."""
FEW_LONG = "FEW_LONG_TESTS"
"""Environment variable of the tests: set if most long tests (tests/long_tests.py) are to be left to `--long`."""
LEFT_TO_LONG = "left to --long"
"""The outcome of a long test that a run leaves out."""
WORKER = "TEST_WORKER"
"""Environment variable of a test process: its kind (tests/pool.py)."""
POSTGRES_ID = "on PostgreSQL"
"""Part of the id of each test that runs on PostgreSQL (tests/conftest.py)."""
LONGEST_TEST_S, LONGEST_LONG_TEST_S = 300, 3_600
"""Seconds after which a test is taken to hang: its process says where, and ends; the test has failed."""
NO_TESTS = 5
"""The exit code of pytest where it finds no tests."""
PREPARED_DATA = "PREPARED_DATA"
"""Environment variable of the tests: a data folder that is up to date, which they copy instead of making it."""


class PartFailedError(Exception):
    """A part did not pass. The message is what its tool printed."""


@dataclass
class Run:
    """The parts run so far: seconds and outcome of each, and the tests counted by their outcome."""

    cores: int = CORES
    parts: list[tuple[str, float, bool]] = field(default_factory=list)
    tests: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, float] = field(default_factory=dict)
    """Seconds of each test by its name."""
    began: float = field(default_factory=time.monotonic)

    @property
    def passed(self) -> bool:
        return all(passed for _, _, passed in self.parts)

    def part(self, name: str, check: Callable[[], None]) -> None:
        """Run one part and note its seconds; a part that fails does not keep the others from running."""
        began = time.monotonic()
        try:
            check()
        except (PartFailedError, chromium.NoChromiumError, postgres_server.NoPostgresError) as reason:
            print(f"{name}: {reason}", file=sys.stderr, flush=True)
            self.parts.append((name, time.monotonic() - began, False))
        else:
            self.parts.append((name, time.monotonic() - began, True))

    def pytest(self, *arguments: str, environment: Mapping[str, str]) -> None:
        """Run tests in one pool of worker processes and count their outcomes.

        Raises PartFailedError if a test fails or none is found.
        """
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.xml"
            options = (f"--junitxml={report}", *self.worker_options(), *hang_options(environment))
            command = (PYTHON, "-m", "pytest", "-q", *options, *arguments)
            code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            if report.is_file():
                self.read_report(report)
        if code:
            raise PartFailedError("no tests were found." if code == NO_TESTS else "some tests did not pass.")

    def worker_options(self) -> Iterator[str]:
        """Yield the options of pytest-xdist for a pool of workers (tests/pool.py)."""
        yield from ("--dist", "load")
        for count, kind in ((self.cores, "sqlite"), (1, "postgresql"), (1, "browser")):
            yield from ("--tx", f"{count}*popen//env:{WORKER}={kind}")

    def read_report(self, report: Path) -> None:
        """Add the outcomes and seconds of a report in JUnit's format."""
        for suite in ET.parse(report).getroot().iter("testsuite"):  # noqa: S314 -- our own file
            count = {name: int(suite.get(name, "0")) for name in ("tests", "failures", "errors", "skipped")}
            self.tests["failed"] += count["failures"]
            left = sum(skipped.get("message") == LEFT_TO_LONG for skipped in suite.iter("skipped"))
            self.tests["passed"] += count["tests"] - count["failures"] - count["errors"] - count["skipped"]
            self.tests["skipped"] += count["skipped"] - left
            self.tests["errors"] += count["errors"]
            self.tests[LEFT_TO_LONG] += left
            for case in suite.iter("testcase"):
                name = f"{case.get('classname')}::{case.get('name')}"
                self.seconds[name] = self.seconds.get(name, 0) + float(case.get("time", "0"))

    def summary(self) -> None:
        """Print seconds by part and the slowest tests; the last line counts all tests, in pytest's own form."""
        print("\n── Slowest tests, in seconds")
        for name in sorted(self.seconds, key=lambda name: -self.seconds[name])[:SLOWEST]:
            print(f"{self.seconds[name]:>8.1f}  {name}")
        print("\n── Seconds by part; parts run side by side")
        for name, seconds, passed in self.parts:
            print(f"{name:<32}{seconds:>8.1f}  {'passed' if passed else 'FAILED'}")
        by_kind: dict[str, float] = defaultdict(float)
        for name, seconds in self.seconds.items():
            by_kind[kind_of(name)] += seconds
        for kind, seconds in sorted(by_kind.items()):
            print(f"  {kind:<30}{seconds:>8.1f}  in all workers")
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"{'CPU':<32}{usage.ru_utime + usage.ru_stime:>8.1f}")
        total = time.monotonic() - self.began
        print(f"{'all':<32}{total:>8.1f}  {'passed' if self.passed else 'FAILED'}")
        counts = ", ".join(f"{count} {outcome}" for outcome, count in self.tests.items() if count) or "no tests ran"
        print(f"{f' {counts} in {total:.2f}s ':=^100}", flush=True)


def hang_options(environment: Mapping[str, str]) -> Iterator[str]:
    """Yield the options of pytest that fail a test which hangs, with a traceback of each thread."""
    limit = LONGEST_LONG_TEST_S if LONG in environment else LONGEST_TEST_S
    for setting in (f"faulthandler_timeout={limit}", "faulthandler_exit_on_timeout=true"):
        yield from ("-o", setting)


def kind_of(test: str) -> str:
    """Return the part of the summary that a test belongs to."""
    if test.startswith("tests.browser."):
        return "tests in a browser"
    return "tests on PostgreSQL" if POSTGRES_ID in test else "tests on SQLite or none"


def run_tool(commands: tuple[Command, ...]) -> None:
    """Run the commands of a tool one after the other. Raises PartFailedError with what a failing one printed."""
    environment = {**os.environ, **DEPLOYED, "DATA_DIR": os.environ[PREPARED_DATA], "DRAW_PICTURES_AHEAD": "0"}
    found = []
    for command in commands:
        finished = subprocess.run(
            [str(part) for part in command],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        if finished.returncode:
            found.append(finished.stdout or f"{command[0]} failed and printed nothing.")
    if found:
        raise PartFailedError("\n".join(found))


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the address of the server named by TEST_POSTGRES_URL, else of a temporary one from the PyPI wheel."""
    if address := os.environ.get("TEST_POSTGRES_URL"):
        yield address
    else:
        with postgres_server.temporary_postgres() as address:
            yield address


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """Return the options of script/test."""
    parser = argparse.ArgumentParser(
        prog="script/test", description="Run every check and test of the project, or the tests at some paths."
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="run these tests alone: folder, file or file::test")
    parser.add_argument("--no-browser", action="store_true", help="leave the browser tests out")
    parser.add_argument("--long", action="store_true", help="try everything instead of samples; takes much longer")
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="choose the samples of an earlier run, by the seed it printed",
    )
    parser.add_argument(
        "--cores",
        type=count_of("cores", MOST_CORES),
        default=CORES,
        metavar="N",
        help=f"processes side by side (default {CORES})",
    )
    options = parser.parse_args(arguments)
    for path in options.paths:
        if not (ROOT / path.partition("::")[0]).exists():
            parser.error(f"there is no {path.partition('::')[0]}")
    return options


def seed(text: str) -> int:
    """Return a seed from the command line. Raises ArgumentTypeError for anything but a number of 32 bits."""
    if not text.isascii() or not text.isdigit() or int(text) > MOST_SEED:
        raise argparse.ArgumentTypeError(f"a seed is a number from 0 to {MOST_SEED}")
    return int(text)


def run_tests(run: Run, *arguments: str, browser: bool = True) -> None:
    """Run tests with what they need besides Redis: a PostgreSQL, and Chromium unless browser tests are left out."""
    environment = dict(os.environ)
    if browser:
        environment["CHROMIUM"] = str(chromium.find_or_bring())
    else:
        arguments = (*arguments, "--ignore=tests/browser")
    with postgres() as address:
        run.pytest(*arguments, environment=environment | {"TEST_POSTGRES_URL": address})


def check_everything(run: Run, *, browser: bool) -> None:
    """Run all tests, and beside them the tools, which need one core for less time."""
    populate = ((PYTHON, "-m", "support.populate"),)
    run.part("data to begin with", lambda: run_tool(populate))
    with ThreadPoolExecutor(1) as thread:
        tools = thread.submit(run_tools, run)
        run.part("tests", lambda: run_tests(run, browser=browser))
        tools.result()


def run_tools(run: Run) -> None:
    """Run the tools one after the other."""
    for name, commands in TOOLS.items():
        run.part(name, lambda commands=commands: run_tool(commands))  # type: ignore[misc]


def main() -> int:
    """Run what was asked for; 0 if all of it passed."""
    options = parse_arguments(sys.argv[1:])
    # Tests choose their own database; the terminal's must not reach them.
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop(LONG, None)
    os.environ.pop(FEW_LONG, None)
    if options.long:
        os.environ[LONG] = "1"
    elif not options.paths:
        os.environ[FEW_LONG] = "1"
    chosen = random.randrange(MOST_SEED) if options.seed is None else options.seed
    os.environ[SEED] = str(chosen)
    print("Everything is tried." if options.long else f"Samples are chosen by --seed {chosen}.", flush=True)
    stop_on_signals()
    run = Run(cores=options.cores)
    try:
        if options.paths:
            run.part("tests", lambda: run_tests(run, *options.paths, browser=not options.no_browser))
        else:
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
