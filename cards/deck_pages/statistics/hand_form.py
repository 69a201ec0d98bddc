"""What the address of a sample hand says: the seed, which content it was drawn from, how much of it is seen."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError

from incursions.deck_files.signs import refused_sign
from incursions.public_ids import random_name
from incursions.rules.plays.hand import OPENING_HAND

LONGEST_SEED = 60
HASH_SHOWN = 12  # hexadecimal digits of a content's hash: who is misled by two alike has looked for them
FRESH_SEED_LENGTH = 8
MOST_CARDS, MOST_TILES = 40, 20
FIRST_TILES = 3


def fresh_seed() -> str:
    """A seed that nobody has chosen."""
    return random_name(FRESH_SEED_LENGTH)


def _only_plain_signs(seed: str) -> None:
    sign = refused_sign(seed)
    if sign is not None:
        raise ValidationError(f"The seed holds {sign}, which is not allowed.")


class HandForm(forms.Form):
    """The address of a hand. What is left out of it is as usual; the seed cannot be."""

    seed = forms.CharField(label="Seed", max_length=LONGEST_SEED, validators=[_only_plain_signs])
    content = forms.RegexField(r"^[0-9a-f]{12}$", required=False, widget=forms.HiddenInput)
    cards = forms.IntegerField(min_value=1, max_value=MOST_CARDS, required=False, widget=forms.HiddenInput)
    tiles = forms.IntegerField(min_value=1, max_value=MOST_TILES, required=False, widget=forms.HiddenInput)

    @property
    def number_of_cards(self) -> int:
        """How many cards are drawn (rules 5.5)."""
        return self.cleaned_data["cards"] or OPENING_HAND

    @property
    def number_of_tiles(self) -> int:
        """How many tiles are turned up."""
        return self.cleaned_data["tiles"] or FIRST_TILES
