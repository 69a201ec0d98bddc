"""Viewers: their sessions, guests, the viewer of a socket, and guards of pages for staff or accounts alone."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, login
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from incursions.accounts.models import GUEST_NAME_PREFIX, User
from incursions.kit.caches import PreparedRead
from incursions.kit.health import is_failed_write
from incursions.kit.requests import View

SESSION = PreparedRead(lambda key: Session.objects.filter(session_key=key))


class SessionStore(DatabaseSessions):
    """The session of a key, unless it has expired."""

    def save(self, must_create: bool = False) -> None:
        """Save the session. Raises DatabaseError if the disk is full, broken or read-only.

        Django raises UpdateError for any error, and answers 400 as if the session had been deleted.
        """
        try:
            super().save(must_create)
        except UpdateError as error:
            if error.__context__ is not None and is_failed_write(error.__context__):
                raise error.__context__  # noqa: B904 -- its own cause tells of the disk
            raise

    def load(self) -> dict[str, Any]:
        """Return the data of the session. Django looks again for a missing or expired one, and drops its key."""
        found = SESSION.first(self.session_key)
        if found is None or found.expire_date <= timezone.now():
            return super().load()
        return self.decode(found.session_data)


BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def create_guest() -> User:
    """Create a guest with a unique name."""
    token = secrets.token_hex(6)
    guest = User(username=f"{GUEST_NAME_PREFIX}{token}", display_name=f"Guest {token[:4]}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def viewer_of(request: HttpRequest) -> User | None:
    """Return the user or guest who makes the request, or None if it is anonymous."""
    return request.user if request.user.is_authenticated else None


def current_user_or_guest(request: HttpRequest) -> User:
    """Return the user of the request. A stranger becomes a guest, whom the session holds from now on."""
    if not request.user.is_authenticated:
        login(request, create_guest(), backend=BACKEND)
    return cast(User, request.user)


@transaction.atomic
def merge_guest(guest: User, *, account: User) -> None:
    """Give all that is the guest's to the account, and end the guest.

    Raises ValueError if the guest is none, or the same as the account.
    """
    if not guest.is_guest or guest.pk == account.pk:
        raise ValueError("Only a guest can be merged, and only into another user.")
    guest_merged.send(sender=User, guest=guest, account=account)
    guest.delete()


guest_merged = Signal()
"""A guest has signed in to an account: sent with `guest` and `account`, in the transaction that then ends the guest.

Whoever keeps rows of a user moves them from one to the other here. A receiver that raises undoes all of it.
"""


def for_staff(view: View) -> View:
    """Let nobody but the staff into a view: strangers may sign in, others have come to the wrong page."""

    @wraps(view)
    def guard(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.user.is_active and request.user.is_staff:
            return view(request, *args, **named)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied("This page is for the staff.")

    return guard


def for_accounts(view: View) -> View:
    """Redirect guests from a view to the sign-up page, where their matches and decks become those of an account."""

    @wraps(view)
    def guard(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            messages.info(request, "Guests have neither password nor e-mail address. Sign up to have both.")
            return redirect("account_signup")
        return view(request, *args, **named)

    return guard


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
