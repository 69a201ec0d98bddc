"""The socket of a machine's private Redis, and its address as each client library writes it."""

import hashlib
import os
import tempfile
from pathlib import Path

LONGEST_SOCKET_PATH = 100
"""The kernel takes 107 characters on Linux and 103 on macOS."""


def socket_path(data: Path) -> Path:
    """The socket in the data folder; in the temporary folder, under a name of its own, if that path is too long."""
    path = data / "redis.sock"
    if len(str(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(str(data).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"incursions-{os.getuid()}-{name}" / "redis.sock"


def socket_address(data: Path) -> str:
    """The address of the private Redis, as redis-py and channels_redis read it."""
    return f"unix://{socket_path(data)}"


def for_celery(address: str) -> str:
    """Celery has a name of its own for sockets."""
    return address.replace("unix://", "redis+socket://", 1)
