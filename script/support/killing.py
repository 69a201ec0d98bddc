"""Killing processes of an instance of the product, as a fault does: without a word of warning."""

import os
import signal
from pathlib import Path

from incursions.kit.environment import socket_path

WEB, WORKER, REDIS = b"uvicorn", b"celery", b"-server unixsocket:"


def processes_of(data: str, name: bytes) -> set[int]:
    """Return the processes with that name in their command of the instance on a data folder; one worker alone."""
    socket, ours = os.fsencode(str(socket_path(Path(data)))), os.fsencode(f"DATA_DIR={data}")
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:
            continue
        is_ours = socket in command if name == REDIS else ours in environment.split(b"\0")
        is_another_worker = name == WORKER and (b"\0worker\0" not in command or b"--queues" in command)
        if is_ours and name in command and not is_another_worker:
            found.add(int(folder.name))
    return found


def kill(data: str, name: bytes) -> None:
    """Kill the processes with that name."""
    killed = processes_of(data, name)
    assert killed
    for process in killed:
        os.kill(process, signal.SIGKILL)
