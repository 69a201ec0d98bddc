"""Queue messages about log lines, in the transaction of the change, so that none is lost.

Messages have only public facts: nothing of drafts, decks or penalties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings

from tournaments.organizing.enums import Did
from tournaments.webhooks.models import Delivery, Webhook

if TYPE_CHECKING:
    from tournaments.organizing.models import LogLine, Tournament

EVENTS: Mapping[str, str] = {
    Did.OPENED: "opened",
    Did.STARTED: "started",
    Did.PUBLISHED: "round published",
    Did.BEGUN: "round begun",
    Did.RESULT: "result",
    Did.CLOSED: "round closed",
    Did.UNDONE: "round undone",
    Did.PAUSED: "paused",
    Did.RESUMED: "resumed",
    Did.FINISHED: "finished",
    Did.CANCELLED: "cancelled",
}
TEST = "test"
TOLD = ("round", "table", "places", "players", "starts_at", "source", "seconds")
"""The keys of a line's data that a message has."""


def queue_messages(row: Tournament, lines: Iterable[LogLine], now: datetime) -> int:
    """Store a message for each webhook and each public line. Return how many. No query without such a line."""
    told = [line for line in lines if line.did in EVENTS]
    if not told:
        return 0
    hooks = list(row.webhooks.all())
    rows = [delivery(hook, row, EVENTS[line.did], line.words, line.after, line.at) for line in told for hook in hooks]
    for each in rows:
        each.next_try_at = now
    Delivery.objects.bulk_create(rows)
    return len(rows)


def delivery(hook: Webhook, row: Tournament, event: str, words: str, data: Any, at: datetime) -> Delivery:
    """Return a message, not saved."""
    body = {
        "event": event,
        "at": at.isoformat(),
        "words": words,
        "tournament": {
            "id": row.public_id,
            "name": row.name,
            "state": row.state,
            "version": row.version,
            "url": f"{settings.SITE_URL}{row.get_absolute_url()}",
        },
        "data": {name: value for name, value in (data or {}).items() if name in TOLD},
    }
    return Delivery(webhook=hook, event=event, body=body, at=at, next_try_at=at)
