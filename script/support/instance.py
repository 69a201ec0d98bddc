"""The whole product on a free port, started by a script or a test that talks to it and ends it."""

import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from support import processes

PATIENCE_S = 60.0
READY = re.compile(rb"^Incursions is ready at (http://\S+/)$", re.MULTILINE)


class InstanceError(Exception):
    """Why there is no instance, with what it said."""


@contextmanager
def running_instance(data: Path, *, environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """The address of an instance on this data folder, until the block ends. Its output goes to DATA/run.log."""
    log = data / "run.log"
    with log.open("wb") as output:
        command = (sys.executable, "-m", "support.run", "--port", "0", "--data", data)
        process = processes.start(command, environment={"LOG_LEVEL": "WARNING", **environment}, output=output)
    try:
        deadline = time.monotonic() + PATIENCE_S
        while not (ready := READY.search(log.read_bytes())):
            if process.poll() is not None or time.monotonic() > deadline:
                raise InstanceError(f"Incursions does not start:\n{log.read_text(errors='replace')}")
            time.sleep(0.05)
        yield ready[1].decode()
    finally:
        processes.stop(process)
