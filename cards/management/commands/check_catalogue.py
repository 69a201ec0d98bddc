"""script/manage check_catalogue: check the catalogue, or the data files of another game, and count their entries."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.storing import examine_files
from incursions.books.shelf import list_shelf
from incursions.games.incursions.rules.catalogue_check import counts
from incursions.games.shelf import DataFault

CATALOGUE = "incursions"
"""The game whose files are the catalogue."""
Counts = Mapping[str, int | dict[str, int]]


class Command(BaseCommand):
    """Needs no database. Exit 1 with all problems, each with file, title, field and what was expected."""

    help = "Check the files of the catalogue in fixtures/ (or another folder, or of another game) and count the pieces."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, help="fixtures/, or the folder there that a game has")
        parser.add_argument("--game", default=CATALOGUE, metavar="NAME", help=f"the game; usually {CATALOGUE}")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print counts and problems as JSON")

    def handle(self, *args: Any, folder: Path | None, game: str, as_json: bool, **options: Any) -> None:
        """Print the counts of the sound parts, then the problems."""
        counted, problems = _examine(game, folder)
        if as_json:
            listed = [
                {"file": each.file, "title": each.title, "field": each.field, "expected": each.expected}
                for each in problems
            ]
            self.stdout.write(json.dumps({**counted, "problems": listed}, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(_lines(counted)))
        if problems:
            raise CommandError("\n".join(map(str, problems)))


def _examine(game: str, folder: Path | None) -> tuple[Counts, Sequence[DataFault]]:
    """Return the counts and faults of a game's files. Raises CommandError for a game that has none."""
    fixtures = settings.ROOT / "fixtures"
    if game == CATALOGUE:
        examined = examine_files(folder or fixtures)
        return counts(examined), examined.problems
    kinds = {kind.name: kind for kind in list_shelf()}
    examine_data = kinds[game].commands().examine_data if game in kinds else None
    if examine_data is None:
        raise CommandError(f"There is no game {game!r} with data in files.")
    return examine_data(folder or fixtures / game)


def _lines(counted: Counts) -> Iterator[str]:
    """Yield the counts in lines for people: the kinds in one line, then a line for each thing that pieces print."""
    yield ", ".join(f"{name} {number}" for name, number in counted.items() if isinstance(number, int))
    for name, found in counted.items():
        if isinstance(found, dict):
            yield f"{name.replace('_', ' ')}: " + ", ".join(f"{word} {number}" for word, number in found.items())
