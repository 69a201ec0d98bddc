"""Tokens with which programs act for a user: made, listed and revoked; and how the API knows its user.

The token itself is never kept.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from incursions.accounts.models import ApiToken, User
from incursions.kit.caches import PreparedRead

PREFIX = "inc_"  # by which scanners for lost secrets know one
SECRET_BYTES = 32
SHOWN = len(PREFIX) + 6  # characters by which its owner recognises one
LONGEST_TOKEN = 100
MOST_TOKENS = 20
USE_IS_NOTED_EVERY = timedelta(hours=1)
TOKEN = PreparedRead(lambda digest: ApiToken.objects.select_related("user").filter(digest=digest), "user")


class TooManyTokensError(ValueError):
    """The user has all the tokens there may be."""


class NewToken(NamedTuple):
    """A token that was just made: `secret` is shown now and never again."""

    token: ApiToken
    secret: str


@transaction.atomic
def make_token(user: User, name: str) -> NewToken:
    """Create a token of an account. Raises ValueError for a guest, and `TooManyTokensError`."""
    if user.is_guest:
        raise ValueError("Guests cannot have tokens. Sign up first.")
    User.objects.select_for_update().get(pk=user.pk)  # two may be made at once
    if user.tokens.count() >= MOST_TOKENS:
        raise TooManyTokensError(f"You have {MOST_TOKENS} tokens, the maximum. Revoke one first.")
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    token = ApiToken.objects.create(user=user, name=name, beginning=secret[:SHOWN], digest=_digest(secret))
    return NewToken(token, secret)


def revoke_token(user: User, pk: int) -> bool:
    """Delete a token of the user. Return False if the user has no such token."""
    return bool(user.tokens.filter(pk=pk).delete()[0])


def user_of_token(secret: str) -> ApiToken | None:
    """Return the token with that secret and its active user, and record its use; None if there is none."""
    if not secret.startswith(PREFIX) or len(secret) > LONGEST_TOKEN:
        return None
    token = TOKEN.first(_digest(secret))
    if token is None or not token.user.is_active:
        return None
    now = timezone.now()
    if token.used_at is None or now - token.used_at > USE_IS_NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def _digest(secret: str) -> str:
    """Return the digest under which a secret is stored; a secret has 256 random bits, too many to find by trying."""
    return sha256(secret.encode()).hexdigest()


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
