"""`recompute_ratings`: record missed matches, and compute all ratings again from the records."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.players.models import MatchRecord
from tournaments.players.recording import list_unrecorded, recompute, record_match
from tournaments.players.skill import Kind


class Command(BaseCommand):
    """The command that computes the ratings again; if nothing was wrong, they stay as they are."""

    help = "Record matches that are over and were missed, then compute all ratings again from the records."

    def handle(self, **_: Any) -> None:
        """Print for each kind of play how much was computed, and how much was different."""
        recorded = sum(record_match(public_id) for public_id in list(list_unrecorded()))
        self.stdout.write(f"{recorded} matches recorded that were missed")
        for kind in sorted({Kind(*kind) for kind in MatchRecord.objects.values_list(*Kind._fields).distinct()}):
            found = recompute(kind)
            name = f"{kind} (casual)" if kind.is_casual else str(kind)
            self.stdout.write(
                f"{name}: {found.matches} matches, {found.ratings} ratings and {found.seats} seats changed"
            )
