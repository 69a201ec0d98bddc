"""The latency of a player's connection, measured by the server alone."""

from __future__ import annotations

from secrets import token_urlsafe

WORDS_OF_PING, WORDS_OF_PONG = "ping ", "pong "
WEIGHT = 0.3
"""The weight of the newest measurement against the mean of all before."""


class LatencyMeter:
    """The latency measurement of one socket. Times are seconds of a monotonic clock, handed in."""

    def __init__(self) -> None:
        self._nonce = ""
        self._asked_at = 0.0
        self._round_trip: float | None = None
        self._drawing: float | None = None

    def ping(self, now: float) -> str:
        """Return the ping to send; the page sends its nonce back at once. Earlier pings are void."""
        self._nonce, self._asked_at = token_urlsafe(6), now
        return WORDS_OF_PING + self._nonce

    def pong(self, text: str, now: float) -> bool:
        """Return True if this answers the newest ping, for the first time."""
        if not self._nonce or text != WORDS_OF_PONG + self._nonce:
            return False
        self._nonce = ""
        self._round_trip = _mean(self._round_trip, now - self._asked_at)
        return True

    def drew(self, seconds: float) -> None:
        """Record the seconds from a change until the picture of it was sent."""
        self._drawing = _mean(self._drawing, seconds)

    @property
    def lag_ms(self) -> int:
        """The server's own work and the round trip, in milliseconds."""
        return round(1000 * ((self._round_trip or 0.0) + (self._drawing or 0.0)))


def _mean(before: float | None, now: float) -> float:
    return now if before is None else before + WEIGHT * (now - before)
