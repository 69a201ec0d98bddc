"""`actions_doc`: write docs/actions.md, the table of all lines, again from the code. Needs no database."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.matches.game_kinds import game_kinds


class Command(BaseCommand):
    """The command that writes a page of the first game; a test fails while it is not up to date."""

    help = "Write docs/actions.md anew from the code."
    requires_system_checks: list[str] = []
    document = "actions.md"

    def handle(self, **_: Any) -> None:
        kind = next(iter(game_kinds().values()))
        path = settings.ROOT / "docs" / self.document
        path.write_text(kind.commands().documents[self.document](), encoding="utf-8")
        self.stdout.write(f"Wrote {path}.")
