"""Child processes that never outlive the script that started them."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
GRACE_S = 8.0
"""Seconds that a child may take to end before it is killed."""


def end_with_parent(parent: int) -> Callable[[], None]:
    """Return what a child runs first: on Linux, ask the kernel to end the child when its parent dies."""
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def before_exec() -> None:
        if libc is not None:
            libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)

    return before_exec


def start(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str] | None = None,
    output: IO[bytes] | int | None = None,
    keep_open: Sequence[int] = (),
    user: int | None = None,
) -> subprocess.Popen[bytes]:
    """Start a child in a process group of its own, so that Ctrl-C reaches it through its parent alone."""
    return subprocess.Popen(
        [str(part) for part in command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output is not None else None,
        pass_fds=keep_open,
        start_new_session=True,
        user=user,
        group=user,
        extra_groups=[] if user is not None else None,
        preexec_fn=end_with_parent(os.getpid()),  # noqa: PLW1509 -- the scripts have one thread
    )


def stop(*children: subprocess.Popen[bytes], grace: float = GRACE_S) -> None:
    """End children and whatever they started: ask them all, wait, then kill who is left."""
    for child in children:
        signal_group(child, signal.SIGTERM)
    deadline = time.monotonic() + grace
    for child in children:
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(max(0.0, deadline - time.monotonic()))
        signal_group(child, signal.SIGKILL)
        child.wait()


def signal_group(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Signal a child's whole group, which may be gone already."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, number)
