"""One message over HTTP: to the number that was checked, within seconds, following nowhere, reading little."""

from __future__ import annotations

import hmac
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from threading import Timer
from typing import NamedTuple

from tournaments.webhooks.models import LONGEST_ANSWER
from tournaments.webhooks.reaching import Resolver, Target, Unreachable, reachable

PATIENCE_S, IN_ALL_S = 5.0, 10.0
MOST_READ = 2_000  # bytes


class Answer(NamedTuple):
    """What came back: the status, None where nothing did, and the first words, or why there are none."""

    status: int | None
    words: str

    @property
    def is_taken(self) -> bool:
        """Whether the message was taken."""
        return self.status is not None and 200 <= self.status < 300


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """The HMAC-SHA256, in hexadecimal, of the time in seconds, a full stop and the body, by the secret."""
    return hmac.new(secret.encode(), b"%d." % timestamp + body, sha256).hexdigest()


def post(target: Target, body: bytes, headers: Mapping[str, str], resolve: Resolver | None = None) -> Answer:
    """Send it, and say what came back. Nothing is raised: whatever goes wrong is told in words."""
    try:
        connection = _Connection(target, reachable(target, resolve))
    except Unreachable as fault:
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
    """The first words in one line, with nothing in them that is no sign."""
    words = " ".join(text.split())
    return "".join(sign for sign in words if sign.isprintable())[:LONGEST_ANSWER]


class _Connection(HTTPConnection):
    """A connection to a number, which speaks to the host of that name."""

    def __init__(self, target: Target, number: str) -> None:
        super().__init__(target.host, target.port, timeout=PATIENCE_S)
        self._number = number
        self._is_secure = target.is_secure
        if (target.port, target.is_secure) in ((443, True), (80, False)):
            self.default_port = target.port  # so that Host does not name it

    def connect(self) -> None:
        """Connect to what was checked: the name is not looked up again."""
        plain_socket = socket.create_connection((self._number, self.port), self.timeout)
        self.sock = plain_socket
        if self._is_secure:
            self.sock = ssl.create_default_context().wrap_socket(plain_socket, server_hostname=self.host)

    def hang_up(self) -> None:
        """End it, however far it has come."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)
