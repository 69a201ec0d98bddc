"""script/manage load_catalogue: make the catalogue's rows equal to the fixtures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.storing import examine_files, store_catalogue
from incursions.games.incursions.rules.catalogue import CatalogueError


class Command(BaseCommand):
    """Reads and checks the files, then writes the rows, all or nothing."""

    help = (
        "Load the catalogue from fixtures/ (or another folder) and print what was added, changed or removed. "
        "What was edited in the admin is kept and named."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.ROOT / "fixtures")
        parser.add_argument(
            "--overwrite", action="store_true", help="let the files replace what was edited or added in the admin"
        )

    def handle(self, *args: Any, folder: Path, overwrite: bool, verbosity: int, **options: Any) -> None:
        """Load the files, or nothing if they have faults. Texts that differ from their effects are only reported."""
        files = examine_files(folder)
        if files.faults:
            raise CommandError("\n".join(map(str, files.faults)))
        try:
            changes = store_catalogue(files, overwrite=overwrite)
        except CatalogueError as error:
            raise CommandError(str(error)) from error
        kept = [change for change in changes if change.what == "kept"]
        if verbosity:
            done = [change for change in changes if change.what != "kept"]
            self.stdout.write("\n".join(map(str, done)) or "The catalogue is up to date.")
            for difference in files.differences:
                self.stderr.write(f"{difference} (check_catalogue)")
        for change in kept:
            self.stderr.write(f"{change}: it was edited in the admin; --overwrite takes the files' word")
