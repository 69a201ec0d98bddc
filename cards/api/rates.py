"""Rate limits of the API, read from the settings and counted across all processes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured

from incursions.kit.clients import network_of

if TYPE_CHECKING:
    from rest_framework.request import Request

SECONDS = {"s": 1, "min": 60, "h": 3600, "day": 86_400}
OFF = "off"


class Rate(NamedTuple):
    """A rate limit: at most `most` requests in a window of `seconds`."""

    most: int
    seconds: int


class Standing(NamedTuple):
    """The state of a rate for one client: the requests that remain, and the seconds until the window ends."""

    rate: Rate
    remaining: int
    reset: int
    is_over: bool


def rates_of(text: str) -> tuple[Rate, ...]:
    """Parse rates such as "20/s, 3000/h"; "off" is none. Raises `ImproperlyConfigured`."""
    if text == OFF:
        return ()
    rates = []
    for part in text.split(","):
        most, _, unit = part.strip().partition("/")
        if not (most.isascii() and most.isdecimal() and int(most) > 0 and unit in SECONDS):
            raise ImproperlyConfigured(f"Rates of the API look like 20/s, 3000/h, or are {OFF}; not {text!r}.")
        rates.append(Rate(int(most), SECONDS[unit]))
    return tuple(rates)


def standings(request: Request, kind: str) -> list[Standing]:
    """Count the request against all rates of its kind, "reading" or "work", and say how it stands to each.

    Without Redis each request counts as the first of its window, and nobody is turned away (the cache fails open).
    """
    is_known = bool(request.user.is_authenticated and not request.user.is_guest)  # anybody becomes a guest by asking
    who = f"user {request.user.pk}" if is_known else f"address {network_of(request.META.get('REMOTE_ADDR', ''))}"
    rates = rates_of(settings.API_RATES[f"{kind}_{'user' if is_known else 'anonymous'}"])
    return [_count_request(f"api {kind} {who}", rate) for rate in rates]


def headers_of(stood: Sequence[Standing]) -> dict[str, str]:
    """Return the headers of the rates: all of them, and the standing to the one that is nearest to its end."""
    if not stood:
        return {}
    nearest = min(stood, key=lambda standing: (standing.remaining, -standing.reset))
    return {
        "RateLimit-Policy": ", ".join(f"{one.rate.most};w={one.rate.seconds}" for one in stood),
        "RateLimit-Limit": str(nearest.rate.most),
        "RateLimit-Remaining": str(nearest.remaining),
        "RateLimit-Reset": str(nearest.reset),
    }


def _count_request(name: str, rate: Rate) -> Standing:
    now = time.time()
    window = int(now // rate.seconds)
    key = f"{name} {rate.seconds} {window}".replace(" ", ":")
    cache.add(key, 0, timeout=rate.seconds + 1)
    try:
        asked = cache.incr(key)
    except ValueError:  # the window ended in between
        asked = 1
    reset = max(1, int((window + 1) * rate.seconds - now))
    return Standing(rate, max(0, rate.most - asked), reset, asked > rate.most)
