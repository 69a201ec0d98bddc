"""`vocabulary_doc`: write docs/vocabulary.md, the vocabulary of effects, again from the code. Needs no database."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from incursions.games.incursions.rules.vocabulary_doc import vocabulary_page


class Command(BaseCommand):
    """The command that writes the page; a test fails while it is not up to date."""

    help = "Write docs/vocabulary.md anew from the code."
    requires_system_checks: list[str] = []

    def handle(self, **_: Any) -> None:
        path = settings.ROOT / "docs" / "vocabulary.md"
        path.write_text(vocabulary_page(), encoding="utf-8")
        self.stdout.write(f"Wrote {path}.")
