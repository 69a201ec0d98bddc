"""The supervisor keeps the others running whatever happens to one child, or to what it says."""

from __future__ import annotations

import errno
import io
import subprocess
import sys

from support import processes, run
from support.supervisor import Supervisor


def start_sleeper() -> subprocess.Popen[bytes]:
    return processes.start(("sleep", "60"))


def test_child_that_cannot_be_started_again_is_tried_later_and_ends_nothing():
    said, failures = [], [OSError(errno.EAGAIN, "Resource temporarily unavailable")]
    keeper = Supervisor(said.append)

    def launch():
        if len(keeper.children) > 1 and failures:
            raise failures.pop()
        return start_sleeper()

    try:
        first = keeper.start("first", launch)
        second = keeper.start("second", start_sleeper)
        keeper.children[0].wait_s = 0.0
        first.kill()
        first.wait()
        for _ in range(3):
            keeper.look_after()
        assert said[-1] == "The first does not start (Resource temporarily unavailable); it starts again in 0 s."
        assert keeper.children[0].process not in (None, first)
        assert second.poll() is None
    finally:
        keeper.stop()


class FullDisk(io.StringIO):
    """A file on a disk without room."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_what_cannot_be_said_ends_nothing(monkeypatch):
    full = FullDisk()
    monkeypatch.setattr(sys, "stdout", full)
    run.say("The web server ended.")
    assert "The web server" in full.getvalue()
