"""Allauth adapters for guests: signing up keeps the guest's row, signing in moves the guest's data to the account."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest

from incursions.accounts.guests import merge_guest
from incursions.accounts.lookalikes import skeleton
from incursions.accounts.models import GUEST_NAME_PREFIX, LONGEST_NAME, User
from incursions.accounts.sign_in_limit import SignInAttempts


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest of the session, if there is one."""
    user = request.user
    return user if user.is_authenticated and user.is_guest else None


def _in_words(seconds: int) -> str:
    """Return a short duration in words."""
    amount, unit = (seconds, "second") if seconds < 60 else (-(-seconds // 60), "minute")
    return f"{amount} {unit}{'' if amount == 1 else 's'}"


def _account_of(name: str) -> str:
    """Return what stands for the account that a name or e-mail address means, or for the name if there is none."""
    by_address = Q(emailaddress__email__iexact=name) | Q(email__iexact=name)
    key = User.objects.filter(Q(username__iexact=name) | by_address).order_by("pk").values_list("pk", flat=True).first()
    return f"name {name.casefold()}" if key is None else f"user {key}"


class AccountAdapter(DefaultAccountAdapter):
    """Signing up and in, for people who may have played before."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        if username.lower().startswith(GUEST_NAME_PREFIX):
            raise ValidationError(f"Names that begin with “{GUEST_NAME_PREFIX}” are for guests.")
        if len(username) > LONGEST_NAME:
            raise ValidationError(f"Choose a name of at most {LONGEST_NAME} characters.")
        cleaned: str = super().clean_username(username, shallow=shallow)
        if not shallow and User.objects.filter(name_skeleton=skeleton(cleaned)).exists():
            raise ValidationError("This name looks like somebody else’s. Choose another one.")
        return cleaned

    def new_user(self, request: HttpRequest) -> User:
        """Return the row to fill: the guest's own, so that the guest's matches stay with it."""
        return guest_of(request) or super().new_user(request)

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        if user.is_guest:
            user.is_guest = False
            user.display_name = ""
        return super().save_user(request, user, form, commit)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count nothing: `authenticate` counts passwords, and the rate that would be counted here is that of codes."""

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user of these credentials, None if there is none.

        Raise `ValidationError` while no password for this account is looked at from this network.
        """
        name = str(credentials.get("username") or credentials.get("email") or "")
        attempts = SignInAttempts(self.get_client_ip(request), _account_of(name))
        wait_s = attempts.begin()
        if wait_s:
            raise ValidationError(f"Too many wrong passwords. Try again in {_in_words(wait_s)}.")
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is None:
            attempts.fail()
        else:
            attempts.succeed()
        return user

    def login(self, request: HttpRequest, user: User) -> None:
        guest = guest_of(request)
        super().login(request, user)
        if guest and guest.pk != user.pk:
            merge_guest(guest, account=user)
