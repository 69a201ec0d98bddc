"""`verify_match FILE`: check that an exported match is what its seed and actions give. Needs no database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.matches.export import WholeRecord
from tournaments.matches.verification import UnverifiableFileError, first_difference, read_match_file

DIFFERS, UNVERIFIABLE = 1, 2


class Command(BaseCommand):
    """The command. Exit 0: the match holds. 1: it differs, printed with the place. 2: it cannot be judged."""

    help = "Replay an exported match and compare (exit 0 holds, 1 differs, 2 cannot be judged)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file that export_match wrote, or - for standard input")

    def handle(self, *, file: str, **_: Any) -> None:
        """Print the verdict."""
        try:
            record = self._read_record(file)
            difference = first_difference(record)
        except UnverifiableFileError as cause:
            raise CommandError(str(cause), returncode=UNVERIFIABLE) from cause
        if difference is not None:
            raise CommandError(f"The match differs. {difference}", returncode=DIFFERS)
        self.stdout.write(f"The match holds: {len(record['actions'])} actions, replayed from the published seed.")

    def _read_record(self, file: str) -> WholeRecord:
        if file == "-":
            return read_match_file(sys.stdin.buffer)
        try:
            with Path(file).open("rb") as stream:
                return read_match_file(stream)
        except (OSError, ValueError) as cause:
            raise UnverifiableFileError(f"The file cannot be opened: {cause}.") from cause
