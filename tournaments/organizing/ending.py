"""What becomes of matches that a tournament lets end: by a ruling, with a round undone, or when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.db.models import F

from tournaments.enums import MatchState
from tournaments.errors import DomainError
from tournaments.models import Match
from tournaments.organizing.models import Tournament
from tournaments.staff.acting import Order, act_as_organizer
from tournaments.staff.models import Kind

if TYPE_CHECKING:
    from incursions.accounts.models import User

log = structlog.get_logger(__name__)


def end_match(public_id: str, by: User | None, reason: str) -> None:
    """Let a match of a tournament end as drawn, and count for no rating: its table is decided elsewhere."""
    try:
        act_as_organizer(public_id, by, Order(Kind.STRIKE, reason))
    except DomainError as refusal:
        log.info("match_not_ended", match=public_id, code=refusal.code)


def close_matches(row: Tournament, reason: str) -> None:
    """A tournament is called off: its matches end, and everything opens."""
    under_way = Match.objects.filter(table__round__tournament=row, state=MatchState.RUNNING)
    for public_id in list(under_way.values_list("public_id", flat=True)):
        end_match(public_id, None, reason)
    open_secrets(row)


def open_secrets(row: Tournament) -> None:
    """Let everybody see decks, dice and replays of the matches that are over (rules 21.12)."""
    kept = Match.objects.filter(
        pk__in=Match.objects.filter(table__round__tournament=row, keeps_secrets=True).values("pk")
    )
    kept.update(keeps_secrets=False, revision=F("revision") + 1)
