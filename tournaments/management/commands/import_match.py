"""`import_match FILE --user NAME`: check and store a match file, as the page of match files does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.matches.match_files.uploads import LARGEST_UPLOAD, keep_file


class Command(BaseCommand):
    """The command that prints the address of the stored file, or the reason for its refusal."""

    help = "Check a match file, keep it for a user, and print the address at which it is looked at."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--user", required=True, help="who brings it, by user name")

    def handle(self, *, file: Path, user: str, **_: Any) -> None:
        by = User.objects.filter(username=user).first()
        if by is None:
            raise CommandError(f"There is no user {user}.")
        try:
            with file.open("rb") as stream:
                content = stream.read(LARGEST_UPLOAD + 1)
            found = keep_file(content, file.name, by=by)
        except OSError as cause:
            raise CommandError(f"The file cannot be read: {cause.strerror}.") from cause
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(found.get_absolute_url())
