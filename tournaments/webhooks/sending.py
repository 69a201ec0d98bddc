"""Sends what waits to be sent, again and again with longer pauses. Any worker may, at any time, more than once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import structlog
from django.utils import timezone

from tournaments.webhooks.models import Delivery, DeliveryState, Form
from tournaments.webhooks.posting import Answer, post, signature
from tournaments.webhooks.reaching import Target, Unreachable, target_of

AT_ONCE = 5
HELD = timedelta(minutes=2)
"""So long a message is nobody else's once somebody sends it: longer than sending takes."""
PAUSES_S = (10, 30, 120, 600, 3600, 6 * 3600)
KEPT = timedelta(days=30)
LONGEST_CONTENT = 1_900
Poster = Callable[[Target, bytes, Mapping[str, str]], Answer]
log = structlog.get_logger(__name__)


def send_due(now: datetime | None = None, poster: Poster = post) -> int:
    """Send some of the messages whose time has come; how many. One that fails holds up no other."""
    moment = now or timezone.now()
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING, next_try_at__lte=moment)
    keys = list(waiting.order_by("next_try_at", "pk").values_list("pk", flat=True)[:AT_ONCE])
    return sum(send(key, moment, poster) for key in keys)


def send(key: int, now: datetime, poster: Poster = post) -> bool:
    """Send one message, if nobody else is sending it; whether it was sent here."""
    mine = Delivery.objects.filter(pk=key, state=DeliveryState.WAITING, next_try_at__lte=now)
    if not mine.update(next_try_at=now + HELD):
        return False
    row = Delivery.objects.select_related("webhook").get(pk=key)
    answer = _sent(row, now, poster)
    row.tries, row.tried_at = row.tries + 1, now
    row.status, row.answer = answer.status, answer.words
    if answer.is_taken:
        row.state, row.next_try_at = DeliveryState.SENT, None
    elif row.tries > len(PAUSES_S):
        row.state, row.next_try_at = DeliveryState.GIVEN_UP, None
    else:
        row.next_try_at = now + timedelta(seconds=PAUSES_S[row.tries - 1])
    row.save(update_fields=["tries", "tried_at", "status", "answer", "state", "next_try_at"])
    log.info("webhook_sent", webhook=row.webhook_id, delivery=str(row.key), status=row.status, state=row.state)
    return True


def _sent(row: Delivery, now: datetime, poster: Poster) -> Answer:
    try:
        target = target_of(row.webhook.address)
    except Unreachable as fault:
        return Answer(None, f"Not sent: {fault}.")
    body = body_of(row)
    return poster(target, body, headers_of(row, body, int(now.timestamp())))


def body_of(row: Delivery) -> bytes:
    """What is sent: the same each time."""
    if row.webhook.form == Form.DISCORD:
        told = row.body["tournament"]
        content = f"{told['name']}: {row.body['words']} <{told['url']}>"[:LONGEST_CONTENT]
        return json.dumps({"content": content, "allowed_mentions": {"parse": []}}, ensure_ascii=False).encode()
    return json.dumps({"delivery": str(row.key), **row.body}, ensure_ascii=False).encode()


def headers_of(row: Delivery, body: bytes, timestamp: int) -> dict[str, str]:
    """What it is, and that it is from here."""
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Incursions",
        "Connection": "close",
        "Incursions-Event": row.event,
        "Incursions-Delivery": str(row.key),
        "Incursions-Signature": f"t={timestamp},v1={signature(row.webhook.secret, timestamp, body)}",
    }


def drop_old_messages(now: datetime | None = None) -> int:
    """Delete what was sent, or given up, a month ago; how many there were."""
    old = Delivery.objects.exclude(state=DeliveryState.WAITING).filter(at__lte=(now or timezone.now()) - KEPT)
    return old.delete()[0]
