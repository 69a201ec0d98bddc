"""Send queued messages, with retries at growing intervals. Any worker may run it, at any time, repeatedly.

A message is sent by HTTP to the checked IP address, with a timeout, without redirects, and with a short response.
"""

from __future__ import annotations

import hmac
import json
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import NamedTuple

import structlog
from django.utils import timezone

from tournaments.webhooks.models import LONGEST_ANSWER, Delivery, DeliveryState, Form
from tournaments.webhooks.reaching import Resolver, Target, UnreachableError, reachable, target_of

PATIENCE_S, IN_ALL_S = 5.0, 10.0
MOST_READ = 2_000  # bytes


class Answer(NamedTuple):
    """The response: its status (None without one), and its first words or the error."""

    status: int | None
    words: str

    @property
    def is_taken(self) -> bool:
        """Return True if the message was accepted."""
        return self.status is not None and 200 <= self.status < 300


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the HMAC-SHA256 in hexadecimal of the time in seconds, a full stop and the body, keyed with the secret."""
    return hmac.new(secret.encode(), b"%d." % timestamp + body, sha256).hexdigest()


def post(target: Target, body: bytes, headers: Mapping[str, str], resolve: Resolver | None = None) -> Answer:
    """Send a message and return the response. Raises nothing: errors are in its words."""
    try:
        connection = _Connection(target, reachable(target, resolve))
    except UnreachableError as fault:
        return Answer(None, f"Not sent: {fault}.")
    end = Timer(IN_ALL_S, connection.hang_up)
    end.daemon = True
    end.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        response = connection.getresponse()
        words = response.read(MOST_READ).decode("utf-8", "replace")
        return Answer(response.status, plain(words))
    except (OSError, HTTPException, ValueError) as fault:
        return Answer(None, plain(f"No answer: {type(fault).__name__}."))
    finally:
        end.cancel()
        connection.close()


def plain(text: str) -> str:
    """Return the start of a text as one line of printable characters."""
    words = " ".join(text.split())
    return "".join(sign for sign in words if sign.isprintable())[:LONGEST_ANSWER]


class _Connection(HTTPConnection):
    """A connection to an IP address, with the Host of the original name."""

    def __init__(self, target: Target, number: str) -> None:
        super().__init__(target.host, target.port, timeout=PATIENCE_S)
        self._number = number
        self._is_secure = target.is_secure
        if (target.port, target.is_secure) in ((443, True), (80, False)):
            self.default_port = target.port  # so that Host does not name it

    def connect(self) -> None:
        """Connect to the checked IP address, without resolving the name again."""
        plain_socket = socket.create_connection((self._number, self.port), self.timeout)
        self.sock = plain_socket
        if self._is_secure:
            self.sock = ssl.create_default_context().wrap_socket(plain_socket, server_hostname=self.host)

    def hang_up(self) -> None:
        """Close the connection at any point."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


AT_ONCE = 5
HELD = timedelta(minutes=2)
"""The time for which a message is reserved for the worker that sends it: longer than sending takes."""
PAUSES_S = (10, 30, 120, 600, 3600, 6 * 3600)
KEPT = timedelta(days=30)
LONGEST_CONTENT = 1_900
Poster = Callable[[Target, bytes, Mapping[str, str]], Answer]
log = structlog.get_logger(__name__)


def send_due(now: datetime | None = None, poster: Poster = post) -> int:
    """Send some of the due messages and return how many. An error in one does not stop the others."""
    moment = now or timezone.now()
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING, next_try_at__lte=moment)
    keys = list(waiting.order_by("next_try_at", "pk").values_list("pk", flat=True)[:AT_ONCE])
    return sum(send(key, moment, poster) for key in keys)


def send(key: int, now: datetime, poster: Poster = post) -> bool:
    """Send a message unless another worker is sending it. Return True if it was sent here."""
    mine = Delivery.objects.filter(pk=key, state=DeliveryState.WAITING, next_try_at__lte=now)
    if not mine.update(next_try_at=now + HELD):
        return False
    row = Delivery.objects.select_related("webhook").get(pk=key)
    answer = _attempt(row, now, poster)
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


def _attempt(row: Delivery, now: datetime, poster: Poster) -> Answer:
    try:
        target = target_of(row.webhook.address)
    except UnreachableError as fault:
        return Answer(None, f"Not sent: {fault}.")
    body = body_of(row)
    return poster(target, body, headers_of(row, body, int(now.timestamp())))


def body_of(row: Delivery) -> bytes:
    """Return the body of a message, identical in each attempt."""
    if row.webhook.form == Form.DISCORD:
        told = row.body["tournament"]
        content = f"{told['name']}: {row.body['words']} <{told['url']}>"[:LONGEST_CONTENT]
        return json.dumps({"content": content, "allowed_mentions": {"parse": []}}, ensure_ascii=False).encode()
    return json.dumps({"delivery": str(row.key), **row.body}, ensure_ascii=False).encode()


def headers_of(row: Delivery, body: bytes, timestamp: int) -> dict[str, str]:
    """Return the headers of a message: event, delivery id and signature."""
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Incursions",
        "Connection": "close",
        "Incursions-Event": row.event,
        "Incursions-Delivery": str(row.key),
        "Incursions-Signature": f"t={timestamp},v1={signature(row.webhook.secret, timestamp, body)}",
    }


def drop_old_messages(now: datetime | None = None) -> int:
    """Delete messages sent or given up a month ago and return how many."""
    old = Delivery.objects.exclude(state=DeliveryState.WAITING).filter(at__lte=(now or timezone.now()) - KEPT)
    return old.delete()[0]
