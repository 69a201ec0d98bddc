"""The viewer of a socket, which may stay open longer than the session that opened it."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from incursions.accounts.models import User
from incursions.accounts.sessions import SessionStore


class SessionEndedError(Exception):
    """The session that opened the socket has ended, or its user may no longer sign in."""


class SocketViewer:
    """The user and the session of a socket. Without a user the viewer stays unknown for as long as it is open."""

    def __init__(self, scope: Mapping[str, object]) -> None:
        user, session = scope.get("user"), scope.get("session")
        self.pk: int | None = getattr(user, "pk", None)
        self._session_key: str | None = getattr(session, "session_key", None)

    def load(self) -> User | None:
        """Return the user as the database has it now, None for an unknown viewer: two queries.

        Raise `SessionEndedError` after signing out, a changed password, suspension or deletion.
        """
        if self.pk is None:
            return None
        session = None if self._session_key is None else SessionStore(self._session_key).load()
        if session is not None and session.get(SESSION_KEY) != str(self.pk):
            raise SessionEndedError
        try:
            user = User.objects.get(pk=self.pk)
        except User.DoesNotExist:
            raise SessionEndedError from None
        signed = user.get_session_auth_hash() if session is None else session.get(HASH_SESSION_KEY, "")
        if not user.is_active or not constant_time_compare(signed, user.get_session_auth_hash()):
            raise SessionEndedError  # suspended, or the session began with another password
        return user
