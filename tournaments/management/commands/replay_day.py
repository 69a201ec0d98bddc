"""`replay_day FILE`: check that a day's file is what its seed and commands give. Needs no database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.days.files import LARGEST_FILE, UnreadableDayError, find_difference, read_file

DIFFERS, UNREADABLE = 1, 2


class Command(BaseCommand):
    """The command. Exit 0: the day holds. 1: it differs, printed with the place. 2: the file cannot be read."""

    help = "Replay the file of a day that is over, and compare (exit 0 holds, 1 differs, 2 cannot be read)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="a day's file, as Control downloads it")

    def handle(self, *, file: Path, **_: Any) -> None:
        """Print the verdict."""
        try:
            with file.open("rb") as stream:
                data = read_file(stream.read(LARGEST_FILE + 1))
            difference = find_difference(data)
        except OSError as problem:
            raise CommandError(f"The file cannot be opened: {problem.strerror}.", returncode=UNREADABLE) from problem
        except UnreadableDayError as problem:
            raise CommandError(str(problem), returncode=UNREADABLE) from problem
        if difference is not None:
            raise CommandError(f"The day differs. {difference}", returncode=DIFFERS)
        self.stdout.write(f"The day holds: {len(data['entries'])} commands, replayed from the published seed.")
        self.stdout.write(f"Compare its seal with that on the page of the day: {data['commitment']}")
