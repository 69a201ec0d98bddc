"""The page of a deck with its buttons, and the form for its name, tags, notes and visibility."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.deck_pages.asking import number_of, of_deck, sent_number
from cards.deck_pages.head import head_of
from cards.deck_pages.listing import shown_parts
from cards.deck_pages.statistics.charts import current_statistics, opening_chart
from cards.decks.abilities import Visibility
from cards.decks.changes import change_deck, copy_deck, delete_deck, refuse_others, renew_link, restore_deck
from cards.decks.contents import LONGEST_NOTES, MOST_TAGS, notes_of
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from cards.decks.notes import html_of
from cards.decks.reading import origin_seen
from incursions.accounts.viewers import current_user_or_guest
from incursions.games.incursions.deck_files.sheet import LONGEST_NAME

if TYPE_CHECKING:
    from incursions.accounts.models import User


@require_safe
@of_deck
def deck(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the page of a deck."""
    head = head_of(deck, request.user)
    context = {
        "here": "decks",
        "tab": "decks:deck",
        "head": head,
        **shown_parts(head),
        "notes": html_of(deck.notes),
        "origin": origin_seen(deck, request.user),
        "tags": deck.tags.all(),
        **opening_chart(current_statistics(head.content)),
    }
    return render(request, "decks/deck.html", context)


@require_POST
@of_deck
def copy(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Copy the deck or a version of it for the player, who becomes a guest if unknown."""
    typed = request.POST.get("version", "")
    version = number_of(typed, "version") if typed else None
    made = copy_deck(deck, by=current_user_or_guest(request), version=version)
    messages.success(request, f"{made.name}: this copy is yours, and private.")
    return redirect("decks:editor", made.public_id)


@require_POST
@of_deck
def delete(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Let the deck be deleted; the list of one's decks then offers to undo it."""
    gone = delete_deck(deck, by=cast("User", request.user))
    return redirect(f"{reverse('decks:mine')}?{urlencode({'deleted': gone.public_id})}")


@require_POST
@of_deck
def restore(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Give a deleted deck back."""
    back = restore_deck(deck, by=cast("User", request.user))
    messages.success(request, f"{back.name} is back, as it was.")
    return redirect(back)


@require_POST
@of_deck
def renew(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Give the deck another address."""
    deck = renew_link(deck, by=cast("User", request.user), number=sent_number(request))
    messages.success(request, "The deck has another link now; the former one leads nowhere.")
    return redirect("decks:details", deck.public_id)


WHO_SEES = {
    Visibility.PRIVATE: "You alone. To others the deck does not exist.",
    Visibility.UNLISTED: "Whoever has the link. It stands in no list, and search engines are told to leave it out.",
    Visibility.PUBLIC: "Everybody. It stands in the list of decks, and on the pages of the pieces that it has.",
}
SHOWN_AT_MOST = LONGEST_NOTES + 1000  # of notes that are too long, so that the page stays small


class Details(NamedTuple):
    """The values of the form. `number` is the number of the deck that the player has seen."""

    number: str
    name: str
    tags: str
    notes: str
    visibility: str

    @classmethod
    def from_deck(cls, deck: Deck) -> Self:
        """Return the details of a deck."""
        return cls(str(deck.number), deck.name, ", ".join(map(str, deck.tags.all())), deck.notes, deck.visibility)

    @classmethod
    def from_post(cls, sent: QueryDict) -> Self:
        """Return the details that were typed; browsers send other ends of lines than were typed."""
        typed = {field: sent.get(field, "") for field in cls._fields}
        return cls(**typed | {"notes": typed["notes"].replace("\r\n", "\n")})


@require_http_methods(["GET", "HEAD", "POST"])
@of_deck
def details(request: HttpRequest, deck: Deck) -> HttpResponse:
    """Render the form. A sent form is saved, or rendered with a preview of the notes."""
    refuse_others(deck, request.user)
    if request.method != "POST":
        return _page(request, deck, Details.from_deck(deck))
    typed = Details.from_post(request.POST)
    try:
        if "preview" in request.POST:
            return _page(request, deck, typed, preview=html_of(notes_of(typed.notes)))
        saved = change_deck(
            deck,
            by=cast("User", request.user),
            number=number_of(typed.number, "number"),
            name=typed.name,
            tags=[tag for tag in map(str.strip, typed.tags.split(",")) if tag],
            notes=typed.notes,
            visibility=typed.visibility,
        )
    except DeckError as refusal:
        if refusal.number is not None:  # the deck as it is now is shown beside what was typed: the next save is meant
            typed = typed._replace(number=str(refusal.number))
            deck.refresh_from_db()
        return _page(request, deck, typed._replace(notes=typed.notes[:SHOWN_AT_MOST]), refusal=refusal)
    messages.success(request, "Saved.")
    return redirect(saved)


def _page(
    request: HttpRequest,
    deck: Deck,
    typed: Details,
    *,
    preview: SafeString | None = None,
    refusal: DeckError | None = None,
) -> HttpResponse:
    context = {
        "here": "decks",
        "tab": "decks:details",
        "head": head_of(deck, request.user),
        "typed": typed,
        "kept": Details.from_deck(deck) if refusal and refusal.code == "moved_on" else None,
        "preview": preview,
        "refusal": refusal,
        "choices": [(value, value.label, WHO_SEES[value]) for value in Visibility],
        "limits": {"name": LONGEST_NAME, "tags": MOST_TAGS, "notes": LONGEST_NOTES},
    }
    return render(request, "decks/details.html", context, status=refusal.status if refusal else 200)
