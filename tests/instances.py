"""The environment for an instance of the product that a test starts: not the one that the tests themselves run in."""

import os
import shutil
import subprocess
from pathlib import Path

from django.conf import settings

from support.test import PREPARED_DATA

OWN_SETTINGS = {
    "DATABASE_URL",
    "DATA_DIR",
    "DJANGO_SETTINGS_MODULE",
    "GAMES",
    "SECRET_KEY",
    "REDIS_URL",
    "ALLOWED_HOSTS",
    "SITE_URL",
}


def environment_of_its_own() -> dict[str, str]:
    """Return the environment without the settings of these tests. No picture is drawn before one is requested."""
    kept = {name: value for name, value in os.environ.items() if name not in OWN_SETTINGS}
    return {**kept, "DRAW_PICTURES_AHEAD": "0", "PYTHONPATH": f"{settings.ROOT}{os.pathsep}{settings.ROOT / 'script'}"}


def fill(data: Path) -> None:
    """Copy what script/test has prepared once for all into a folder; without it, an instance makes its own."""
    if prepared := os.environ.get(PREPARED_DATA):
        # A check that reads the prepared database beside the tests has files of its own there while it does.
        shutil.copytree(prepared, data, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.sqlite3-*"))


def children_of(pid: int) -> list[int]:
    """Return the child processes of a process."""
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    return [int(line) for line in listed.stdout.split()]
