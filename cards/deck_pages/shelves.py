"""The lists of decks, and what they can be narrowed down to: public decks, and one's own with the deleted ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from cards.addresses import slug_of
from cards.catalogue import piece_at, ships_of
from cards.deck_pages.asking import refusing
from cards.deck_pages.judged import Judged, judged_all
from cards.decks import orders
from cards.decks.contents import content_of
from cards.decks.judging import current_facts
from cards.decks.models import Deck, DeckQuerySet
from cards.decks.texts import LONGEST_TAG
from cards.paging import NoSuchPageError, Rows, page_number, page_of
from incursions.deck_files.sheet import LONGEST_NAME, LONGEST_TYPED
from incursions.rules.printed.words import RACES
from incursions.search.errors import nearest, quoted

Draw = Callable[[Deck], dict[str, Any]]
ON_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class DeckRow(Judged):
    """A deck of a list, with the content that the list shows of it."""

    deck: Deck


def shown(deck: Deck) -> dict[str, Any]:
    """What others see of a deck."""
    return deck.content_shown


def drafted(deck: Deck) -> dict[str, Any]:
    """What its owner sees of it."""
    return deck.draft


def rows_of(decks: Sequence[Deck], content: Draw) -> list[DeckRow]:
    """The lines of these decks, each with that content of it. One query."""
    judged = judged_all(content_of(content(deck)) for deck in decks)
    return [DeckRow(each.content, each.verdict, deck) for each, deck in zip(judged, decks, strict=True)]


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


@require_safe
@refusing
def public(request: HttpRequest) -> HttpResponse:
    """What everybody finds, the same for everybody."""
    decks = Deck.objects.listed().for_lists().defer("draft")
    return _list(request, "decks/public.html", PublicNarrowing(request.GET), decks, shown)


@require_safe
@refusing
def mine(request: HttpRequest) -> HttpResponse:
    """The decks of whoever asks, as they are now, and the deleted ones."""
    deleted = list(Deck.objects.deleted(request.user).only("public_id", "name", "deleted_at"))
    decks = Deck.objects.own(request.user).for_lists().defer("shown__content")
    more = {"deleted": deleted, "just_deleted": _just_deleted(request, deleted)}
    return _list(request, "decks/mine.html", OwnNarrowing(request.GET), decks, drafted, **more)


def _list(
    request: HttpRequest, template: str, form: Narrowing, decks: DeckQuerySet, content: Draw, **more: object
) -> HttpResponse:
    """A page of what is asked for; what cannot be asked for, or is not there, is refused with the way on."""
    context = {"here": "decks", "form": form, **more}
    if not form.is_valid():
        return render(request, template, context, status=HTTPStatus.BAD_REQUEST)
    context["asked"] = form.asked
    try:
        page = page_of(found := Rows[Deck](form.narrowed(decks)), page_number(request.GET.get("page", "1")), ON_A_PAGE)
    except NoSuchPageError as error:
        status = HTTPStatus.NOT_FOUND if error.last else HTTPStatus.BAD_REQUEST
        return render(request, template, {**context, "no_page": error}, status=status)
    context |= {"page": page, "total": len(found), "rows": rows_of(page.items, content)}
    return render(request, template, context)


def _just_deleted(request: HttpRequest, deleted: list[Deck]) -> Deck | None:
    """The deck that was deleted on the page before, to offer its return at once."""
    asked = request.GET.get("deleted")
    return next((deck for deck in deleted if deck.public_id == asked), None)
