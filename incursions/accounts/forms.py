"""Forms of the account that allauth does not have."""

from typing import Any

from django import forms

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
        if not self.user.check_password(password):
            raise forms.ValidationError("This is not the password of your account.")
        return password


class TokenForm(forms.Form):
    """Asks what a new token is for."""

    name = forms.CharField(label="What it is for", max_length=LONGEST_TOKEN_NAME)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if not name.isprintable():
            raise forms.ValidationError("The name holds signs that cannot be seen.")
        return name
