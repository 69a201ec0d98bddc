"""The form that asks for odds: a sort of cards, copies, another sort, and how many cards are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from django import forms

from incursions.deck_statistics import Question, Sort
from incursions.deck_statistics.questions import MOST_COPIES, MOST_DRAWN
from incursions.rules.plays.hand import OPENING_HAND

NOT_THERE = "The deck holds no such cards: choose some that it holds."
CHOOSE = "Choose what to draw."
Choices = list[tuple[str, list[tuple[str, str]]]]


def number_field(label: str, *, most: int, initial: int) -> forms.IntegerField:
    """A whole number from 1 on."""
    wrong = f"A whole number from 1 to {most} was expected."
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), wrong)
    return forms.IntegerField(label=label, min_value=1, max_value=most, initial=initial, error_messages=messages)


class OddsForm(forms.Form):
    """A question about a deck, with the sorts of cards that the deck holds."""

    of = forms.ChoiceField(label="What", error_messages={"invalid_choice": NOT_THERE, "required": CHOOSE})
    copies = number_field("At least", most=MOST_COPIES, initial=1)
    also = forms.ChoiceField(label="And one of", required=False, error_messages={"invalid_choice": NOT_THERE})
    drawn = number_field("Cards drawn", most=MOST_DRAWN, initial=OPENING_HAND)

    def __init__(self, data: Mapping[str, str] | None, sorts: Mapping[str, Sort]) -> None:
        super().__init__(data)
        self._sorts = sorts
        choices = _choices(sorts)
        self.fields["of"].choices = choices  # type: ignore[attr-defined]
        self.fields["also"].choices = [("", "nothing besides"), *choices]  # type: ignore[attr-defined]

    @property
    def question(self) -> Question:
        """What a valid form asks."""
        asked = self.cleaned_data
        return Question(self._sorts[asked["of"]], asked["copies"], asked["drawn"], self._sorts.get(asked["also"]))


def _choices(sorts: Mapping[str, Sort]) -> Choices:
    """The sorts in groups, each with how many cards of it there are."""
    return [
        (group, [(sort.key, f"{sort.label} ({sort.number})") for sort in found])
        for group, found in groupby(sorts.values(), lambda sort: sort.group)
    ]
