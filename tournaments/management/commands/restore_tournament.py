"""`restore_tournament FILE --owner NAME [--accounts]`: restore a tournament from its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.accounts.models import User
from incursions.kit.refusals import DomainError
from tournaments.events.files.restoration import LARGEST_FILE, read_file, restore_tournament


class Command(BaseCommand):
    """The command that prints the restored tournament's address and its accounts, or the reason for a refusal."""

    help = "Restore a tournament from the file that export_tournament, or its page, made."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="who owns it if its owners are not known here, by user name")
        parser.add_argument("--accounts", action="store_true", help="players and staff are the accounts of their names")

    def handle(self, *, file: Path, owner: str, accounts: bool, **_: Any) -> None:
        by = User.objects.filter(username=owner, is_guest=False).first()
        if by is None:
            raise CommandError(f"There is no user {owner}.")
        try:
            with file.open("rb") as stream:
                content = stream.read(LARGEST_FILE + 1)
            found = restore_tournament(read_file(content), by=by, maps_users=accounts)
        except OSError as cause:
            raise CommandError(f"The file cannot be read: {cause.strerror}.") from cause
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(found.tournament.get_absolute_url())
        self.stdout.write(
            f"Accounts: {', '.join(found.accounts) or 'none'}. Names: {', '.join(found.names) or 'none'}."
        )
