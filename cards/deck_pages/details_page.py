"""The form for a deck's name, tags, notes and visibility. It keeps what was typed until it is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods

from cards.deck_pages.asking import number_of, of_deck
from cards.deck_pages.head import head_of
from cards.decks.abilities import Visibility
from cards.decks.changing import refuse_others
from cards.decks.errors import DeckError
from cards.decks.models import Deck
from cards.decks.notes import html_of
from cards.decks.sharing import change_deck
from cards.decks.texts import LONGEST_NOTES, MOST_TAGS, notes_of
from incursions.deck_files.sheet import LONGEST_NAME

if TYPE_CHECKING:
    from incursions.accounts.models import User

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
