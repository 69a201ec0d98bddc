"""script/manage load_catalogue: make the catalogue's rows equal to the fixtures."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.catalogue import store_catalogue
from incursions.rules import catalogue


class Command(BaseCommand):
    """Reads and checks the fixtures, then writes the rows, all or nothing."""

    help = "Load the catalogue from fixtures/ (or another folder) and print what was added, changed or removed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.ROOT / "fixtures")

    def handle(self, *args: Any, folder: Path, verbosity: int, **options: Any) -> None:
        try:
            read = catalogue.load(folder)
        except catalogue.CatalogueError as error:
            raise CommandError(str(error)) from error
        changes = store_catalogue(read.ships.values(), read.tiles.values())
        if verbosity:
            self.stdout.write("\n".join(map(str, changes)) or "The catalogue is up to date.")
