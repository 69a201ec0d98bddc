"""Growing pauses after wrong passwords, by network and account together and by network alone.

Nobody can lock the owner of an account out from elsewhere: what counts is where the wrong passwords come from. An
attempt is counted before its password is looked at, so that many at once are counted as well.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from math import ceil

from django.core.cache import cache

from incursions.kit.clients import network_of

FORGOTTEN_AFTER_S = 24 * 3600
LONGEST_PAUSE_S = 3600


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on wrong passwords: `free` of them cost nothing, and each further one doubles the pause."""

    scope: str
    free: int
    first_pause_s: int

    def pause_after(self, failures: int) -> int:
        """Return the pause in seconds after so many wrong passwords."""
        if failures < self.free:
            return 0
        return int(min(self.first_pause_s * 2 ** min(failures - self.free, 20), LONGEST_PAUSE_S))


BY_ACCOUNT = Limit("account", free=5, first_pause_s=15)
BY_NETWORK = Limit("network", free=60, first_pause_s=30)
"""Wide, because a room full of players shares an address; the typing errors of who signs in at last are taken off."""


class SignInAttempts:
    """The attempts to sign in from one network to one account, or with one name that no account has."""

    def __init__(self, address: str, account: str) -> None:
        network = network_of(address)
        self._counters = (_Counter(BY_ACCOUNT, network, account), _Counter(BY_NETWORK, network))

    def begin(self, now: float | None = None) -> int:
        """Count an attempt, and return 0; or count nothing, and return for how many seconds none is allowed."""
        moment = time.time() if now is None else now
        wait_s = max(counter.wait_s(moment) for counter in self._counters)
        if wait_s:
            return wait_s
        for place, counter in enumerate(self._counters):
            if not counter.begin(moment):
                for counted in self._counters[: place + 1]:
                    counted.subtract(1)
                return max(1, counter.wait_s(moment))
        return 0

    def fail(self, now: float | None = None) -> None:
        """Let the pause begin that the wrong password of the attempt makes."""
        moment = time.time() if now is None else now
        for counter in self._counters:
            counter.fail(moment)

    def succeed(self) -> None:
        """Forget the wrong passwords for this account from here, after the right one."""
        of_account, of_network = self._counters
        of_network.subtract(of_account.count)
        for counter in self._counters:
            counter.end_pause()
        of_account.forget()


class _Counter:
    """The attempts against one limit. `count` is how many there were with this one."""

    def __init__(self, limit: Limit, *parts: str) -> None:
        digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
        self.limit = limit
        self.count = 0
        self._attempts, self._pause = (f"sign-in:{limit.scope}:{what}:{digest}" for what in ("attempts", "pause"))

    def wait_s(self, now: float) -> int:
        """Return for how many seconds the pause goes on. A clock that was set back ends it."""
        ends_at, length_s = cache.get(self._pause, (now, 0))
        if ends_at - now > length_s:
            self.end_pause()
            return 0
        return max(0, ceil(ends_at - now))

    def begin(self, now: float) -> bool:
        """Count an attempt. Return False if another one has just begun the pause that it would make."""
        cache.add(self._attempts, 0, FORGOTTEN_AFTER_S)
        try:
            self.count = cache.incr(self._attempts)
        except ValueError:  # it has just ended, or the cache is away
            self.count = 1
        return self.count <= self.limit.free or self._add_pause(now)

    def fail(self, now: float) -> None:
        if self.count == self.limit.free:  # with more, `begin` has begun the pause
            self._add_pause(now)

    def _add_pause(self, now: float) -> bool:
        """Begin a pause. Return False if another attempt, made at once with this one, has begun it."""
        length_s = self.limit.pause_after(self.count)
        pause, before = (now + length_s, length_s), cache.get(self._pause)
        if before is None:
            return bool(cache.add(self._pause, pause, length_s))
        is_over = before[0] <= now
        if not is_over or not cache.add(f"{self._pause}:{before[0]}", True, length_s):  # one follows on each pause
            return False
        cache.set(self._pause, pause, length_s)
        return True

    def end_pause(self) -> None:
        cache.delete(self._pause)

    def subtract(self, count: int) -> None:
        try:
            cache.decr(self._attempts, count)
        except ValueError:  # nothing is counted
            return

    def forget(self) -> None:
        cache.delete(self._attempts)
