"""Keeps in the process what was read and rendered of tournaments: a thousand who look cost little more than one.

What belongs to one viewer is not kept: it is added to the answer.
"""

from __future__ import annotations

import time
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce

from tournaments.organizing.enums import RoundState
from tournaments.organizing.models import Table, Tournament, TournamentQuerySet
from tournaments.tournament_pages.record import Record

MOST_KEPT = 48
OLDEST_S = 60.0
"""So long a name may be seen that its player has changed since."""
LARGE = 128
TIMES_ITS_COST = 5
"""A large tournament is not read anew before five times as long has passed as that takes: a thousand tables that are
opened, or end, within seconds do not make the house do nothing else. Whoever has acted sees his own part as it is."""


class Kept(NamedTuple):
    """A record, since when it is kept, and what the one before had cost: this one may still be in the making."""

    record: Record
    since: float
    cost_before_s: float
    before: Record | None = None

    @property
    def cost_s(self) -> float:
        """What it costs to read and render it; nothing that counts for a small tournament."""
        return max(self.record.cost_s if self.record.size >= LARGE else 0.0, self.cost_before_s / 2)

    @property
    def shown(self) -> Record:
        """The record; of a large tournament the one before while another thread makes this one: nobody waits."""
        if self.before is not None and self.before.size >= LARGE and self.record.is_being_made:
            return self.before
        return self.record

    def serves(self, version: str, now: float) -> bool:
        """Whether it is to be shown to whoever asks now."""
        age = now - self.since
        if self.record.version == version:
            return age < OLDEST_S
        return age < TIMES_ITS_COST * self.cost_s


class Shelf:
    """The records that were asked for last, one for each tournament."""

    def __init__(self) -> None:
        self._kept: LRUCache[str, Kept] = LRUCache(MOST_KEPT)
        self._lock = Lock()

    def record(self, row: Tournament) -> Record:
        """The record of a tournament as its row says it is; the row comes from `with_version`."""
        version = version_of(row)
        now = time.monotonic()
        with self._lock:
            found = self._kept.get(row.public_id)
            if found is None or not found.serves(version, now):
                before = None if found is None else found.record
                cost_s = 0.0 if found is None else found.cost_s
                found = self._kept[row.public_id] = Kept(Record(row, version), now, cost_s, before)
            return found.shown

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()


def with_version(rows: TournamentQuerySet) -> TournamentQuerySet:
    """The rows with how many tables of the round are opened: the log does not say it, and pages show it."""
    tables = Table.objects.filter(
        round__tournament=OuterRef("pk"), round__state=RoundState.RUNNING, opened_at__isnull=False
    ).order_by()
    counted = tables.values("round__tournament").annotate(number=Count("pk")).values("number")
    return rows.annotate(opened=Coalesce(Subquery(counted), 0))


def version_of(row: Tournament) -> str:
    """What changes whenever something does that pages show."""
    return f"{row.version}-{getattr(row, 'opened', 0)}"


kept = Shelf()
