"""The base of the commands that write a page of docs from the code."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.core.management.base import BaseCommand

from tournaments.matches.game_kinds import game_kinds


class DocumentCommand(BaseCommand):
    """A command that writes a page of the first game; a test fails while the page is not up to date."""

    document: ClassVar[str]
    requires_system_checks: list[str] = []

    def handle(self, **_: Any) -> None:
        kind = next(iter(game_kinds().values()))
        path = settings.ROOT / "docs" / self.document
        path.write_text(kind.commands().documents[self.document](), encoding="utf-8")
        self.stdout.write(f"Wrote {path}.")
