"""Keeps children running: starts them, restarts who ends after a growing wait, ends them all together."""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType

from support import processes

FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 60.0
STEADY_S = 60.0
"""A child that has run this long has recovered: its next wait is the first one again."""
POLL_S = 0.1


class StopRequestedError(Exception):
    """Somebody pressed Ctrl-C or asked the process to end."""


@dataclass
class Child:
    """A process to keep running."""

    name: str
    launch: Callable[[], subprocess.Popen[bytes]]
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    start_at: float = 0.0
    wait_s: float = FIRST_WAIT_S


@dataclass
class Supervisor:
    """All children of one run, in the order in which they start; they are stopped in the opposite order."""

    say: Callable[[str], None]
    children: list[Child] = field(default_factory=list)

    def start(self, name: str, launch: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
        """Start a child and keep it running from now on."""
        child = Child(name, launch)
        self.children.append(child)
        return self._launch(child)

    def look_after(self) -> None:
        """Note who has ended, and start again those whose wait is over. Call it often."""
        now = time.monotonic()
        for child in self.children:
            if child.process is None:
                if now >= child.start_at:
                    self._launch_again(child, now)
            elif child.process.poll() is not None:
                self._note_the_end(child, now)

    def stop(self) -> None:
        """End every child and what it started; the first one (Redis) after all others."""
        running = [child.process for child in self.children if child.process is not None]
        processes.stop(*running[:0:-1])
        processes.stop(*running[:1])

    def _launch(self, child: Child) -> subprocess.Popen[bytes]:
        child.process = child.launch()
        child.started_at = time.monotonic()
        return child.process

    def _launch_again(self, child: Child, now: float) -> None:
        """Start a child, or wait longer if the machine has no room for it now: the others go on meanwhile."""
        try:
            self._launch(child)
        except OSError as error:
            self._wait(child, now, f"does not start ({error.strerror})")

    def _note_the_end(self, child: Child, now: float) -> None:
        assert child.process is not None
        how = how_it_ended(child.process.returncode)
        processes.stop(child.process)  # what it started may have outlived it
        child.process = None
        if now - child.started_at >= STEADY_S:
            child.wait_s = FIRST_WAIT_S
        self._wait(child, now, f"ended ({how})")

    def _wait(self, child: Child, now: float, what: str) -> None:
        self.say(f"The {child.name} {what}; it starts again in {child.wait_s:.0f} s.")
        child.start_at = now + child.wait_s
        child.wait_s = min(child.wait_s * 2, LONGEST_WAIT_S)


def how_it_ended(code: int) -> str:
    """Return an exit code in words."""
    return f"exit code {code}" if code >= 0 else f"by {signal.Signals(-code).name}"


def stop_on_signals() -> None:
    """Let Ctrl-C, SIGTERM and a closed terminal raise StopRequestedError, once: the ending is not interrupted."""

    def request_stop(number: int, frame: FrameType | None) -> None:
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        raise StopRequestedError

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, request_stop)
