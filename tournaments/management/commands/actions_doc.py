"""`actions_doc`: write docs/actions.md, the table of all lines, again from the code. Needs no database."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from incursions.games.incursions.rules.actions import actions_page


class Command(BaseCommand):
    """The command that writes the page; a test fails while it is not up to date."""

    help = "Write docs/actions.md anew from the code."
    requires_system_checks: list[str] = []

    def handle(self, **_: Any) -> None:
        path = settings.ROOT / "docs" / "actions.md"
        path.write_text(actions_page(), encoding="utf-8")
        self.stdout.write(f"Wrote {path}.")
