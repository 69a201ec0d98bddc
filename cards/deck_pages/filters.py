"""What a list of decks can be narrowed down to: plain forms, whose fields stand in the address."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError
from django.utils.http import urlencode

from cards.addresses import slug_of
from cards.catalogue import piece_at, ships_of
from cards.decks import orders
from cards.decks.judging import current_facts
from cards.decks.models import DeckQuerySet
from cards.decks.texts import LONGEST_TAG
from incursions.deck_files.sheet import LONGEST_NAME, LONGEST_TYPED
from incursions.rules.printed.words import RACES
from incursions.search.errors import nearest, quoted


class Narrowing(forms.Form):
    """What every list of decks can be asked for. Bound to an address; empty fields ask for nothing."""

    q = forms.CharField(label="Words of the name", required=False, max_length=LONGEST_NAME)
    tag = forms.CharField(label="Tag", required=False, max_length=LONGEST_TAG)

    @property
    def asked(self) -> str:
        """The fields that ask for something, as they stand in an address."""
        return urlencode({name: typed for name, typed in self.cleaned_data.items() if typed})

    def narrowed(self, decks: DeckQuerySet) -> DeckQuerySet:
        """Those of the decks that are asked for."""
        if self.cleaned_data["q"]:
            decks = decks.named(self.cleaned_data["q"])
        if self.cleaned_data["tag"]:
            decks = decks.tagged(self.cleaned_data["tag"])
        return decks


class OwnNarrowing(Narrowing):
    """The same for one's own decks."""

    sort = forms.ChoiceField(
        label="Sorted by",
        required=False,
        choices=[("", "last changed first"), ("oldest", "first made first"), ("name", "name")],
    )

    def narrowed(self, decks: DeckQuerySet) -> DeckQuerySet:
        """Those that are asked for, in the order that is asked for."""
        return super().narrowed(decks).order_by(*orders.OWN[self.cleaned_data["sort"] or orders.CHANGED])


class PublicNarrowing(Narrowing):
    """What public decks can be asked for besides."""

    race = forms.ChoiceField(
        label="Race of the ship", required=False, choices=[("", "any"), *((race, race) for race in RACES)]
    )
    piece = forms.CharField(label="With the piece", required=False, max_length=LONGEST_TYPED)
    owner = forms.CharField(label="Owner", required=False, max_length=LONGEST_NAME)
    sort = forms.ChoiceField(
        label="Sorted by",
        required=False,
        choices=[("", "newest first"), ("oldest", "oldest first"), ("name", "name")],
    )

    def clean_piece(self) -> str:
        """The title that is meant, however it is spelled: as in search, or as in the address of its page."""
        typed: str = self.cleaned_data["piece"]
        piece = piece_at(slug_of(typed)) if typed else None
        if typed and piece is None:
            raise ValidationError(_unknown(typed))
        return piece["title"] if piece else ""

    def narrowed(self, decks: DeckQuerySet) -> DeckQuerySet:
        """Those that are asked for, in the order that is asked for."""
        asked, decks = self.cleaned_data, super().narrowed(decks)
        if asked["race"]:
            decks = decks.with_ship(ships_of(asked["race"]))
        if asked["piece"]:
            decks = decks.with_piece(asked["piece"])
        if asked["owner"]:
            decks = decks.of_owner(asked["owner"])
        return decks.order_by(*orders.PUBLIC[asked["sort"] or orders.NEWEST])


def _unknown(typed: str) -> str:
    near = nearest(typed, current_facts())
    meant = f" Did you mean {near}?" if near else ""
    return f"There is no piece called {quoted(typed)}.{meant}"
