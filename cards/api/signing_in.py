"""Authentication of API requests: by a token, or else by the session."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from incursions.accounts.models import ApiToken, User
from incursions.accounts.tokens import user_of_token

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
        about = "The cookie of whoever is signed in to the site. Writing needs the header X-CSRFToken, too."
        return {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": about}
