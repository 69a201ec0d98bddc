"""The versions of a deck: their list, one of them, and what is different between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.deck_pages.asking import of_deck
from cards.deck_pages.comparison import compared, in_short
from cards.deck_pages.counters import counters_of
from cards.deck_pages.head import head_of
from cards.deck_pages.listing import listing_of
from cards.deck_pages.numbers import number_of
from cards.deck_pages.problem_lines import problem_lines
from cards.deck_pages.sides import DRAFT, side_of_deck
from cards.decks import abilities
from cards.decks.contents import content_of
from cards.decks.differences import differences
from cards.decks.errors import DeckError
from cards.decks.models import Deck, DeckVersion
from cards.decks.reading import find_version
from cards.decks.versions import keep_version, take_version

if TYPE_CHECKING:
    from cards.decks.abilities import Viewer
    from incursions.accounts.models import User


class VersionRow(NamedTuple):
    """A version of the list. `before` is the number of the one before it that the viewer may see, None for the first.

    `changes` says in short what is different from that one.
    """

    version: DeckVersion
    before: int | None
    changes: str


@require_http_methods(["GET", "HEAD", "POST"])
@of_deck
def versions(request: HttpRequest, deck: Deck) -> HttpResponse:
    """All versions that the viewer may see; its owner keeps the draft as the next one here."""
    refusal = None
    if request.method == "POST":
        try:
            number = number_of(request.POST.get("number", ""), "number")
            name = request.POST.get("name", "")
            kept = keep_version(deck, by=cast("User", request.user), number=number, name=name)
        except DeckError as error:
            refusal = error
        else:
            messages.success(request, f"Version {kept.number} is kept.")
            return redirect("decks:versions", deck.public_id)
        deck.refresh_from_db()
    return _versions_page(request, deck, refusal)


def _versions_page(request: HttpRequest, deck: Deck, refusal: DeckError | None) -> HttpResponse:
    head = head_of(deck, request.user)
    rows = rows_of(deck, request.user)
    sees_draft = abilities.may_see_draft(request.user, deck)
    context = {
        "here": "decks",
        "tab": "decks:versions",
        "head": head,
        "rows": rows,
        "next": deck.shown.number + 1 if deck.shown else 1,
        "sees_draft": sees_draft,
        "unkept": _unkept(deck, rows) if sees_draft else "",
        "refusal": refusal,
        "typed": request.POST.get("name", ""),
    }
    return render(request, "decks/versions.html", context, status=refusal.status if refusal else 200)


@require_safe
@of_deck
def version(request: HttpRequest, deck: Deck, number: int) -> HttpResponse:
    """One version, with the verdict on it."""
    found = find_version(deck, number, request.user)
    head = head_of(deck, request.user, found)
    context = {
        "here": "decks",
        "tab": "decks:versions",
        "head": head,
        "listing": listing_of(head.content),
        "counters": counters_of(head.content),
        "problems": problem_lines(head.verdict),
        "sees_draft": abilities.may_see_draft(request.user, deck),
    }
    return render(request, "decks/version.html", context)


@require_POST
@of_deck
def take(request: HttpRequest, deck: Deck, number: int) -> HttpResponse:
    """Let the draft be as that version."""
    seen = number_of(request.POST.get("number", ""), "number")
    deck = take_version(deck, number, by=cast("User", request.user), number=seen)
    messages.success(request, f"The draft is as version {number} now. The editor can undo that.")
    return redirect(deck)


@require_safe
@of_deck
def changes(request: HttpRequest, deck: Deck) -> HttpResponse:
    """What is different between versions, or in the draft: in the newest two unless others are asked for."""
    choices = _choices(deck, request.user)
    if not choices:
        raise DeckError("not_found", "The deck has no version to compare.", field="version")
    newest = [*choices, *choices][:2]  # of one alone, with itself
    chosen = [request.GET.get("from") or newest[1], request.GET.get("to") or newest[0]]
    before, after = (side_of_deck(deck, each, request.user) for each in chosen)
    context = {
        "here": "decks",
        "tab": "decks:versions",
        "head": head_of(deck, request.user),
        "choices": choices,
        "chosen": chosen,
        "sides": (before, after),
        "comparison": compared(before.content, after.content),
    }
    return render(request, "decks/changes.html", context)


def rows_of(deck: Deck, viewer: Viewer) -> list[VersionRow]:
    """The versions that the viewer may see, the newest first. One query."""
    found = list(DeckVersion.objects.visible_to(viewer, deck))
    contents = [content_of(each.content) for each in found]
    rows = [
        VersionRow(each, found[place + 1].number, in_short(differences(contents[place + 1], contents[place])))
        for place, each in enumerate(found[:-1])
    ]
    return [*rows, *(VersionRow(first, None, "") for first in found[-1:])]


def _unkept(deck: Deck, rows: list[VersionRow]) -> str:
    """What the draft has unlike the newest version, in short; empty where it is the same."""
    newest = content_of(rows[0].version.content) if rows else content_of({})
    return in_short(differences(newest, content_of(deck.draft)))


def _choices(deck: Deck, viewer: Viewer) -> dict[str, str]:
    """What can be compared, the newest first: how an address says it, and what it is called."""
    found = DeckVersion.objects.visible_to(viewer, deck).values_list("number", "name")
    draft = {DRAFT: "the draft"} if abilities.may_see_draft(viewer, deck) else {}
    return draft | {str(number): f"version {number}" + (f", {name}" if name else "") for number, name in found}
