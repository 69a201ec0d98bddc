"""The lists of decks with their filters, and the pages on which a deck is begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.catalogue import by_slug, current_pieces, current_starters, slug_of, url_of_starter
from cards.deck_pages.listing import Judged, judged_all, shown_parts
from cards.deck_pages.page_frame import refusing
from cards.decks.changes import create_deck
from cards.decks.contents import LONGEST_TAG, ContentData, content_of, data_of, name_of
from cards.decks.errors import DeckError, no_such_deck
from cards.decks.judging import current_facts
from cards.decks.models import OWN_ORDERS, PUBLIC_ORDERS, Deck, DeckQuerySet, Orders
from cards.decks.reading import narrow_decks
from incursions.accounts.viewers import current_user_or_guest
from incursions.games.incursions.deck_files.formats import LONGEST_NAME, LONGEST_TYPED
from incursions.games.incursions.rules.construction import DeckContent
from incursions.games.incursions.rules.printed.pieces import RACES
from incursions.games.incursions.rules.starters import Starter
from incursions.games.incursions.search.query import quote_typed
from incursions.kit.paging import NoSuchPageError, Rows, page_number, page_of
from incursions.kit.words import nearest

ON_A_PAGE = 25


@dataclass(frozen=True, slots=True)
class DeckRow(Judged):
    """A deck of a list, with the content that the list shows of it."""

    deck: Deck


class Narrowing(forms.Form):
    """The fields that every list of decks has. Bound to an address; empty fields ask for nothing."""

    sorts: ClassVar[Orders]

    q = forms.CharField(label="Words of the name", required=False, max_length=LONGEST_NAME)
    tag = forms.CharField(label="Tag", required=False, max_length=LONGEST_TAG)

    @property
    def query_string(self) -> str:
        """The filled-in fields as the query string of an address."""
        return urlencode({name: typed for name, typed in self.cleaned_data.items() if typed})

    def narrow(self, decks: DeckQuerySet) -> DeckQuerySet:
        """Return the decks that are asked for, in the order that is asked for, or else in the first one."""
        asked = self.cleaned_data
        order = asked["sort"] or next(iter(self.sorts))
        return narrow_decks(decks, asked | {"name": asked["q"]}).order_by(*self.sorts[order])


class OwnNarrowing(Narrowing):
    """The fields of the list of one's own decks."""

    sorts = OWN_ORDERS

    sort = forms.ChoiceField(
        label="Sorted by",
        required=False,
        choices=[("", "last changed first"), ("oldest", "first made first"), ("name", "name")],
    )


class PublicNarrowing(Narrowing):
    """The fields of the list of public decks."""

    sorts = PUBLIC_ORDERS

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
        """Return the title that was meant, in whatever spelling: as in search, or as in the address of its page."""
        typed: str = self.cleaned_data["piece"]
        piece = by_slug().get(slug_of(typed)) if typed else None
        if typed and piece is None:
            near = nearest(typed, current_facts())
            meant = f" Did you mean {near}?" if near else ""
            raise ValidationError(f"There is no piece called {quote_typed(typed)}.{meant}")
        return piece["title"] if piece else ""


@require_safe
@refusing
def public(request: HttpRequest) -> HttpResponse:
    """Show the public decks, equal for everybody."""
    decks = Deck.objects.listed().for_lists().defer("draft")
    return _list(request, "decks/public.html", PublicNarrowing(request.GET), decks, "content_shown")


@require_safe
@refusing
def mine(request: HttpRequest) -> HttpResponse:
    """Show the decks of the viewer, as they are now, and the deleted ones; the one just deleted can be given back."""
    deleted = list(Deck.objects.own_deleted(request.user).only("public_id", "name", "deleted_at"))
    decks = Deck.objects.own(request.user).for_lists().defer("shown__content")
    asked = request.GET.get("deleted")
    just_deleted = next((deck for deck in deleted if deck.public_id == asked), None)
    more = {"deleted": deleted, "just_deleted": just_deleted}
    return _list(request, "decks/mine.html", OwnNarrowing(request.GET), decks, "draft", **more)


