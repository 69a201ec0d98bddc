"""The latency of a player's connection, measured by the server alone, and the part of it that is given back.

Each move gets a limited amount, out of a bucket that every answered question refills a little. So a player who delays
answers to be measured slower gains little more than a bad connection would have cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe

MOST_FOR_A_MOVE_MS = 1000
BUCKET_MS = 3000
REFILL_MS = 400
WORDS_OF_PING, WORDS_OF_PONG = "ping ", "pong "
WEIGHT = 0.3
"""The weight of the newest measurement against the mean of all before."""


@dataclass(frozen=True, slots=True)
class Lag:
    """The latency of a player's connection in a match, and the time that may still be given back for it."""

    measured_ms: int = 0
    bucket_ms: int = BUCKET_MS

    @property
    def allowed_ms(self) -> int:
        """The milliseconds given back for the next move."""
        return min(self.measured_ms, MOST_FOR_A_MOVE_MS, self.bucket_ms)

    def after_move(self, *, is_answered: bool) -> Lag:
        """Return the lag after that has been given back. Stages of a line do not refill the bucket."""
        left = self.bucket_ms - self.allowed_ms
        return Lag(self.measured_ms, min(BUCKET_MS, left + REFILL_MS) if is_answered else left)


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
