"""The form by which the staff asks for a report."""

from __future__ import annotations

from typing import Any

from django import forms

from cards.catalogue import current_starters
from incursions.balance.models import MOST_REPORTS_AT_ONCE, BalanceReport
from incursions.rules.setup import FEWEST_SEATS, MOST_SEATS

FEWEST_DECKS, MOST_DECKS = 2, 12
MOST_GAMES = 4000
HIGHEST_SEED = 2**31 - 1
USUAL_GAMES = 400
USUAL_SEATS = (2, 4)


class ReportForm(forms.Form):
    """The form of a balance report: decks, numbers of seats and games. Every starter deck can be chosen."""

    decks = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least two decks.",
            "invalid_choice": "The catalogue has no starter deck called “%(value)s”.",
        },
    )
    seats = forms.TypedMultipleChoiceField(
        coerce=int,
        choices=[(number, f"{number} seats") for number in range(FEWEST_SEATS, MOST_SEATS + 1)],
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least one number of seats.",
            "invalid_choice": "A match has 2 to 6 seats, not “%(value)s”.",
        },
    )
    games = forms.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        error_messages={
            "required": f"Say how many games: 1 to {MOST_GAMES}.",
            "invalid": f"A number of games from 1 to {MOST_GAMES} was expected.",
            "min_value": "At least one game is played.",
            "max_value": f"At most {MOST_GAMES} games of each number of seats are played.",
        },
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=HIGHEST_SEED,
        error_messages={
            "required": "Say a seed, such as 1.",
            "invalid": "A whole number was expected as the seed.",
            "min_value": "A seed is 0 or more.",
            "max_value": f"A seed is at most {HIGHEST_SEED}.",
        },
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        starters = current_starters()
        usual = {"decks": list(starters)[:MOST_DECKS], "seats": list(USUAL_SEATS), "games": USUAL_GAMES, "seed": 1}
        super().__init__(*args, **{"initial": usual, **options})
        field = self.fields["decks"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(title, title) for title in starters]
        self.starters = starters

    def clean_decks(self) -> list[str]:
        """Validate the number of decks: at least two, and no more than a report can show."""
        titles: list[str] = self.cleaned_data["decks"]
        if not FEWEST_DECKS <= len(titles) <= MOST_DECKS:
            raise forms.ValidationError(f"Choose {FEWEST_DECKS} to {MOST_DECKS} decks, not {len(titles)}.")
        return titles

    def clean(self) -> dict[str, Any]:
        """Validate that there is a deck for each seat, and that not too many reports are under way."""
        found = super().clean() or {}
        decks, seats = found.get("decks"), found.get("seats")
        if decks and seats and max(seats) > len(decks):
            self.add_error("seats", f"{max(seats)} seats need {max(seats)} different decks, not {len(decks)}.")
        if not self.errors and BalanceReport.objects.running().count() >= MOST_REPORTS_AT_ONCE:
            raise forms.ValidationError(
                f"{MOST_REPORTS_AT_ONCE} reports are being made. Wait for one of them, or cancel one."
            )
        return found
