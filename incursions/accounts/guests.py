"""Guests: made at the first act that needs a user, and made one with the account a person signs in to."""

import secrets
from typing import cast

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest

from incursions.accounts.models import GUEST_NAME_PREFIX, User
from incursions.accounts.signals import guest_merged

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def create_guest() -> User:
    """Create a guest with a unique name."""
    token = secrets.token_hex(6)
    guest = User(username=f"{GUEST_NAME_PREFIX}{token}", display_name=f"Guest {token[:4]}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


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
