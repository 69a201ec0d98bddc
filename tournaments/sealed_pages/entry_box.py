"""What a player of a sealed tournament is told on its page: what there is to do with the pool, and until when."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.utils import timezone

from incursions.addresses import address
from tournaments.organizing.building import packs_of, time_is_over
from tournaments.organizing.models import PoolBuild

if TYPE_CHECKING:
    from tournaments.organizing.models import Entry, Tournament


class SealedBox(NamedTuple):
    """A sentence, where to go on, and whether that is what the player is waited for; `until` when there is a limit."""

    words: str
    url: str
    label: str
    is_due: bool = False
    until: datetime | None = None


def sealed_box(row: Tournament, entry: Entry, now: datetime | None = None) -> SealedBox | None:
    """What a player is told of the pool; None where there is none yet. One query while decks are built."""
    if not row.is_sealed or entry.pool is None:
        return None
    pool, build = address("sealed:pool", row.public_id), address("sealed:build", row.public_id)
    if not entry.is_in or time_is_over(row, now or timezone.now()):
        return SealedBox("What you opened, and the deck that you play:", pool, "Your pool")
    until = row.builds_until
    if entry.built_at is not None:
        return SealedBox("Your deck is registered. You may still change it:", pool, "Your pool and deck", until=until)
    opened = PoolBuild.objects.filter(entry=entry).values_list("packs_opened", flat=True).first() or 0
    if opened < packs_of(entry):
        words = "Your packs lie ready: open them, and build a deck of what you find."
        return SealedBox(words, pool, "Open your packs", is_due=True, until=until)
    words = "Build a deck of what you opened, and register it."
    return SealedBox(words, build, "Build your deck", is_due=True, until=until)
