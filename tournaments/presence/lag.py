"""The lag of a player's line, as the server alone measures it, and how much of it is not the player's time.

At most so much for a move, out of a bucket that every answered question fills a little. So whoever delays his own
answers to be measured slower gains little more than a bad line would have cost him.
"""

from __future__ import annotations

from dataclasses import dataclass
from secrets import token_urlsafe

MOST_FOR_A_MOVE_MS = 1000
BUCKET_MS = 3000
REFILL_MS = 400
WORDS_OF_PING, WORDS_OF_PONG = "ping ", "pong "
WEIGHT = 0.3
"""Of the newest measurement, beside all before."""


@dataclass(frozen=True, slots=True)
class Lag:
    """A player's line in a match: what an answer loses on the way there and back, and what may still be given back."""

    measured_ms: int = 0
    bucket_ms: int = BUCKET_MS

    @property
    def allowed_ms(self) -> int:
        """What is given back for the next move."""
        return min(self.measured_ms, MOST_FOR_A_MOVE_MS, self.bucket_ms)

    def after_move(self, *, is_answered: bool) -> Lag:
        """The same when that has been given back. Stages of a line, to and fro, fill no bucket."""
        left = self.bucket_ms - self.allowed_ms
        return Lag(self.measured_ms, min(BUCKET_MS, left + REFILL_MS) if is_answered else left)


class Line:
    """The line of one socket. Times are seconds of any clock that runs on, always handed in."""

    def __init__(self) -> None:
        self._nonce = ""
        self._asked_at = 0.0
        self._round_trip: float | None = None
        self._drawing: float | None = None

    def ping(self, now: float) -> str:
        """What to send; the page sends the rest of it back at once. An older one counts no more."""
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
        """So long it took from the word that something changed until the picture of it was sent."""
        self._drawing = _mean(self._drawing, seconds)

    @property
    def lag_ms(self) -> int:
        """Our own work and the way there and back."""
        return round(1000 * ((self._round_trip or 0.0) + (self._drawing or 0.0)))


def _mean(before: float | None, now: float) -> float:
    return now if before is None else before + WEIGHT * (now - before)
