"""Bring a data folder up to date, in one process: tables, catalogue, static files. Quick when all is there."""

import gc
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.checks import Tags, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection


def populate() -> None:
    """Migrate, load the fixtures, have missing pictures drawn in the background, collect the static files."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "incursions.settings")
    django.setup()
    refuse_damaged_database()
    refuse_former_database()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_catalogue", verbosity=0)
    if settings.DRAW_PICTURES_AHEAD:
        call_command("render_pictures", later=True, verbosity=0)
    collect_static_files()


def refuse_damaged_database() -> None:
    """Raise DatabaseError for an SQLite file with damaged pages, as a bad copy has: it takes 10 ms for 3 MB."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            fault = cursor.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise DatabaseError(fault)


def refuse_former_database() -> None:
    """Raise CommandError for a database that this version cannot read; `call_command` leaves such checks out."""
    for error in run_checks(tags=[Tags.database], databases=["default"]):
        raise CommandError(f"{error.msg} {error.hint}")


def collect_static_files() -> None:
    """Run collectstatic, unless the files and what was made of them are as it left them last time.

    It reads and hashes all of them, which is half of a start.
    """
    state = Path(settings.DATA_DIR) / "static.state"
    if state.is_file() and state.read_text(encoding="ascii") == state_of_static_files():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    state.write_text(state_of_static_files(), encoding="ascii")


def state_of_static_files() -> str:
    """Return a hash of all static files by path, size and time, and of those collected by name and size."""
    lines = [django.__version__, repr(settings.STORAGES)]
    for path in static_files():
        found = path.stat()
        lines.append(f"{path} {found.st_size} {found.st_mtime_ns}")
    root = Path(settings.STATIC_ROOT)
    lines += sorted(f"{path.relative_to(root)} {path.stat().st_size}" for path in root.rglob("*") if path.is_file())
    return sha256("\n".join(lines).encode()).hexdigest()


def static_files() -> Iterator[Path]:
    """Yield the path of each file that collectstatic finds."""
    for finder in get_finders():
        for name, storage in finder.list([]):
            yield Path(storage.path(name))


def main() -> None:
    """Populate; what the person at the terminal can mend is said in a sentence."""
    gc.disable()  # this ends soon, and looking for garbage takes a tenth of it
    try:
        populate()
    except (ImproperlyConfigured, CommandError) as reason:
        sys.exit(str(reason))
    except DatabaseError as error:
        words = " ".join(str(error).split())
        sys.exit(f"The database cannot be used: {words}. docs/operations.md says how a backup is brought back.")
    except OSError as error:
        sys.exit(f"The data folder cannot be written: {error.strerror}.")


if __name__ == "__main__":
    main()
