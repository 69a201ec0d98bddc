"""Webhooks: set by the owner of a tournament, and their messages sent to public addresses only, and tried again."""

from __future__ import annotations

import hmac
import json
import secrets
import socket
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from incursions.kit.refusals import DomainError
from tournaments.events.enums import DeliveryState, Did, MessageForm
from tournaments.events.locked_tournament import Ability, LockedTournament, make_delivery, service
from tournaments.events.models import LONGEST_ADDRESS, LONGEST_ANSWER, LONGEST_SECRET, Delivery, Webhook

TEST = "test"
"""The name of the event of a test message."""

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], list[str]]
NAT64 = IPv6Network("64:ff9b::/96")
OLD_COMPATIBLE = IPv6Network("::/96")
PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = 1024
LONGEST_HOST = 253


class UnreachableError(Exception):
    """The address may not receive messages. The text says why."""


class Target(NamedTuple):
    """The parts of an address."""

    is_secure: bool
    host: str
    port: int
    path: str


def parse_address(address: str) -> Target:
    """Return the parts of an address. Raises `UnreachableError` for a forbidden one, before its name is resolved."""
    if not address.isascii() or not address.isprintable() or " " in address or "\\" in address:
        raise UnreachableError("an address has no spaces, and letters of ASCII alone")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise UnreachableError("this is not an address") from None
    if parts.scheme not in PORTS or not parts.hostname or len(parts.hostname) > LONGEST_HOST:
        raise UnreachableError("an address begins with https:// or http:// and the name of a host")
    if parts.username is not None or parts.password is not None:
        raise UnreachableError("an address has no user name in it")
    port = PORTS[parts.scheme] if port is None else port
    if port not in PORTS.values() and port < FIRST_FREE_PORT:
        raise UnreachableError(f"port {port} is for other programs")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port, path)


def resolve_public_address(target: Target, resolve: Resolver | None = None) -> str:
    """Return the IP address to connect to. Raises `UnreachableError` if the name has any address that is not public."""
    try:
        found = (resolve or _resolve)(target.host, target.port)
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise UnreachableError("there is no such host")
    if not settings.WEBHOOKS_REACH_PRIVATE:
        for number in found:
            if not is_public(ip_address(number.partition("%")[0])):
                raise UnreachableError("the host is in a private network")
    return found[0]


def is_public(address: Address) -> bool:
    """Return True if the IP address is public, and so is any IPv4 address in it: mapped, NAT64 or tunnelled."""
    if isinstance(address, IPv6Address):
        carried = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if address in NAT64 or address in OLD_COMPATIBLE:
            carried = IPv4Address(int(address) & 0xFFFFFFFF)
        if carried is not None:
            return is_public(carried)
    return address.is_global and not address.is_multicast and not address.is_reserved


