"""Growing pauses after wrong passwords, by address and name together and by address alone.

Nobody can lock the owner of a name out from elsewhere: what counts is where the wrong passwords come from.
"""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass

from django.core.cache import cache

FORGOTTEN_AFTER_S = 24 * 3600
LONGEST_PAUSE_S = 3600


@dataclass(frozen=True, slots=True)
class Limit:
    """So many wrong passwords are free; each further one makes a pause twice as long as the one before."""

    scope: str
    free: int
    first_pause_s: int

    def pause_after(self, failures: int) -> int:
        """Return the pause in seconds after so many wrong passwords in a row."""
        if failures < self.free:
            return 0
        return int(min(self.first_pause_s * 2 ** min(failures - self.free, 20), LONGEST_PAUSE_S))


BY_NAME = Limit("name", free=5, first_pause_s=15)
BY_ADDRESS = Limit("address", free=20, first_pause_s=30)


class SignInAttempts:
    """The wrong passwords from one address for one name."""

    def __init__(self, address: str, name: str) -> None:
        self._keys = {BY_NAME: _key(BY_NAME, address, name.casefold()), BY_ADDRESS: _key(BY_ADDRESS, address)}

    def wait_s(self, now: float | None = None) -> int:
        """Return for how many seconds no password is looked at; 0 if one may be tried now."""
        moment = time.time() if now is None else now
        ends = [ends_at for _, ends_at in (cache.get(key, (0, 0.0)) for key in self._keys.values())]
        return max(0, *(int(-(-(ends_at - moment) // 1)) for ends_at in ends))

    def add_failure(self, now: float | None = None) -> None:
        """Count a wrong password."""
        moment = time.time() if now is None else now
        for limit, key in self._keys.items():
            failures = cache.get(key, (0, 0.0))[0] + 1
            cache.set(key, (failures, moment + limit.pause_after(failures)), FORGOTTEN_AFTER_S)

    def forget_name(self) -> None:
        """Forget the wrong passwords for this name from here, after the right one."""
        cache.delete(self._keys[BY_NAME])


def _key(limit: Limit, *parts: str) -> str:
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f"sign-in:{limit.scope}:{digest}"
