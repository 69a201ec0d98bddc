"""Forms of the account that allauth does not have."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.utils.html import escape

from incursions.accounts.models import LONGEST_TOKEN_NAME, User


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
            raise forms.ValidationError("The name holds signs that cannot be seen.")
        return name