def _list(
    request: HttpRequest, template: str, form: Narrowing, decks: DeckQuerySet, content: str, **more: object
) -> HttpResponse:
    """Render a page of the filtered list. A faulty filter or page number is refused with a way on.

    Each deck is listed with the content of that name, `draft` or `content_shown`.
    """
    context = {"here": "decks", "form": form, **more}
    if not form.is_valid():
        return render(request, template, context, status=HTTPStatus.BAD_REQUEST)
    context["asked"] = form.query_string
    try:
        page = page_of(found := Rows[Deck](form.narrow(decks)), page_number(request.GET.get("page", "1")), ON_A_PAGE)
    except NoSuchPageError as error:
        return render(request, template, {**context, "no_page": error}, status=error.status)
    judged = judged_all(content_of(getattr(deck, content)) for deck in page.items)
    rows = [DeckRow(each.content, each.verdict, deck) for each, deck in zip(judged, page.items, strict=True)]
    return render(request, template, context | {"page": page, "total": len(found), "rows": rows})


FIRST_NAME = "New deck"


@require_http_methods(["GET", "HEAD", "POST"])
@refusing
def new(request: HttpRequest) -> HttpResponse:
    """Render the form, or create a deck and open it in the editor. An unknown player becomes a guest."""
    if request.method != "POST":
        return _form(request, {"name": FIRST_NAME, **request.GET.dict()})
    try:
        name, content = name_of(request.POST.get("name", "")), _content(request.POST)
        deck = create_deck(owner=current_user_or_guest(request), name=name, content=content)
    except DeckError as refusal:
        return _form(request, request.POST, refusal)
    return redirect("decks:editor", deck.public_id)


def _content(asked: Mapping[str, str]) -> ContentData:
    """Return the content to begin with. Raises `DeckError` for an unknown starter deck or ship."""
    start, ship = asked.get("start", ""), asked.get("ship", "")
    starter = current_starters().get(start)
    if start and starter is None:
        raise DeckError("invalid", "There is no such starter deck.", field="start")
    if ship and ship not in current_pieces().ships:
        raise DeckError("invalid", "There is no such ship.", field="ship")
    data = data_of(DeckContent() if starter is None else starter.content)
    return data | {"ship": ship} if ship else data


def _form(request: HttpRequest, typed: Mapping[str, object], refusal: DeckError | None = None) -> HttpResponse:
    """Render the form for a new deck, with the typed values and the reason after a refusal."""
    context = {
        "here": "decks",
        "typed": typed,
        "refusal": refusal,
        "starters": current_starters().values(),
        "ships": current_pieces().ships,
    }
    return render(request, "decks/new.html", context, status=refusal.status if refusal else 200)


@require_safe
@refusing
def starters(request: HttpRequest) -> HttpResponse:
    """Render the list of starter decks."""
    decks = list(current_starters().values())
    judged = judged_all(deck.content for deck in decks)
    rows = [(deck, url_of_starter(deck.title), each) for deck, each in zip(decks, judged, strict=True)]
    return render(request, "decks/starters.html", {"here": "decks", "rows": rows})


@require_safe
@refusing
def starter(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the page of a starter deck."""
    found = find_starter(slug)
    (judged,) = judged_all([found.content])
    context = {
        "here": "decks",
        "starter": found,
        "slug": slug,
        "judged": judged,
        **shown_parts(judged),
    }
    return render(request, "decks/starter.html", context)


@require_POST
@refusing
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Create a private deck with the content of a starter deck. An unknown player becomes a guest."""
    found = find_starter(slug)
    made = create_deck(owner=current_user_or_guest(request), name=found.title, content=data_of(found.content))
    messages.success(request, f"{made.name}: this copy is yours, and private.")
    return redirect("decks:editor", made.public_id)


def find_starter(slug: str) -> Starter:
    """Return the starter deck of a slug. Raises `DeckError` if there is none."""
    found = next((deck for deck in current_starters().values() if slug_of(deck.title) == slug), None)
    if found is None:
        raise no_such_deck()
    return found
