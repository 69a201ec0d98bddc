"""The socket of a machine's private Redis, and its address as each client library writes it."""

import hashlib
import os
import tempfile
from pathlib import Path

LONGEST_SOCKET_PATH = 100
"""The kernel takes 107 characters on Linux and 103 on macOS."""


def socket_path(data: Path) -> Path:
    """Return the socket in the data folder, or one in the temporary folder if that path is too long."""
    path = data / "redis.sock"
    if len(str(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(str(data).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"incursions-{os.getuid()}-{name}" / "redis.sock"


def socket_address(data: Path) -> str:
    """Return the address of the private Redis in the form of redis-py and channels_redis."""
    return f"unix://{socket_path(data)}"


def for_celery(address: str) -> str:
    """Return the address in Celery's form, which names the scheme of sockets differently."""
    return address.replace("unix://", "redis+socket://", 1)
