"""`rules_coverage [--game NAME] [--json]`: list the scenarios and tests that show each rule. Needs no database."""

from __future__ import annotations

from json import dumps
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from incursions.games.shelf import ShelfKind
from tournaments.matches.game_kinds import add_shelf_argument

NOT_WHOLE, UNREADABLE = 1, 2


class Command(BaseCommand):
    """The command. Exit 0: each rule that is not due is shown. 1: some are not, or an unknown one is. 2: unreadable."""

    help = "List the rules with the scenarios and tests that show them; fail where a rule has none and is not due."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add_shelf_argument(parser)
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def handle(self, *, game: ShelfKind, json: bool, **_: Any) -> None:
        """Print the list, and fail with what is missing or unknown."""
        cover_rules = game.commands().cover_rules
        if cover_rules is None:
            raise CommandError(f"{game.title} has no rulebook.", returncode=UNREADABLE)
        try:
            found = cover_rules(settings.ROOT)
        except (OSError, ValueError) as problem:
            raise CommandError(str(problem), returncode=UNREADABLE) from problem
        self.stdout.write(dumps(found.to_data(), indent=1, ensure_ascii=False) if json else found.to_text())
        if found.faults:
            raise CommandError("; ".join(found.faults), returncode=NOT_WHOLE)
