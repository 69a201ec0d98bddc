"""script/manage check_catalogue: check the files of the catalogue and count its pieces."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.storing import examine_files
from incursions.games.incursions.rules.catalogue_check import counts


class Command(BaseCommand):
    """Needs no database. Exit 1 with all problems, each with file, title, field and what was expected."""

    help = "Check the files of the catalogue in fixtures/ (or another folder) and count the pieces."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.ROOT / "fixtures")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print counts and problems as JSON")

    def handle(self, *args: Any, folder: Path, as_json: bool, **options: Any) -> None:
        """Print the counts of the sound parts, then the problems."""
        examined = examine_files(folder)
        counted = counts(examined)
        if as_json:
            problems = [
                {"file": each.file, "title": each.title, "field": each.field, "expected": each.expected}
                for each in examined.problems
            ]
            self.stdout.write(json.dumps({**counted, "problems": problems}, ensure_ascii=False, indent=2))
        else:
            self.stdout.write("\n".join(_lines(counted)))
        if examined.problems:
            raise CommandError("\n".join(map(str, examined.problems)))


def _lines(counted: Mapping[str, int | dict[str, int]]) -> Iterator[str]:
    """Yield the counts in lines for people: the kinds in one line, then a line for each thing that pieces print."""
    yield ", ".join(f"{name} {number}" for name, number in counted.items() if isinstance(number, int))
    for name, found in counted.items():
        if isinstance(found, dict):
            yield f"{name.replace('_', ' ')}: " + ", ".join(f"{word} {number}" for word, number in found.items())
