"""The lists of decks: those that everybody finds, and one's own with those that are deleted."""

from __future__ import annotations

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from cards.deck_pages.asking import refusing
from cards.deck_pages.filters import Narrowing, OwnNarrowing, PublicNarrowing
from cards.deck_pages.rows import Draw, drafted, rows_of, shown
from cards.decks.models import Deck, DeckQuerySet
from cards.paging import NoSuchPageError, Rows, page_number, page_of

ON_A_PAGE = 25


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
