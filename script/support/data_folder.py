"""The data folder of one installation: its lock, so that it is run once at a time, and its secret key."""

import fcntl
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

from incursions.kit.environment import keep_secret_key

LEAST_FREE = 2**20
"""Bytes: /healthz says that writes fail when the database's disk has less (incursions/kit/health.py)."""


class DataFolderError(Exception):
    """Why this folder cannot be used, as a sentence."""


def make(folder: Path) -> None:
    """Make the folder with its secret key, unless SECRET_KEY names one."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
        if free < LEAST_FREE:
            raise DataFolderError(f"The disk of {folder} is full: {free // 1024:,} KB are left. Free some space first.")
        if not os.environ.get("SECRET_KEY"):
            keep_secret_key(folder)
    except OSError as error:
        raise DataFolderError(f"Cannot keep data in {folder}: {error.strerror}.") from error


def lock(folder: Path, address: str) -> IO[str]:
    """Take the folder for this process, as long as the returned file stays open; `address` tells others where it runs.

    Raises DataFolderError if another process has it.
    """
    try:
        handle = (folder / "run.lock").open("a+")
    except OSError as error:
        raise DataFolderError(f"Cannot keep data in {folder}: {error.strerror}.") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        handle.seek(0)
        where = handle.read().strip()
        handle.close()
        raise DataFolderError(
            f"Incursions already runs on the data in {folder}{where and f', at {where}'}. "
            "Stop it first, or start another one with --data and --port."
        ) from error
    try:
        handle.truncate(0)
        handle.write(address)
        handle.flush()
    except OSError as error:
        raise DataFolderError(f"Cannot keep data in {folder}: {error.strerror}.") from error
    return handle


def checkpoint(folder: Path) -> None:
    """Write SQLite's log into the database file, so that a copy of that file alone is whole."""
    database = folder / "incursions.sqlite3"
    if database.is_file():
        with suppress(sqlite3.Error), closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
