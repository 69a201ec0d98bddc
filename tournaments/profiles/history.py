"""A player's match history, as far as the viewer may see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django import forms
from django.db.models import Q
from django.utils.http import urlencode

from cards.decks import abilities
from incursions.accounts.privacy import DECKS, HISTORY, RATINGS, may
from tournaments.enums import Mode, Outcome
from tournaments.models import SeatRecord

if TYPE_CHECKING:
    from cards.decks.models import Deck
    from incursions.accounts.models import User
    from incursions.accounts.privacy import Viewer
    from tournaments.ratings.models import SeatRecordQuerySet

LONGEST_NAME = 150
LARGE = ("setup", "state_data", "opening", "seed")


class HistoryForm(forms.Form):
    """The filter of a match history, bound to a query string. Empty fields do not filter."""

    mode = forms.ChoiceField(label="Mode", required=False, choices=[("", "any"), *Mode.choices])
    result = forms.ChoiceField(label="Result", required=False, choices=[("", "any"), *Outcome.choices])
    opponent = forms.CharField(
        label="Against", required=False, max_length=LONGEST_NAME, help_text="A player’s name, or that of a bot"
    )

    @property
    def asked(self) -> str:
        """The filled fields, as a query string."""
        return urlencode({name: typed for name, typed in self.cleaned_data.items() if typed})

    def apply_to(self, lines: SeatRecordQuerySet) -> SeatRecordQuerySet:
        """Return the lines that match the filter."""
        asked = self.cleaned_data
        if asked["mode"]:
            lines = lines.filter(record__mode=asked["mode"])
        if asked["result"]:
            lines = lines.filter(outcome=asked["result"], record__is_struck=False)
        return lines.with_opponent(asked["opponent"]) if asked["opponent"] else lines


@dataclass(frozen=True, slots=True)
class Played:
    """A match of a history. `deck` is None if it may not be named; `change` is None if no rating changed."""

    line: SeatRecord
    others: list[SeatRecord]
    deck: Deck | None
    deck_words: str
    change: int | None


def history_of(owner: User, viewer: Viewer) -> SeatRecordQuerySet:
    """Return the matches of a player that the viewer may see, last ended first.

    Private tables are listed only for their players and for staff.
    """
    if not may(viewer, HISTORY, owner):
        return SeatRecord.objects.none()
    lines = SeatRecord.objects.of_user(owner)
    if viewer.pk == owner.pk or abilities.is_staff(viewer):
        return lines
    seen = Q(record__match__is_private=False)
    if viewer.pk is not None:
        seen |= Q(record__in=SeatRecord.objects.filter(user=viewer.pk).values("record"))
    return lines.filter(seen)


def with_matches(lines: SeatRecordQuerySet) -> SeatRecordQuerySet:
    """Select the match of each line, without its large columns."""
    return lines.select_related("record__match").defer(*(f"record__match__{name}" for name in LARGE))


def with_tables(lines: SeatRecordQuerySet) -> SeatRecordQuerySet:
    """Select the match of each line, the other seats and the deck. Three queries for any number."""
    return with_matches(lines).select_related("record__match", "deck").prefetch_related("record__seats__user")


def describe_matches(lines: Iterable[SeatRecord], owner: User, viewer: Viewer) -> list[Played]:
    """Return these matches, loaded by `with_tables`, as the viewer may see them."""
    sees_decks, sees_ratings = may(viewer, DECKS, owner), may(viewer, RATINGS, owner)
    return [
        Played(
            line,
            sorted((other for other in line.record.seats.all() if other.pk != line.pk), key=lambda other: other.seat),
            line.deck if sees_decks and line.deck is not None and names_deck(viewer, line.deck) else None,
            deck_words(line) if sees_decks else "",
            _change(line) if sees_ratings else None,
        )
        for line in lines
    ]


def names_deck(viewer: Viewer, deck: Deck) -> bool:
    """Return True if a list may name the deck: to its owner and staff, or if everybody can find it."""
    return abilities.may_see_draft(viewer, deck) or abilities.is_listed(deck)


def deck_words(line: SeatRecord) -> str:
    """Return the deck of a seat in words: the title of a starter, or that it was the player's own; "" in Basic."""
    if line.record.mode == Mode.BASIC:
        return ""
    return line.starter or "a deck of their own"


def _change(line: SeatRecord) -> int | None:
    """Return the change of the shown rating; None for casual and struck matches."""
    if line.record.is_casual or line.record.is_struck:
        return None
    return line.after.shown - line.before.shown