def _resolve(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


PATIENCE_S, IN_ALL_S = 5.0, 10.0
MOST_READ = 2_000  # bytes


class Answer(NamedTuple):
    """The response: its status (None without one), and its first words or the error."""

    status: int | None
    words: str


def sign_message(secret: str, timestamp: int, body: bytes) -> str:
    """Return the HMAC-SHA256 in hexadecimal of the time in seconds, a full stop and the body, keyed with the secret."""
    return hmac.new(secret.encode(), b"%d." % timestamp + body, sha256).hexdigest()


def post_message(target: Target, body: bytes, headers: Mapping[str, str], resolve: Resolver | None = None) -> Answer:
    """Send a message and return the response. Raises nothing: errors are in its words."""
    try:
        connection = _Connection(target, resolve_public_address(target, resolve))
    except UnreachableError as fault:
        return Answer(None, f"Not sent: {fault}.")
    end = Timer(IN_ALL_S, connection.hang_up)
    end.daemon = True
    end.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        response = connection.getresponse()
        words = " ".join(response.read(MOST_READ).decode("utf-8", "replace").split())
        return Answer(response.status, "".join(sign for sign in words if sign.isprintable())[:LONGEST_ANSWER])
    except (OSError, HTTPException, ValueError) as fault:
        return Answer(None, f"No answer: {type(fault).__name__}.")
    finally:
        end.cancel()
        connection.close()


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


SENT_AT_ONCE = 5
RESERVED_FOR = timedelta(minutes=2)
"""The time for which a message is reserved for the worker that sends it: longer than sending takes."""
PAUSES_S = (10, 30, 120, 600, 3600, 6 * 3600)
KEPT_FOR = timedelta(days=30)
LONGEST_CONTENT = 1_900
Poster = Callable[[Target, bytes, Mapping[str, str]], Answer]
log = structlog.get_logger(__name__)


def send_due(now: datetime | None = None, poster: Poster = post_message) -> int:
    """Send some of the due messages and return how many. An error in one does not stop the others."""
    moment = now or timezone.now()
    waiting = Delivery.objects.filter(state=DeliveryState.WAITING, next_try_at__lte=moment)
    keys = list(waiting.order_by("next_try_at", "pk").values_list("pk", flat=True)[:SENT_AT_ONCE])
    return sum(send_delivery(key, moment, poster) for key in keys)


def send_delivery(key: int, now: datetime, poster: Poster = post_message) -> bool:
    """Send a message unless another worker is sending it. Return True if it was sent here."""
    mine = Delivery.objects.filter(pk=key, state=DeliveryState.WAITING, next_try_at__lte=now)
    if not mine.update(next_try_at=now + RESERVED_FOR):
        return False
    row = Delivery.objects.select_related("webhook").get(pk=key)
    try:
        target = parse_address(row.webhook.address)
    except UnreachableError as fault:
        answer = Answer(None, f"Not sent: {fault}.")
    else:
        body = body_of(row)
        answer = poster(target, body, headers_of(row, body, int(now.timestamp())))
    row.tries, row.tried_at = row.tries + 1, now
    row.status, row.answer = answer.status, answer.words
    if answer.status is not None and 200 <= answer.status < 300:
        row.state, row.next_try_at = DeliveryState.SENT, None
    elif row.tries > len(PAUSES_S):
        row.state, row.next_try_at = DeliveryState.GIVEN_UP, None
    else:
        row.next_try_at = now + timedelta(seconds=PAUSES_S[row.tries - 1])
    row.save(update_fields=["tries", "tried_at", "status", "answer", "state", "next_try_at"])
    log.info("webhook_sent", webhook=row.webhook_id, delivery=str(row.key), status=row.status, state=row.state)
    return True


def body_of(row: Delivery) -> bytes:
    """Return the body of a message, identical in each attempt."""
    if row.webhook.form == MessageForm.DISCORD:
        told = row.body["tournament"]
        content = f"{told['name']}: {row.body['words']} <{told['url']}>"[:LONGEST_CONTENT]
        return json.dumps({"content": content, "allowed_mentions": {"parse": []}}, ensure_ascii=False).encode()
    return json.dumps({"delivery": str(row.key), **row.body}, ensure_ascii=False).encode()


def headers_of(row: Delivery, body: bytes, timestamp: int) -> dict[str, str]:
    """Return the headers of a message: event, delivery id and sign_message."""
    return {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "Incursions",
        "Connection": "close",
        "Incursions-Event": row.event,
        "Incursions-Delivery": str(row.key),
        "Incursions-Signature": f"t={timestamp},v1={sign_message(row.webhook.secret, timestamp, body)}",
    }


def drop_old_messages(now: datetime | None = None) -> int:
    """Delete messages sent or given up a month ago and return how many."""
    old = Delivery.objects.exclude(state=DeliveryState.WAITING).filter(at__lte=(now or timezone.now()) - KEPT_FOR)
    return old.delete()[0]


MOST_WEBHOOKS, MOST_TESTS_WAITING, SHORTEST_SECRET = 5, 3, 16


@service(Ability.CONNECT)
def add_webhook(locked: LockedTournament, address: str, *, secret: str = "", form: str = MessageForm.PLAIN) -> Webhook:
    """Add a webhook for an address, with a generated secret if none is given.

    The log names the host alone: the rest of some addresses is a secret itself. Raises `DomainError`: not_found,
    not_staff, malformed, wrong_state.
    """
    host = _check_values(locked, address, secret, form)
    own = locked.tournament.webhooks.all()
    if own.count() >= MOST_WEBHOOKS:
        raise locked.make_refusal("wrong_state", f"A tournament has at most {MOST_WEBHOOKS} webhooks.")
    number = (own.aggregate(Max("number"))["number__max"] or 0) + 1
    made = Webhook.objects.create(
        tournament=locked.tournament,
        number=number,
        address=address,
        secret=secret or secrets.token_urlsafe(32),
        form=form,
    )
    locked.note(Did.CHANGED, f"Lets {host} be told", after={"webhook": number, "host": host})
    return made


def _check_values(locked: LockedTournament, address: str, secret: str, form: str) -> str:
    """Return the host of a valid address. Raises malformed."""
    if form not in MessageForm.values:
        raise locked.make_refusal("malformed", f"form is one of: {', '.join(MessageForm.values)}.")
    if secret and not (SHORTEST_SECRET <= len(secret) <= LONGEST_SECRET and secret.isprintable()):
        raise locked.make_refusal("malformed", f"A secret has {SHORTEST_SECRET} to {LONGEST_SECRET} characters.")
    if len(address) > LONGEST_ADDRESS:
        raise locked.make_refusal("malformed", f"An address has at most {LONGEST_ADDRESS} characters.")
    try:
        return parse_address(address).host
    except UnreachableError as fault:
        raise locked.make_refusal("malformed", f"Nothing can be sent there: {fault}.") from None


def _find_webhook(locked: LockedTournament, number: int) -> Webhook:
    """Return a webhook of the tournament. Raises `DomainError`: not_found."""
    found = locked.tournament.webhooks.filter(number=number).first()
    if found is None:
        raise DomainError("not_found", "There is no such webhook.", version=locked.tournament.version)
    return found


@service(Ability.CONNECT)
def remove_webhook(locked: LockedTournament, number: int) -> None:
    """Remove a webhook with its queued messages. Raises `DomainError`: not_found, not_staff."""
    found = _find_webhook(locked, number)
    host = parse_address(found.address).host
    found.delete()
    locked.note(Did.CHANGED, f"Removed the webhook to {host}", after={"webhook": number, "host": ""})


@service(Ability.CONNECT)
def send_test(locked: LockedTournament, number: int) -> Delivery:
    """Queue a test message. Raises `DomainError`: not_found, not_staff, wrong_state."""
    found = _find_webhook(locked, number)
    waiting = found.deliveries.filter(event=TEST, state=DeliveryState.WAITING).count()
    if waiting >= MOST_TESTS_WAITING:
        raise locked.make_refusal("wrong_state", "A test delivery is still pending. Check its result first.")
    row = make_delivery(found, locked.tournament, TEST, "A test: everything is well.", None, locked.now)
    row.save()
    return row
