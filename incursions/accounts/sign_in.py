"""Signing up and in: allauth's adapters for guests, forms, mails, and pauses after wrong passwords."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from math import ceil
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_added, user_signed_up
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.html import escape

from incursions.accounts.models import GUEST_NAME_PREFIX, LONGEST_NAME, LONGEST_TOKEN_NAME, User, skeleton
from incursions.accounts.viewers import merge_guest
from incursions.kit.clients import network_of
from incursions.kit.words import format_count

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
        """Begin the pause that follows a wrong password, if it is due."""
        moment = time.time() if now is None else now
        for counter in self._counters:
            counter.fail(moment)

    def succeed(self) -> None:
        """Forget the wrong passwords for this account from here, after the right one."""
        of_account, of_network = self._counters
        of_network.subtract(of_account.count)
        of_network.end_pause()
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
        self.end_pause()
        cache.delete(self._attempts)


def guest_of(request: HttpRequest) -> User | None:
    """Return the guest of the session, if there is one."""
    user = request.user
    return user if user.is_authenticated and user.is_guest else None


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

        Raise `ValidationError` while the client's network is locked out after too many wrong passwords for the account.
        """
        name = str(credentials.get("username") or credentials.get("email") or "")
        meant = Q(username__iexact=name) | Q(emailaddress__email__iexact=name) | Q(email__iexact=name)
        key = User.objects.filter(meant).order_by("pk").values_list("pk", flat=True).first()
        account = f"name {name.casefold()}" if key is None else f"user {key}"
        attempts = SignInAttempts(self.get_client_ip(request), account)
        wait_s = attempts.begin()
        if wait_s:
            amount, unit = (wait_s, "second") if wait_s < 60 else (-(-wait_s // 60), "minute")
            raise ValidationError(f"Too many wrong passwords. Try again in {format_count(amount, unit)}.")
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


@receiver(email_added)
def tell_other_addresses(user: User, email_address: EmailAddress, **_: Any) -> None:
    """Tell all other addresses of the account that one was added: whoever took it over would add his own."""
    context = {"added": email_address.email}
    for other in EmailAddress.objects.filter(user=user).exclude(pk=email_address.pk):
        get_adapter().send_notification_mail("account/email/email_added", user, context, email=other.email)


@receiver(user_signed_up)
def tell_owner_of_address(user: User, **_: Any) -> None:
    """Tell the accounts that have the address of a new one: signing up itself tells nobody that they do."""
    if not user.email:
        return
    for taken in EmailAddress.objects.filter(email__iexact=user.email).exclude(user=user).select_related("user"):
        context = {"name": taken.user.username}
        get_adapter().send_notification_mail("account/email/address_used_again", taken.user, context, taken.email)


class DeleteAccountForm(forms.Form):
    """Asks an account for its password before it is deleted; a guest has none and is asked for a tick."""

    password = forms.CharField(
        label="Your password", widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    sure = forms.BooleanField(label="I understand that this cannot be undone")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.is_guest:
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        check_password(self.user, password)
        return password


def check_password(user: User, password: str) -> None:
    """Raise `ValidationError` if this is not the password of the user, or too many wrong ones came before."""
    if not get_adapter().reauthenticate(user, password):
        raise forms.ValidationError("This is not the password of your account.")


class EndsTokens(forms.Form):
    """Offers to revoke the tokens of the user whose password changes."""

    user: User | None
    ends_tokens = forms.BooleanField(label="Revoke my tokens for programs as well", required=False, initial=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [] if self.user is None else list(self.user.tokens.order_by("pk").values_list("name", flat=True))
        if names:
            self.fields["ends_tokens"].help_text = escape(f"They can still sign in as you: {', '.join(names)}.")
        else:
            del self.fields["ends_tokens"]

    def save(self) -> None:
        super().save()  # type: ignore[misc]  # of the form of allauth that this is mixed into
        if self.user is not None and self.cleaned_data.get("ends_tokens"):
            self.user.tokens.all().delete()


class ChangePasswordForm(EndsTokens, allauth_forms.ChangePasswordForm):
    """Asks for the password of before, as often as signing in does."""

    def clean_oldpassword(self) -> str:
        password: str = self.cleaned_data["oldpassword"]
        assert self.user is not None, "only who is signed in changes a password"
        check_password(self.user, password)
        return password


class ResetPasswordKeyForm(EndsTokens, allauth_forms.ResetPasswordKeyForm):
    """Asks for a new password, twice."""


class TokenForm(forms.Form):
    """Asks what a new token is for."""

    name = forms.CharField(label="What it is for", max_length=LONGEST_TOKEN_NAME)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not name.isprintable():
            raise forms.ValidationError("The name contains invisible characters.")
        return name
