"""`export_match ID`: print a match as one JSON file."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.matches.export import export_match
from tournaments.matches.models import Match


class Command(BaseCommand):
    """The command that prints a match that has begun, for `verify_match`."""

    help = "Print a match as JSON: set-up, seed once it is published, actions, events, result."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("id", help="the match's id, as in its address")

    def handle(self, *, id: str, **_: Any) -> None:  # noqa: A002 -- the argument's name on the command line
        """Print the match, or the reason why it cannot be exported."""
        match = Match.objects.filter(public_id=id).first()
        if match is None:
            raise CommandError(f"There is no match {id}.")
        if match.is_open:
            raise CommandError(f"Match {id} has not begun.")
        json.dump(export_match(match), self.stdout, ensure_ascii=False, indent=1)
        self.stdout.write("")
