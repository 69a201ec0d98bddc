"""What a player decides about the own page."""

from __future__ import annotations

from typing import Any

from django import forms

from incursions.accounts.models import User
from incursions.accounts.privacy import ASPECTS, INVITING, RATINGS, Audience


class PrivacyForm(forms.ModelForm):
    """Who sees what, and who may do what. A list that everybody reads has nobody who hides the rating."""

    class Meta:
        model = User
        fields = (
            *(aspect for aspect in ASPECTS if aspect != INVITING),
            "mails_tournaments",
            "is_listed",
        )  # nobody invites by name yet

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        for field in self.fields.values():
            field.label, field.help_text = field.help_text, ""  # the column says in full what it is
        if self.instance.is_guest:
            del self.fields["is_listed"], self.fields["mails_tournaments"]

    def clean(self) -> dict[str, Any]:
        """Raises the refusal of a listing that would show what is hidden."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("is_listed") and cleaned.get(RATINGS) != Audience.EVERYBODY:
            self.add_error("is_listed", "The lists are for everybody: show your ratings to everybody to stand in them.")
        return cleaned
