"""Access to the API: tokens or the session, and rates counted across all processes."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from incursions.accounts.models import ApiToken, User
from incursions.accounts.tokens import user_of_token
from incursions.kit.clients import network_of

SCHEME = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer TOKEN`."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the user and the token, or None without a token.

        Raises `AuthenticationFailed` for one that is not known, and for whatever else is sent to sign in: nobody should
        be taken for nobody, or for the user of the session, in silence.
        """
        said = get_authorization_header(request).decode("latin-1").split(maxsplit=1)
        if not said:
            return None
        if said[0].lower() != SCHEME.lower():
            raise AuthenticationFailed(f"Send a token as Authorization: {SCHEME} TOKEN; there is no other way.")
        found = user_of_token(said[1].strip() if len(said) > 1 else "")
        if found is None:
            raise AuthenticationFailed("The token is not known. It may have been revoked.")
        return found.user, found

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge of a 401 answer."""
        return SCHEME


class SessionOfBrowser(SessionAuthentication):
    """The session of whoever is signed in to the site, guests included. Writing needs the header `X-CSRFToken`."""

    def enforce_csrf(self, request: Request) -> None:
        """Raise `PermissionDenied` for a request that another site may have forged."""
        try:
            super().enforce_csrf(request._request)  # REST framework's would read the body, which nobody counted yet
        except PermissionDenied as refused:
            raise PermissionDenied("With a session, send the header X-CSRFToken, or use a token.") from refused


class TokenScheme(OpenApiAuthenticationExtension):
    """The token in the schema."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the security scheme in OpenAPI form."""
        return {"type": "http", "scheme": "bearer", "description": "A token made at /accounts/tokens/."}


class SessionScheme(OpenApiAuthenticationExtension):
    """The session in the schema."""

    target_class = SessionOfBrowser
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the security scheme in OpenAPI form."""
        about = "The cookie of a user who is signed in to the site. Writing needs the header X-CSRFToken, too."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": about}


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
