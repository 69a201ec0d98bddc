"""`export_tournament ID`: print a whole tournament as one file."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.kit.refusals import DomainError
from tournaments.events.files.tournament_file import write_tournament_file
from tournaments.events.models import Tournament


class Command(BaseCommand):
    """The command that prints a tournament with its log and matches, for `restore_tournament`."""

    help = "Print a whole tournament as JSON, its seed included. Not while matches are played or decks built."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", help="the tournament's id, as in its address")

    def handle(self, *, id: str, **_: Any) -> None:  # noqa: A002 -- the argument's name on the command line
        """Print the tournament, or the reason why it cannot be exported."""
        row = Tournament.objects.filter(public_id=id).first()
        if row is None:
            raise CommandError(f"There is no tournament {id}.")
        try:
            self.stdout.write(write_tournament_file(row).decode())
        except DomainError as refusal:
            raise CommandError(refusal.message) from refusal
