"""The whole product on a free port, started by a script or a test that talks to it and ends it."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from support import processes

PATIENCE_S = 60.0
READY = re.compile(r"^Incursions is ready at (http://\S+/)$", re.MULTILINE)


class InstanceError(Exception):
    """Why there is no instance, with what it said."""


@contextmanager
def running_instance(data: Path, *options: str, environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Run an instance on this data folder with further options until the block ends, and yield its address."""
    process = launch(data, *options, environment={"LOG_LEVEL": "WARNING", **environment})
    try:
        yield wait_until_ready(process, data)
    finally:
        processes.stop(process)


def log_file(data: Path) -> Path:
    """Return the file that the output of an instance goes to."""
    return data / "run.log"


def launch(data: Path, *options: str, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """Start an instance; it is not ready yet."""
    command: tuple[str | Path, ...] = (sys.executable, "-m", "support.run", "--port", "0", "--data", data, *options)
    with log_file(data).open("wb") as output:
        return processes.start(command, environment=environment, output=output)


def wait_until_ready(process: subprocess.Popen[bytes], data: Path) -> str:
    """Its address, once it answers. Raises InstanceError with its output if it ends or takes too long."""
    return wait_for_line(READY, process, data)[1]


def wait_for_line(pattern: re.Pattern[str], process: subprocess.Popen[bytes], data: Path) -> re.Match[str]:
    """Return the first match of a line in the output of an instance. Raises InstanceError if none comes."""
    deadline = time.monotonic() + PATIENCE_S
    while not (found := pattern.search(said := log_file(data).read_text(errors="replace"))):
        if process.poll() is not None or time.monotonic() > deadline:
            raise InstanceError(f"Incursions does not say what was waited for:\n{said}")
        time.sleep(0.05)
    return found
